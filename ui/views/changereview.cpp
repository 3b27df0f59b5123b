#include "ui/views/changereview.h"

#include "core/review/reviewedchange.h"
#include "ui/diff/diffpane.h"
#include "ui/diff/diffwords.h"
#include "ui/look/actions.h"
#include "ui/look/askform.h"
#include "ui/look/formats.h"
#include "ui/views/takingover.h"

#include <QAbstractItemView>
#include <QAction>
#include <QEvent>
#include <QJsonArray>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace assay::ui {

ChangeReview::ChangeReview(const RunPlace &place, DiffPane *pane, QAbstractItemView *files, AskForm *ask,
                           QWidget *parent)
    : QObject(parent),
      m_place(place),
      m_pane(pane),
      m_files(files),
      m_ask(ask),
      m_reviewed(action(tr("Reviewed"), QKeySequence(Qt::Key_Space), [this] { toggleReviewed(); })),
      m_leaveOut(
          action(tr("Leave out of the export"), QKeySequence(Qt::Key_X), [this] { tell(subject(), marked::LeftOut); })),
      m_accept(action(tr("Accept again"), QKeySequence(Qt::Key_A), [this] { tell(subject(), marked::Accepted); })),
      m_comment(action(tr("Comment…"), QKeySequence(Qt::Key_C), [this] { comment(); })),
      m_judge(action(tr("Judge what defends it"), QKeySequence(Qt::Key_D),
                     [this] { Q_EMIT judgingWanted(placesOf(subject())); })),
      m_next(action(tr("Next hunk that is not reviewed"), QKeySequence(Qt::SHIFT | Qt::Key_N),
                    [this] { m_pane->view()->goToOpenHunk(); })),
      m_give(action(tr("Give your open comments to the next session"), {}, [this] { give(); }))
{
    connect(pane->view(), &DiffView::currentRowChanged, this, &ChangeReview::enable);
    connect(pane->view(), &DiffView::rowsChanged, this, &ChangeReview::enable);
    connect(pane, &DiffPane::filesChanged, this, &ChangeReview::enable);
    // The file of the list or the hunk of the change, whichever has the keyboard.
    files->installEventFilter(this);
    pane->view()->installEventFilter(this);
    connect(files->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ChangeReview::enable);
    connect(&place.document, &RunDocument::holderChanged, this, &ChangeReview::showMarks);
    // What is pending no more stands in the journal, which tells of it; or it was refused.
    connect(&place.desk, &OwnerDesk::pendingGrew, this, &ChangeReview::showMarks);
    connect(&place.desk, &OwnerDesk::refused, this, &ChangeReview::showMarks);
    enable();
}

bool ChangeReview::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn)
        enable();
    return QObject::eventFilter(watched, event);
}

QAction *ChangeReview::action(const QString &text, const QKeySequence &key, const std::function<void()> &what)
{
    auto *made = new QAction(text, this);
    made->setShortcut(key);
    // Of these two alone: in a field the keys are letters, and on a button the space bar presses it.
    made->setShortcutContext(Qt::WidgetShortcut);
    made->setShortcutVisibleInContextMenu(true);
    m_pane->view()->addAction(made);
    m_files->addAction(made);
    connect(made, &QAction::triggered, this, what);
    return made;
}

QList<QAction *> ChangeReview::commands() const
{
    return {m_reviewed, m_next, m_leaveOut, m_accept, m_comment, m_judge, m_give};
}

void ChangeReview::refresh(bool isExported)
{
    m_isExported = isExported;
    showMarks();
    const RunState &state = m_place.document.state();
    QMap<ReviewPlace, HunkFact> judged;
    for (const HunkFact &fact : state.hunks) {
        if (isExported && fact.of == state.checkpoint().tree)
            judged.insert(fact.place, fact);
    }
    m_pane->view()->setDefences(judged);
    enable();
}

/// Who marks sees it at once, though somebody who holds the run takes it up later.
void ChangeReview::showMarks()
{
    m_marks = m_place.document.state().marks;
    int waiting = 0;
    for (const OwnerDesk::Told &told : m_place.desk.pending()) {
        if (told.verb != "mark"_L1 || m_place.document.asOf() > 0)
            continue;
        for (const QJsonValue json : told.args[u"marks"].toArray()) {
            const ReviewPlace place = placeFromJson(json.toObject());
            applyMark(m_marks[place], json.toObject());
            if (m_marks.value(place).isEmpty())
                m_marks.remove(place);
            ++waiting;
        }
    }
    m_pane->view()->setMarks(m_marks);
    enable();
    const bool isHeld = waiting > 0 && m_place.document.holder() > 0;
    Q_EMIT waitingChanged(
        !isHeld ? QString()
            : m_place.document.isLive()
            ? tr("%1: the engine records it between two steps.")
                  .arg(Formats::counted(waiting, tr("1 mark is on its way"), tr("%1 marks are on their way")))
            : tr("%1: recorded once whoever holds the run (an export, say) is done.")
                  .arg(Formats::counted(waiting, tr("1 mark waits"), tr("%1 marks wait"))));
}

bool ChangeReview::isOnFolder() const
{
    return m_files->hasFocus() && m_files->model()->hasChildren(m_files->currentIndex().siblingAtColumn(0))
        && m_files->currentIndex().isValid();
}

ChangeReview::Subject ChangeReview::subject() const
{
    const DiffView *view = m_pane->view();
    if (isOnFolder())
        return {};
    return {view->currentFile(), m_files->hasFocus() ? -1 : hunkHere()};
}

int ChangeReview::hunkHere() const
{
    const DiffView *view = m_pane->view();
    if (view->currentFile() < 0)
        return -1;
    const DiffDocument::Place place = view->document().at(view->currentRow());
    const diff::Row &row = place.row.line;
    const bool unchanged
        = place.row.kind == SectionRow::Line && (row.kind == diff::RowKind::Context || row.kind == diff::RowKind::Fold);
    if (!unchanged)
        return view->currentHunk();
    // A hunk's own context is the hunk's; what is said between two is never about the next one unseen.
    const QList<diff::Hunk> &hunks = view->document().section(place.section).file().hunks();
    const auto below = std::ranges::upper_bound(hunks, row.newLine, {}, &diff::Hunk::newStart);
    return below == hunks.begin() ? kNoHunk : int(below - hunks.begin()) - 1;
}

QList<ReviewPlace> ChangeReview::placesOf(const Subject &subject) const
{
    const DiffSection &section = m_pane->view()->document().section(subject.section);
    const review::ReviewedFile file{.diff = section.file(), .hunks = section.hunks()};
    return subject.hunk < 0 ? file.places() : QList{file.place(subject.hunk)};
}

void ChangeReview::fillMenu(QMenu *menu, const QList<QAction *> &more)
{
    const Subject about = subject();
    if (about.section < 0)
        return;
    QAction *name = menu->addAction(about.hunk == kNoHunk ? tr("No hunk here, nor above") : nameOf(about));
    name->setEnabled(false); // a heading that every style shows
    menu->addActions({m_reviewed, m_comment, m_leaveOut, m_accept});
    menu->addActions(more);
    menu->addAction(m_judge);
    menu->addSeparator();
}

QString ChangeReview::nameOf(const Subject &subject) const
{
    const DiffSection &section = m_pane->view()->document().section(subject.section);
    const QString name = DiffWords::name(section.change());
    if (subject.hunk < 0)
        return name;
    const int line = section.file().changes().at(section.file().hunks().at(subject.hunk).firstChange).newStart;
    return tr("%1, line %2").arg(name, Formats::count(line + 1));
}

QString ChangeReview::whyNotMarked(const Subject &subject) const
{
    if (const qint64 asOf = m_place.document.asOf(); asOf > 0)
        return tr("This is the run as of entry %1: go back to now to review (Ctrl+End).").arg(asOf);
    if (!m_place.document.newer().isEmpty())
        return tr("A newer Assay wrote this run: review it there.");
    if (const Error *damage = m_place.document.damage())
        return Formats::line(damage->what) + u'.';
    if (subject.section < 0)
        return isOnFolder() ? tr("This is a folder: choose one of its files.") : tr("There is no change to review.");
    if (subject.hunk == kNoHunk)
        return tr("This line is in no hunk, and none is above it: go to a changed line (N), or to the file's name.");
    const DiffSection &section = m_pane->view()->document().section(subject.section);
    if (section.canBeMarked())
        return {};
    if (section.error())
        return tr("The file cannot be read.");
    if (section.file().options().whitespace != diff::Whitespace::Exact)
        return tr("Whitespace is ignored: marks hang on exact lines. Compare exactly first.");
    return section.file().truncated() ? tr("Its lines were not compared: show them first (Return on the note).")
                                      : tr("The file is still being read.");
}

QString ChangeReview::whyNotLeftOut(const Subject &subject, bool leaveOut) const
{
    if (const QString why = whyNotMarked(subject); !why.isEmpty())
        return why;
    if (!m_isExported)
        return tr("What is exported is base and now: choose that above.");
    const bool is = has(subject, &ReviewMark::leftOut);
    if (leaveOut && is)
        return tr("It is left out already.");
    const DiffSection &section = m_pane->view()->document().section(subject.section);
    const auto anyLeftOut = [&] {
        return std::ranges::any_of(m_marks.asKeyValueRange(), [&](const auto &one) {
            return one.second.leftOut && section.change().isNamed(one.first.path);
        });
    };
    const bool any = subject.hunk >= 0 ? is : anyLeftOut();
    return !leaveOut && !any ? tr("It is not left out.") : QString();
}

QString ChangeReview::whyNotJudged(const Subject &subject) const
{
    if (!m_place.engines)
        return tr("Nothing can be run from here.");
    if (const QString why = whyNotMarked(subject); !why.isEmpty())
        return why;
    return m_isExported ? whyNotTaken(m_place.document) : tr("What is judged is base and now: choose that above.");
}

bool ChangeReview::has(const Subject &subject, bool ReviewMark::*what) const
{
    const DiffSection &section = m_pane->view()->document().section(subject.section);
    if (subject.hunk >= 0 || section.hunks().isEmpty())
        return section.mark(subject.hunk).*what;
    for (int hunk = 0; hunk < section.hunks().size(); ++hunk) {
        if (!(section.mark(hunk).*what))
            return false;
    }
    return true;
}

void ChangeReview::tell(const Subject &subject, QStringView state, const QString &comment)
{
    if (!whyNotMarked(subject).isEmpty())
        return;
    const DiffSection &section = m_pane->view()->document().section(subject.section);
    const review::ReviewedFile file{.diff = section.file(), .hunks = section.hunks()};
    m_place.desk.tell(u"mark"_s,
                      {{u"marks"_s,
                        state == marked::Accepted && subject.hunk < 0 ? review::acceptMarks(file, m_marks)
                                                                      : file.marks(subject.hunk, state, comment)}});
}

void ChangeReview::toggleReviewed()
{
    const Subject about = subject();
    if (whyNotMarked(about).isEmpty())
        tell(about, has(about, &ReviewMark::reviewed) ? marked::Open : marked::Reviewed);
}

void ChangeReview::comment()
{
    const Subject about = subject();
    if (!whyNotMarked(about).isEmpty())
        return;
    const DiffSection &section = m_pane->view()->document().section(about.section);
    const ReviewMark mark = section.mark(about.hunk);
    const QString before = mark.given ? QString() : mark.comment;
    const RepoPath path = section.change().path();
    const HunkId hunk = about.hunk < 0 ? HunkId() : section.hunks().at(about.hunk);
    Q_EMIT asking();
    m_ask->ask({.sentence = tr("What should be otherwise in %1? It goes to the agent with the candidate that you send "
                               "back, or when you give it.")
                                .arg(nameOf(about)),
                .verb = tr("Comment"),
                .missing = before.isEmpty() ? tr("Write what should be otherwise, or leave with Escape.") : QString(),
                .initial = before,
                .lines = true},
               [this, path, hunk](const QString &text) {
                   // The change may have gone on while it was written: the hunk is found by what it is.
                   const DiffDocument &document = m_pane->view()->document();
                   for (int i = 0; i < document.sectionCount(); ++i) {
                       const qsizetype at = document.section(i).hunks().indexOf(hunk);
                       if (document.section(i).change().path() == path && (hunk.isEmpty() || at >= 0))
                           return tell({i, int(at)}, text.isEmpty() ? marked::Uncommented : marked::Comment, text);
                   }
               });
}

QJsonArray ChangeReview::openComments() const
{
    QJsonArray places;
    const ReviewMarks &marks = m_place.document.state().marks;
    for (auto it = marks.cbegin(); it != marks.cend(); ++it) {
        if (it->isOpenComment())
            places.append(placeToJson(it.key()));
    }
    return places;
}

void ChangeReview::give()
{
    if (const QJsonArray places = openComments(); !places.isEmpty())
        m_place.desk.tell(u"note"_s, {{u"text"_s, QString()}, {u"marks"_s, places}});
}

void ChangeReview::enable()
{
    const Subject about = subject();
    const QString why = whyNotMarked(about);
    ui::enable(m_reviewed, tr("Mark the hunk, or the file, as reviewed or as open again"), why);
    ui::enable(m_comment, tr("Say what should be otherwise here"), why);
    ui::enable(m_leaveOut, tr("Export without this hunk, or this file; the rest is proven again without it"),
               whyNotLeftOut(about, true));
    ui::enable(m_judge, tr("Take it back alone, and see which check or test notices"), whyNotJudged(about));
    ui::enable(m_accept, tr("Export this hunk, or this file, after all"), whyNotLeftOut(about, false));
    ui::enable(m_next, tr("Go to the next hunk that you have not reviewed"),
               about.section < 0 ? tr("There is no change to review.") : QString());
    const QString past
        = m_place.document.asOf() > 0 ? tr("This is the run as it was: go back to now first.") : QString();
    ui::enable(m_give, tr("Give your open comments to the agent's next session, as a note"),
               !past.isEmpty()                ? past
                   : openComments().isEmpty() ? tr("No comment is open.")
                                              : QString());
}

} // namespace assay::ui
