// Globs over repository paths, byte by byte. Total: hostile patterns cost at most quadratic time.
#include "core/domain/glob.h"

#include "core/domain/rules.h"

#include <algorithm>

namespace assay {
namespace {

/// Where the bracket expression that opens at `open` closes; -1 when it does not (the bracket is a plain byte).
qsizetype closingBracket(QByteArrayView part, qsizetype open)
{
    qsizetype at = open + 1;
    if (at < part.size() && (part[at] == '!' || part[at] == '^'))
        ++at;
    if (at < part.size() && part[at] == ']') // a first ] is a member
        ++at;
    for (; at < part.size(); ++at) {
        if (part[at] == ']')
            return at;
    }
    return -1;
}

bool bracketHolds(QByteArrayView members, char c)
{
    const bool negated = members.startsWith('!') || members.startsWith('^');
    if (negated)
        members = members.sliced(1);
    const auto byte = [](char value) { return static_cast<unsigned char>(value); };
    bool holds = false;
    for (qsizetype at = 0; at < members.size(); ++at) {
        if (at + 2 < members.size() && members[at + 1] == '-') {
            holds = holds || (byte(members[at]) <= byte(c) && byte(c) <= byte(members[at + 2]));
            at += 2;
        } else {
            holds = holds || members[at] == c;
        }
    }
    return holds != negated;
}

/// Matches one part of the pattern (no slash, no **) against one name; a star is retried from its last place only,
/// which is enough inside one name.
bool partMatches(QByteArrayView part, QByteArrayView name)
{
    qsizetype p = 0, n = 0, star = -1, starName = 0;
    while (n < name.size()) {
        qsizetype next = -1; // where the pattern goes on when this byte fits
        if (p < part.size()) {
            if (part[p] == '*') {
                star = p++;
                starName = n;
                continue;
            }
            if (part[p] == '?') {
                next = p + 1;
            } else if (const qsizetype close = part[p] == '[' ? closingBracket(part, p) : -1; close > 0) {
                if (bracketHolds(part.sliced(p + 1, close - p - 1), name[n]))
                    next = close + 1;
            } else {
                const qsizetype literal = part[p] == '\\' && p + 1 < part.size() ? p + 1 : p;
                if (part[literal] == name[n])
                    next = literal + 1;
            }
        }
        if (next >= 0) {
            p = next;
            ++n;
        } else if (star >= 0) {
            p = star + 1;
            n = ++starName;
        } else {
            return false;
        }
    }
    while (p < part.size() && part[p] == '*')
        ++p;
    return p == part.size();
}

bool partsMatch(const QByteArrayList &pattern, const QList<QByteArrayView> &names)
{
    if (pattern.size() == 2 && pattern.first() == "**" && pattern.last() != "**") // the commonest: a name anywhere
        return partMatches(pattern.last(), names.last());
    if (!pattern.contains("**") && pattern.size() != names.size())
        return false;
    // reachable[n]: the parts so far can stand for the first n names.
    QList<bool> reachable(names.size() + 1, false);
    reachable[0] = true;
    for (qsizetype p = 0; p < pattern.size(); ++p) {
        QList<bool> next(names.size() + 1, false);
        if (pattern.at(p) == "**") {
            const bool last = p == pattern.size() - 1; // tests/** means what lies below tests, not tests itself
            bool any = false;
            for (qsizetype n = 0; n <= names.size(); ++n) {
                next[n] = last ? any : any || reachable.at(n);
                any = any || reachable.at(n);
            }
        } else {
            for (qsizetype n = 0; n < names.size(); ++n)
                next[n + 1] = reachable.at(n) && partMatches(pattern.at(p), names.at(n));
        }
        reachable = next;
    }
    return reachable.last();
}

struct Braces {
    qsizetype open = -1, close = -1;
    QList<qsizetype> commas;
};

/// The first outermost {…,…} of the pattern.
Braces firstBraces(QByteArrayView glob)
{
    Braces braces;
    int depth = 0;
    for (qsizetype at = 0; at < glob.size(); ++at) {
        if (glob[at] == '\\') {
            ++at;
        } else if (glob[at] == '{') {
            if (depth++ == 0)
                braces.open = at;
        } else if (glob[at] == ',' && depth == 1) {
            braces.commas.append(at);
        } else if (glob[at] == '}' && depth > 0 && --depth == 0) {
            if (!braces.commas.isEmpty()) {
                braces.close = at;
                return braces;
            }
        }
    }
    return {};
}

/// Every pattern that the braces stand for. Past the limit braces are taken as plain bytes.
QByteArrayList withoutBraces(QByteArrayView glob)
{
    constexpr qsizetype Limit = 256;
    QByteArrayList done, open{glob.toByteArray()};
    while (!open.isEmpty()) {
        const QByteArray pattern = open.takeFirst();
        const Braces braces = firstBraces(pattern);
        if (braces.close < 0 || done.size() + open.size() + braces.commas.size() >= Limit) {
            done.append(pattern);
            continue;
        }
        qsizetype from = braces.open + 1;
        for (const qsizetype end : braces.commas + QList<qsizetype>{braces.close}) {
            open.append(pattern.left(braces.open) + pattern.mid(from, end - from) + pattern.mid(braces.close + 1));
            from = end + 1;
        }
    }
    return done;
}

} // namespace

QList<QByteArrayView> namesOf(QByteArrayView path)
{
    QList<QByteArrayView> names;
    qsizetype from = 0;
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
        names.append(path.sliced(from, slash - from));
        from = slash + 1;
    }
    names.append(path.sliced(from));
    return names;
}

Glob::Glob(QByteArrayView glob)
{
    for (const QByteArray &pattern : withoutBraces(glob))
        m_patterns.append(pattern.split('/'));
}

bool Glob::matches(const QList<QByteArrayView> &names) const
{
    return std::ranges::any_of(m_patterns, [&](const QByteArrayList &pattern) { return partsMatch(pattern, names); });
}

bool globMatches(QByteArrayView glob, QByteArrayView path)
{
    return Glob(glob).matches(namesOf(path));
}

} // namespace assay
