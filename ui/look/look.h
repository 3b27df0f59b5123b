// Gives the application its look, and keeps it with the desktop's scheme while it runs.
#pragma once

#include <QObject>

class QApplication;

namespace assay::ui {

enum class Scheme { Desktop, Light, Dark };

/// One for the application, alive as long as it. Thread: GUI.
class Look : public QObject {
    Q_OBJECT
public:
    explicit Look(QApplication &application, Scheme scheme = Scheme::Desktop);
    void setScheme(Scheme scheme);
    [[nodiscard]] Scheme scheme() const { return m_scheme; }

private:
    void apply();
    QApplication &m_application;
    Scheme m_scheme;
};

} // namespace assay::ui
