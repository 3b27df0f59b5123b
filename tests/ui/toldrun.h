// A run made of a few entries told by hand: its state and its heads, without files.
#pragma once

#include "core/journal/runstate.h"
#include "ui/models/entryhead.h"

#include <QJsonArray>
#include <QTimeZone>

namespace assay::test {

class ToldRun {
public:
    ToldRun()
    {
        tell(QStringLiteral("run.created"), 0, 0,
             {{QStringLiteral("id"), QStringLiteral("r1")},
              {QStringLiteral("tree"), tree('b')},
              {QStringLiteral("base"), tree('a')}});
    }
    /// `ms`: since the run began.
    qint64 tell(const QString &kind, qint64 ms, int iteration = 0, const QJsonObject &data = {})
    {
        Entry entry;
        entry.seq = state.lastSeq + 1;
        entry.kind = kind;
        entry.at = begin().addMSecs(ms);
        entry.actor = QStringLiteral("engine");
        entry.iteration = iteration;
        entry.data = data;
        entry.hash = Digest::of(QByteArray::number(entry.seq)).hex();
        heads.append(ui::headOf(entry, m_words));
        state.apply(entry);
        return entry.seq;
    }
    void iteration(int n, const QString &type, qint64 ms, const QJsonObject &more = {})
    {
        QJsonObject data = more;
        data[QStringLiteral("n")] = n;
        data[QStringLiteral("type")] = type;
        tell(QStringLiteral("iteration.started"), ms, n, data);
    }
    void step(int n, const QString &name, qint64 from, qint64 to, const QString &result)
    {
        tell(QStringLiteral("step.started"), from, n, {{QStringLiteral("step"), name}});
        if (to >= 0)
            tell(QStringLiteral("step.ended"), to, n,
                 {{QStringLiteral("step"), name}, {QStringLiteral("result"), result}});
    }
    void end(int n, const QString &verdict, qint64 ms, const QString &reason = {})
    {
        tell(QStringLiteral("iteration.ended"), ms, n,
             {{QStringLiteral("verdict"), verdict},
              {QStringLiteral("reason"), reason},
              {QStringLiteral("counted"), true}});
    }
    [[nodiscard]] static QDateTime begin() { return {QDate(2025, 1, 1), QTime(12, 0), QTimeZone::UTC}; }
    /// A tree's id made of one digit.
    [[nodiscard]] static QString tree(char digit) { return QString(40, QLatin1Char(digit)); }

    RunState state;
    QList<ui::EntryHead> heads;

private:
    QSet<QString> m_words;
};

} // namespace assay::test
