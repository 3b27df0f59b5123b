#include "core/diff/words.h"

#include <QHash>

#include <algorithm>
#include <vector>

namespace assay::diff {
namespace {

constexpr int kMostDifferences = 400; // words removed and added, after which the search is given up
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

/// Two lines as numbers, equal words having equal ones.
struct Numbered {
    std::vector<int> before, after;
    Numbered(QStringView old, const QList<Span> &oldWords, QStringView now, const QList<Span> &newWords)
    {
        QHash<QStringView, int> numbers;
        const auto number = [&numbers](QStringView line, const QList<Span> &words, std::vector<int> &to) {
            to.reserve(size_t(words.size()));
            for (const Span &word : words) {
                const QStringView text = line.sliced(word.start, word.length);
                const auto known = numbers.constFind(text);
                to.push_back(known != numbers.cend() ? *known : *numbers.insert(text, int(numbers.size())));
            }
        };
        number(old, oldWords, before);
        number(now, newWords, after);
    }
};

/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), the plain greedy form with its trace kept:
/// which words stay, as one flag a word and side. Given up at kMostDifferences: then nothing in between stays.
struct Kept {
    std::vector<bool> before, after;
    explicit Kept(const Numbered &words) : before(words.before.size(), false), after(words.after.size(), false)
    {
        const auto &a = words.before, &b = words.after;
        int head = 0, tail = 0;
        const int shorter = int(std::min(a.size(), b.size()));
        while (head < shorter && a[size_t(head)] == b[size_t(head)])
            keep(size_t(head), size_t(head)), ++head;
        while (tail < shorter - head && a[a.size() - 1 - size_t(tail)] == b[b.size() - 1 - size_t(tail)])
            keep(a.size() - 1 - size_t(tail), b.size() - 1 - size_t(tail)), ++tail;
        search(a, b, head, int(a.size()) - head - tail, int(b.size()) - head - tail);
    }

private:
    void keep(size_t i, size_t j)
    {
        before[i] = true;
        after[j] = true;
    }

    void search(const std::vector<int> &a, const std::vector<int> &b, int head, int m, int n)
    {
        if (m == 0 || n == 0)
            return;
        const int most = std::min(m + n, kMostDifferences);
        std::vector<int> furthest(size_t(2 * most + 2), 0); // by diagonal k = x - y
        const auto at = [&furthest, most](int k) -> int & { return furthest[size_t(k + most)]; };
        std::vector<std::vector<int>> trace; // the furthest before each round, diagonals -d to d
        for (int d = 0; d <= most; ++d) {
            trace.emplace_back(furthest.begin() + most - d, furthest.begin() + most + d + 1);
            for (int k = -d; k <= d; k += 2) {
                int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
                int y = x - k;
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

    void walkBack(const std::vector<std::vector<int>> &trace, int head, int x, int y)
    {
        for (int d = int(trace.size()) - 1; d >= 0; --d) {
            const auto was = [&trace, d](int k) { return trace[size_t(d)][size_t(k + d)]; };
            const int k = x - y;
            const bool down = d == 0 || k == -d || (k != d && was(k - 1) < was(k + 1));
            const int fromK = down ? k + 1 : k - 1;
            const int fromX = d == 0 ? 0 : was(fromK), fromY = d == 0 ? 0 : fromX - fromK;
            while (x > fromX && y > fromY)
                keep(size_t(head + --x), size_t(head + --y));
            x = fromX;
            y = fromY;
        }
    }
};

/// Of what changed, with the blanks between two changed words.
QList<Span> changedSpans(QStringView line, const QList<Span> &words, const std::vector<bool> &kept)
{
    const auto isBlank = [&](qsizetype i) { return kindOf(line[words[i].start].unicode()) == WordKind::Blanks; };
    QList<Span> spans;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const bool between
            = i > 0 && i + 1 < words.size() && isBlank(i) && !kept[size_t(i - 1)] && !kept[size_t(i + 1)];
        if (kept[size_t(i)] && !between)
            continue;
        if (!spans.isEmpty() && spans.last().end() == words[i].start)
            spans.last().length += words[i].length;
        else
            spans.append(words[i]);
    }
    return spans;
}

qsizetype inkOf(QStringView line, const QList<Span> &words, const std::vector<bool> *kept)
{
    qsizetype ink = 0;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if ((!kept || (*kept)[size_t(i)]) && kindOf(line[words[i].start].unicode()) != WordKind::Blanks)
            ink += words[i].length;
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
    const QList<Span> oldWords = wordsOf(before), newWords = wordsOf(after);
    const Kept kept(Numbered(before, oldWords, after, newWords));
    const qsizetype all = inkOf(before, oldWords, nullptr) + inkOf(after, newWords, nullptr);
    const qsizetype stays = inkOf(before, oldWords, &kept.before) + inkOf(after, newWords, &kept.after);
    changes.alike = 100 * stays >= kAlike * all;
    if (changes.alike) {
        changes.removed = changedSpans(before, oldWords, kept.before);
        changes.added = changedSpans(after, newWords, kept.after);
    }
    return changes;
}

} // namespace assay::diff
