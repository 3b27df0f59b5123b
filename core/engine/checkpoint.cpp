#include "core/engine/checkpoint.h"

using namespace Qt::StringLiterals;

namespace assay {

QString checkpointTitle(const QString &summary)
{
    QString title;
    for (const QChar c : summary.section(u'\n', 0, 0)) {
        if (c.unicode() >= 0x20 && c.unicode() != 0x7f)
            title += c;
    }
    title = title.trimmed();
    if (title.size() > 72)
        title = title.left(71).trimmed() + u'…';
    return title.isEmpty() ? u"a change without a summary"_s : title;
}

Result<ObjectId> commitCheckpoint(Measurement &measurement, const Task &task, const CandidateFact &candidate,
                                  const QString &summary)
{
    const RunState &state = measurement.state();
    Vault &vault = measurement.instruments().vault;
    const ObjectId parent = state.checkpoint().commit;
    const QString ref = u"checkpoints/%1"_s.arg(state.checkpoints.size());
    const auto known = vault.ref(ref);
    if (!known)
        return failure(known.error());
    if (*known) {
        const auto facts = vault.commit(**known);
        if (facts && facts->tree == candidate.tree && facts->parents == QList<ObjectId>{parent})
            return **known;
    }
    QStringList findings;
    for (const FindingId &id : task.covers)
        findings.append(id.text());
    QString body = summary.section(u'\n', 1).trimmed();
    if (!body.isEmpty())
        body += u"\n\n"_s;
    const QString message = u"%1\n\n%2Assay-Run: %3\nAssay-Task: %4\nAssay-Findings: %5\nAssay-Journal: %6\n"_s.arg(
        checkpointTitle(summary), body, state.id.text(), task.id.text(), findings.join(u", "_s),
        QString::fromLatin1(measurement.ledger().headHash()));
    const auto made = vault.commitTree(candidate.tree, {parent}, message.toUtf8(), QDateTime::currentDateTimeUtc());
    if (!made)
        return made;
    if (const auto set = vault.setRef(ref, *made, known->value_or(ObjectId())); !set)
        return failure(set.error());
    return made;
}

} // namespace assay
