// What an export of the run will be able to say, and what it will not: pure, from the run's state. And the proofs of an
// export while they are judged.
#pragma once

#include "core/bundle/bundle.h"
#include "ui/look/meaning.h"
#include "ui/models/rowsmodel.h"

namespace assay::ui {

struct ExportRow {
    QString id; ///< "condition:…", "undefended", "open", …
    Meaning meaning = Meaning::Idle;
    QString state; ///< the chip's word
    QString what, detail;
    [[nodiscard]] QString key() const { return id; }
    friend bool operator==(const ExportRow &, const ExportRow &) = default;
};

struct ProofRow {
    int number = 0;
    Proof proof;
    [[nodiscard]] int key() const { return number; }
    friend bool operator==(const ProofRow &a, const ProofRow &b)
    {
        return a.number == b.number && a.proof.state == b.proof.state && a.proof.name == b.proof.name
            && a.proof.detail == b.proof.detail;
    }
};

struct SecretRow {
    int number = 0;
    Secret secret;
    [[nodiscard]] int key() const { return number; }
    friend bool operator==(const SecretRow &, const SecretRow &) = default;
};

class ExportRows : public RowsModel<ExportRow> {
    Q_OBJECT
public:
    enum Column { State, What, Detail, ColumnCount };
    using RowsModel::RowsModel;
    [[nodiscard]] static QList<ExportRow> of(const RunState &state);
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const ExportRow &row, int column, int role) const override;
};

class ProofRows : public RowsModel<ProofRow> {
    Q_OBJECT
public:
    enum Column { State, Name, Detail, ColumnCount };
    using RowsModel::RowsModel;
    [[nodiscard]] static QString stateWord(Proof::State state);
    [[nodiscard]] static Meaning meaningOf(Proof::State state);
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const ProofRow &row, int column, int role) const override;
};

/// What looks like a secret in what would leave the machine; the secret itself is never shown.
class SecretRows : public RowsModel<SecretRow> {
    Q_OBJECT
public:
    enum Column { Rule, Where, Text, ColumnCount };
    using RowsModel::RowsModel;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QVariant cell(const SecretRow &row, int column, int role) const override;
};

} // namespace assay::ui
