// Whole lines of a large file, worked on side by side and handed over in order, in bounded memory.
#pragma once

#include "core/journal/durablefile.h"
#include "core/journal/entry.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <system_error>
#include <thread>

namespace assay {

/// Some lines of a file, each with its newline.
struct LinePiece {
    QByteArray bytes;
    qint64 offset = 0; ///< of the first byte in the file
};

/// Cuts the file from `offset` on into pieces of whole lines (about 512 KiB; a longer line is a piece of its own), runs
/// `work` on several of them at once in threads of its own, and gives each result to `take` in the caller's thread, in
/// the file's order. At most five pieces and their results exist at a time. Ends early when `take` returns false.
/// Returns the offset behind the last whole line that was worked on. A single piece is worked on in the caller's thread.
template <class Worked>
[[nodiscard]] Result<qint64> workOnLines(const FileHandle &file, const QString &path, qint64 offset,
                                         const std::function<Worked(const LinePiece &)> &work,
                                         const std::function<bool(Worked &&)> &take)
{
    constexpr qint64 pieceSize = 512 << 10;
    const size_t sideBySide = std::clamp(std::thread::hardware_concurrency(), 1U, 4U);
    std::deque<std::future<Worked>> underWay;
    const auto takeOldest = [&] {
        std::future<Worked> oldest = std::move(underWay.front());
        underWay.pop_front();
        return take(oldest.get());
    };
    qint64 wanted = pieceSize;
    for (;;) {
        auto bytes = readFully(file.fd(), offset, wanted, path);
        if (!bytes)
            return failure(bytes.error());
        const bool last = bytes->size() < wanted;
        const qsizetype end = bytes->lastIndexOf('\n') + 1;
        if (end == 0 && !last) {
            if (wanted > lineLimit) {
                return failure(QStringLiteral("the line at byte %1 is longer than the %2 bytes that a line may have")
                                   .arg(offset)
                                   .arg(lineLimit),
                               path);
            }
            wanted *= 2;
            continue;
        }
        wanted = pieceSize;
        if (end > 0) {
            bytes->truncate(end);
            const auto piece = std::make_shared<const LinePiece>(std::move(*bytes), offset);
            offset += end;
            if (last && underWay.empty()) {
                static_cast<void>(take(work(*piece)));
                return offset;
            }
            const auto job = [piece, &work] { return work(*piece); };
            try {
                underWay.push_back(std::async(std::launch::async, job));
            } catch (const std::system_error &) { // no thread to be had
                underWay.push_back(std::async(std::launch::deferred, job));
            }
        }
        if (last)
            break;
        if (underWay.size() > sideBySide && !takeOldest())
            return offset;
    }
    while (!underWay.empty()) {
        if (!takeOldest())
            break;
    }
    return offset;
}

} // namespace assay
