#include "ui/windows/notices.h"

#include "ui/look/formats.h"
#include "ui/views/runwords.h"

#include <QFileInfo>
#include <QWidget>

#include <QApplication>

#ifdef ASSAY_WITH_NOTIFICATIONS
#include <KNotification>
#include <QDBusConnection>
#endif

using namespace Qt::StringLiterals;

/// The events are compiled in, so that they are found wherever the program stands. Outside of namespaces, as it must be.
static void makeEventsKnown()
{
    Q_INIT_RESOURCE(notices);
}

namespace assay::ui {

Notices::Notices(RunDocument &document, QWidget *window) : QObject(window)
{
    makeEventsKnown();
    connect(&document, &RunDocument::arrived, this, [this, &document, window](const Entry &entry) {
        if (window->isActiveWindow())
            return;
        const Notice notice = noticeOf(entry, document.now());
        if (notice.title.isEmpty())
            return;
#ifdef ASSAY_WITH_NOTIFICATIONS
        // Without a bus it would be queued for ever. Escaped, since notification services read markup; the text is an agent's.
        if (QDBusConnection::sessionBus().isConnected())
            KNotification::event(notice.event, notice.title, notice.text.toHtmlEscaped(), QPixmap(),
                                 KNotification::CloseOnTimeout, u"assay-console"_s);
#endif
        QApplication::alert(window);
        Q_EMIT told(notice.title, notice.text);
    });
}

Notices::Notice Notices::noticeOf(const Entry &entry, const RunState &state)
{
    const QString target = Formats::line(QFileInfo(state.target).fileName());
    if (entry.kind == "prompt.filed"_L1)
        return {u"question"_s, tr("%1: a question waits for you").arg(target),
                Formats::line(entry.data[u"title"_s].toString())};
    if (entry.kind == "run.ended"_L1 && state.outcome)
        return {*state.outcome == Outcome::Stuck ? u"stuck"_s : u"ended"_s,
                tr("%1: %2").arg(target, RunWords::outcome(*state.outcome)),
                tr("After iteration %1.").arg(state.iterations.isEmpty() ? 0 : state.iterations.last().n)};
    return {};
}

} // namespace assay::ui
