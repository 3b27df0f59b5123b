// The start page: recent runs, a new run, the demo.
#pragma once

#include <QMainWindow>

namespace assay::ui {

class Console;
class Problem;

class StartWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit StartWindow(Console &console);

private:
    Console &m_console;
    Problem *m_problem;
};

} // namespace assay::ui
