#include "core/bundle/bundlejournal.h"

#include "core/bundle/bundle.h"
#include "core/bundle/disclosure.h"
#include "core/bundle/reporthtml.h"
#include "core/bundle/sarif.h"
#include "core/journal/kinds.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// One line a check: finding, role, file, title.
QByteArray runnerList(const BundleFacts &facts)
{
    QByteArray list;
    for (const BundleCheck &check : facts.checks) {
        QString title = check.title;
        for (QChar &c : title) {
            if (c.unicode() < 0x20 || c.unicode() == 0x7f)
                c = u' ';
        }
        list += check.finding.text().toUtf8() + '\t' + toWord(check.role).toUtf8() + '\t' + check.fileName() + '\t'
            + title.toUtf8() + '\n';
    }
    return list;
}

QByteArray runnerEnvironment(const Policy &policy)
{
    QByteArray lines;
    for (auto it = policy.reproEnv.cbegin(); it != policy.reproEnv.cend(); ++it)
        lines += it.key().toUtf8() + '=' + it.value().toUtf8() + '\n';
    return lines;
}

} // namespace

Result<BundleJournal> readBundleJournal(const QString &path)
{
    BundleJournal journal;
    auto chain = verifyChain(path);
    if (!chain)
        return failure(chain.error());
    journal.chain = std::move(*chain);
    const auto read = readJournal(path, 0, false, [&](Entry &&entry) {
        journal.seqOfHash.insert(entry.hash, entry.seq);
        const QString newer = !knownKinds().contains(entry.kind) ? entry.kind
            : entry.version > kindVersion                        ? u"%1 version %2"_s.arg(entry.kind).arg(entry.version)
                                                                 : QString();
        if (!newer.isEmpty() && !journal.newer.contains(newer))
            journal.newer.append(newer);
        journal.state.apply(entry);
        journal.last = std::move(entry);
        return true;
    });
    if (!read)
        return failure(read.error());
    return journal;
}

QMap<QByteArray, QByteArray> writtenFromJournal(const BundleFacts &facts, const RunState &state,
                                                const QByteArray &runner)
{
    const RunState told = asExported(state, facts.part);
    return {{"repro/run", runner},
            {"repro/list", runnerList(facts)},
            {"repro/env", runnerEnvironment(facts.policy)},
            {"journal.md", journalAsMarkdown(state)},
            {"findings.sarif", findingsAsSarif(facts, told)},
            {"disclosure.md", disclosure(facts, told)},
            {"report.html", reportAsHtml(facts, told)}};
}

bool isExecutablePart(QByteArrayView path)
{
    return path.startsWith("repro/") && path != "repro/list" && path != "repro/env";
}

} // namespace assay
