#include "app/cli/commandpieces.h"

#include "core/agent/knownagents.h"

using namespace Qt::StringLiterals;

namespace assay::cli::spec {

ArgumentSpec runArgument()
{
    return {u"RUN"_s, u"a run's name, or its folder; left out: the newest run"_s, true, ValueKind::Folder, {}};
}

OptionSpec flag(const QString &name, const QString &meaning)
{
    return {.name = name, .value = {}, .meaning = meaning};
}

OptionSpec text(const QString &name, const QString &value, const QString &meaning, ValueKind kind)
{
    return {.name = name, .value = value, .meaning = meaning, .kind = kind};
}

OptionSpec count(const QString &name, const QString &meaning)
{
    return {.name = name, .value = u"N"_s, .meaning = meaning, .kind = ValueKind::Number, .least = 1};
}

OptionSpec words(const QString &name, const QString &value, const QStringList &all, const QString &meaning)
{
    return {.name = name, .value = value, .meaning = meaning, .kind = ValueKind::Words, .words = all};
}

OptionSpec repeated(OptionSpec option)
{
    option.repeatable = true;
    return option;
}

OptionSpec instead(OptionSpec option, const QString &argument)
{
    option.insteadOf = argument;
    return option;
}

OptionSpec waitOption()
{
    return flag(u"wait"_s,
                u"stay while the owner is asked, instead of ending with status 4; answer from another terminal"_s);
}

OptionSpec uncontainedOption()
{
    return flag(u"uncontained"_s,
                u"run the gate and the checks without the sandbox: they can reach your files and the network"_s);
}

OptionSpec noExportOption()
{
    return flag(u"no-export"_s, u"write no bundle on convergence"_s);
}

OptionSpec reasonOption(const QString &meaning)
{
    return text(u"reason"_s, u"TEXT"_s, meaning);
}

OptionSpec atOption()
{
    return text(u"at"_s, u"REV"_s, u"another revision of the target than the base"_s);
}

OptionSpec agentOption()
{
    QStringList forms;
    for (const auto &[form, what] : agentForms())
        forms.append(u"%1: %2"_s.arg(form, what));
    return text(u"agent"_s, u"AGENT"_s, forms.join(u"; "_s));
}

QList<OptionSpec> budgetOptions()
{
    return {count(u"budget"_s, u"how many iterations the whole run may spend"_s),
            text(u"max-time"_s, u"DURATION"_s, u"how long it may work in all: 90s, 10m, 1h30m"_s, ValueKind::Duration)};
}

} // namespace assay::cli::spec
