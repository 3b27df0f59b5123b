// The gate reports of a run, read from its evidence once each, on another thread.
#pragma once

#include "core/journal/runfolder.h"
#include "ui/models/gatecases.h"

#include <QFutureWatcher>
#include <QHash>
#include <QObject>

namespace assay::ui {

/// Thread: GUI. Reports stay as long as it does; their names are shared, so that 16 reports of 10,000 cases are small.
class GateReports : public QObject {
    Q_OBJECT
public:
    explicit GateReports(const RunFolder &folder, QObject *parent = nullptr);
    ~GateReports() override;
    /// Reads what is not known yet; arrived() tells when it is there. Asked again while reading: the last wish counts.
    void want(const QList<Digest> &reports);
    [[nodiscard]] GateReportRef report(const Digest &digest) const { return m_known.value(digest).report; }
    /// Why it could not be read; empty while nothing is wrong.
    [[nodiscard]] QString problem(const Digest &digest) const { return m_known.value(digest).problem; }
    [[nodiscard]] bool isReading() const { return m_reading.isRunning(); }

Q_SIGNALS:
    void arrived();

private:
    struct Read {
        GateReportRef report;
        QString problem;
    };
    void readMissing();
    RunFolder m_folder;
    QList<Digest> m_wanted;
    QHash<Digest, Read> m_known;
    QFutureWatcher<QHash<Digest, Read>> m_reading;
};

} // namespace assay::ui
