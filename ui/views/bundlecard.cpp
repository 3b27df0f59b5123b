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
      m_digestName(quietLabel(tr("Digest"), this)),
      m_digest(label({}, Type::Body, this)),
      m_command(label({}, Type::Body, this)),
      m_missing(label({}, Type::Body, this)),
      m_copyFolder(new QPushButton(tr("Copy"), this)),
      m_copyDigest(new QPushButton(tr("Copy"), this)),
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
         {std::tuple{quietLabel(tr("Bundle"), this), m_folder, m_copyFolder},
          std::tuple{m_digestName, m_digest, m_copyDigest},
          std::tuple{quietLabel(tr("Verify it anywhere"), this), m_command, m_copy}}) {
        text->setFont(monospace(Type::Quiet));
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        button->setAutoDefault(true);
        grid->addWidget(name, row, 0, Qt::AlignVCenter);
        grid->addWidget(text, row, 1);
        grid->addWidget(button, row, 2, Qt::AlignTop);
        ++row;
    }
    m_missing->setObjectName(u"missing"_s);
    m_missing->setWordWrap(true);
    m_missing->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    grid->addWidget(m_missing, row, 0, 1, 3);
    m_digestName->setToolTip(
        tr("Of MANIFEST.sha256, which names every byte of the bundle: told apart from it, it shows "
           "a forged one to whoever verifies"));
    m_digest->setToolTip(m_digestName->toolTip());
    m_copyFolder->setAccessibleName(tr("Copy the bundle's folder"));
    m_copyDigest->setAccessibleName(tr("Copy the digest of MANIFEST.sha256"));
    m_copy->setAccessibleName(tr("Copy the command that verifies it"));
    connect(m_copyFolder, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_path); });
    connect(m_copyDigest, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_digestText); });
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    hide();
}

void BundleCard::show(const ExportedBundle &bundle, const QString &target)
{
    m_path = bundle.folder;
    m_digestText = bundle.digest.isNull() ? QString() : bundle.digest.text();
    m_text = u"%1 verify %2 --target %3"_s.arg(programName(), shellWord(bundle.folder), shellWord(target));
    m_chip->show(bundle.proven ? Meaning::Good : Meaning::Bad,
                 bundle.proven ? tr("exported") : tr("exported, not proven"));
    m_size->setText(tr("%1 files, %2").arg(Formats::count(bundle.files), QLocale().formattedDataSize(bundle.bytes)));
    m_folder->setText(visible(bundle.folder));
    m_digest->setText(m_digestText);
    for (QWidget *part :
         {static_cast<QWidget *>(m_digestName), static_cast<QWidget *>(m_digest), static_cast<QWidget *>(m_copyDigest)})
        part->setVisible(!m_digestText.isEmpty());
    m_command->setText(m_text);
    QStringList missing;
    constexpr qsizetype most = 8;
    for (const QString &line : bundle.missing.first(std::min(most, bundle.missing.size())))
        missing.append(u"%1 %2"_s.arg(glyph(Meaning::Undone), Formats::line(line)));
    if (bundle.missing.size() > most)
        missing.append(tr("and %1 more").arg(Formats::count(bundle.missing.size() - most)));
    m_missing->setText(tr("Not in this bundle:") + u'\n' + missing.join(u'\n'));
    m_missing->setVisible(!missing.isEmpty());
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
