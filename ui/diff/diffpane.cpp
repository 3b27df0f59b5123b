#include "ui/diff/diffpane.h"

#include "ui/diff/diffruler.h"
#include "ui/diff/diffwords.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"

#include <QAction>
#include <QComboBox>
#include <QIntValidator>
#include <QLineEdit>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

const QString sideBySideKey = u"diff/sideBySide"_s;

QToolButton *toggle(const QString &text, const QString &hint, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(hint);
    button->setCheckable(true);
    button->setMinimumHeight(formRow);
    return button;
}

} // namespace

DiffPane::DiffPane(QWidget *parent, Use use)
    : QWidget(parent),
      m_use(use),
      m_loader(new DiffLoader(this)),
      m_view(new DiffView(this)),
      m_whitespace(new QComboBox(this)),
      m_sideBySide(toggle(tr("Side by side"), tr("Old and new beside each other, where the width allows it"), this)),
      m_whole(toggle(tr("Whole files"), tr("Show all unchanged lines"), this)),
      m_said(quietLabel({}, this)),
      m_search(new QLineEdit(this)),
      m_line(new QLineEdit(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap);
    makeBar(layout);
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    m_view->setAccessibleName(tr("The change"));
    row->addWidget(m_view, 1);
    row->addWidget(new DiffRuler(m_view, this));
    layout->addLayout(row, 1);
    makeActions();

    connect(m_loader, &DiffLoader::failed, this, [this](const Error &error) {
        m_view->clear(tr("The change cannot be shown: see above."));
        m_shown = false;
        Q_EMIT filesChanged();
        Q_EMIT failed(error);
    });
    connect(m_loader, &DiffLoader::listed, this, [this](const QList<diff::FileChange> &files) {
        if (files.isEmpty())
            m_view->clear(tr("Nothing differs between these two."));
        else
            m_view->setFiles(files);
        Q_EMIT filesChanged();
    });
    connect(m_loader, &DiffLoader::filesRead, this, [this](const QHash<RepoPath, ReadFile> &files) {
        m_view->setRead(files);
        Q_EMIT filesChanged();
    });
    connect(m_loader, &DiffLoader::identified, this, [this](const HunkIds &hunks) {
        m_view->setHunks(hunks);
        Q_EMIT filesChanged();
    });
    connect(m_loader, &DiffLoader::inked, m_view, &DiffView::setInks);
    connect(m_loader, &DiffLoader::movesFound, m_view, &DiffView::setMoves);
    connect(m_loader, &DiffLoader::allRead, this, &DiffPane::find);
    connect(m_view, &DiffView::rowsChanged, m_loader, [this] { m_loader->setLayout(m_view->document().layout()); });
    connect(m_view, &DiffView::filesSeen, m_loader, &DiffLoader::want);
    connect(m_view, &DiffView::inksLetGo, m_loader, &DiffLoader::forgetInks);
    connect(m_view, &DiffView::wholeFileWanted, m_loader, &DiffLoader::readWhole);
    const auto tellFile = [this] {
        if (const int file = m_view->currentFile(); file >= 0 && file != m_file) {
            m_file = file;
            Q_EMIT currentFileChanged(m_view->document().section(file).change().path());
        }
    };
    connect(m_view, &DiffView::currentRowChanged, this, tellFile);
    connect(this, &DiffPane::filesChanged, this, [this, tellFile] {
        m_file = -1;
        tellFile();
    });
    connect(&m_searching, &QFutureWatcherBase::finished, this, &DiffPane::found);
}

DiffPane::~DiffPane()
{
    m_searchStop.requestStop();
    m_searching.waitForFinished();
}

void DiffPane::makeBar(QLayout *layout)
{
    auto *bar = new QHBoxLayout;
    bar->setSpacing(gap);
    m_sideBySide->setChecked(QSettings().value(sideBySideKey, m_use == Use::Compare).toBool());
    m_view->setSideBySide(m_sideBySide->isChecked());
    connect(m_sideBySide, &QToolButton::toggled, this, [this](bool on) {
        QSettings().setValue(sideBySideKey, on);
        m_view->setSideBySide(on);
        m_said->setText(on && !m_view->isSideBySide() ? tr("too narrow for two sides") : QString());
    });
    bar->addWidget(m_sideBySide);
    connect(m_whole, &QToolButton::toggled, this, [this](bool on) {
        m_view->setWhole(on);
        find();
    });
    bar->addWidget(m_whole);
    for (const auto mode : {diff::Whitespace::Exact, diff::Whitespace::IgnoreAtEnd, diff::Whitespace::IgnoreAmount,
                            diff::Whitespace::IgnoreAll})
        m_whitespace->addItem(DiffWords::whitespace(mode), int(mode));
    m_whitespace->setAccessibleName(tr("Which whitespace counts as a change"));
    m_whitespace->setToolTip(m_whitespace->accessibleName());
    m_whitespace->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_whitespace->setMinimumContentsLength(8);
    m_whitespace->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_whitespace->setMaximumWidth(180);
    connect(m_whitespace, &QComboBox::activated, this, &DiffPane::load);
    bar->addWidget(m_whitespace, 1);
    bar->addStretch(1);
    bar->addWidget(m_said);
    m_line->setPlaceholderText(tr("Line"));
    m_line->setAccessibleName(tr("Go to line of this file"));
    m_line->setValidator(new QIntValidator(1, std::numeric_limits<int>::max(), m_line));
    m_line->setFixedWidth(72);
    m_line->hide();
    connect(m_line, &QLineEdit::returnPressed, this, &DiffPane::goTo);
    connect(m_line, &QLineEdit::editingFinished, m_line, &QWidget::hide);
    bar->addWidget(m_line);
    m_search->setPlaceholderText(tr("Find ( / )"));
    m_search->setAccessibleName(tr("Find in the change"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(96);
    m_search->setMaximumWidth(200);
    connect(m_search, &QLineEdit::textChanged, this, &DiffPane::find);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_view->goToHit(false); });
    bar->addWidget(m_search, 1);
    static_cast<QVBoxLayout *>(layout)->addLayout(bar);
}

QAction *DiffPane::action(const QString &text, const QKeySequence &key, const std::function<void()> &what)
{
    auto *made = new QAction(text, this);
    made->setShortcut(key);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    made->setToolTip(u"%1 (%2)"_s.arg(text, key.toString(QKeySequence::NativeText)));
    connect(made, &QAction::triggered, this, what);
    addAction(made);
    m_commands.append(made);
    return made;
}

void DiffPane::makeActions()
{
    action(tr("Next hunk"), QKeySequence(Qt::Key_N), [this] { m_view->goToHunk(false); });
    action(tr("Previous hunk"), QKeySequence(Qt::Key_P), [this] { m_view->goToHunk(true); });
    action(tr("Next changed file"), QKeySequence(Qt::Key_BracketRight), [this] { m_view->goToNextFile(false); });
    action(tr("Previous changed file"), QKeySequence(Qt::Key_BracketLeft), [this] { m_view->goToNextFile(true); });
    action(tr("Find in the change"), QKeySequence(Qt::Key_Slash), [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    })->setShortcuts({QKeySequence(Qt::Key_Slash), QKeySequence(QKeySequence::Find)});
    action(tr("Find next"), QKeySequence(Qt::Key_F3), [this] { m_view->goToHit(false); });
    action(tr("Find previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { m_view->goToHit(true); });
    action(tr("Go to line"), QKeySequence(Qt::CTRL | Qt::Key_G), [this] {
        m_line->show();
        m_line->clear();
        m_line->setFocus(Qt::ShortcutFocusReason);
    });
    action(tr("Old and new side by side"), QKeySequence(Qt::Key_S), [this] { m_sideBySide->toggle(); });
    action(tr("Show whole files"), QKeySequence(Qt::Key_W), [this] { m_whole->toggle(); });
}

void DiffPane::goTo()
{
    const int number = m_line->text().toInt();
    m_view->setFocus(Qt::OtherFocusReason);
    if (number > 0)
        m_view->goToLine(number);
}

void DiffPane::compare(const QString &vault, const ObjectId &from, const ObjectId &to)
{
    if (m_shown && m_request.vault == vault && m_request.from == from && m_request.to == to)
        return;
    m_request = {.vault = vault, .from = from, .to = to, .identified = m_use == Use::Review};
    m_view->clear(tr("reading…"));
    load();
}

void DiffPane::load()
{
    m_request.whitespace = diff::Whitespace(m_whitespace->currentData().toInt());
    m_shown = true;
    m_loader->load(m_request);
}

void DiffPane::clear(const QString &placeholder)
{
    m_shown = false;
    m_loader->cancel();
    m_view->clear(placeholder);
    Q_EMIT filesChanged();
}

void DiffPane::find()
{
    m_searchStop.requestStop();
    if (m_searching.isRunning()) {
        m_searchAgain = true;
        return;
    }
    m_searched = m_search->text();
    if (m_searched.isEmpty()) {
        m_said->clear();
        if (!m_view->hits().lines.isEmpty())
            m_view->setHits({}, {});
        return;
    }
    m_searchStop = {};
    m_searching.setFuture(QtConcurrent::run([rows = m_view->document().allRows(), text = m_searched,
                                             stop = m_searchStop.token()] { return findInRows(rows, text, stop); }));
}

void DiffPane::found()
{
    if (std::exchange(m_searchAgain, false))
        return find();
    const DiffHits hits = m_searching.result();
    m_view->setHits(m_searched, hits);
    m_said->setText(hits.lines.isEmpty() ? tr("not found")
                        : hits.complete  ? Formats::counted(hits.lines.size(), tr("1 line"), tr("%1 lines"))
                                         : tr("more than %1 lines").arg(Formats::count(hits.lines.size())));
}

} // namespace assay::ui
