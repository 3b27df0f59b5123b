// Named facts about one thing, some of them links; scrolls when there are many.
#pragma once

#include <QScrollArea>

class QToolButton;

namespace assay::ui {

/// Leads to where a thing is shown: a view's object name and the thing's id there.
struct FactLink {
    QString text, view, id;
    friend bool operator==(const FactLink &, const FactLink &) = default;
};
struct Fact {
    QString name, text;
    QList<FactLink> links = {};
    bool mono = false; ///< paths, commands
    friend bool operator==(const Fact &, const Fact &) = default;
};

class FactsPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit FactsPanel(QWidget *parent = nullptr);
    /// Facts without text and links are left out. The same facts again leave everything as it is, focus included.
    void show(const QList<Fact> &facts);
    [[nodiscard]] const QList<Fact> &facts() const { return m_facts; }

Q_SIGNALS:
    /// As RunView::asked.
    void asked(const QString &view, const QString &id);

private:
    QToolButton *linkButton(const Fact &fact, const FactLink &link, QWidget *page);
    QList<Fact> m_facts;
};

} // namespace assay::ui
