#include "app/cli/note_command.h"

#include "app/cli/ownercommand.h"

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {

int noteCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    QString text = context.invocation.argument(u"TEXT"_s);
    if (text == "-"_L1) {
        QFile input;
        constexpr qint64 most = 64 << 10; // it goes into every prompt to come
        if (!input.open(stdin, QIODevice::ReadOnly))
            return context.terminal.error({.what = u"it cannot be read"_s,
                                           .subject = u"standard input"_s,
                                           .remedy = u"Give the note as a word in quotes."_s,
                                           .kind = ErrorKind::Usage});
        const QByteArray bytes = input.read(most + 1);
        if (bytes.size() > most)
            return context.terminal.error({.what = u"the note is longer than %1 bytes"_s.arg(most),
                                           .subject = u"standard input"_s,
                                           .remedy = u"Say it shorter."_s,
                                           .kind = ErrorKind::Usage});
        text = QString::fromUtf8(bytes).trimmed();
    }
    QJsonObject args{{u"text"_s, text}};
    if (context.invocation.has(u"comments"_s)) {
        RunState state;
        if (const auto read = readState(*folder, state); !read)
            return context.terminal.error(read.error());
        QJsonArray marks;
        for (auto it = state.marks.cbegin(); it != state.marks.cend(); ++it) {
            if (it->isOpenComment())
                marks.append(placeToJson(it.key()));
        }
        if (marks.isEmpty())
            return context.terminal.error({.what = u"no comment is open"_s,
                                           .subject = folder->path(),
                                           .remedy = u"`%1 mark PLACE --comment TEXT` makes one."_s.arg(programName()),
                                           .kind = ErrorKind::Usage});
        args[u"marks"_s] = marks;
    }
    return tellOwnersCommand(context, *folder, u"note"_s, args);
}

} // namespace assay::cli
