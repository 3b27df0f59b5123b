#include "core/diff/hunkpatch.h"

#include <QCryptographicHash>
#include <QHash>

using namespace Qt::StringLiterals;

namespace assay::diff {

Result<QByteArray> withHunks(const FileDiff &file, const QBitArray &accepted)
{
    const QString subject = file.change().path().display();
    if (file.options().whitespace != Whitespace::Exact)
        return failure(u"hunks cannot be taken from a comparison that ignores whitespace"_s, subject,
                       u"Compare the file exactly."_s, ErrorKind::Usage);
    if (file.truncated() || file.facts().isBinary())
        return failure(u"the file was not compared line by line, it has no hunks to take"_s, subject,
                       u"Take or leave the whole file, or lift the limit if that is why."_s, ErrorKind::Usage);
    if (accepted.size() != file.hunks().size())
        return failure(u"%1 choices were made for %2 hunks"_s.arg(accepted.size()).arg(file.hunks().size()), subject,
                       {}, ErrorKind::Internal);
    const BlobLines &before = file.before(), &after = file.after();
    QByteArray bytes;
    bytes.reserve(std::max(before.bytes().size(), after.bytes().size()));
    int copied = 0; // old lines
    for (qsizetype i = 0; i < file.hunks().size(); ++i) {
        if (!accepted.testBit(i))
            continue;
        const Hunk &hunk = file.hunks()[i];
        for (int c = hunk.firstChange; c < hunk.firstChange + hunk.changeCount; ++c) {
            const LineChange &change = file.changes()[c];
            bytes += before.lines(copied, change.oldStart - copied);
            bytes += after.lines(change.newStart, change.newCount);
            copied = change.oldEnd();
        }
    }
    bytes += before.lines(copied, before.count() - copied);
    return bytes;
}

HunkId HunkIdentity::id() const
{
    return HunkId(lines.text() + (occurrence > 0 ? u".%1"_s.arg(occurrence + 1) : QString()));
}

QList<HunkIdentity> hunkIdentities(const FileDiff &file)
{
    QList<HunkIdentity> identities;
    identities.reserve(file.hunks().size());
    QHash<Digest, int> seen;
    for (const Hunk &hunk : file.hunks()) {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        // A length before each stretch: without it lines could pass from one to the next unseen.
        const auto add = [&hash](char kind, QByteArrayView bytes) {
            hash.addData(QByteArray(1, kind) + QByteArray::number(bytes.size()) + '\n');
            hash.addData(bytes);
        };
        for (int c = hunk.firstChange; c < hunk.firstChange + hunk.changeCount; ++c) {
            const LineChange &change = file.changes()[c];
            if (c > hunk.firstChange) {
                const int from = file.changes()[c - 1].oldEnd();
                add(' ', file.before().lines(from, change.oldStart - from));
            }
            add('-', file.before().lines(change.oldStart, change.oldCount));
            add('+', file.after().lines(change.newStart, change.newCount));
        }
        HunkIdentity identity{.path = file.change().path(),
                              .oldBlob = file.change().before.blob,
                              .newBlob = file.change().after.blob,
                              .lines = Digest(hash.result().toHex())};
        identity.occurrence = seen[identity.lines]++;
        identities.append(identity);
    }
    return identities;
}

} // namespace assay::diff
