// A run folder in a temporary place, a clock that ticks by itself, and pieces of tests that run in a child process.
#pragma once

#include "core/domain/clock.h"
#include "core/journal/journalwriter.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTimeZone>

#include <functional>

#include <sys/wait.h>
#include <unistd.h>

namespace assay::test {

/// Every look at it is a second later than the one before.
class TickingClock final : public Clock {
public:
    [[nodiscard]] QDateTime now() const override { return m_start.addSecs(m_ticks++); }

private:
    QDateTime m_start{QDate(2025, 1, 1), QTime(0, 0), QTimeZone::UTC};
    mutable int m_ticks = 0;
};

class ScratchRun {
public:
    [[nodiscard]] RunFolder folder() const { return RunFolder(m_dir.filePath(QStringLiteral("run"))); }
    [[nodiscard]] const Clock &clock() const { return m_clock; }

    [[nodiscard]] Result<std::unique_ptr<JournalWriter>> create() const
    {
        return JournalWriter::create(folder(), m_clock);
    }
    [[nodiscard]] Result<std::unique_ptr<JournalWriter>> open() const { return JournalWriter::open(folder(), m_clock); }

    /// A journal of that many entries (at least the first), each by itself, closed again.
    [[nodiscard]] Status begin(int entries) const
    {
        auto writer = create();
        if (!writer)
            return failure(writer.error());
        auto last = (*writer)->append(created());
        if (!last)
            return failure(last.error());
        // Without a sync for each: tests begin with thousands.
        QByteArray lines;
        for (int i = 1; i < entries; ++i) {
            const Draft draft = note(i);
            last = Entry{.seq = i + 1,
                         .kind = draft.kind,
                         .at = m_clock.now(),
                         .actor = draft.actor,
                         .data = draft.data,
                         .prev = last->hash};
            lines += encodeEntry(*last);
        }
        add(lines);
        return {};
    }

    [[nodiscard]] static Draft created()
    {
        return {.kind = QStringLiteral("run.created"), .data = {{QStringLiteral("id"), QStringLiteral("r1")}}};
    }
    [[nodiscard]] static Draft note(int n)
    {
        return {
            .kind = QStringLiteral("note.given"), .data = {{QStringLiteral("n"), n}}, .actor = QStringLiteral("owner")};
    }

    [[nodiscard]] QByteArray bytes() const
    {
        QFile file(folder().journal());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &bytes) const
    {
        QFile file(folder().journal());
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
    }
    void add(const QByteArray &bytes) const { write(this->bytes() + bytes); }

    /// Every whole line; empty, with the reason in `*problem`, when one is no intact link of the chain.
    [[nodiscard]] QList<Entry> entries(QString *problem) const
    {
        QList<Entry> all;
        QByteArray prev = zeroHash();
        QByteArrayList lines = bytes().split('\n');
        lines.removeLast();
        for (const QByteArray &line : std::as_const(lines)) {
            auto entry = decodeEntry(line, true);
            if (!entry) {
                *problem = entry.error().text();
                return {};
            }
            if (entry->prev != prev || entry->seq != all.size() + 1) {
                *problem = QStringLiteral("the chain breaks at entry %1").arg(entry->seq);
                return {};
            }
            prev = entry->hash;
            all.append(std::move(*entry));
        }
        return all;
    }

private:
    QTemporaryDir m_dir;
    TickingClock m_clock;
};

/// Runs `piece` in a child process and gives what it returned: an empty text when all is as expected.
inline QString inChild(const std::function<QString()> &piece)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return QStringLiteral("no pipe");
    const pid_t child = ::fork();
    if (child < 0)
        return QStringLiteral("no child");
    if (child == 0) {
        ::close(ends[0]);
        const QByteArray text = piece().toUtf8();
        if (::write(ends[1], text.constData(), static_cast<size_t>(text.size())) != text.size())
            ::_exit(1);
        ::_exit(0);
    }
    ::close(ends[1]);
    QByteArray text;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
        text.append(buffer, got);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return QStringLiteral("the child died: wait status %1").arg(status);
    return QString::fromUtf8(text);
}

} // namespace assay::test
