#include "ui/windows/comparewindow.h"

#include "ui/diff/diffpane.h"
#include "ui/look/arrangement.h"
#include "ui/look/folderdialog.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/views/filespane.h"
#include "ui/windows/commandpalette.h"

#include <QAction>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr QSize firstSize{1180, 760};
constexpr int filesWidth = 320;

} // namespace

CompareWindow::CompareWindow(QWidget *parent)
    : QMainWindow(parent),
      m_repository(new QLineEdit(this)),
      m_from(new QLineEdit(this)),
      m_to(new QLineEdit(this)),
      m_summary(new ElidedLabel(this, Qt::ElideRight)),
      m_problem(new Problem(this)),
      m_pane(new DiffPane(this, DiffPane::Use::Compare)),
      m_files(new FilesPane(m_pane, false, this)),
      m_sides(new QSplitter(Qt::Horizontal, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"compare"_s);
    setWindowTitle(tr("Compare – Assay"));
    auto *centre = new QWidget(this);
    centre->setAutoFillBackground(true);
    centre->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(groupGap, gap, groupGap, gap);
    layout->setSpacing(gap);
    makeBar(layout);
    layout->addWidget(m_problem);
    m_sides->addWidget(m_files);
    m_sides->addWidget(m_pane);
    m_sides->setSizes({filesWidth, firstSize.width() - filesWidth});
    m_sides->setStretchFactor(0, 0);
    m_sides->setStretchFactor(1, 1);
    m_sides->setChildrenCollapsible(false);
    layout->addWidget(m_sides, 1);
    setCentralWidget(centre);
    makeActions();
    connect(m_pane, &DiffPane::failed, this, [this](const Error &error) { m_problem->show(error); });
    connect(m_files, &FilesPane::refreshed, this, [this] {
        const DiffDocument &change = m_pane->view()->document();
        m_summary->setFullText(change.sectionCount() == 0 ? QString() : FileRows::summary(change, false));
    });
    connect(&m_asking, &QFutureWatcherBase::finished, this, [this] {
        if (std::exchange(m_askAgain, false))
            again();
        else
            showTrees(m_asking.result());
    });
    m_pane->clear(tr("Name a repository and two of its revisions; what differs between them is shown here."));
    const QSettings settings;
    if (!restoreGeometry(settings.value(u"compare/geometry"_s).toByteArray()))
        resize(firstSize);
    arrange(this, settings.value(u"compare/arrangement"_s).toMap());
}

CompareWindow::~CompareWindow()
{
    m_asking.waitForFinished();
}

void CompareWindow::makeBar(QBoxLayout *layout)
{
    auto *bar = new QHBoxLayout;
    bar->setSpacing(gap);
    const auto field = [&](QLineEdit *edit, const QString &name, const QString &hint, int stretch) {
        edit->setPlaceholderText(name);
        edit->setAccessibleName(name);
        edit->setToolTip(hint);
        connect(edit, &QLineEdit::returnPressed, this, &CompareWindow::again);
        bar->addWidget(edit, stretch);
    };
    field(m_repository, tr("Repository"), tr("The folder of a git repository, or one inside it"), 4);
    auto *browse = new QToolButton(this);
    browse->setText(u"…"_s);
    browse->setToolTip(tr("Choose the folder of a repository"));
    browse->setAccessibleName(browse->toolTip());
    browse->setMinimumHeight(formRow);
    connect(browse, &QToolButton::clicked, this, &CompareWindow::choose);
    bar->addWidget(browse);
    field(m_from, tr("From"), tr("A branch, tag, hash or expression of git: HEAD~2, v1.0"), 2);
    bar->addWidget(quietLabel(u"→"_s, this));
    field(m_to, tr("To: HEAD"), tr("A branch, tag, hash or expression of git; empty: HEAD"), 2);
    auto *compare = new QPushButton(tr("Compare"), this);
    connect(compare, &QPushButton::clicked, this, &CompareWindow::again);
    bar->addWidget(compare);
    m_summary->setFont(fontOf(Type::Quiet));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_summary, 3);
    layout->addLayout(bar);
}

void CompareWindow::makeActions()
{
    const auto action = [this](const QString &text, const QKeySequence &key, const std::function<void()> &what) {
        auto *made = new QAction(text, this);
        made->setShortcut(key);
        made->setToolTip(text);
        connect(made, &QAction::triggered, this, what);
        addAction(made);
        m_commands.append(made);
    };
    action(tr("Compare again"), QKeySequence(Qt::Key_F5), [this] { again(); });
    action(tr("Compare something else"), QKeySequence(Qt::CTRL | Qt::Key_L), [this] {
        m_from->setFocus(Qt::ShortcutFocusReason);
        m_from->selectAll();
    });
    action(tr("The other way round"), QKeySequence(Qt::CTRL | Qt::Key_R), [this] {
        const QString to = m_to->text().isEmpty() ? u"HEAD"_s : m_to->text();
        m_to->setText(m_from->text());
        m_from->setText(to);
        again();
    });
    for (const QKeySequence &key : {QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::Key_F1)}) {
        action(key == QKeySequence(Qt::Key_F1) ? tr("Show all keys") : tr("Find a command…"), key,
               [this] { CommandPalette::open(m_commands + m_pane->commands(), this); });
    }
    action(tr("Close"), QKeySequence::Close, [this] { close(); });
    // From the list of files too.
    m_files->addActions(m_pane->commands());
}

void CompareWindow::compare(const Comparing &what)
{
    m_repository->setText(what.repository);
    m_from->setText(what.from);
    m_to->setText(what.to);
    again();
    m_pane->view()->setFocus(Qt::OtherFocusReason);
}

void CompareWindow::again()
{
    if (m_asking.isRunning()) {
        m_askAgain = true;
        return;
    }
    const Comparing what{.repository = m_repository->text(),
                         .from = m_from->text().trimmed(),
                         .to = m_to->text().trimmed().isEmpty() ? u"HEAD"_s : m_to->text().trimmed()};
    setWindowTitle(
        tr("%1: %2 → %3 – Assay")
            .arg(Formats::line(QDir(what.repository).dirName()), Formats::line(what.from), Formats::line(what.to)));
    m_asking.setFuture(QtConcurrent::run([what] { return comparedTrees(what.repository, what.from, what.to); }));
}

void CompareWindow::showTrees(const Result<ComparedTrees> &trees)
{
    if (!trees) {
        m_problem->show(trees.error());
        m_pane->clear(tr("Nothing is compared: see above."));
        return;
    }
    m_problem->clear();
    m_pane->compare(trees->repository, trees->from, trees->to);
}

void CompareWindow::choose()
{
    auto *dialog = folderDialog(this, tr("Choose a repository"), m_repository->text());
    connect(dialog, &QFileDialog::fileSelected, m_repository, &QLineEdit::setText);
    dialog->open();
}

void CompareWindow::closeEvent(QCloseEvent *event)
{
    QSettings settings;
    settings.setValue(u"compare/geometry"_s, saveGeometry());
    settings.setValue(u"compare/arrangement"_s, arrangementOf(this));
    event->accept();
}

} // namespace assay::ui
