#include "ui/windows/budgetform.h"

#include "core/engine/configfile.h"
#include "ui/look/formats.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

BudgetForm::BudgetForm(const RunPlace &place, QWidget *parent) : AskForm(parent), m_place(place) {}

void BudgetForm::askIterations()
{
    const RunState &state = m_place.document.now();
    const int now = state.policy[u"budget"][u"iterations"].toInt(), used = state.countedIterations();
    ask({.sentence = tr("How many iterations may the whole run spend? %1 of %2 are used.").arg(used).arg(now),
         .verb = tr("Change"),
         .missing = tr("Write a number."),
         .initial = QString::number(now),
         .known = {},
         .problemOf =
             [now](const QString &text) {
                 bool fits = false;
                 const int number = text.toInt(&fits);
                 if (!fits || number < 1 || number > 1'000'000)
                     return tr("Write a number from 1 to 1000000.");
                 return number == now ? tr("That is the budget already.") : QString();
             }},
        [this](const QString &text) { m_place.desk.tell(u"budget"_s, {{u"iterations"_s, text.toInt()}}); });
}

void BudgetForm::askTime()
{
    const auto now = std::chrono::milliseconds(m_place.document.now().policy[u"budget"][u"wall_clock_ms"].toInteger());
    ask({.sentence = tr("How long may the run work in all? It was given %1; waiting for you is not counted.")
                         .arg(Formats::duration(now)),
         .verb = tr("Change"),
         .missing = tr("Write a duration: 90s, 10m, 2h, 1h30m."),
         .initial = formatDuration(now),
         .known = {},
         .problemOf =
             [](const QString &text) {
                 const auto duration = parseDuration(text);
                 return duration && duration->count() > 0 ? QString() : tr("Write a duration: 90s, 10m, 2h, 1h30m.");
             }},
        [this](const QString &text) {
            if (const auto duration = parseDuration(text))
                m_place.desk.tell(u"budget"_s, {{u"wall_clock_ms"_s, qint64(duration->count())}});
        });
}

} // namespace assay::ui
