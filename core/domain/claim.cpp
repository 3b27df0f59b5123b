// A claim in words.
#include "core/domain/task.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace assay {

QString claimSentence(const Claim &claim)
{
    switch (claim.type) {
    case ClaimType::Tests: {
        QStringList counts;
        if (claim.passed >= 0)
            counts.append(u"%1 passed"_s.arg(claim.passed));
        if (claim.failed >= 0)
            counts.append(u"%1 failed"_s.arg(claim.failed));
        return counts.isEmpty() ? u"tests ran"_s : counts.join(u", "_s);
    }
    case ClaimType::Commit:
        return u"commit %1"_s.arg(claim.hash);
    case ClaimType::Files: {
        QStringList names;
        for (const RepoPath &path : claim.paths)
            names.append(path.display());
        return u"touches "_s + names.join(u", "_s);
    }
    case ClaimType::Check:
        return u"%1 answers %2"_s.arg(claim.check, toWord(claim.answer));
    }
    Q_UNREACHABLE_RETURN({});
}

QString claimWords(const Claim &claim)
{
    const QString claimed = claimSentence(claim);
    return claim.text.isEmpty() || claim.text == claimed ? claimed : u"%1 (\"%2\")"_s.arg(claimed, claim.text);
}

} // namespace assay
