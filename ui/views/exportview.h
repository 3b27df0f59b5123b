// Handing the run's work over: what is proven and what is not, where the bundle goes, its proofs live, and how anybody
// verifies it.
#pragma once

#include "ui/run/engineroom.h"
#include "ui/run/exportwork.h"
#include "ui/views/runview.h"

#include <QPointer>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace assay::ui {

class BundleCard;
class DefenceBar;
class EmptyOr;
class ExportForm;
class ExportRows;
class LapsedNote;
class Problem;
class ProofRows;
class SecretRows;

class ExportView : public RunView {
    Q_OBJECT
public:
    ExportView(const RunPlace &place, EngineRoom &engines, QWidget *parent = nullptr);
    ~ExportView() override;
    [[nodiscard]] QString title() const override { return tr("Export"); }
    [[nodiscard]] QList<QAction *> commands() const override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;
    [[nodiscard]] bool isExporting() const { return !m_work.isNull(); }

    [[nodiscard]] QLineEdit *where() const;
    [[nodiscard]] Problem *problem() const { return m_problem; }
    [[nodiscard]] ProofRows *proofs() const { return m_proofs; }
    [[nodiscard]] SecretRows *secrets() const { return m_secrets; }
    [[nodiscard]] ExportRows *standing() const { return m_rows; }
    [[nodiscard]] BundleCard *bundle() const { return m_bundle; }

protected:
    void refresh(Parts parts) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeForm(QWidget *content);
    void begin(bool withSecrets);
    void showSecrets(const QList<Secret> &secrets);
    void failed(const Error &error);
    void ended();
    void judged(const Proof &proof);
    void enable();
    void lookAround();
    void showLeftOut();
    void writtenOne(const ExportedBundle &bundle);
    void notAlone(const FindingId &finding, const Error &why);
    void tellMade(Meaning meaning, const QString &line);

    EngineRoom &m_engines;
    EmptyOr *m_empty;
    bool m_narrow = false;
    QLabel *m_sentence, *m_leftOut, *m_made, *m_progress, *m_proofsHead, *m_secretsHead;
    LapsedNote *m_lapsed;
    ExportRows *m_rows;
    ProofRows *m_proofs;
    SecretRows *m_secrets;
    QTableView *m_standing, *m_proven, *m_seen;
    ExportForm *m_form;
    QPushButton *m_start, *m_withSecrets, *m_stop;
    Problem *m_problem;
    DefenceBar *m_defence;
    BundleCard *m_bundle;
    QAction *m_export, *m_cancel;
    QPointer<ExportWork> m_work;
    QString m_making; ///< of a bundle for each finding: this one
    bool m_each = false, m_hasWritten = false;
    struct Around {
        QString fresh, freshEach; ///< where the next bundle goes, and where one for each finding
        std::optional<ExportedBundle> exported;
        QList<ReviewPlace> lapsed; ///< left out before it changed
    };
    bool m_lookAgain = false; ///< the run went on while it was looked
    QList<ReviewPlace> m_changed;
    QFutureWatcher<Around> m_around;
};

} // namespace assay::ui
