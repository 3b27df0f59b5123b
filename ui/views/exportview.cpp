#include "ui/views/exportview.h"

#include "core/git/vault.h"
#include "core/review/leftouttree.h"
#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"
#include "ui/models/exportrows.h"
#include "ui/views/bundlecard.h"
#include "ui/views/defencebar.h"
#include "ui/views/exportform.h"
#include "ui/views/lapsednote.h"
#include "ui/views/takingover.h"

#include <QAction>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int stateWidth = 132, whatWidth = 380, whatNarrow = 200;
constexpr int narrow = 760; ///< below it the columns share what there is

QTableView *table(QAbstractItemModel *model, const QString &name, QWidget *parent)
{
    auto *view = new QTableView(parent);
    view->setModel(model);
    asTable(view);
    view->setItemDelegate(new ChipDelegate(view));
    view->setAccessibleName(name);
    view->setColumnWidth(0, stateWidth);
    view->setColumnWidth(1, whatWidth);
    view->horizontalHeader()->setStretchLastSection(true);
    return view;
}

} // namespace

ExportView::ExportView(const RunPlace &place, EngineRoom &engines, QWidget *parent)
    : RunView(place, Part::All, parent),
      m_engines(engines),
      m_sentence(sectionLabel({}, this)),
      m_leftOut(new QLabel(this)),
      m_made(new QLabel(this)),
      m_progress(quietLabel({}, this)),
      m_proofsHead(sectionLabel(tr("The proofs of this export"), this)),
      m_secretsHead(sectionLabel({}, this)),
      m_lapsed(new LapsedNote(this)),
      m_rows(new ExportRows(this)),
      m_proofs(new ProofRows(this)),
      m_secrets(new SecretRows(this)),
      m_form(new ExportForm(this)),
      m_start(new QPushButton(tr("Export"), this)),
      m_withSecrets(new QPushButton(tr("Export with secrets"), this)),
      m_stop(new QPushButton(tr("Cancel"), this)),
      m_problem(new Problem(this)),
      m_defence(new DefenceBar(place.document, engines, DefenceBar::Shown::Always, this)),
      m_bundle(new BundleCard(this)),
      m_export(new QAction(tr("Export the run"), this)),
      m_cancel(new QAction(tr("Cancel the export"), this))
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    auto *content = new QWidget(this);
    auto *page = new QVBoxLayout(content);
    asPage(page);
    m_sentence->setWordWrap(true);
    page->addWidget(m_sentence);
    m_leftOut->setObjectName(u"leftOut"_s);
    m_leftOut->setWordWrap(true);
    m_leftOut->hide();
    page->addWidget(m_leftOut);
    page->addWidget(m_lapsed);
    connect(m_lapsed, &LapsedNote::wanted, this, [this] { Q_EMIT asked(u"changes"_s, u"now"_s); });
    m_standing = table(m_rows, tr("What is proven and what is not"), content);
    m_proven = table(m_proofs, tr("The proofs of this export"), content);
    m_seen = table(m_secrets, tr("What looks like a secret"), content);
    auto *split = new QSplitter(Qt::Vertical, content);
    split->addWidget(m_standing);
    for (const auto &[head, shown] : {std::pair{m_secretsHead, m_seen}, std::pair{m_proofsHead, m_proven}}) {
        auto *group = new QWidget(content);
        auto *groupRows = new QVBoxLayout(group);
        asGroup(groupRows);
        groupRows->addWidget(head);
        groupRows->addWidget(shown);
        group->hide();
        split->addWidget(group);
    }
    split->setChildrenCollapsible(false);
    page->addWidget(split, 1);
    page->addWidget(m_defence);
    page->addWidget(makeForm(content));
    m_empty = new EmptyOr(content, this);
    rows->addWidget(m_empty);
    m_empty->showEmpty(
        tr("What the run has proven will be listed here once it was read, with the button that hands it over."));

    m_export->setToolTip(tr("Prove everything again on a pristine clone and write the bundle"));
    m_cancel->setToolTip(tr("End the export that is under way; nothing of it stays"));
    connect(m_export, &QAction::triggered, this, [this] {
        Q_EMIT asked(objectName(), {});
        begin(false);
    });
    connect(m_cancel, &QAction::triggered, this, [this] {
        if (m_work)
            m_work->cancel();
    });
    connect(m_start, &QPushButton::clicked, this, [this] { begin(false); });
    connect(m_withSecrets, &QPushButton::clicked, this, [this] { begin(true); });
    connect(m_stop, &QPushButton::clicked, m_cancel, &QAction::trigger);
    connect(&document(), &RunDocument::holderChanged, this, &ExportView::enable);
    connect(&document(), &RunDocument::problemChanged, this, &ExportView::enable);
    connect(&m_around, &QFutureWatcherBase::finished, this, [this] {
        const Around around = m_around.result();
        m_changed = around.lapsed;
        showLeftOut();
        if (std::exchange(m_lookAgain, false))
            lookAround();
        if (!isExporting())
            m_form->suggest(around.fresh, around.freshEach);
        if (m_hasWritten)
            return; // what was just written is what is looked at, also where the journal knows a larger one
        if (around.exported)
            m_bundle->show(*around.exported, state().target);
        else
            m_bundle->hide();
    });
    enable();
}

ExportView::~ExportView()
{
    delete m_work; // cancels it, and waits
    m_around.waitForFinished();
}

QWidget *ExportView::makeForm(QWidget *content)
{
    auto *form = new QWidget(content);
    auto *rows = new QVBoxLayout(form);
    asGroup(rows);
    rows->addWidget(m_form);
    rows->addWidget(m_problem);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(gap);
    buttons->addWidget(m_start);
    m_withSecrets->setToolTip(tr("Prove and write it though all that is listed leaves the machine with it"));
    m_withSecrets->hide();
    buttons->addWidget(m_withSecrets);
    buttons->addWidget(m_stop);
    m_progress->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a hash must not widen the page
    m_progress->setWordWrap(true); // behind the policy; why nothing can be exported stands here, too
    buttons->addWidget(m_progress, 1);
    rows->addLayout(buttons);
    m_made->setObjectName(u"made"_s);
    m_made->setTextFormat(Qt::PlainText);
    m_made->setWordWrap(true);
    m_made->setFont(monospace(Type::Quiet));
    m_made->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_made->hide();
    rows->addWidget(m_made);
    rows->addWidget(m_bundle);
    for (QPushButton *button : {m_start, m_withSecrets, m_stop})
        button->setAutoDefault(true); // Return presses the one that has the focus
    return form;
}

QList<QAction *> ExportView::commands() const
{
    return QList<QAction *>{m_export, m_cancel} + m_defence->commands();
}

void ExportView::resizeEvent(QResizeEvent *event)
{
    RunView::resizeEvent(event);
    if (std::exchange(m_narrow, width() < narrow) == m_narrow)
        return;
    for (QTableView *table : {m_standing, m_proven, m_seen})
        table->setColumnWidth(1, m_narrow ? whatNarrow : whatWidth);
}

QWidget *ExportView::focusWidgetOnEntry()
{
    if (!document().isLoaded())
        return this;
    return m_start->isEnabled() ? static_cast<QWidget *>(m_start) : m_standing;
}

void ExportView::refresh(Parts parts)
{
    m_empty->showContent();
    const RunState &run = state();
    m_rows->setRows(ExportRows::of(run));
    const bool converged = run.outcome == Outcome::Converged;
    m_sentence->setText(
        converged ? tr("The run has converged. An export proves all of it once more before it writes.")
                  : tr("The run has not converged. What it kept can be exported; the bundle says what is left."));
    showLeftOut();
    m_form->showFindings(run);
    enable();
    if (parts.testFlag(Part::Run) || parts.testFlag(Part::Iterations))
        lookAround();
}

void ExportView::showLeftOut()
{
    QStringList places;
    QList<ReviewPlace> lapsed;
    for (const ReviewPlace &place : state().leftOut()) {
        if (m_changed.contains(place))
            lapsed.append(place);
        else
            places.append(Formats::line(place.text()));
    }
    m_lapsed->show(lapsed);
    constexpr qsizetype most = 6;
    const qsizetype more = places.size() - most;
    QString text = places.mid(0, most).join(u", "_s);
    if (more > 0)
        text = tr("%1 and %2 more").arg(text, Formats::count(more));
    m_leftOut->setText(u"%1 %2"_s.arg(glyph(Meaning::Undone),
                                      tr("Left out by you: %1. What stays is proven again without it, as one patch; "
                                         "the changes view (A) accepts it again.")
                                          .arg(text)));
    m_leftOut->setVisible(!places.isEmpty());
}

void ExportView::lookAround()
{
    m_lookAgain = m_around.isRunning();
    if (m_lookAgain)
        return;
    const ObjectId now = state().checkpoints.isEmpty() ? ObjectId() : state().checkpoint().tree;
    const ReviewMarks marks = state().leftOut().isEmpty() ? ReviewMarks() : state().marks;
    m_around.setFuture(QtConcurrent::run(
        [run = document().folder(), exported = state().exported(), base = state().baseTree, now, marks] {
            Around around{.fresh = freshBundleFolder(run.bundle()),
                          .freshEach = freshBundleFolder(run.bundle() + u"-each"_s),
                          .exported = exported.isEmpty() ? std::nullopt : lookAtBundle(exported),
                          .lapsed = {}};
            if (const auto vault = Vault::open(run.vault()); vault && !marks.isEmpty())
                around.lapsed = review::lapsedMarks(*vault, base, now, marks).value_or(QList<ReviewPlace>());
            return around;
        }));
}

void ExportView::enable()
{
    const QString whyNot = whyNotTaken(document());
    const bool can = whyNot.isEmpty();
    m_start->setEnabled(can);
    m_withSecrets->setEnabled(can);
    m_export->setEnabled(can);
    m_start->setToolTip(can ? m_export->toolTip().section(u'\n', 0, 0) : whyNot);
    m_export->setToolTip(m_export->toolTip().section(u'\n', 0, 0) + (can ? QString() : u'\n' + whyNot));
    m_stop->setVisible(isExporting());
    m_cancel->setEnabled(isExporting());
    m_cancel->setToolTip(m_cancel->toolTip().section(u'\n', 0, 0)
                         + (isExporting() ? QString() : u'\n' + tr("No export is under way.")));
    m_form->setEnabled(!isExporting());
    if (!isExporting())
        m_progress->setText(whyNot);
}

void ExportView::begin(bool withSecrets)
{
    if (!m_export->isEnabled())
        return;
    m_problem->clear();
    if (const QString missing = m_form->missing(); !missing.isEmpty()) {
        m_problem->show(missing, Meaning::Unsure);
        return bringIntoSight(m_problem);
    }
    showSecrets({});
    m_bundle->hide();
    m_hasWritten = false;
    m_made->hide();
    m_made->clear();
    m_making.clear();
    m_proofs->setRows({});
    m_proven->parentWidget()->show();
    ExportChoice choice = m_form->choice();
    choice.withSecrets = withSecrets;
    m_each = choice.each;
    m_work = new ExportWork(document().folder(), m_engines.host(), choice, this);
    document().holdFor(tr("An export is under way: wait for its end, or cancel it."));
    connect(m_work, &ExportWork::began, this, [this](const QString &finding) { m_making = finding; });
    connect(m_work, &ExportWork::without, this, &ExportView::notAlone);
    connect(m_work, &ExportWork::secretsSeen, this, &ExportView::showSecrets);
    connect(m_work, &ExportWork::judged, this, &ExportView::judged);
    connect(m_work, &ExportWork::failed, this, &ExportView::failed);
    connect(m_work, &ExportWork::written, this, &ExportView::writtenOne);
    connect(m_work, &ExportWork::ended, this, &ExportView::ended);
    m_progress->setText(tr("Making a pristine clone and proving…"));
    enable();
    m_stop->setFocus(Qt::OtherFocusReason);
}

void ExportView::writtenOne(const ExportedBundle &bundle)
{
    m_form->suggestAgain();
    m_hasWritten = true;
    if (!m_each)
        return m_bundle->show(bundle, document().now().target);
    tellMade(bundle.proven ? Meaning::Good : Meaning::Bad,
             u"%1 %2 %3"_s.arg(m_making, bundle.digest.text(), Formats::line(bundle.folder)));
}

void ExportView::notAlone(const FindingId &finding, const Error &why)
{
    tellMade(Meaning::Unsure, tr("%1 has no bundle of its own: %2").arg(finding.text(), Formats::line(why.text())));
    m_withSecrets->setVisible(m_secrets->rowCount() > 0 && why.kind == ErrorKind::CannotVerify);
}

void ExportView::tellMade(Meaning meaning, const QString &line)
{
    const QString text = m_made->text();
    m_made->setText((text.isEmpty() ? text : text + u'\n') + glyph(meaning) + u' ' + line);
    m_made->show();
}

QLineEdit *ExportView::where() const
{
    return m_form->where();
}

void ExportView::showSecrets(const QList<Secret> &secrets)
{
    QList<SecretRow> rows;
    for (const Secret &secret : secrets)
        rows.append({int(rows.size()) + 1, secret});
    m_secrets->setRows(std::move(rows));
    m_secretsHead->setText(secrets.size() == 1 ? tr("One place looks like a secret")
                                               : tr("%1 places look like secrets").arg(Formats::count(secrets.size())));
    m_seen->parentWidget()->setVisible(!secrets.isEmpty());
    m_withSecrets->hide();
}

void ExportView::failed(const Error &error)
{
    // Nothing was proven yet: it was refused for what is listed.
    const bool refused
        = m_secrets->rowCount() > 0 && m_proofs->rowCount() == 0 && error.kind == ErrorKind::CannotVerify;
    if (!refused) {
        m_problem->show(error, error.kind == ErrorKind::Stopped ? Meaning::Idle : Meaning::Bad);
        bringIntoSight(m_problem);
        return;
    }
    m_proven->parentWidget()->hide();
    m_withSecrets->show();
    m_problem->show(
        tr("What would leave the machine seems to hold secrets, listed above; nothing was written. Rewind to "
           "a checkpoint without them. Or take each back where it is valid, and then export with them."),
        Meaning::Bad);
    bringIntoSight(m_problem);
}

void ExportView::judged(const Proof &proof)
{
    QList<ProofRow> rows = m_proofs->rows();
    rows.append({int(rows.size()) + 1, proof});
    if (!m_making.isEmpty())
        rows.last().proof.name.prepend(m_making + u": "_s);
    m_proofs->setRows(std::move(rows));
    m_proven->scrollToBottom();
    const auto held = std::ranges::count(m_proofs->rows(), Proof::State::Proven,
                                         [](const ProofRow &row) { return row.proof.state; });
    m_progress->setText(tr("%1 of %2 proofs so far hold").arg(held).arg(m_proofs->rowCount()));
}

void ExportView::ended()
{
    if (m_work)
        m_work->deleteLater();
    m_work = nullptr;
    document().holdFor({});
    enable();
    lookAround();
    m_start->setFocus(
        Qt::OtherFocusReason); // also where it was refused: to export with secrets is chosen, not fallen into
}

} // namespace assay::ui
