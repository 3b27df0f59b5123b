// What is handed over, and where to: all that was kept, the change of some findings alone, or a bundle for each of them.
#pragma once

#include "core/journal/runstate.h"
#include "ui/run/exportwork.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace assay::ui {

class ExportForm : public QWidget {
    Q_OBJECT
public:
    enum class What { Everything, Only, Each };
    explicit ExportForm(QWidget *parent = nullptr);
    /// The fixed ones can be chosen; what was chosen of them stays.
    void showFindings(const RunState &state);
    /// Where the next bundle goes, and where one for each finding, unless the owner named another folder.
    void suggest(const QString &bundle, const QString &each);
    void suggestAgain(); ///< what the owner named was used up
    /// Why nothing can be made of what is chosen, for people; empty: it can.
    [[nodiscard]] QString missing() const;
    [[nodiscard]] ExportChoice choice() const;
    [[nodiscard]] QLineEdit *where() const { return m_where; }

private:
    void chooseWhat();
    void browse();
    [[nodiscard]] What what() const;
    [[nodiscard]] QList<FindingId> chosen() const;

    QComboBox *m_what;
    QLabel *m_about;
    QListView *m_list;
    QStandardItemModel *m_findings;
    QLineEdit *m_where;
    QCheckBox *m_unproven;
    QString m_bundle, m_each;
};

} // namespace assay::ui
