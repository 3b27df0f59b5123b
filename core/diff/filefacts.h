// What can be said in words of a changed file, beside its lines.
#pragma once

#include "core/diff/encoding.h"
#include "core/diff/filechange.h"

namespace assay::diff {

enum class ContentKind {
    Absent,
    Text,
    Binary,
    Link,
    Submodule,
    Unread, ///< beyond the limit: only its size is known
};

enum class LineEndStyle { None, Lf, CrLf, Cr, Mixed };

enum class ImageFormat { None, Png, Jpeg, Gif, Webp, Bmp, Ico, Tiff, Avif, Svg };

/// What one side's bytes are.
struct VersionFacts {
    ContentKind kind = ContentKind::Absent;
    qint64 size = 0; ///< bytes
    ImageFormat image = ImageFormat::None; ///< by its first bytes, whatever the name says
    // Of text:
    TextEncoding encoding = TextEncoding::Utf8;
    bool byteOrderMark = false;
    qint64 lineFeeds = 0, carriageReturnLineFeeds = 0, carriageReturns = 0; ///< carriageReturns: not before a line feed
    bool newlineAtEnd = true; ///< of an empty file too

    [[nodiscard]] bool isEmpty() const { return kind != ContentKind::Absent && size == 0; }
    [[nodiscard]] LineEndStyle lineEnds() const;
    friend bool operator==(const VersionFacts &, const VersionFacts &) = default;
};

/// Binary is what git takes for it, a NUL in the first 8,000 bytes, but for UTF-16 with a byte order mark. The
/// attributes of a repository are not asked.
[[nodiscard]] VersionFacts factsOf(const FileVersion &version, QByteArrayView bytes);

struct FileFacts {
    VersionFacts before, after;
    /// Both are there and are text (or links), and the one thing differs.
    [[nodiscard]] bool encodingChanged() const;
    [[nodiscard]] bool byteOrderMarkChanged() const;
    [[nodiscard]] bool lineEndsChanged() const; ///< the style: not that lines were added
    [[nodiscard]] bool newlineAtEndChanged() const;
    [[nodiscard]] bool isBinary() const
    {
        return before.kind == ContentKind::Binary || after.kind == ContentKind::Binary;
    }
    friend bool operator==(const FileFacts &, const FileFacts &) = default;
};

} // namespace assay::diff
