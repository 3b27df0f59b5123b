#include "core/diff/words.h"

#include <QHash>

#include <algorithm>
#include <vector>

namespace assay::diff {
namespace {

constexpr qsizetype kMostDifferences = 400; // words removed and added, after which the search is given up
constexpr qsizetype kAlike = 40;      // per cent of the characters, blanks aside

enum class WordKind { Word, Blanks, Other };

WordKind kindOf(char32_t code)
{
    if (code == U'_' || QChar::isLetterOrNumber(code))
        return WordKind::Word;
    return code == U' ' || code == U'\t' || QChar::isSpace(code) ? WordKind::Blanks : WordKind::Other;
}

char32_t codeAt(QStringView line, qsizetype at, qsizetype &length)
{
    length = 1;
    if (line[at].isHighSurrogate() && at + 1 < line.size() && line[at + 1].isLowSurrogate()) {
        length = 2;
        return QChar::surrogateToUcs4(line[at], line[at + 1]);
    }
    return line[at].unicode();
}

/// A line as its words that are no blanks, the blanks being what lies between them.
struct Inked {
    QStringView line;
    QList<Span> words;
    explicit Inked(QStringView text) : line(text), words(wordsOf(text))
    {
        words.removeIf([text](const Span &word) { return kindOf(text[word.start].unicode()) == WordKind::Blanks; });
    }
    /// Of the blanks before a word, or behind the last.
    [[nodiscard]] Span gap(qsizetype word) const
    {
        const qsizetype start = word == 0 ? 0 : words[word - 1].end();
        return {.start = start, .length = (word == words.size() ? line.size() : words[word].start) - start};
    }
    [[nodiscard]] QStringView text(const Span &span) const { return line.sliced(span.start, span.length); }
};

/// Two lines as numbers, equal words having equal ones.
struct Numbered {
    std::vector<int> before, after;
    Numbered(const Inked &old, const Inked &now)
    {
        QHash<QStringView, int> numbers;
        const auto number = [&numbers](const Inked &line, std::vector<int> &to) {
            to.reserve(size_t(line.words.size()));
            for (const Span &word : line.words) {
                const auto known = numbers.constFind(line.text(word));
                to.push_back(known != numbers.cend() ? *known : *numbers.insert(line.text(word), int(numbers.size())));
            }
        };
        number(old, before);
        number(now, after);
    }
};

/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), the plain greedy form with its trace kept:
/// for each word the one that it stays as on the other side, or -1. Given up at kMostDifferences: then nothing in between stays.
struct Kept {
    std::vector<int> before, after;
    explicit Kept(const Numbered &words) : before(words.before.size(), -1), after(words.after.size(), -1)
    {
        const auto &a = words.before, &b = words.after;
        qsizetype head = 0, tail = 0;
        const auto shorter = qsizetype(std::min(a.size(), b.size()));
        while (head < shorter && a[size_t(head)] == b[size_t(head)])
            keep(size_t(head), size_t(head)), ++head;
        while (tail < shorter - head && a[a.size() - 1 - size_t(tail)] == b[b.size() - 1 - size_t(tail)])
            keep(a.size() - 1 - size_t(tail), b.size() - 1 - size_t(tail)), ++tail;
        search(a, b, head, qsizetype(a.size()) - head - tail, qsizetype(b.size()) - head - tail);
    }

private:
    void keep(size_t i, size_t j)
    {
        before[i] = int(j);
        after[j] = int(i);
    }

    void search(const std::vector<int> &a, const std::vector<int> &b, qsizetype head, qsizetype m, qsizetype n)
    {
        if (m == 0 || n == 0)
            return;
        const qsizetype most = std::min(m + n, kMostDifferences);
        std::vector<qsizetype> furthest(size_t(2 * most + 2), 0); // by diagonal k = x - y
        const auto at = [&furthest, most](qsizetype k) -> qsizetype & { return furthest[size_t(k + most)]; };
        std::vector<std::vector<qsizetype>> trace; // the furthest before each round, diagonals -d to d
        for (qsizetype d = 0; d <= most; ++d) {
            trace.emplace_back(furthest.begin() + most - d, furthest.begin() + most + d + 1);
            for (qsizetype k = -d; k <= d; k += 2) {
                qsizetype x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
                qsizetype y = x - k;
                while (x < m && y < n && a[size_t(head + x)] == b[size_t(head + y)])
                    ++x, ++y;
                at(k) = x;
                if (x >= m && y >= n) {
                    walkBack(trace, head, m, n);
                    return;
                }
            }
        }
    }

    void walkBack(const std::vector<std::vector<qsizetype>> &trace, qsizetype head, qsizetype x, qsizetype y)
    {
        for (qsizetype d = qsizetype(trace.size()) - 1; d >= 0; --d) {
            const auto was = [&trace, d](qsizetype k) { return trace[size_t(d)][size_t(k + d)]; };
            const qsizetype k = x - y;
            const bool down = d == 0 || k == -d || (k != d && was(k - 1) < was(k + 1));
            const qsizetype fromK = down ? k + 1 : k - 1;
            const qsizetype fromX = d == 0 ? 0 : was(fromK), fromY = d == 0 ? 0 : fromX - fromK;
            while (x > fromX && y > fromY)
                keep(size_t(head + --x), size_t(head + --y));
            x = fromX;
            y = fromY;
        }
    }
};

/// Of what changed in a line. Blanks did where they differ between words that stayed, and between words that did not.
QList<Span> changedSpans(const Inked &line, const std::vector<int> &stays, const Inked &other)
{
    QList<Span> spans;
    const auto mark = [&spans](const Span &span) {
        if (span.length == 0)
            return;
        if (!spans.isEmpty() && spans.last().end() == span.start)
            spans.last().length += span.length;
        else
            spans.append(span);
    };
    const qsizetype count = line.words.size();
    for (qsizetype i = 0; i <= count; ++i) {
        // The line's begin and end stay as the other's.
        const qsizetype left = i == 0 ? -1 : stays[size_t(i - 1)];
        const qsizetype right = i == count ? other.words.size() : stays[size_t(i)];
        const bool leftStays = i == 0 || left >= 0, rightStays = i == count || right >= 0;
        const Span gap = line.gap(i);
        if (leftStays && rightStays ? right == left + 1 && line.text(gap) != other.text(other.gap(right))
                                    : !leftStays && !rightStays)
            mark(gap);
        if (i < count && !rightStays)
            mark(line.words[i]);
    }
    return spans;
}

/// Characters of the words, all or those that stay.
qsizetype inkOf(const Inked &line, const std::vector<int> *stays = nullptr)
{
    qsizetype ink = 0;
    for (qsizetype i = 0; i < line.words.size(); ++i) {
        if (!stays || (*stays)[size_t(i)] >= 0)
            ink += line.words[i].length;
    }
    return ink;
}

} // namespace

QList<Span> wordsOf(QStringView line)
{
    QList<Span> words;
    WordKind last = WordKind::Other;
    for (qsizetype i = 0; i < line.size();) {
        qsizetype length = 0;
        const char32_t code = codeAt(line, i, length);
        const WordKind kind = kindOf(code);
        if (!words.isEmpty() && (QChar::isMark(code) || (kind == last && kind != WordKind::Other))) {
            words.last().length += length;
        } else {
            words.append({.start = i, .length = length});
            last = kind;
        }
        i += length;
    }
    return words;
}

WordChanges wordChanges(QStringView before, QStringView after, qsizetype limit)
{
    WordChanges changes;
    const qsizetype longer = std::max(before.size(), after.size());
    if (limit >= 0 && longer > limit) {
        changes.truncated = Truncated{.limit = Truncated::LineLength, .shown = limit, .whole = longer};
        return changes;
    }
    const Inked old(before), now(after);
    const Kept kept(Numbered(old, now));
    const qsizetype all = inkOf(old) + inkOf(now);
    const qsizetype stays = inkOf(old, &kept.before) + inkOf(now, &kept.after);
    changes.alike = 100 * stays >= kAlike * all;
    if (changes.alike) {
        changes.removed = changedSpans(old, kept.before, now);
        changes.added = changedSpans(now, kept.after, old);
    }
    return changes;
}

} // namespace assay::diff
