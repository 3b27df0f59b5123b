#include "ui/run/gatereports.h"

#include "core/gate/gaterunner.h"
#include "core/journal/evidencestore.h"

#include <QtConcurrent>

namespace assay::ui {
namespace {

/// One copy of each text for all reports: a case is named alike in every one of them.
void share(GateReport &report, QSet<QString> &texts)
{
    for (CommandReport &command : report.commands) {
        command.command = *texts.insert(command.command);
        for (TestCase &one : command.cases) {
            one.name = *texts.insert(one.name);
            one.file = *texts.insert(one.file);
        }
    }
}

} // namespace

GateReports::GateReports(const RunFolder &folder, QObject *parent) : QObject(parent), m_folder(folder)
{
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        m_known.insert(m_reading.result());
        Q_EMIT arrived();
        readMissing();
    });
}

GateReports::~GateReports()
{
    m_reading.waitForFinished();
}

void GateReports::want(const QList<Digest> &reports)
{
    m_wanted = reports;
    if (!m_reading.isRunning())
        readMissing();
}

void GateReports::readMissing()
{
    QList<Digest> missing;
    for (const Digest &digest : std::as_const(m_wanted)) {
        if (!digest.isNull() && !m_known.contains(digest) && !missing.contains(digest))
            missing.append(digest);
    }
    if (missing.isEmpty())
        return;
    QList<GateReportRef> known;
    for (const Read &one : std::as_const(m_known))
        known.append(one.report);
    m_reading.setFuture(QtConcurrent::run([folder = m_folder.evidence(), missing, known] {
        QSet<QString> texts;
        for (const GateReportRef &report : known) {
            for (const CommandReport &command : report ? report->commands : QList<CommandReport>()) {
                texts.insert(command.command);
                for (const TestCase &one : command.cases)
                    texts << one.name << one.file;
            }
        }
        const EvidenceStore store(folder);
        QHash<Digest, Read> all;
        for (const Digest &digest : missing) {
            const Result<QByteArray> bytes = store.get(digest);
            Result<GateReport> report = bytes ? decodeReport(*bytes) : failure(bytes.error());
            if (report)
                share(*report, texts);
            all.insert(digest,
                       report ? Read{std::make_shared<const GateReport>(std::move(*report)), {}}
                              : Read{nullptr, report.error().text()});
        }
        return all;
    }));
}

} // namespace assay::ui
