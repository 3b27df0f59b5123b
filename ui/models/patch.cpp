#include "ui/models/patch.h"

#include "ui/look/formats.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// A path as git quotes it: "a\303\244.txt" with C's escapes.
QByteArray unquoted(QByteArrayView text)
{
    if (!text.startsWith('"') || !text.endsWith('"') || text.size() < 2)
        return text.toByteArray();
    text = text.sliced(1, text.size() - 2);
    QByteArray path;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text.at(i) != '\\' || i + 1 == text.size()) {
            path += text.at(i);
            continue;
        }
        const char c = text.at(++i);
        if (c >= '0' && c <= '3' && i + 2 < text.size()) {
            path += char((c - '0') * 64 + (text.at(i + 1) - '0') * 8 + (text.at(i + 2) - '0'));
            i += 2;
            continue;
        }
        const QByteArrayView names("abtnvfr"), values("\a\b\t\n\v\f\r");
        const qsizetype known = names.indexOf(c);
        path += known >= 0 ? values.at(known) : c;
    }
    return path;
}

/// From "a/X b/X" the X: without renames both halves are as long.
QByteArray pathOf(QByteArrayView halves)
{
    if (halves.size() < 5)
        return {};
    QByteArray half = unquoted(halves.first(halves.size() / 2));
    return half.startsWith("a/") ? half.sliced(2) : half;
}

/// "12,3" → 12 and 3; "12" → 12 and 1.
std::pair<int, int> rangeOf(QByteArrayView text)
{
    const qsizetype comma = text.indexOf(',');
    if (comma < 0)
        return {text.toInt(), 1};
    return {text.first(comma).toInt(), text.sliced(comma + 1).toInt()};
}

} // namespace

qsizetype Patch::fileAt(qsizetype line) const
{
    const auto behind = std::ranges::upper_bound(files, line, {}, &PatchFile::line);
    return behind - files.begin() - 1;
}

QList<qsizetype> Patch::headings() const
{
    QList<qsizetype> at;
    for (const PatchFile &file : files)
        at.append(file.line);
    return at;
}

qsizetype Patch::next(const QList<qsizetype> &of, qsizetype line, bool backwards)
{
    if (backwards) {
        const auto at = std::ranges::lower_bound(of, line);
        return at == of.begin() ? -1 : *(at - 1);
    }
    const auto at = std::ranges::upper_bound(of, line);
    return at == of.end() ? -1 : *at;
}

PatchReader::PatchReader(const QByteArray &bytes) : m_lines(Lines::of(bytes))
{
    m_lines.marks.resize(m_lines.count());
}

std::shared_ptr<const Patch> PatchReader::read(const QByteArray &bytes)
{
    PatchReader reader(bytes);
    for (qsizetype line = 0; line < reader.m_lines.count(); ++line)
        reader.take(line);
    reader.closeFile();
    reader.m_patch.lines = std::make_shared<const Lines>(std::move(reader.m_lines));
    return std::make_shared<const Patch>(std::move(reader.m_patch));
}

void PatchReader::mark(qsizetype line, LineKind kind, int before, int after)
{
    m_lines.marks[line] = {kind, before, after};
    m_lines.highest = std::max({m_lines.highest, before, after});
}

void PatchReader::take(qsizetype line)
{
    const QByteArrayView text = m_lines.raw(line);
    if (!takeInHunk(line, text))
        takeHeader(line, text);
}

bool PatchReader::takeInHunk(qsizetype line, QByteArrayView text)
{
    if (text.startsWith('\\')) { // "\ No newline at end of file" belongs to the line before
        mark(line, LineKind::Note);
        return true;
    }
    if (m_beforeLeft <= 0 && m_afterLeft <= 0)
        return false;
    const char sign = text.isEmpty() ? ' ' : text.front();
    if (sign == '+' && m_afterLeft > 0) {
        mark(line, LineKind::Added, 0, m_after++);
        --m_afterLeft;
        ++m_patch.files.last().added;
        return true;
    }
    if (sign == '-' && m_beforeLeft > 0) {
        mark(line, LineKind::Removed, m_before++, 0);
        --m_beforeLeft;
        ++m_patch.files.last().removed;
        return true;
    }
    if (sign == ' ' && m_beforeLeft > 0 && m_afterLeft > 0) {
        mark(line, LineKind::Context, m_before++, m_after++);
        --m_beforeLeft;
        --m_afterLeft;
        return true;
    }
    m_beforeLeft = m_afterLeft = 0; // not what its heading promised
    return false;
}

void PatchReader::takeHeader(qsizetype line, QByteArrayView text)
{
    const QByteArrayView begins("diff --git ");
    if (text.startsWith(begins)) {
        closeFile();
        m_patch.files.append({.path = RepoPath(pathOf(text.sliced(begins.size()))), .line = line});
        mark(line, LineKind::Heading);
        return;
    }
    if (m_patch.files.isEmpty())
        return; // no patch, or words before it: shown as it is
    PatchFile &file = m_patch.files.last();
    if (text.startsWith("@@ -")) {
        const QList<QByteArray> parts = text.first(std::min<qsizetype>(text.size(), 100)).toByteArray().split(' ');
        if (parts.size() >= 4 && parts.at(2).startsWith('+')) {
            std::tie(m_before, m_beforeLeft) = rangeOf(QByteArrayView(parts.at(1)).sliced(1));
            std::tie(m_after, m_afterLeft) = rangeOf(QByteArrayView(parts.at(2)).sliced(1));
            m_patch.hunks.append(line);
            mark(line, LineKind::Hunk);
            return;
        }
    }
    mark(line, LineKind::Note);
    if (text.startsWith("new file mode "))
        file.change = PathChange::Added;
    else if (text.startsWith("deleted file mode "))
        file.change = PathChange::Deleted;
    else if (text.startsWith("old mode "))
        m_oldMode = text.sliced(9).toByteArray();
    else if (text.startsWith("new mode "))
        m_said = tr("mode %1 becomes %2").arg(QString::fromLatin1(m_oldMode), QString::fromLatin1(text.sliced(9)));
    else if (text.startsWith("GIT binary patch") || text.startsWith("Binary files "))
        file.binary = true;
}

/// The heading says in words what its lines do not show.
void PatchReader::closeFile()
{
    m_beforeLeft = m_afterLeft = 0;
    if (m_patch.files.isEmpty())
        return;
    const PatchFile &file = m_patch.files.last();
    QStringList title{Formats::line(file.path.display())};
    if (file.change == PathChange::Added)
        title.append(tr("added"));
    else if (file.change == PathChange::Deleted)
        title.append(tr("deleted"));
    if (!m_said.isEmpty())
        title.append(m_said);
    if (file.binary)
        title.append(tr("binary"));
    m_lines.titles.insert(file.line, title.join(u" · "_s));
    m_said.clear();
    m_oldMode.clear();
}

} // namespace assay::ui
