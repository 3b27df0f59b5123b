// Tells the desktop when a question waits or a run ends, never of routine steps; only while its window is not in front.
#pragma once

#include "ui/run/rundocument.h"

namespace assay::ui {

/// Lives as long as the window. Where the desktop has no notification service nothing is told: title and header say it
/// all the same.
class Notices : public QObject {
    Q_OBJECT
public:
    Notices(RunDocument &document, QWidget *window);
    /// What an entry is worth telling: a title and a text, or empty ones. Pure.
    struct Notice {
        QString event; ///< of resources/knotifications6: what the desktop lets its user switch off
        QString title, text;
    };
    [[nodiscard]] static Notice noticeOf(const Entry &entry, const RunState &state);

Q_SIGNALS:
    void told(const QString &title, const QString &text);
};

} // namespace assay::ui
