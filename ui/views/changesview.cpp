#include "ui/views/changesview.h"

#include "core/git/worktree.h"
#include "core/journal/evidencestore.h"
#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/linesview.h"
#include "ui/look/problem.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// From the evidence, else from git with handles of its own. Blocks.
Result<std::shared_ptr<const Patch>> readPatch(const RunFolder &folder, ProcessHost &host, const Comparison &comparison,
                                               const StopToken &stop)
{
    if (comparison.from == comparison.to)
        return PatchReader::read({});
    const auto bytes = comparison.patch.isNull()
        ? patchBetween(GitProgram(host), folder.vault(), comparison.from, comparison.to, stop)
        : EvidenceStore(folder.evidence()).get(comparison.patch);
    if (!bytes)
        return failure(bytes.error());
    return PatchReader::read(*bytes);
}

} // namespace

ChangesView::ChangesView(const RunPlace &place, ProcessHost &host, QWidget *parent)
    : RunView(place, Part::Iterations | Part::Run | Part::Prompts, parent),
      m_host(host),
      m_choice(new QComboBox(this)),
      m_summary(quietLabel({}, this)),
      m_found(quietLabel({}, this)),
      m_search(new QLineEdit(this)),
      m_problem(new Problem(this)),
      m_filesModel(new ChangedFilesModel(this)),
      m_files(new QTableView(this)),
      m_lines(new LinesView(this))
{
    makeActions();
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    auto *bar = new QHBoxLayout;
    m_choice->setAccessibleName(tr("What to compare"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(16);
    m_choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_choice->setMaximumWidth(480);
    bar->addWidget(m_choice, 2);
    bar->addWidget(m_summary);
    bar->addStretch(1);
    bar->addWidget(m_found);
    m_search->setPlaceholderText(tr("Find ( / )"));
    m_search->setAccessibleName(tr("Find in the patch"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(200);
    bar->addWidget(m_search);
    layout->addLayout(bar);
    layout->addWidget(m_problem);

    m_files->setModel(m_filesModel);
    asTable(m_files);
    m_files->setTextElideMode(Qt::ElideMiddle);
    m_files->setItemDelegate(new ChipDelegate(m_files));
    m_files->setAccessibleName(tr("Changed files"));
    QHeaderView *header = m_files->horizontalHeader();
    header->setMinimumSectionSize(40);
    header->setSectionResizeMode(ChangedFilesModel::Name, QHeaderView::Stretch);
    m_files->setColumnWidth(ChangedFilesModel::Kind, 112);
    m_files->setColumnWidth(ChangedFilesModel::Added, 48);
    m_files->setColumnWidth(ChangedFilesModel::Removed, 44);
    m_lines->setAccessibleName(tr("Patch"));
    auto *split = new QSplitter(Qt::Horizontal, this);
    split->addWidget(m_files);
    split->addWidget(m_lines);
    split->setSizes({380, 600});
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    m_empty = new EmptyOr(split, this);
    layout->addWidget(m_empty, 1);

    connect(m_choice, &QComboBox::activated, this, &ChangesView::load);
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        const Read read = m_reading.result();
        if (std::exchange(m_again, false)) {
            m_loaded.reset();
            load();
        } else {
            loaded(read);
        }
    });
    connect(m_files->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        if (!index.isValid() || !m_patch)
            return;
        const QByteArray path = m_filesModel->row(index.row()).key();
        const auto file
            = std::ranges::find(m_patch->files, path, [](const PatchFile &one) { return one.path.bytes(); });
        if (file != m_patch->files.end() && m_patch->fileAt(m_lines->currentLine()) != file - m_patch->files.begin())
            m_lines->setCurrentLine(file->line, false, true);
    });
    connect(m_lines, &LinesView::currentLineChanged, this, &ChangesView::showFileOfLine);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_lines->setMarked(text);
        m_found->clear();
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(&m_searching, &QFutureWatcherBase::finished, this, [this] {
        const qsizetype line = m_searching.result();
        m_found->setText(line < 0 ? tr("not found") : QString());
        if (line >= 0)
            m_lines->setCurrentLine(line);
    });
}

ChangesView::~ChangesView()
{
    m_stop.requestStop();
    m_reading.waitForFinished();
    m_searching.waitForFinished();
}

QAction *ChangesView::action(const QString &text, const QKeySequence &key, const std::function<void()> &what)
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

void ChangesView::makeActions()
{
    const auto hunks = [this] { return m_patch ? m_patch->hunks : QList<qsizetype>(); };
    const auto files = [this] { return m_patch ? m_patch->headings() : QList<qsizetype>(); };
    action(tr("Next hunk"), QKeySequence(Qt::Key_N), [this, hunks] { go(hunks(), false); });
    action(tr("Previous hunk"), QKeySequence(Qt::Key_P), [this, hunks] { go(hunks(), true); });
    action(tr("Next changed file"), QKeySequence(Qt::Key_BracketRight), [this, files] { go(files(), false); });
    action(tr("Previous changed file"), QKeySequence(Qt::Key_BracketLeft), [this, files] { go(files(), true); });
    action(tr("Find in the patch"), QKeySequence(Qt::Key_Slash), [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    action(tr("Find next"), QKeySequence(Qt::Key_F3), [this] { find(false); });
    action(tr("Find previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { find(true); });
}

RunView::Badge ChangesView::badge() const
{
    // A candidate that waits for the owner is to be looked at here.
    for (const Prompt *prompt : document().state().openPrompts()) {
        const IterationFact *iteration = document().state().iteration(prompt->iteration);
        if (prompt->type == PromptType::Approval && iteration && iteration->isRunning() && iteration->candidate)
            return {glyph(Meaning::Waiting), Meaning::Waiting};
    }
    return {};
}

QWidget *ChangesView::focusWidgetOnEntry()
{
    return m_lines;
}

void ChangesView::refresh(Parts)
{
    const QString before = m_choice->currentData().toString();
    m_comparisons = ChangesRows::comparisons(state());
    fillChoices();
    const Comparison *first = ChangesRows::first(m_comparisons);
    if (!first) {
        m_empty->showEmpty(
            tr("Every change will stand here, kept or rolled back, once the first attempt has made one."));
        m_choice->setEnabled(false);
        return;
    }
    m_choice->setEnabled(true);
    m_empty->showContent();
    const int at = m_choice->findData(before.isEmpty() ? first->key : before);
    m_choice->setCurrentIndex(at >= 0 ? at : m_choice->findData(first->key));
    load();
}

void ChangesView::fillChoices()
{
    QStringList titles, shown;
    for (const Comparison &one : std::as_const(m_comparisons))
        titles.append(one.title);
    for (int i = 0; i < m_choice->count(); ++i)
        shown.append(m_choice->itemText(i));
    shown.removeAll(QString()); // separators
    if (titles == shown)
        return; // an open list stays open
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    QString group;
    for (const Comparison &one : std::as_const(m_comparisons)) {
        if (const QString begins = one.key.section(u' ', 0, 0); begins != group) {
            if (!group.isEmpty())
                m_choice->insertSeparator(m_choice->count());
            group = begins;
        }
        m_choice->addItem(one.title, one.key);
    }
    if (m_choice->findData(m_loaded ? m_loaded->key : QString()) >= 0)
        m_choice->setCurrentIndex(m_choice->findData(m_loaded->key));
}

const Comparison *ChangesView::chosen() const
{
    const auto at = std::ranges::find(m_comparisons, m_choice->currentData().toString(), &Comparison::key);
    return at == m_comparisons.end() ? nullptr : &*at;
}

void ChangesView::load()
{
    const Comparison *wanted = chosen();
    if (!wanted)
        return;
    if (m_loaded && m_loaded->isSame(*wanted)) {
        m_loaded = *wanted; // another name for the same change
        m_again = false;
        showFiles();
        return;
    }
    if (m_reading.isRunning()) {
        m_again = true;
        return;
    }
    m_loaded = *wanted;
    m_summary->setText(tr("reading…"));
    m_reading.setFuture(
        QtConcurrent::run([folder = document().folder(), &host = m_host, comparison = *wanted, stop = m_stop.token()] {
            return readPatch(folder, host, comparison, stop);
        }));
}

void ChangesView::loaded(const Read &read)
{
    if (!read) {
        m_problem->show(read.error());
        m_patch.reset();
        m_lines->setPlaceholder(tr("The patch cannot be shown: see above."));
        m_lines->show(nullptr);
        m_filesModel->setRows({});
        m_summary->clear();
        return;
    }
    m_problem->clear();
    m_patch = *read;
    m_lines->setPlaceholder(tr("Nothing differs between these two."));
    m_lines->show(m_patch->lines);
    showFiles();
}

void ChangesView::showFiles()
{
    if (!m_patch || m_reading.isRunning())
        return;
    m_filesModel->setRows(ChangesRows::files(*m_patch, *m_loaded, state()));
    m_summary->setText(ChangesRows::summary(*m_patch));
    showFileOfLine(m_lines->currentLine());
}

bool ChangesView::reveal(const QString &id)
{
    bool number = false;
    const int iteration = id.toInt(&number);
    const int at = m_choice->findData(number ? u"attempt %1"_s.arg(iteration) : id);
    if (at < 0)
        return false;
    m_choice->setCurrentIndex(at);
    load();
    return true;
}

void ChangesView::go(const QList<qsizetype> &where, bool backwards)
{
    const qsizetype line = Patch::next(where, m_lines->currentLine(), backwards);
    if (line >= 0)
        m_lines->setCurrentLine(line, false, true);
}

void ChangesView::showFileOfLine(qsizetype line)
{
    const qsizetype file = m_patch ? m_patch->fileAt(line) : -1;
    if (file < 0)
        return;
    const int row = m_filesModel->rowOf(m_patch->files.at(file).path.bytes());
    if (row >= 0 && m_files->currentIndex().row() != row)
        m_files->setCurrentIndex(m_filesModel->index(row, 0));
}

void ChangesView::find(bool backwards)
{
    const QString text = m_search->text();
    if (text.isEmpty() || m_searching.isRunning() || m_lines->lines().count() == 0)
        return;
    const qsizetype from = m_lines->currentLine() + (backwards ? -1 : 1);
    const qsizetype count = m_lines->lines().count();
    m_searching.setFuture(QtConcurrent::run([lines = m_lines->shared(), text, from = (from + count) % count,
                                             backwards] { return lines->find(text, from, backwards); }));
}

} // namespace assay::ui
