// A story as a run folder, open as a document with a desk: what a view needs to be tried.
#pragma once

#include "core/journal/evidencestore.h"
#include "core/journal/journalreader.h"
#include "tests/cli/story.h"
#include "tests/journal/scratchrun.h"
#include "ui/run/ownerdesk.h"
#include "ui/run/rundocument.h"
#include "ui/views/runview.h"

#include <QAbstractItemModel>
#include <QTest>

namespace assay::test {

class ViewStage {
public:
    Story story;
    [[nodiscard]] RunFolder folder() const { return m_run.folder(); }
    [[nodiscard]] EvidenceStore evidence() const { return EvidenceStore(folder().evidence()); }

    /// Writes what the story tells (so far) and opens it.
    [[nodiscard]] bool open()
    {
        return write()
            && (m_document.emplace(folder()), m_desk.emplace(folder()),
                QObject::connect(&*m_document, &ui::RunDocument::arrived, &*m_desk, &ui::OwnerDesk::saw),
                QTest::qWaitFor([this] { return m_document->isLoaded(); }, 30'000));
    }
    /// Appends what the story told since, and waits until the document has it.
    [[nodiscard]] bool goOn()
    {
        return write() && QTest::qWaitFor([this] { return m_document->now().lastSeq >= story.state.lastSeq; }, 30'000);
    }
    [[nodiscard]] ui::RunDocument &document() { return *m_document; }
    [[nodiscard]] ui::RunPlace place() { return {*m_document, *m_desk}; }
    /// The newest command that the journal has of this verb, once it has one; its arguments.
    [[nodiscard]] QJsonObject told(const QString &verb)
    {
        QJsonObject args;
        const bool came = QTest::qWaitFor(
            [&] {
                args = {};
                const auto read = readJournal(folder().journal(), 0, false, [&](Entry &&entry) {
                    if (entry.kind == QStringLiteral("command.received")
                        && entry.data[QStringLiteral("verb")].toString() == verb)
                        args = entry.data[QStringLiteral("args")].toObject();
                    return true;
                });
                return read.has_value() && !args.isEmpty();
            },
            30'000);
        return came ? args : QJsonObject();
    }

private:
    [[nodiscard]] bool write()
    {
        auto writer = m_written == 0 ? m_run.create() : m_run.open();
        if (!writer)
            return false;
        QList<Draft> drafts;
        for (; m_written < story.entries.size(); ++m_written) {
            const Entry &entry = story.entries.at(m_written);
            drafts.append({.kind = entry.kind, .data = entry.data, .actor = entry.actor, .iteration = entry.iteration});
        }
        return (*writer)->append(drafts).has_value();
    }
    ScratchRun m_run;
    std::optional<ui::RunDocument> m_document;
    std::optional<ui::OwnerDesk> m_desk;
    qsizetype m_written = 0;
};

/// A model as text: a line a row, cells between bars, two blanks deeper for each level.
inline QString dump(const QAbstractItemModel &model, const QModelIndex &parent = {}, int depth = 0)
{
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells.append(model.index(row, column, parent).data().toString());
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        text += QString(2 * depth, u' ') + cells.join(QStringLiteral(" | ")) + u'\n';
        text += dump(model, model.index(row, 0, parent), depth + 1);
    }
    return text;
}

} // namespace assay::test
