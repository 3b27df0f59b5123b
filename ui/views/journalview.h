// Every entry of the journal, filtered by kind and text, with what stands in it.
#pragma once

#include "ui/views/runview.h"

#include <QFutureWatcher>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QTableView;

namespace assay::ui {

class Chip;
class EmptyOr;
class JournalFilter;
class JournalModel;

class JournalView : public RunView {
    Q_OBJECT
public:
    explicit JournalView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Journal"); }
    [[nodiscard]] Badge badge() const override;
    bool reveal(const QString &seq) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;

protected:
    void refresh(Parts parts) override;

private:
    void showEntry();
    JournalModel *m_model;
    JournalFilter *m_filter;
    EmptyOr *m_empty;
    Chip *m_chain;
    QComboBox *m_kinds;
    QLineEdit *m_text;
    QTableView *m_table;
    QPlainTextEdit *m_details;
    QFutureWatcher<Result<QByteArray>> m_reading;
    qint64 m_wanted = 0;
};

} // namespace assay::ui
