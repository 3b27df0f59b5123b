// A run whose change is shown in the changes view: a vault with a base, attempts made from it, and the view on top.
#pragma once

#include "core/git/vault.h"
#include "tests/ui/viewstage.h"
#include "ui/diff/diffpane.h"
#include "ui/views/changesview.h"

#include <QAction>
#include <QLabel>

namespace assay::test {

inline void attempt(Story &story, int n, const ObjectId &tree, bool kept)
{
    story.iteration(n, QStringLiteral("task"), story.state.checkpoint().tree, QStringLiteral("T1"), n);
    CandidateFact candidate{.commit = ObjectId(QByteArray(40, 'c')), .tree = tree};
    candidate.files = {{RepoPath("src/a.py"), PathChange::Modified, PathClass::Sensitive}};
    story.add(QStringLiteral("candidate.collected"), codec::toJson(candidate), n);
    if (kept) {
        story.add(QStringLiteral("checkpoint.made"),
                  {{QStringLiteral("commit"), QString(40, u'd')},
                   {QStringLiteral("tree"), tree.text()},
                   {QStringLiteral("task"), QStringLiteral("T1")},
                   {QStringLiteral("title"), QStringLiteral("Rows stay")}},
                  n);
    }
    story.verdict(n, kept ? QStringLiteral("kept") : QStringLiteral("rolled back"), {});
}

/// A run's vault with a base of two files, and what changes them.
struct Stage : ViewStage {
    std::optional<Vault> vault;
    ObjectId base;
    Stage()
    {
        QDir().mkpath(folder().path());
        vault.emplace(std::move(*Vault::create(folder().vault())));
        base = with({{"a.py", numbered()}, {"b.py", "one\n"}}, {});
        story.add(QStringLiteral("run.created"),
                  {{QStringLiteral("id"), QStringLiteral("r")},
                   {QStringLiteral("base"), QString(40, u'b')},
                   {QStringLiteral("tree"), base.text()}});
    }
    [[nodiscard]] ObjectId with(const QList<std::pair<QByteArray, QByteArray>> &files, const ObjectId &on)
    {
        QList<TreeEdit> edits;
        for (const auto &[path, bytes] : files)
            edits.append({.path = RepoPath(path), .blob = *vault->writeBlob(bytes)});
        return *vault->editTree(on, edits);
    }
    [[nodiscard]] static QByteArray numbered()
    {
        QByteArray text;
        for (int i = 1; i <= 60; ++i)
            text += "line " + QByteArray::number(i) + '\n';
        return text;
    }
};

inline QStringList rowsOf(const ui::ChangesView &view)
{
    QStringList rows;
    for (int row = 0; row < view.pane()->view()->document().count(); ++row)
        rows.append(view.pane()->view()->rowText(row));
    return rows;
}

/// A kept change of two hunks in a.py and one in b.py, shown, with the focus in the change.
struct ReviewStage : Stage {
    std::optional<ui::ChangesView> view;
    [[nodiscard]] bool show()
    {
        QByteArray more = numbered();
        more.replace("line 5\n", "five\n").replace("line 50\n", "fifty\n");
        attempt(story, 1, with({{"a.py", more}, {"b.py", "two\n"}}, base), true);
        attempt(story, 2, with({{"b.py", "three\n"}}, base), false);
        if (!open())
            return false;
        view.emplace(place());
        view->resize(1200, 600);
        view->show();
        view->activateWindow();
        if (!QTest::qWaitForWindowActive(&*view)
            || !QTest::qWaitFor([this] { return rowsOf(*view).contains(QStringLiteral("added: two")); }, 30'000))
            return false;
        change()->setFocus();
        return QTest::qWaitFor([this] { return summary().contains(QStringLiteral("0 of 3 hunks reviewed")); }, 30'000);
    }
    [[nodiscard]] ui::DiffView *change() { return view->pane()->view(); }
    [[nodiscard]] QString said() { return change()->rowText(change()->currentRow()); }
    [[nodiscard]] QAction *command(const QString &text)
    {
        for (QAction *action : view->commands()) {
            if (action->text() == text)
                return action;
        }
        qFatal("no such command: %s", qPrintable(text));
    }
    [[nodiscard]] QString summary()
    {
        for (const QLabel *label : view->findChildren<QLabel *>()) {
            if (label->text().contains(QStringLiteral(" files, +")))
                return label->text();
        }
        return {};
    }
};

} // namespace assay::test
