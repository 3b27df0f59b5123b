#include "ui/views/heldpane.h"

#include "core/journal/evidencestore.h"
#include "ui/look/chip.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/patchpane.h"
#include "ui/views/promptwords.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"

#include <QGridLayout>
#include <QPushButton>
#include <QtConcurrent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype rowsMost = 12;             ///< of checks or files; the other views have all
constexpr qsizetype patchMost = 256 * 1024;    ///< bytes

QGridLayout *grid(QVBoxLayout *rows)
{
    auto *made = new QGridLayout;
    made->setContentsMargins(0, 0, 0, 0);
    made->setHorizontalSpacing(gap);
    made->setVerticalSpacing(gridStep);
    rows->addLayout(made);
    return made;
}

QLabel *wrapped(QLabel *label)
{
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // one long word must not widen the page
    return label;
}

QLabel *restOf(qsizetype count, const QString &text, QWidget *parent)
{
    return quietLabel(text.arg(Formats::count(count - rowsMost)), parent);
}

} // namespace

HeldPane::HeldPane(const QString &evidence, QWidget *parent) : QWidget(parent), m_evidence(evidence)
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        if (m_patch)
            m_patch->showPatch(m_reading.result());
    });
}

HeldPane::~HeldPane()
{
    m_reading.waitForFinished();
}

void HeldPane::show(const DecisionCard &card)
{
    delete m_content;
    m_patch = nullptr;
    m_content = new QWidget(this);
    auto *rows = new QVBoxLayout(m_content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(gap);
    layout()->addWidget(m_content);
    addSteps(card, rows);
    addChecks(card, rows);
    addSuspects(card, rows);
    addFiles(card, rows);
    setVisible(rows->count() > 0);
}

void HeldPane::addSteps(const DecisionCard &card, QVBoxLayout *rows)
{
    QList<SeenStep> told;
    std::ranges::copy_if(card.steps, std::back_inserter(told), [](const SeenStep &step) {
        return !step.reason.isEmpty() && step.name != "candidate"_L1 && step.name != "session"_L1;
    });
    if (told.isEmpty())
        return;
    rows->addWidget(quietLabel(tr("What the engine saw of this candidate"), m_content));
    QGridLayout *table = grid(rows);
    table->setColumnStretch(2, 1);
    for (const SeenStep &step : std::as_const(told)) {
        const int row = table->rowCount();
        auto *result = new Chip(m_content);
        result->show(meaningOfStep(step.result), PromptWords::stepResult(step.result));
        table->addWidget(result, row, 0, Qt::AlignLeft);
        table->addWidget(label(PromptWords::step(step.name), Type::Body, m_content), row, 1);
        auto *seen = new ElidedLabel(m_content, Qt::ElideRight);
        seen->setFont(fontOf(Type::Quiet));
        seen->setForegroundRole(QPalette::PlaceholderText);
        seen->setFullText(Formats::line(step.reason));
        table->addWidget(seen, row, 2);
    }
}

void HeldPane::addChecks(const DecisionCard &card, QVBoxLayout *rows)
{
    if (card.checks.isEmpty())
        return;
    rows->addWidget(quietLabel(tr("Checks before the change, and with it"), m_content));
    QGridLayout *table = grid(rows);
    table->setColumnStretch(3, 1);
    for (qsizetype i = 0; i < std::min(card.checks.size(), rowsMost); ++i) {
        const SeenCheck &check = card.checks.at(i);
        const int row = table->rowCount();
        for (const auto &[column, answers] : {std::pair{0, check.before}, std::pair{1, check.now}}) {
            auto *seen = new Chip(m_content);
            seen->show(PromptWords::meaningOfAnswers(answers),
                       answers.isEmpty() ? tr("not run") : PromptWords::answers(answers),
                       column == 0 ? tr("on the checkpoint, before the agent started") : tr("on the candidate"));
            seen->setAccessibleName(
                (column == 0 ? tr("before: %1") : tr("with the change: %1")).arg(seen->chip().text));
            table->addWidget(seen, row, column, Qt::AlignLeft);
        }
        table->addWidget(quietLabel(ProofWords::role(check.role), m_content), row, 2);
        auto *title = new ElidedLabel(m_content, Qt::ElideRight);
        title->setFullText(Formats::line(check.id + u"  "_s + check.title));
        table->addWidget(title, row, 3);
    }
    if (card.checks.size() > rowsMost)
        rows->addWidget(restOf(card.checks.size(), tr("and %1 more, in the overview's matrix"), m_content));
}

void HeldPane::addFiles(const DecisionCard &card, QVBoxLayout *rows)
{
    if (card.files.isEmpty())
        return;
    rows->addWidget(quietLabel(tr("Files of the candidate"), m_content));
    QGridLayout *table = grid(rows);
    table->setColumnStretch(0, 1);
    for (qsizetype i = 0; i < std::min(card.files.size(), rowsMost); ++i) {
        const HeldFile &file = card.files.at(i);
        const int row = table->rowCount();
        auto *path = new ElidedLabel(m_content);
        path->setFont(monospace(Type::Quiet));
        path->setFullText(file.path);
        table->addWidget(path, row, 0);
        table->addWidget(
            quietLabel(u"%1 · %2"_s.arg(RunWords::change(file.change), RunWords::pathClass(file.pathClass)), m_content),
            row, 1);
    }
    if (card.files.size() > rowsMost)
        rows->addWidget(restOf(card.files.size(), tr("and %1 more files"), m_content));
    auto *changes = new QPushButton(tr("Show the change"), m_content);
    changes->setToolTip(tr("The candidate's whole patch, in the Changes view"));
    connect(changes, &QPushButton::clicked, this,
            [this, iteration = card.iteration] { Q_EMIT asked(u"changes"_s, QString::number(iteration)); });
    rows->addWidget(changes, 0, Qt::AlignLeft);
}

void HeldPane::addSuspects(const DecisionCard &card, QVBoxLayout *rows)
{
    if (!card.suspects.isEmpty())
        rows->addWidget(quietLabel(tr("Tests that passed before and fail on the new code as they were"), m_content));
    for (const HeldSuspect &suspect : card.suspects) {
        QLabel *test = wrapped(label(Formats::line(suspect.test), Type::Body, m_content));
        test->setFont(monospace(Type::Quiet));
        rows->addWidget(test);
        QString said = PromptWords::text(suspect.why);
        if (!suspect.finding.isEmpty())
            said = tr("named with %1: %2").arg(suspect.finding, said);
        rows->addWidget(wrapped(quietLabel(said, m_content)));
    }
    if (!card.showsTests)
        return;
    rows->addWidget(quietLabel(tr("The test files, old (−) against new (+)"), m_content));
    m_patch = new PatchPane(m_content);
    m_patch->setAccessibleName(tr("The test files, old against new"));
    m_patch->setPlaceholderText(tr("Reading the change…"));
    rows->addWidget(m_patch);
    readPatch(card);
}

void HeldPane::readPatch(const DecisionCard &card)
{
    QStringList paths;
    for (const HeldFile &file : card.files) {
        if (file.pathClass == PathClass::Test)
            paths.append(file.path);
    }
    m_reading.setFuture(QtConcurrent::run([folder = m_evidence, digest = card.patch, paths] {
        const auto patch = EvidenceStore(folder).get(digest);
        return patch ? QString::fromUtf8(patchOf(*patch, paths, patchMost)) : patch.error().text();
    }));
}

} // namespace assay::ui
