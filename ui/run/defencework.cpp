#include "ui/run/defencework.h"

namespace assay::ui {

DefenceWork::DefenceWork(const RunFolder &run, ProcessHost &host, const QList<ReviewPlace> &only, QObject *parent)
    : LockedWork(parent)
{
    begin(run, [this, &host, only](Ledger &ledger, const StopToken &stop) -> Status {
        const auto judging
            = [this](const defence::Progress &progress) { tell([this, progress] { Q_EMIT judged(progress); }); };
        const auto done = defence::judgeHunks(ledger, host, only, judging, stop);
        return done ? Status() : failure(done.error());
    });
}

} // namespace assay::ui
