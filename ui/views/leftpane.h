// What an agent session was told and what it left in its outbox: the files' names, and the chosen one to read.
#pragma once

#include "core/domain/error.h"
#include "ui/models/sessionrows.h"

#include <QFutureWatcher>
#include <QSplitter>

class QListWidget;
class QPlainTextEdit;

namespace assay::ui {

/// Thread: GUI; the bytes are read from the evidence on another.
class LeftPane : public QSplitter {
    Q_OBJECT
public:
    static constexpr qsizetype bytesMost = 1 << 20; ///< shown of one file

    explicit LeftPane(const QString &evidence, QWidget *parent = nullptr);
    ~LeftPane() override;
    void show(const QList<SessionFile> &files);
    /// The file with that digest; false when it is not here.
    bool choose(const QString &digest);
    [[nodiscard]] QListWidget *list() const { return m_list; }
    [[nodiscard]] QString text() const;

private:
    void read();
    QString m_evidence;
    QList<SessionFile> m_files;
    QListWidget *m_list;
    QPlainTextEdit *m_text;
    QFutureWatcher<Result<QByteArray>> m_reading;
    Digest m_wanted, m_read;
};

} // namespace assay::ui
