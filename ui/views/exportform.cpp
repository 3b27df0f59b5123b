#include "ui/views/exportform.h"

#include "ui/look/folderdialog.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/runwords.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int rowsShown = 4;
constexpr int idRole = Qt::UserRole + 1;

} // namespace

ExportForm::ExportForm(QWidget *parent)
    : QWidget(parent),
      m_what(new QComboBox(this)),
      m_about(quietLabel({}, this)),
      m_list(new QListView(this)),
      m_findings(new QStandardItemModel(this)),
      m_where(new QLineEdit(this)),
      m_unproven(new QCheckBox(tr("Write it even when a proof fails; it says “unproven” everywhere then"), this))
{
    auto *rows = new QVBoxLayout(this);
    asGroup(rows);
    auto *what = new QHBoxLayout;
    what->setSpacing(gap);
    m_what->setObjectName(u"what"_s);
    m_what->setAccessibleName(tr("What is exported"));
    m_what->addItem(tr("Everything that was kept"), int(What::Everything));
    m_what->addItem(tr("Only these findings"), int(What::Only));
    m_what->addItem(tr("A bundle for each finding"), int(What::Each));
    m_about->setWordWrap(true);
    what->addWidget(m_what);
    what->addWidget(m_about, 1);
    rows->addLayout(what);
    m_list->setObjectName(u"findings"_s);
    m_list->setAccessibleName(tr("Findings whose change is exported"));
    m_list->setModel(m_findings);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setUniformItemSizes(true);
    m_list->setFixedHeight(rowsShown * rowHeight + 2);
    rows->addWidget(m_list);
    auto *place = new QHBoxLayout;
    place->setSpacing(gap);
    auto *name = quietLabel(tr("Write to"), this);
    name->setBuddy(m_where);
    m_where->setAccessibleName(tr("Folder of the bundle"));
    m_where->setFont(monospace(Type::Quiet));
    auto *browse = new QPushButton(tr("Choose…"), this);
    browse->setAccessibleName(tr("Choose the folder of the bundle"));
    browse->setAutoDefault(true);
    connect(browse, &QPushButton::clicked, this, &ExportForm::browse);
    place->addWidget(name);
    place->addWidget(m_where, 1);
    place->addWidget(browse);
    rows->addLayout(place);
    rows->addWidget(m_unproven);
    connect(m_what, &QComboBox::currentIndexChanged, this, &ExportForm::chooseWhat);
    chooseWhat();
}

ExportForm::What ExportForm::what() const
{
    return What(m_what->currentData().toInt());
}

void ExportForm::chooseWhat()
{
    m_list->setVisible(what() == What::Only);
    const bool none = m_findings->rowCount() == 0;
    m_about->setText(what() == What::Everything ? QString()
                         : none                 ? tr("No finding is fixed.")
                         : what() == What::Only
                         ? tr("Their change alone, proven again; it must not stand on another's.")
                         : tr("%1, a folder each; what cannot be made alone is said.")
                               .arg(Formats::counted(m_findings->rowCount(), tr("1 bundle"), tr("%1 bundles"))));
    if (!m_where->isModified())
        m_where->setText(what() == What::Each ? m_each : m_bundle);
}

void ExportForm::showFindings(const RunState &state)
{
    QSet<QString> checked;
    for (const FindingId &id : chosen())
        checked.insert(id.text());
    QStringList before, now;
    for (int row = 0; row < m_findings->rowCount(); ++row)
        before.append(m_findings->item(row)->text());
    QList<std::pair<QString, QString>> fixed;
    for (const Finding &finding : state.findings) {
        if (finding.state != FindingState::Fixed)
            continue;
        fixed.append({finding.id.text(),
                      u"%1 · %2 · %3"_s.arg(finding.id.text(), RunWords::severity(finding.severity),
                                            Formats::line(finding.title))});
        now.append(fixed.last().second);
    }
    if (before == now)
        return; // who walks the list is not thrown out of it
    m_findings->clear();
    for (const auto &[id, text] : std::as_const(fixed)) {
        auto *item = new QStandardItem(text);
        item->setData(id, idRole);
        item->setCheckable(true);
        item->setCheckState(checked.contains(id) ? Qt::Checked : Qt::Unchecked);
        m_findings->appendRow(item);
    }
    chooseWhat();
}

QList<FindingId> ExportForm::chosen() const
{
    QList<FindingId> ids;
    for (int row = 0; row < m_findings->rowCount(); ++row) {
        if (what() == What::Each || m_findings->item(row)->checkState() == Qt::Checked)
            ids.append(FindingId(m_findings->item(row)->data(idRole).toString()));
    }
    return ids;
}

void ExportForm::suggest(const QString &bundle, const QString &each)
{
    m_bundle = bundle;
    m_each = each;
    chooseWhat();
}

void ExportForm::suggestAgain()
{
    m_where->setModified(false);
}

QString ExportForm::missing() const
{
    if (what() == What::Everything || !chosen().isEmpty())
        return {};
    return m_findings->rowCount() == 0 ? tr("No finding is fixed: there is nothing to make a bundle of.")
                                       : tr("Choose the findings whose change is to be exported.");
}

ExportChoice ExportForm::choice() const
{
    const QString to = m_where->text().trimmed();
    return {.to = to.isEmpty() ? QString() : QDir::cleanPath(QDir().absoluteFilePath(to)),
            .unproven = m_unproven->isChecked(),
            .only = what() == What::Everything ? QList<FindingId>() : chosen(),
            .each = what() == What::Each};
}

void ExportForm::browse()
{
    auto *dialog = folderDialog(this, tr("Where the bundle goes: a folder that is empty or not there yet"));
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        // A folder that holds other things gets one of its own for the bundle.
        m_where->setText(QDir(folder).isEmpty() ? folder : folder + u"/assay-bundle"_s);
        m_where->setModified(true);
    });
    dialog->open();
}

} // namespace assay::ui
