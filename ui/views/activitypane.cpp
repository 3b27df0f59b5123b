#include "ui/views/activitypane.h"

#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/activitydelegate.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay::ui {

ActivityHits searchActivity(const QList<std::shared_ptr<const ActivityPiece>> &pieces, qint64 first, qint64 from,
                            const QString &text)
{
    ActivityHits hits;
    qint64 line = first;
    for (const auto &piece : pieces) {
        if (line + piece->lines.size() <= from) {
            line += piece->lines.size();
            continue;
        }
        for (qsizetype i = 0; i < piece->lines.size(); ++i, ++line) {
            if (line < from || !QString::fromUtf8(piece->textOf(i)).contains(text, Qt::CaseInsensitive))
                continue;
            ++hits.count;
            if (hits.lines.size() < ActivityHits::hitsMost)
                hits.lines.append(line);
        }
    }
    hits.searchedUpTo = line;
    return hits;
}

ActivityPane::ActivityPane(QWidget *parent)
    : QWidget(parent),
      m_model(new ActivityModel(this)),
      m_delegate(new ActivityDelegate(this)),
      m_table(new QTableView(this)),
      m_search(new QLineEdit(this)),
      m_found(quietLabel({}, this)),
      m_previous(new QToolButton(this)),
      m_next(new QToolButton(this)),
      m_follow(new QCheckBox(tr("Follow"), this))
{
    auto *rows = new QVBoxLayout(this);
    asGroup(rows);
    auto *bar = new QHBoxLayout;
    bar->setSpacing(gap);
    m_search->setPlaceholderText(tr("Search the activity"));
    m_search->setAccessibleName(tr("Search the activity"));
    m_search->setClearButtonEnabled(true);
    m_search->setToolTip(tr("Ctrl+F; F3 and Shift+F3 go to the next and the previous place"));
    bar->addWidget(m_search, 1);
    bar->addWidget(m_found);
    for (const auto &[button, arrow, name] : {std::tuple{m_previous, Qt::UpArrow, tr("Previous place (Shift+F3)")},
                                              std::tuple{m_next, Qt::DownArrow, tr("Next place (F3)")}}) {
        button->setArrowType(arrow);
        button->setAccessibleName(name);
        button->setToolTip(name);
        button->setFocusPolicy(Qt::TabFocus);
        bar->addWidget(button);
    }
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Keep the newest line in sight (End); looking back ends it"));
    bar->addWidget(m_follow);
    rows->addLayout(bar);

    m_table->setModel(m_model);
    asTable(m_table);
    m_table->setSelectionMode(QAbstractItemView::ContiguousSelection);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setItemDelegate(m_delegate);
    m_table->setAccessibleName(tr("The agent's activity"));
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    m_table->installEventFilter(this);
    rows->addWidget(m_table, 1);

    connect(m_table->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        // The slider has its new value only after this signal.
        QTimer::singleShot(0, this, [this] {
            const QScrollBar *scroll = m_table->verticalScrollBar();
            m_follow->setChecked(scroll->value() == scroll->maximum());
        });
    });
    connect(m_follow, &QCheckBox::toggled, this, [this](bool on) {
        if (on)
            m_table->scrollToBottom();
    });
    connect(m_search, &QLineEdit::textChanged, this, &ActivityPane::searchAgain);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { findNext(true); });
    connect(m_previous, &QToolButton::clicked, this, [this] { findNext(false); });
    connect(m_next, &QToolButton::clicked, this, [this] { findNext(true); });
    connect(&m_searching, &QFutureWatcherBase::finished, this, &ActivityPane::take);
    m_more.setInterval(300ms);
    m_more.setSingleShot(true);
    connect(&m_more, &QTimer::timeout, this, &ActivityPane::searchMore);
    const auto shortcut = [this](const QKeySequence &key, const std::function<void()> &what) {
        auto *made = new QShortcut(key, this);
        made->setContext(Qt::WidgetWithChildrenShortcut);
        connect(made, &QShortcut::activated, this, what);
    };
    shortcut(QKeySequence::Find, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    shortcut(QKeySequence(Qt::Key_F3), [this] { findNext(true); });
    shortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { findNext(false); });
    tell();
}

ActivityPane::~ActivityPane()
{
    m_searching.waitForFinished();
}

bool ActivityPane::isFollowing() const
{
    return m_follow->isChecked();
}

void ActivityPane::setFollowing(bool following)
{
    m_follow->setChecked(following);
}

void ActivityPane::grew()
{
    if (isFollowing())
        m_table->scrollToBottom();
    if (!m_searched.isEmpty() && !m_more.isActive())
        m_more.start();
}

void ActivityPane::cleared()
{
    m_hits = {};
    m_at = -1;
    m_searched.clear();
    searchAgain();
}

void ActivityPane::searchAgain()
{
    m_delegate->setSearched(m_search->text());
    m_table->viewport()->update();
    if (m_searching.isRunning())
        return; // looked at when that one ends
    m_hits = {};
    m_at = -1;
    m_searched = m_search->text();
    if (m_searched.isEmpty())
        tell();
    else
        searchMore();
}

void ActivityPane::searchMore()
{
    if (m_searching.isRunning() || m_searched.isEmpty() || m_hits.searchedUpTo >= m_model->lines())
        return;
    m_searching.setFuture(
        QtConcurrent::run([pieces = m_model->pieces(), first = m_model->dropped(), from = m_hits.searchedUpTo,
                           text = m_searched] { return searchActivity(pieces, first, from, text); }));
    tell();
}

void ActivityPane::take()
{
    if (m_search->text() != m_searched) {
        searchAgain();
        return;
    }
    const ActivityHits more = m_searching.result();
    const qsizetype room = ActivityHits::hitsMost - m_hits.lines.size();
    m_hits.lines.append(more.lines.first(std::min(more.lines.size(), room)));
    m_hits.count += more.count;
    m_hits.searchedUpTo = more.searchedUpTo;
    if (m_hits.searchedUpTo < m_model->lines())
        m_more.start(); // lines came meanwhile
    tell();
}

void ActivityPane::tell()
{
    QString said;
    if (m_searching.isRunning() && m_hits.count == 0)
        said = tr("searching…");
    else if (!m_searched.isEmpty())
        said = m_at >= 0        ? tr("%1 of %2").arg(Formats::count(m_at + 1), Formats::count(m_hits.count))
            : m_hits.count == 0 ? tr("nowhere")
            : m_hits.count == 1 ? tr("one place")
                                : tr("%1 places").arg(Formats::count(m_hits.count));
    m_found->setText(said);
    const bool any = !m_hits.lines.isEmpty();
    m_previous->setEnabled(any);
    m_next->setEnabled(any);
}

QString ActivityPane::found() const
{
    return m_found->text();
}

void ActivityPane::findNext(bool forward)
{
    const qsizetype count = m_hits.lines.size();
    if (count == 0)
        return;
    if (m_at < 0) {
        // From where one looks: the first place behind the current row.
        const qint64 here = m_model->lineOf(m_table->currentIndex().row());
        const auto next = std::ranges::lower_bound(m_hits.lines, here);
        m_at = next == m_hits.lines.end() ? 0 : std::distance(m_hits.lines.begin(), next);
        if (!forward)
            m_at = (m_at + count - 1) % count;
    } else {
        m_at = (m_at + (forward ? 1 : count - 1)) % count;
    }
    setFollowing(false);
    const int row = m_model->showLine(m_hits.lines.at(m_at));
    if (row >= 0) {
        m_table->setCurrentIndex(m_model->index(row));
        m_table->scrollTo(m_model->index(row), QAbstractItemView::PositionAtCenter);
    }
    tell();
}

void ActivityPane::fold(bool folded)
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const qint64 line = m_model->lineOf(current.row());
    m_model->setFolded(current.row(), folded);
    // The row that was current may be folded away: its head is current then.
    for (int row = std::min(current.row(), m_model->rowCount() - 1); folded && row >= 0; --row) {
        if (m_model->lineOf(row) <= line) {
            m_table->setCurrentIndex(m_model->index(row));
            break;
        }
    }
}

void ActivityPane::copy() const
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows))
        lines.append(row.data().toString());
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

bool ActivityPane::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_table && event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
        switch (key->key()) {
        case Qt::Key_Left:
            fold(true);
            return true;
        case Qt::Key_Right:
            fold(false);
            return true;
        case Qt::Key_Space:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            fold(!m_model->isFolded(m_table->currentIndex().row()));
            return true;
        case Qt::Key_End:
            m_table->setCurrentIndex(m_model->index(m_model->rowCount() - 1));
            m_table->scrollToBottom();
            setFollowing(true);
            return true;
        case Qt::Key_Home:
            setFollowing(false);
            m_table->setCurrentIndex(m_model->index(0));
            m_table->scrollToTop(); // it may have been current all along
            return true;
        case Qt::Key_Up:
        case Qt::Key_PageUp:
            setFollowing(false);
            break;
        default:
            break;
        }
    }
    return QWidget::eventFilter(object, event);
}

} // namespace assay::ui
