// Lines that a worker makes, brought into a LinesView; of several asked for in a row only the last one is shown.
#pragma once

#include "core/domain/error.h"
#include "ui/look/lines.h"

#include <QObject>

#include <functional>

namespace assay::ui {

class LinesView;

/// Thread: GUI. One for a view; deleted with it.
class LinesLoader : public QObject {
    Q_OBJECT
public:
    using Made = Result<std::shared_ptr<const Lines>>;
    explicit LinesLoader(LinesView *view);
    /// `make` runs on a worker and must capture by value. Where it fails the view says why in place of the text, where
    /// there are no lines it says `empty`.
    void load(std::function<Made()> make, const QString &empty);
    void clear(const QString &placeholder);
    [[nodiscard]] bool isLoading() const { return m_loading; }

Q_SIGNALS:
    void shown();

private:
    LinesView *m_view;
    quint64 m_job = 0; ///< an older job's result is dropped
    bool m_loading = false;
};

/// What a program printed, both streams with headings; at most 4 MB of each. For a worker.
[[nodiscard]] std::shared_ptr<const Lines> outputLines(const QByteArray &out, const QByteArray &err);

} // namespace assay::ui
