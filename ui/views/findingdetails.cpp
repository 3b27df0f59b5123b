#include "ui/views/findingdetails.h"

#include "core/journal/evidencestore.h"
#include "ui/look/chip.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/linesview.h"
#include "ui/models/proofrunsmodel.h"
#include "ui/views/auditrows.h"
#include "ui/views/colouring.h"
#include "ui/views/factspanel.h"
#include "ui/views/linesloader.h"
#include "ui/views/runwords.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {

FindingDetails::FindingDetails(const RunFolder &folder, const QList<QAction *> &actions, QWidget *parent)
    : QWidget(parent),
      m_folder(folder),
      m_title(new ElidedLabel(this, Qt::ElideRight)),
      m_state(new Chip(this)),
      m_facts(new FactsPanel(this)),
      m_tabs(new QTabWidget(this)),
      m_checks(new QComboBox(this)),
      m_source(new LinesView(this)),
      m_output(new LinesView(this)),
      m_sourceLoader(new LinesLoader(m_source)),
      m_outputLoader(new LinesLoader(m_output)),
      m_runs(new QTableView(this)),
      m_runsModel(new ProofRunsModel(this))
{
    auto *rows = new QVBoxLayout(this);
    asGroup(rows);
    auto *head = new QHBoxLayout;
    m_title->setFont(fontOf(Type::Section));
    head->addWidget(m_title, 1);
    head->addWidget(m_state);
    for (QAction *action : actions) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::StrongFocus);
        head->addWidget(button);
    }
    rows->addLayout(head);

    m_facts->setAccessibleName(tr("What was claimed and judged"));

    auto *source = new QWidget(this);
    auto *sourceRows = new QVBoxLayout(source);
    sourceRows->setContentsMargins(0, gridStep, 0, 0);
    sourceRows->setSpacing(gridStep);
    m_checks->setAccessibleName(tr("Check to show"));
    m_checks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    sourceRows->addWidget(m_checks);
    m_source->setAccessibleName(tr("Source of the check"));
    sourceRows->addWidget(m_source, 1);
    m_tabs->addTab(source, tr("Repro"));

    m_runs->setModel(m_runsModel);
    asTable(m_runs);
    m_runs->setItemDelegate(new ChipDelegate(m_runs));
    m_runs->setAccessibleName(tr("Watched runs"));
    const int widths[] = {64, 52, 84, 150, 44, 110, 72};
    for (int column = 0; column < 7; ++column)
        m_runs->setColumnWidth(column, widths[column]);
    m_runs->horizontalHeader()->setStretchLastSection(true);
    m_output->setNumbers(false);
    m_output->setAccessibleName(tr("What the run printed"));
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_runs);
    split->addWidget(m_output);
    split->setSizes({200, 120});
    m_tabs->addTab(split, tr("Runs"));
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Evidence of the finding"));
    m_tabs->tabBar()->setAccessibleName(tr("Evidence of the finding"));

    auto *body = new QSplitter(Qt::Horizontal, this);
    body->addWidget(m_facts);
    body->addWidget(m_tabs);
    body->setSizes({300, 460});
    body->setChildrenCollapsible(false);
    rows->addWidget(body, 1);

    connect(m_facts, &FactsPanel::asked, this, &FindingDetails::asked);
    connect(m_checks, &QComboBox::currentIndexChanged, this, &FindingDetails::showSource);
    connect(m_runs->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FindingDetails::showOutput);
    connect(m_runs, &QTableView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT asked(u"journal"_s, index.data(IdRole).toString()); });
}

void FindingDetails::show(const RunState &state, const Finding *finding)
{
    setEnabled(finding);
    if (!finding) {
        m_claim.clear();
        m_title->setFullText(tr("Choose a finding to see all of it."));
        m_state->show(Meaning::Idle, {});
        m_facts->show({});
        m_checks->clear();
        m_runsModel->setRows({});
        m_outputLoader->clear({});
        return;
    }
    const bool another = finding->claimId != m_claim;
    m_claim = finding->claimId;
    const QString id = finding->id.isEmpty() ? finding->claimId : finding->id.text();
    m_title->setFullText(id + u"  "_s + Formats::line(finding->title));
    m_state->show(finding->declined ? Meaning::Idle : meaningOf(finding->state),
                  finding->declined ? tr("declined") : RunWords::findingState(finding->state),
                  Formats::line(finding->reason));
    m_facts->show(AuditRows::facts(state, *finding));

    if (another || m_checks->count() != finding->checks.size()) {
        const QSignalBlocker quiet(m_checks);
        m_checks->clear();
        for (const CheckId &check : finding->checks) {
            const Check &file = state.checks[check];
            const QString name = Formats::line(RepoPath(file.fileName).display());
            m_checks->addItem(u"%1 · %2"_s.arg(check.text(), name.isEmpty() ? Formats::line(file.name) : name));
            m_checks->setItemData(m_checks->count() - 1, file.file.text(), Qt::UserRole);
            m_checks->setItemData(m_checks->count() - 1, name, Qt::UserRole + 1);
        }
        m_checks->setVisible(finding->checks.size() > 1);
        m_tabs->setTabText(0, finding->checks.size() > 1 ? tr("Checks (%1)").arg(finding->checks.size()) : tr("Repro"));
    }
    showSource();
    const QList<ProofRunRow> runs = AuditRows::runs(state, finding->checks);
    m_tabs->setTabText(1, tr("Runs (%1)").arg(Formats::count(runs.size())));
    m_runsModel->setRows(runs);
    if (another) {
        m_runs->setCurrentIndex(m_runsModel->index(0, 0));
        showOutput();
    }
}

void FindingDetails::showSource()
{
    const int chosen = m_checks->currentIndex();
    const std::pair<Digest, QString> file{Digest(m_checks->itemData(chosen, Qt::UserRole).toString().toLatin1()),
                                          m_checks->itemData(chosen, Qt::UserRole + 1).toString()};
    if (chosen >= 0 && file == m_file)
        return;
    m_file = file;
    if (chosen < 0 || file.first.isNull()) {
        m_sourceLoader->clear(tr("The claim brought no check."));
        return;
    }
    m_sourceLoader->load(
        [store = EvidenceStore(m_folder.evidence()), file]() -> LinesLoader::Made {
            const auto bytes = store.get(file.first);
            return bytes ? LinesLoader::Made(coloured(*bytes, file.second)) : failure(bytes.error());
        },
        tr("The file is empty."));
}

void FindingDetails::showOutput()
{
    const QModelIndex index = m_runs->currentIndex();
    if (!index.isValid()) {
        m_run = 0;
        m_outputLoader->clear(tr("Choose a run to see what it printed."));
        return;
    }
    const ProofRunRow &run = m_runsModel->row(index.row());
    if (run.seq == m_run)
        return;
    m_run = run.seq;
    m_outputLoader->load(
        [store = EvidenceStore(m_folder.evidence()), out = run.out, err = run.err]() -> LinesLoader::Made {
            QByteArray parts[2];
            const Digest digests[2] = {out, err};
            for (int i = 0; i < 2; ++i) {
                if (digests[i].isNull())
                    continue;
                auto bytes = store.get(digests[i]);
                if (!bytes)
                    return failure(bytes.error());
                parts[i] = std::move(*bytes);
            }
            return outputLines(parts[0], parts[1]);
        },
        tr("It printed nothing."));
}

} // namespace assay::ui
