// What the engine recorded, as text: read from the evidence store on another thread and shown as it is.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"
#include "core/journal/runfolder.h"

#include <QFutureWatcher>
#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace assay::ui {

class ElidedLabel;

/// One piece of evidence under its name. A null digest: nothing was recorded.
struct EvidencePiece {
    QString title;
    Digest digest;
    friend bool operator==(const EvidencePiece &, const EvidencePiece &) = default;
};

/// Thread: GUI.
class EvidencePane : public QWidget {
    Q_OBJECT
public:
    explicit EvidencePane(const RunFolder &folder, QWidget *parent = nullptr);
    ~EvidencePane() override;
    /// `facts`: what is known beside the recorded bytes, lines of text. At most 1 MB of a piece is shown; what is cut
    /// off is told.
    void show(const QString &title, const QString &facts, const QList<EvidencePiece> &pieces = {});
    void clear(const QString &why);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isReading() const { return m_reading.isRunning(); }

Q_SIGNALS:
    void shown();

private:
    struct Wanted {
        QString title, facts;
        QList<EvidencePiece> pieces;
        friend bool operator==(const Wanted &, const Wanted &) = default;
    };
    void read();
    RunFolder m_folder;
    ElidedLabel *m_title;
    QPlainTextEdit *m_text;
    Wanted m_wanted, m_read;
    QFutureWatcher<QString> m_reading;
};

} // namespace assay::ui
