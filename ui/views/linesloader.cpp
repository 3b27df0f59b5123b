#include "ui/views/linesloader.h"

#include "ui/look/formats.h"
#include "ui/look/linesview.h"

#include <QFutureWatcher>
#include <QtConcurrent>

namespace assay::ui {
namespace {

constexpr qsizetype outputMost = 4 << 20;

} // namespace

LinesLoader::LinesLoader(LinesView *view) : QObject(view), m_view(view) {}

void LinesLoader::load(std::function<Made()> make, const QString &empty)
{
    const quint64 job = ++m_job;
    m_loading = true;
    auto *watcher = new QFutureWatcher<Made>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, job, empty] {
        watcher->deleteLater();
        if (job != m_job)
            return;
        m_loading = false;
        const Made made = watcher->result();
        m_view->setPlaceholder(made ? empty : made.error().text());
        m_view->show(made ? *made : nullptr);
        Q_EMIT shown();
    });
    watcher->setFuture(QtConcurrent::run(std::move(make)));
}

void LinesLoader::clear(const QString &placeholder)
{
    ++m_job;
    m_loading = false;
    m_view->setPlaceholder(placeholder);
    m_view->show(nullptr);
}

std::shared_ptr<const Lines> outputLines(const QByteArray &out, const QByteArray &err)
{
    QByteArray bytes;
    QList<qsizetype> headings;
    QStringList titles;
    const auto add = [&](const QByteArray &part, const QString &title) {
        if (part.isEmpty())
            return;
        headings.append(bytes.count('\n'));
        titles.append(title);
        bytes += '\n' + part.first(std::min(part.size(), outputMost));
        if (!bytes.endsWith('\n'))
            bytes += '\n';
        if (part.size() > outputMost) {
            headings.append(bytes.count('\n'));
            titles.append(Formats::cutOff(part.size() - outputMost));
            bytes += '\n';
        }
    };
    add(out, LinesView::tr("Standard output"));
    add(err, LinesView::tr("Standard error"));
    auto lines = std::make_shared<Lines>(Lines::of(bytes));
    for (qsizetype i = 0; i < headings.size(); ++i)
        lines->titles.insert(headings.at(i), titles.at(i));
    return lines;
}

} // namespace assay::ui
