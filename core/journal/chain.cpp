// verifyChain() of journalreader.h: every line, its hash, and that each names the one before it.
#include "core/journal/durablefile.h"
#include "core/journal/journalreader.h"
#include "core/journal/linepieces.h"

#include <QThread>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr qsizetype problemLimit = 100;

/// What the chain needs to know of a line.
struct Link {
    qint64 seq = 0;
    QByteArray prev, hash;
    Batch batch;
    QString problem; ///< why it is no intact entry; then `hash` is what stands at its end, if anything
};

std::vector<Link> linksOf(const LinePiece &piece)
{
    std::vector<Link> links;
    QByteArrayView rest(piece.bytes);
    while (!rest.isEmpty()) {
        const qsizetype length = rest.indexOf('\n') + 1;
        const QByteArrayView line = rest.first(length);
        rest = rest.sliced(length);
        if (auto entry = decodeEntry(line, true))
            links.push_back({entry->seq, entry->prev, entry->hash, entry->batch, {}});
        else
            links.push_back({0, {}, writtenHash(line).toByteArray(), {}, entry.error().what});
    }
    return links;
}

class ChainCheck {
public:
    void add(const Link &link)
    {
        ++m_lines;
        if (!link.problem.isEmpty()) {
            changed(link.problem);
            // The next line should follow this one all the same: one problem is to be told once.
            ++m_seq;
            m_batch.reset();
        } else {
            ++m_report.entries;
            if (link.seq != m_seq + 1)
                changed(u"has the number %1 where %2 is expected"_s.arg(link.seq).arg(m_seq + 1));
            if (!m_report.head.isEmpty() && link.prev != m_report.head) {
                changed(u"names %1 as the hash before it, which is %2"_s.arg(QLatin1StringView(link.prev),
                                                                             QLatin1StringView(m_report.head)));
            }
            if (m_batch && !goesOn(*m_batch, m_seq + 1, link.batch))
                changed(u"is of %1 and does not go on from %2"_s.arg(batchText(link.batch), batchText(*m_batch)));
            m_seq = link.seq;
            m_batch = link.batch;
        }
        m_report.head = link.hash;
    }
    void problem(const QString &text)
    {
        if (m_report.problems.size() < problemLimit)
            m_report.problems.append(text);
        else
            ++m_more;
    }
    /// What the lines still to come belong to; none where the last line ended it.
    [[nodiscard]] Batch open() const { return m_batch && m_batch->last > m_seq ? *m_batch : Batch(); }
    [[nodiscard]] ChainReport finish()
    {
        if (m_more > 0)
            m_report.problems.append(u"%1 more problems"_s.arg(m_more));
        return m_report;
    }

private:
    /// Of the line that is added.
    void changed(const QString &how)
    {
        if (m_report.firstChanged == 0)
            m_report.firstChanged = m_lines;
        problem(u"line %1: "_s.arg(m_lines) + how);
    }

    qint64 m_lines = 0;
    qint64 m_seq = 0; ///< of the last line
    std::optional<Batch> m_batch = Batch(); ///< of the last line; nothing where it is damaged
    qint64 m_more = 0;
    ChainReport m_report{.entries = 0, .head = zeroHash(), .problems = {}};
};

} // namespace

Result<ChainReport> verifyChain(const QString &path)
{
    const auto file = FileHandle::open(path, O_RDONLY);
    if (!file)
        return failure(file.error());
    ChainCheck check;
    qint64 end = 0;
    for (int patience = 4;; --patience) {
        const auto read
            = workOnLines<std::vector<Link>>(*file, path, end, linksOf, [&check](std::vector<Link> &&links) {
                  for (const Link &link : links)
                      check.add(link);
                  return true;
              });
        if (!read)
            return failure(read.error());
        end = *read;
        struct stat now{};
        if (::fstat(file->fd(), &now) != 0)
            return failure(systemError(u"cannot be looked at"_s, path));
        if (now.st_size <= end && check.open() == Batch())
            break;
        if (patience == 0 && check.open() != Batch()) {
            check.problem(u"the file ends in the middle of %1; the next opening of the run moves it aside"_s.arg(
                batchText(check.open())));
            break;
        }
        if (patience == 0) {
            check.problem(u"the file ends in the middle of an entry: %1 bytes from byte %2 on; the next opening of the "
                          "run moves them aside"_s.arg(now.st_size - end)
                              .arg(end));
            break;
        }
        QThread::msleep(50);
    }
    return check.finish();
}

} // namespace assay
