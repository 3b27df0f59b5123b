#include "ui/views/evidencepane.h"

#include "core/journal/evidencestore.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype mostShown = 1 << 20;

} // namespace

EvidencePane::EvidencePane(const RunFolder &folder, QWidget *parent)
    : QWidget(parent),
      m_folder(folder),
      m_title(new ElidedLabel(this, Qt::ElideRight)),
      m_text(new QPlainTextEdit(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep, 0, 0, 0);
    layout->setSpacing(gridStep);
    m_title->setFont(fontOf(Type::Section));
    layout->addWidget(m_title);
    layout->addWidget(m_text, 1);
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTabChangesFocus(true);
    m_text->setFont(monospace(Type::Quiet));
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(0);
    m_text->setAccessibleName(tr("What was recorded"));
    setFocusProxy(m_text);
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        if (m_wanted != m_read) {
            read(); // another row was chosen while this one was read
            return;
        }
        const QString &facts = m_wanted.facts;
        m_text->setPlainText(facts.isEmpty() ? m_reading.result() : facts + u"\n\n"_s + m_reading.result());
        Q_EMIT shown();
    });
}

EvidencePane::~EvidencePane()
{
    m_reading.waitForFinished();
}

void EvidencePane::show(const QString &title, const QString &facts, const QList<EvidencePiece> &pieces)
{
    Wanted wanted{title, facts, pieces};
    if (wanted == m_wanted)
        return; // a live run must not take away what is being read
    m_wanted = std::move(wanted);
    m_title->setFullText(Formats::line(title));
    m_title->setVisible(!title.isEmpty());
    m_text->setPlainText(facts);
    if (!m_reading.isRunning())
        read();
}

void EvidencePane::clear(const QString &why)
{
    show({}, why);
}

QString EvidencePane::text() const
{
    return m_text->toPlainText();
}

void EvidencePane::read()
{
    m_read = m_wanted;
    if (m_read.pieces.isEmpty()) {
        Q_EMIT shown();
        return;
    }
    m_reading.setFuture(QtConcurrent::run([folder = m_folder.evidence(), pieces = m_read.pieces] {
        const EvidenceStore store(folder);
        QStringList parts;
        for (const EvidencePiece &piece : pieces) {
            QString body;
            if (piece.digest.isNull()) {
                body = tr("(nothing was recorded)");
            } else if (const Result<QByteArray> bytes = store.get(piece.digest)) {
                body = bytes->isEmpty() ? tr("(empty)") : Formats::lines(QString::fromUtf8(bytes->left(mostShown)));
                if (bytes->size() > mostShown)
                    body += u'\n' + tr("… %1 bytes more").arg(Formats::count(bytes->size() - mostShown));
            } else {
                body = bytes.error().text();
            }
            parts.append(pieces.size() == 1 && piece.title.isEmpty()
                             ? body
                             : u"── %1 ──\n%2"_s.arg(piece.title, body.trimmed()));
        }
        return parts.join(u"\n\n"_s);
    }));
}

} // namespace assay::ui
