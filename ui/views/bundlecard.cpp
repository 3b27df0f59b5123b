#include "ui/views/bundlecard.h"

#include "core/domain/displaytext.h"
#include "core/places/programname.h"
#include "ui/look/chip.h"
#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLocale>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace assay::ui {

BundleCard::BundleCard(QWidget *parent)
    : QFrame(parent),
      m_chip(new Chip(this)),
      m_size(quietLabel({}, this)),
      m_folder(label({}, Type::Body, this)),
      m_command(label({}, Type::Body, this)),
      m_copyFolder(new QPushButton(tr("Copy"), this)),
      m_copy(new QPushButton(tr("Copy"), this))
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(groupGap, gap, groupGap, gap);
    grid->setHorizontalSpacing(gap);
    grid->setVerticalSpacing(gridStep);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_chip, 0, 0, Qt::AlignLeft);
    grid->addWidget(m_size, 0, 1);
    int row = 1;
    for (const auto &[name, text, button] :
         {std::tuple{tr("Bundle"), m_folder, m_copyFolder}, std::tuple{tr("Verify it anywhere"), m_command, m_copy}}) {
        text->setFont(monospace(Type::Quiet));
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        grid->addWidget(quietLabel(name, this), row, 0, Qt::AlignVCenter);
        grid->addWidget(text, row, 1);
        grid->addWidget(button, row, 2, Qt::AlignTop);
        ++row;
    }
    m_copyFolder->setAccessibleName(tr("Copy the bundle's folder"));
    m_copy->setAccessibleName(tr("Copy the command that verifies it"));
    connect(m_copyFolder, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_path); });
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    hide();
}

void BundleCard::show(const ExportedBundle &bundle, const QString &target)
{
    m_path = bundle.folder;
    m_text = u"%1 verify %2 --target %3"_s.arg(programName(), shellWord(bundle.folder), shellWord(target));
    m_chip->show(bundle.proven ? Meaning::Good : Meaning::Bad,
                 bundle.proven ? tr("exported") : tr("exported, not proven"));
    m_size->setText(tr("%1 files, %2").arg(Formats::count(bundle.files), QLocale().formattedDataSize(bundle.bytes)));
    m_folder->setText(visible(bundle.folder));
    m_command->setText(m_text);
    setAccessibleName(tr("Exported bundle %1").arg(m_folder->text()));
    setVisible(true);
}

void BundleCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(coloursOf(this).line);
    painter.setBrush(coloursOf(this).surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
}

} // namespace assay::ui
