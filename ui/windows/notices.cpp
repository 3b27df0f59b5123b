#include "ui/windows/notices.h"

#include "ui/look/formats.h"
#include "ui/views/runwords.h"

#include <QFileInfo>
#include <QWidget>

#ifdef ASSAY_WITH_NOTIFICATIONS
#include <KNotification>
#endif

using namespace Qt::StringLiterals;

namespace assay::ui {

Notices::Notices(RunDocument &document, QWidget *window) : QObject(window)
{
    connect(&document, &RunDocument::arrived, this, [this, &document, window](const Entry &entry) {
        if (window->isActiveWindow())
            return;
        const Notice notice = noticeOf(entry, document.now());
        if (notice.title.isEmpty())
            return;
#ifdef ASSAY_WITH_NOTIFICATIONS
        // Escaped, since notification services read markup; the text is an agent's.
        KNotification::event(KNotification::Notification, notice.title, notice.text.toHtmlEscaped());
#endif
        Q_EMIT told(notice.title, notice.text);
    });
}

Notices::Notice Notices::noticeOf(const Entry &entry, const RunState &state)
{
    const QString target = Formats::line(QFileInfo(state.target).fileName());
    if (entry.kind == "prompt.filed"_L1)
        return {tr("%1: a question waits for you").arg(target), Formats::line(entry.data[u"title"_s].toString())};
    if (entry.kind == "run.ended"_L1 && state.outcome)
        return {tr("%1: %2").arg(target, RunWords::outcome(*state.outcome)),
                tr("After iteration %1.").arg(state.iterations.isEmpty() ? 0 : state.iterations.last().n)};
    return {};
}

} // namespace assay::ui
