#include "app/cli/agentoption.h"

#include "core/agent/agent.h"
#include "core/agent/wordlist.h"
#include "core/domain/displaytext.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::cli {

Result<QString> agentOf(const CommandContext &context)
{
    QString agent = context.invocation.value(u"agent"_s);
    if (agent.startsWith("recorded:"_L1) && agent.size() > 9) {
        agent = u"recorded:"_s + QFileInfo(agent.mid(9)).absoluteFilePath();
    } else if (agent.startsWith("command:"_L1) || agent.startsWith("acp:"_L1)) {
        const QString kind = agent.left(agent.indexOf(u':') + 1);
        auto words = splitWords(agent.mid(kind.size()));
        if (!words)
            return failure(words.error());
        if (!words->isEmpty() && words->first().contains(u'/') && QDir::isRelativePath(words->first())) {
            words->first() = QFileInfo(words->first()).absoluteFilePath();
            QStringList quoted;
            for (const QString &word : std::as_const(*words))
                quoted.append(shellWord(word));
            agent = kind + quoted.join(u' ');
        }
    }
    if (agent.isEmpty())
        return agent; // assay.toml may name one, or the run has one
    if (const auto made = makeAgent(agent, context.host, {}); !made)
        return failure(made.error());
    return agent;
}

} // namespace assay::cli
