#include "ui/views/linewhy.h"

#include "core/git/vault.h"
#include "ui/diff/diffpane.h"
#include "ui/look/actions.h"
#include "ui/look/announce.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/metrics.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QToolButton>
#include <QtConcurrent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

QString html(const QString &text)
{
    return Formats::line(text).toHtmlEscaped();
}

QString link(const QString &view, const QString &id, const QString &text)
{
    return u"<a href=\"%1:%2\">%3</a>"_s.arg(view, id.toHtmlEscaped(), html(text));
}

/// The task of the step that did it, and for each of its findings what defends the fix.
QString storyOf(const RunState &state, const review::LineOrigin &origin)
{
    QStringList parts;
    for (const FindingId &id : origin.findings) {
        const Finding *finding = state.finding(id);
        if (!finding)
            continue;
        QStringList tests;
        for (const TeethFact &fact : state.teeth) {
            if (fact.finding == id && fact.teeth == Teeth::Toothed && !tests.contains(fact.test))
                tests.append(Formats::line(fact.test));
        }
        parts.append(
            u"%1 %2 (%3)"_s.arg(link(u"audit"_s, id.text(), id.text()), html(finding->title),
                                (tests.isEmpty() ? LineWhy::tr("no test fails without it")
                                                 : LineWhy::tr("without it fails: %1").arg(tests.join(u", "_s)))
                                    .toHtmlEscaped()));
    }
    return parts.join(u" · "_s);
}

} // namespace

LineWhy::LineWhy(RunDocument &document, DiffPane *pane, QWidget *parent)
    : QWidget(parent),
      m_document(document),
      m_pane(pane),
      m_ask(new QAction(tr("Why is this line here?"), this)),
      m_words(new QLabel(this))
{
    m_ask->setShortcut(QKeySequence(Qt::Key_Y));
    m_ask->setShortcutContext(Qt::WidgetShortcut);
    pane->view()->addAction(m_ask);
    connect(m_ask, &QAction::triggered, this, &LineWhy::ask);
    connect(pane->view(), &DiffView::currentRowChanged, this, &LineWhy::rowChanged);
    connect(pane->view(), &DiffView::rowsChanged, this, &LineWhy::enableAsking);
    connect(&m_finding, &QFutureWatcherBase::finished, this, &LineWhy::answer);
    m_words->setTextFormat(Qt::RichText);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a test's name has no end of its own
    m_words->setWordWrap(true); // behind the policy: it adds to it that the height follows the width
    m_words->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_words->setAccessibleName(tr("Why the line is there"));
    connect(m_words, &QLabel::linkActivated, this,
            [this](const QString &target) { Q_EMIT asked(target.section(u':', 0, 0), target.section(u':', 1)); });
    auto *close = new QToolButton(this);
    close->setText(u"×"_s);
    close->setAutoRaise(true);
    close->setToolTip(tr("Close"));
    close->setAccessibleName(tr("Close the answer"));
    connect(close, &QToolButton::clicked, this, [this] {
        hide();
        m_pane->view()->setFocus();
    });
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    row->addWidget(m_words, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
    enableAsking();
}

LineWhy::~LineWhy()
{
    m_finding.waitForFinished();
}

void LineWhy::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        readLinksAnew(m_words);
}

QString LineWhy::words() const
{
    if (isHidden())
        return {};
    QString text = m_words->text();
    static const QRegularExpression tags(u"<[^>]*>"_s);
    return text.remove(tags).replace(u"&quot;"_s, u"\""_s).replace(u"&lt;"_s, u"<"_s).replace(u"&amp;"_s, u"&"_s);
}

void LineWhy::refresh(const ObjectId &from, const ObjectId &to)
{
    if (from != m_from || to != m_to)
        hide(); // it was about another change
    m_from = from;
    m_to = to;
    enableAsking();
}

LineWhy::Line LineWhy::current() const
{
    const DiffView *view = m_pane->view();
    if (!m_document.isLoaded() || m_document.state().checkpoints.isEmpty() || view->document().count() == 0)
        return {};
    const DiffDocument::Place place = view->document().at(view->currentRow());
    if (place.section < 0 || place.row.kind != SectionRow::Line)
        return {};
    const diff::FileChange &change = view->document().section(place.section).change();
    const diff::Row &row = place.row.line;
    const bool isContent = row.kind == diff::RowKind::Context || row.kind == diff::RowKind::Added
        || row.kind == diff::RowKind::Removed || row.kind == diff::RowKind::Pair;
    if (!isContent)
        return {};
    if (row.newLine >= 0 && m_to == m_document.state().checkpoint().tree)
        return {review::Side::Now, change.after.path, row.newLine + 1};
    if (row.newLine < 0 && row.oldLine >= 0 && m_from == m_document.state().baseTree)
        return {review::Side::Base, change.before.path, row.oldLine + 1};
    return {};
}

void LineWhy::enableAsking()
{
    enable(m_ask, tr("The iteration, task and findings behind the line, and the tests that defend it"),
           current().line > 0 ? QString() : tr("Go to a line of the current checkpoint, or to a removed one of base."));
}

void LineWhy::rowChanged()
{
    enableAsking();
    if (current() != m_line)
        hide();
}

void LineWhy::ask()
{
    m_line = current();
    if (m_line.line == 0 || m_finding.isRunning())
        return;
    // A copy of the state costs little, and the run may go on meanwhile.
    m_finding.setFuture(QtConcurrent::run(
        [folder = m_document.folder(), state = m_document.state(), line = m_line]() -> Result<review::LineOrigin> {
            const auto vault = Vault::open(folder.vault());
            return vault ? review::originOf(*vault, state, line.side, line.path, line.line) : failure(vault.error());
        }));
}

void LineWhy::answer()
{
    if (current() != m_line)
        return; // the cursor went on meanwhile
    const auto origin = m_finding.result();
    const QString here = u"<b>%1:%2</b>"_s.arg(html(m_line.path.display())).arg(m_line.line);
    const bool ofBase = m_line.side == review::Side::Base;
    if (!origin) {
        m_words->setText(here + u' ' + html(origin.error().what));
    } else if (origin->checkpoint == 0) {
        m_words->setText((ofBase ? tr("%1 is still there: %2:%3") : tr("%1 is base's own: %2:%3 there"))
                             .arg(here, html(origin->path.display()))
                             .arg(origin->line));
    } else {
        const RunState &state = m_document.state();
        const CheckpointFact &checkpoint
            = state.checkpoints.at(std::min<qsizetype>(origin->checkpoint, state.checkpoints.size() - 1));
        const QString iteration = QString::number(origin->iteration);
        QString text = (ofBase ? tr("%1 went with %2, %3: %4") : tr("%1 came with %2, %3: %4"))
                           .arg(here, link(u"timeline"_s, iteration, tr("iteration %1").arg(iteration)),
                                link(u"backlog"_s, origin->task.text(), origin->task.text()), html(checkpoint.title));
        if (const QString story = storyOf(state, *origin); !story.isEmpty())
            text += u"<br>"_s + story;
        m_words->setText(text);
    }
    show();
    announce(this, words());
}

} // namespace assay::ui
