#include "ui/views/journalview.h"

#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/roles.h"
#include "ui/models/journalmodel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {

JournalView::JournalView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::All, parent),
      m_model(new JournalModel(this)),
      m_filter(new JournalFilter(this)),
      m_chain(new Chip(this)),
      m_kinds(new QComboBox(this)),
      m_text(new QLineEdit(this)),
      m_table(new QTableView(this)),
      m_details(new QPlainTextEdit(this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    auto *bar = new QHBoxLayout;
    bar->addWidget(sectionLabel(tr("Every fact of the run"), this));
    bar->addWidget(m_chain);
    bar->addStretch(1);
    const auto showChain = [this] {
        const ChainReport *chain = document().chain();
        if (!chain)
            m_chain->show(Meaning::Idle, {});
        else if (chain->problems.isEmpty())
            m_chain->show(Meaning::Good, tr("chain whole"),
                          tr("Each of the %1 entries read fits the hash of the one before it.")
                              .arg(Formats::count(chain->entries)));
        else if (!document().damage())
            m_chain->show(Meaning::Unsure, tr("torn end"), chain->problems.join(u'\n'));
        else
            m_chain->show(Meaning::Refuted, tr("changed after it was written"), chain->problems.join(u'\n'));
    };
    connect(&document(), &RunDocument::chainChecked, this, showChain);
    showChain();
    const std::pair<QString, QString> kinds[] = {{tr("All kinds"), {}},          {tr("Refuted claims"), u"refuted"_s},
                                                 {tr("Run"), u"run"_s},          {tr("Iterations"), u"iteration"_s},
                                                 {tr("Steps"), u"step"_s},       {tr("Agent sessions"), u"session"_s},
                                                 {tr("Findings"), u"finding"_s}, {tr("Checks run"), u"proof"_s},
                                                 {tr("Tasks"), u"task"_s},       {tr("Prompts"), u"prompt"_s},
                                                 {tr("Gate"), u"gate"_s},        {tr("Teeth"), u"teeth"_s},
                                                 {tr("Claims"), u"claim"_s},     {tr("Checkpoints"), u"checkpoint"_s},
                                                 {tr("Commands"), u"command"_s}};
    for (const auto &[name, group] : kinds)
        m_kinds->addItem(name, group);
    m_kinds->setAccessibleName(tr("Kind of entry"));
    m_text->setPlaceholderText(tr("Filter"));
    m_text->setAccessibleName(tr("Filter entries"));
    m_text->setObjectName(u"filter"_s);
    m_kinds->setObjectName(u"kinds"_s);
    m_text->setClearButtonEnabled(true);
    bar->addWidget(m_kinds);
    bar->addWidget(m_text);
    layout->addLayout(bar);

    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    asTable(m_table);
    m_table->setItemDelegate(new ChipDelegate(m_table));
    m_table->setAccessibleName(tr("Journal entries"));
    const int widths[] = {64, 80, 72, 150, 110};
    for (int i = 0; i < 5; ++i)
        m_table->setColumnWidth(i, widths[i]);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_details->setReadOnly(true);
    m_details->setFont(monospace());
    m_details->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setAccessibleName(tr("The entry as it stands in the journal"));
    m_details->setPlaceholderText(tr("Choose an entry to see all of it."));
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_table);
    split->addWidget(m_details);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    m_empty = new EmptyOr(split, this);
    layout->addWidget(m_empty, 1);
    m_empty->showEmpty(tr("Each fact of the run will stand here as soon as its journal was read."));

    connect(m_kinds, &QComboBox::currentIndexChanged, this,
            [this] { m_filter->setKind(m_kinds->currentData().toString()); });
    connect(m_text, &QLineEdit::textChanged, m_filter, &JournalFilter::setText);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &JournalView::showEntry);
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        const auto text = m_reading.result();
        m_details->setPlainText(text ? Formats::lines(QString::fromUtf8(*text)) : text.error().text());
        if (m_table->currentIndex().data(IdRole).toLongLong() != m_wanted)
            showEntry();
    });
}

RunView::Badge JournalView::badge() const
{
    return {Formats::count(document().state().lastSeq), {}};
}

QWidget *JournalView::focusWidgetOnEntry()
{
    return m_table;
}

void JournalView::refresh(Parts)
{
    m_empty->showContent();
    const bool following = m_table->verticalScrollBar()->value() == m_table->verticalScrollBar()->maximum();
    m_model->show(document().heads(), document().asOf());
    if (following && document().isLive())
        m_table->scrollToBottom();
}

bool JournalView::reveal(const QString &seq)
{
    const int row = seq.toInt() - 1;
    if (row < 0 || row >= m_model->rowCount())
        return false;
    m_kinds->setCurrentIndex(0);
    m_text->clear();
    const QModelIndex index = m_filter->mapFromSource(m_model->index(row, 0));
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
    return true;
}

void JournalView::showEntry()
{
    m_wanted = m_table->currentIndex().data(IdRole).toLongLong();
    if (m_wanted == 0 || m_reading.isRunning())
        return;
    m_reading.setFuture(
        QtConcurrent::run([folder = document().folder(), seq = m_wanted] { return entryText(folder, seq); }));
}

} // namespace assay::ui
