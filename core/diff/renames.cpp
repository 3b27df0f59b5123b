#include "core/diff/renames.h"

#include "core/diff/similarity.h"
#include "core/git/vault.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;

namespace assay::diff {
namespace {

constexpr int kCandidates = 4; // that a new file remembers
constexpr int kEqualLookedAt = 100;

QByteArrayView nameOf(const RepoPath &path)
{
    return QByteArrayView(path.bytes()).sliced(path.bytes().lastIndexOf('/') + 1);
}

bool isRegular(const FileVersion &version)
{
    return !version.isLink() && !version.isSubmodule();
}

class RenameSearch {
public:
    RenameSearch(const Vault &vault, const QList<FileChange> &files, const RenameOptions &options,
                 const StopToken &stop)
        : m_vault(vault),
          m_files(files),
          m_options(options),
          m_stop(stop),
          m_least(options.similarity * Fingerprint::kSame / 100)
    {
        for (int i = 0; i < files.size(); ++i) {
            const FileChange &file = files[i];
            if (file.status == FileStatus::Added)
                m_targets.push_back({.file = i});
            else if (file.status == FileStatus::Deleted)
                m_sources.push_back({.file = i});
            else if (options.copies)
                m_sources.push_back({.file = i, .used = 1}); // it stays: all that come of it are copies
        }
    }

    Result<RenamedFiles> run()
    {
        matchEqualBlobs();
        if (m_options.similarity < 100) {
            if (!m_options.copies) {
                if (const Status done = matchUniqueNames(); !done)
                    return failure(done.error());
            }
            if (const Status done = matchMostSimilar(); !done)
                return failure(done.error());
        }
        return renamed();
    }

private:
    struct Side {
        int file = 0; ///< in m_files
        int used = 0; ///< of a source: how often
        int source = -1, similarity = 0; ///< of a target, once matched
        qint64 size = -1;
        std::unique_ptr<Fingerprint> fingerprint;
    };
    struct Pair {
        int target, source, similarity;
        bool sameName;
    };

    [[nodiscard]] const FileVersion &old(const Side &source) const { return m_files[source.file].before; }
    [[nodiscard]] const FileVersion &now(const Side &target) const { return m_files[target.file].after; }

    void match(int target, int source, int similarity)
    {
        m_targets[size_t(target)].source = source;
        m_targets[size_t(target)].similarity = similarity;
        ++m_sources[size_t(source)].used;
    }

    void matchEqualBlobs()
    {
        QHash<ObjectId, std::vector<int>> byBlob;
        for (int s = 0; s < int(m_sources.size()); ++s)
            byBlob[old(m_sources[size_t(s)]).blob].push_back(s);
        for (int t = 0; t < int(m_targets.size()); ++t) {
            const FileVersion &target = now(m_targets[size_t(t)]);
            const auto candidates = byBlob.constFind(target.blob);
            if (candidates == byBlob.cend())
                continue;
            int best = -1, bestScore = -1, looked = 0;
            for (const int s : *candidates) {
                const Side &side = m_sources[size_t(s)];
                const FileVersion &source = old(side);
                if ((!isRegular(source) || !isRegular(target)) && source.mode != target.mode)
                    continue;
                if (side.used > 0 && !m_options.copies)
                    continue;
                const int score = int(side.used == 0) + int(nameOf(source.path) == nameOf(target.path));
                if (score > bestScore) {
                    best = s;
                    bestScore = score;
                }
                if (bestScore == 2 || ++looked > kEqualLookedAt)
                    break;
            }
            if (best >= 0)
                match(t, best, Fingerprint::kSame);
        }
    }

    Status matchUniqueNames()
    {
        constexpr int kTwice = -2;
        const auto unique = [this](const std::vector<Side> &sides, bool sources) {
            QHash<QByteArrayView, int> byName;
            for (int i = 0; i < int(sides.size()); ++i) {
                const Side &side = sides[size_t(i)];
                if (sources ? side.used > 0 : side.source >= 0)
                    continue;
                const QByteArrayView name = nameOf(sources ? old(side).path : now(side).path);
                byName[name] = byName.contains(name) ? kTwice : i;
            }
            return byName;
        };
        const auto sources = unique(m_sources, true), targets = unique(m_targets, false);
        const int least = m_least + (Fingerprint::kSame - m_least) / 2;
        for (int s = 0; s < int(m_sources.size()); ++s) {
            const QByteArrayView name = nameOf(old(m_sources[size_t(s)]).path);
            const int target = targets.value(name, -1);
            if (sources.value(name, -1) != s || target < 0)
                continue;
            const auto similarity = similarityOf(m_sources[size_t(s)], m_targets[size_t(target)]);
            if (!similarity)
                return failure(similarity.error());
            if (*similarity >= least)
                match(target, s, *similarity);
        }
        return {};
    }

    Status matchMostSimilar()
    {
        std::vector<int> targets, sources;
        for (int t = 0; t < int(m_targets.size()); ++t) {
            if (m_targets[size_t(t)].source < 0)
                targets.push_back(t);
        }
        for (int s = 0; s < int(m_sources.size()); ++s) {
            if (m_sources[size_t(s)].used == 0 || m_options.copies)
                sources.push_back(s);
        }
        if (qint64(targets.size()) * qint64(sources.size()) > m_options.pairLimit) {
            m_complete = false;
            return {};
        }
        std::vector<Pair> pairs;
        for (const int t : targets) {
            std::vector<Pair>
                best; // whatever they are, each in the place of the one it beat: that decides between equals
            for (const int s : sources) {
                const auto similarity = similarityOf(m_sources[size_t(s)], m_targets[size_t(t)]);
                if (!similarity)
                    return failure(similarity.error());
                const Pair pair{.target = t,
                                .source = s,
                                .similarity = *similarity,
                                .sameName
                                = nameOf(old(m_sources[size_t(s)]).path) == nameOf(now(m_targets[size_t(t)]).path)};
                if (best.size() < kCandidates) {
                    best.push_back(pair);
                    continue;
                }
                const auto worst = std::ranges::max_element(best, isBetter);
                if (isBetter(pair, *worst))
                    *worst = pair;
            }
            pairs.insert(pairs.end(), best.begin(), best.end());
        }
        std::ranges::stable_sort(pairs, isBetter);
        for (const bool again : {false, true}) {
            for (const Pair &pair : pairs) {
                if (pair.similarity < m_least)
                    break;
                if (m_targets[size_t(pair.target)].source < 0 && (again || m_sources[size_t(pair.source)].used == 0))
                    match(pair.target, pair.source, pair.similarity);
            }
            if (!m_options.copies)
                break;
        }
        return {};
    }

    static bool isBetter(const Pair &one, const Pair &other)
    {
        return one.similarity != other.similarity ? one.similarity > other.similarity
                                                  : int(one.sameName) > int(other.sameName);
    }

    /// 0 where the pair cannot be a rename.
    Result<int> similarityOf(Side &source, Side &target)
    {
        const FileVersion &before = old(source), &after = now(target);
        if (!isRegular(before) || !isRegular(after))
            return 0;
        for (const auto &[side, version] : {std::pair(&source, &before), std::pair(&target, &after)}) {
            if (side->size >= 0)
                continue;
            const auto size = m_vault.blobSize(version->blob);
            if (!size)
                return failure(size.error());
            side->size = *size;
        }
        if (!Fingerprint::canReach(m_least, source.size, target.size))
            return 0;
        if (std::max(source.size, target.size) > m_options.fileLimit) {
            m_complete = false;
            return 0;
        }
        for (const auto &[side, version] : {std::pair(&source, &before), std::pair(&target, &after)}) {
            if (side->fingerprint)
                continue;
            if (m_stop.stopRequested())
                return failure(u"the search for renamed files was stopped"_s, m_vault.path(), {}, ErrorKind::Stopped);
            const auto blob = m_vault.blob(version->blob);
            if (!blob)
                return failure(blob.error());
            side->fingerprint = std::make_unique<Fingerprint>(*blob);
        }
        return source.fingerprint->similarity(*target.fingerprint);
    }

    RenamedFiles renamed()
    {
        // Of several files that came of one that is gone, the last is the rename and the others are copies.
        std::vector<bool> gone(size_t(m_files.size()), false);
        QList<FileChange> files = m_files;
        for (const Side &target : m_targets) {
            if (target.source < 0)
                continue;
            Side &source = m_sources[size_t(target.source)];
            FileChange &file = files[target.file];
            file.before = old(source);
            file.similarity = target.similarity * 100 / Fingerprint::kSame;
            file.status = --source.used > 0 ? FileStatus::Copied : FileStatus::Renamed;
            if (m_files[source.file].status == FileStatus::Deleted)
                gone[size_t(source.file)] = true;
        }
        RenamedFiles result{.complete = m_complete};
        for (qsizetype i = 0; i < files.size(); ++i) {
            if (!gone[size_t(i)])
                result.files.append(files[i]);
        }
        return result;
    }

    const Vault &m_vault;
    const QList<FileChange> &m_files;
    const RenameOptions &m_options;
    const StopToken &m_stop;
    int m_least;
    bool m_complete = true;
    std::vector<Side> m_sources, m_targets;
};

} // namespace

Result<RenamedFiles> withRenames(const Vault &vault, const QList<FileChange> &files, const RenameOptions &options,
                                 const StopToken &stop)
{
    return RenameSearch(vault, files, options, stop).run();
}

} // namespace assay::diff
