#include "core/diff/filediff.h"

#include "core/diff/linediff.h"
#include "core/git/vault.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::diff {

struct FileDiff::Content {
    FileChange change;
    FileFacts facts;
    Options options;
    BlobLines before, after;
    QList<LineChange> changes;
    QList<Hunk> hunks;
    std::optional<Truncated> truncated;
    qint64 added = 0, removed = 0;
};

FileDiff::FileDiff() : d(std::make_shared<const Content>()) {}
FileDiff::FileDiff(std::shared_ptr<const Content> content) : d(std::move(content)) {}

namespace {

bool hasLines(const VersionFacts &facts)
{
    return facts.kind == ContentKind::Text || facts.kind == ContentKind::Link;
}

std::optional<Truncated> tooLarge(qint64 before, qint64 after, const Options &options)
{
    const qint64 larger = std::max(before, after);
    if (larger <= std::min(options.fileLimit, Options::kNoLimit))
        return std::nullopt;
    return Truncated{
        .limit = Truncated::FileBytes, .shown = 0, .whole = larger, .canBeLifted = larger <= Options::kNoLimit};
}

template <class Start, class Count>
int hunkAt(const QList<Hunk> &hunks, int line, Start start, Count count)
{
    const auto behind = std::ranges::upper_bound(hunks, line, {}, start);
    if (behind == hunks.begin())
        return -1;
    const Hunk &hunk = *std::prev(behind);
    return line < hunk.*start + hunk.*count ? int(behind - hunks.begin()) - 1 : -1;
}

} // namespace

Result<FileDiff> FileDiff::between(const FileChange &change, const QByteArray &before, const QByteArray &after,
                                   const Options &options)
{
    auto content = std::make_shared<Content>();
    content->change = change;
    content->options = options;
    content->facts = {.before = factsOf(change.before, before), .after = factsOf(change.after, after)};
    content->truncated = tooLarge(before.size(), after.size(), options);
    return compared(std::move(content), before, after);
}

Result<FileDiff> FileDiff::read(const Vault &vault, const FileChange &change, const Options &options)
{
    QByteArray bytes[2];
    qint64 sizes[2] = {0, 0};
    const FileVersion *const versions[] = {&change.before, &change.after};
    for (int side = 0; side < 2; ++side) {
        if (!versions[side]->exists() || versions[side]->isSubmodule())
            continue;
        const auto size = vault.blobSize(versions[side]->blob);
        if (!size)
            return failure(size.error());
        sizes[side] = *size;
    }
    if (const auto truncated = tooLarge(sizes[0], sizes[1], options)) {
        auto content = std::make_shared<Content>();
        content->change = change;
        content->options = options;
        content->truncated = truncated;
        VersionFacts *const facts[] = {&content->facts.before, &content->facts.after};
        for (int side = 0; side < 2; ++side) {
            *facts[side] = factsOf(*versions[side], {});
            facts[side]->size = sizes[side];
            if (facts[side]->kind == ContentKind::Text)
                facts[side]->kind = ContentKind::Unread;
        }
        return FileDiff(std::move(content));
    }
    for (int side = 0; side < 2; ++side) {
        if (!versions[side]->exists() || versions[side]->isSubmodule())
            continue;
        auto blob = vault.blob(versions[side]->blob);
        if (!blob)
            return failure(blob.error());
        bytes[side] = std::move(*blob);
    }
    return between(change, bytes[0], bytes[1], options);
}

Result<FileDiff> FileDiff::compared(std::shared_ptr<Content> content, const QByteArray &before, const QByteArray &after)
{
    const VersionFacts &old = content->facts.before, &now = content->facts.after;
    if (content->truncated || content->facts.isBinary())
        return FileDiff(std::move(content));
    if (hasLines(old))
        content->before = BlobLines(before, old.encoding);
    if (hasLines(now))
        content->after = BlobLines(after, now.encoding);
    const int oldLines = content->before.count(), newLines = content->after.count();
    if (oldLines > 0 && newLines > 0 && old.encoding != now.encoding
        && (isUtf16(old.encoding) || isUtf16(now.encoding))) {
        content->changes = {{.oldStart = 0, .oldCount = oldLines, .newStart = 0, .newCount = newLines}};
    } else {
        const auto comparable = [](const BlobLines &lines) {
            return isUtf16(lines.encoding()) ? asUtf8(lines.bytes(), lines.encoding()) : lines.bytes();
        };
        auto changes = lineChanges(comparable(content->before), comparable(content->after), content->options,
                                   content->change.path().display());
        if (!changes)
            return failure(changes.error());
        content->changes = std::move(*changes);
        content->changes.squeeze();
    }
    content->hunks = hunksOf(content->changes, content->options.context, oldLines, newLines);
    content->hunks.squeeze();
    for (const LineChange &change : std::as_const(content->changes)) {
        content->removed += change.oldCount;
        content->added += change.newCount;
    }
    return FileDiff(std::move(content));
}

const FileChange &FileDiff::change() const
{
    return d->change;
}

const FileFacts &FileDiff::facts() const
{
    return d->facts;
}

const Options &FileDiff::options() const
{
    return d->options;
}

const BlobLines &FileDiff::before() const
{
    return d->before;
}

const BlobLines &FileDiff::after() const
{
    return d->after;
}

const QList<LineChange> &FileDiff::changes() const
{
    return d->changes;
}

const QList<Hunk> &FileDiff::hunks() const
{
    return d->hunks;
}

const std::optional<Truncated> &FileDiff::truncated() const
{
    return d->truncated;
}

qint64 FileDiff::added() const
{
    return d->added;
}

qint64 FileDiff::removed() const
{
    return d->removed;
}

int FileDiff::sectionLine(int hunk) const
{
    constexpr int kNear = 2000; // lines: a data file without any such line costs no more
    const int start = d->hunks.at(hunk).oldStart;
    for (int line = start - 1; line >= std::max(0, start - kNear); --line) {
        const QByteArrayView text = d->before.text(line);
        const char first = text.isEmpty() ? ' ' : text.front();
        if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' || first == '$')
            return line;
    }
    return -1;
}

int FileDiff::hunkOfOldLine(int line) const
{
    return hunkAt(d->hunks, line, &Hunk::oldStart, &Hunk::oldCount);
}

int FileDiff::hunkOfNewLine(int line) const
{
    return hunkAt(d->hunks, line, &Hunk::newStart, &Hunk::newCount);
}

} // namespace assay::diff
