#include "ui/views/leftpane.h"

#include "core/journal/evidencestore.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"

#include <QListWidget>
#include <QPlainTextEdit>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {

LeftPane::LeftPane(const QString &evidence, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent),
      m_evidence(evidence),
      m_list(new QListWidget(this)),
      m_text(new QPlainTextEdit(this))
{
    setChildrenCollapsible(false);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setAccessibleName(tr("What the session was told and what it left"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(monospace(Type::Quiet));
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setPlaceholderText(tr("Choose a file to read what stands in it."));
    m_text->setAccessibleName(tr("The chosen file"));
    addWidget(m_list);
    addWidget(m_text);
    setStretchFactor(0, 0);
    setStretchFactor(1, 1);
    setSizes({rowHeight * 10, rowHeight * 24});
    connect(m_list, &QListWidget::currentRowChanged, this, &LeftPane::read);
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        const auto bytes = m_reading.result();
        if (m_wanted != m_read) {
            read();
            return;
        }
        if (!bytes) {
            m_text->setPlainText(bytes.error().text());
            return;
        }
        QString text = Formats::lines(QString::fromUtf8(bytes->first(std::min(bytes->size(), bytesMost))));
        if (bytes->size() > bytesMost)
            text += u'\n' + tr("… %1 more bytes").arg(Formats::count(bytes->size() - bytesMost));
        m_text->setPlainText(text);
    });
}

LeftPane::~LeftPane()
{
    m_reading.waitForFinished();
}

void LeftPane::show(const QList<SessionFile> &files)
{
    if (files == m_files)
        return;
    const int row = m_list->currentRow();
    const Digest before = row >= 0 ? m_files.at(row).digest : Digest();
    m_files = files;
    m_list->clear();
    for (const SessionFile &file : files) {
        auto *item
            = new QListWidgetItem(file.name.isEmpty() ? tr("What it was told") : Formats::line(file.name), m_list);
        item->setToolTip(u"%1\nSHA-256 %2"_s.arg(item->text(), file.digest.text()));
        item->setSizeHint({rowHeight, rowHeight});
    }
    m_text->clear();
    m_read = {};
    if (!before.isNull())
        choose(before.text());
}

bool LeftPane::choose(const QString &digest)
{
    for (qsizetype i = 0; i < m_files.size(); ++i) {
        if (m_files.at(i).digest.text() == digest) {
            m_list->setCurrentRow(int(i));
            return true;
        }
    }
    return false;
}

QString LeftPane::text() const
{
    return m_text->toPlainText();
}

void LeftPane::read()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    m_wanted = m_files.at(row).digest;
    if (m_reading.isRunning() || m_wanted == m_read)
        return; // the one that runs looks again
    m_read = m_wanted;
    m_reading.setFuture(
        QtConcurrent::run([folder = m_evidence, digest = m_wanted] { return EvidenceStore(folder).get(digest); }));
}

} // namespace assay::ui
