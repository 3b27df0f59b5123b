#include "core/git/gitprogram.h"

#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

/// What no repository's own configuration may change.
const QByteArrayList &fixedConfiguration()
{
    static const QByteArrayList arguments = [] {
        QByteArrayList list;
        for (
            const char *setting : {
                "core.hooksPath=/dev/null",
                "core.fsmonitor=false",
                "core.pager=cat",
                "color.ui=false",
                "protocol.ext.allow=never",
                "protocol.file.allow=always",
                "gc.auto=0",
                "maintenance.auto=false",
                "fetch.recurseSubmodules=false",
                "submodule.recurse=false",
                "credential.helper=",
                "commit.gpgSign=false",
                // An entry of the journal names objects: they have to be on the disk before it is (git 2.36 and later).
                "core.fsync=objects,reference",
                "core.fsyncMethod=batch",
            })
            list << "-c" << setting;
        return list;
    }();
    return arguments;
}

QMap<QByteArray, QByteArray> environmentFor(const GitProgram::Call &call, const QByteArray &runFolder)
{
    auto environment
        = cleanEnvironment({"SSH_AUTH_SOCK", "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY",
                            "all_proxy", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO"});
    const std::pair<const char *, const char *> fixed[] = {
        {"HOME", "/nonexistent"}, // instead of GIT_CONFIG_GLOBAL, which git older than 2.32 does not know
        {"XDG_CONFIG_HOME", "/nonexistent"},
        {"GIT_CONFIG_NOSYSTEM", "1"},
        {"GIT_ATTR_NOSYSTEM", "1"},
        {"GIT_OPTIONAL_LOCKS", "0"},
        {"GIT_NO_REPLACE_OBJECTS", "1"},
        {"GIT_NO_LAZY_FETCH", "1"},
        {"GIT_TERMINAL_PROMPT", "0"},
        {"GIT_ASKPASS", "/bin/false"},
        {"SSH_ASKPASS", "/bin/false"},
        {"GIT_SSH_COMMAND", "ssh -oBatchMode=yes"},
        {"GIT_AUTHOR_NAME", "Assay"},
        {"GIT_AUTHOR_EMAIL", "assay@localhost"},
        {"GIT_COMMITTER_NAME", "Assay"},
        {"GIT_COMMITTER_EMAIL", "assay@localhost"},
        {"LC_ALL", "C.UTF-8"}, // its words are read, and shown beside ours
        {"LANGUAGE", "en"},
    };
    for (const auto &[name, value] : fixed)
        environment.insert(name, value);
    if (!runFolder.isEmpty())
        environment.insert("ASSAY_RUN", runFolder);
    environment.insert(call.environment);
    return environment;
}

QString commandText(const GitProgram::Call &call)
{
    QString text = u"git"_s;
    for (qsizetype i = 0; i < call.arguments.size(); ++i) {
        if (call.arguments.at(i) == "-c")
            ++i; // settings of ours, which say nothing to a reader
        else
            text += u' ' + QString::fromUtf8(call.arguments.at(i));
    }
    return text.size() > 300 ? text.left(300) + u'…' : text;
}

/// Git's own words without advice and with the last lines only, where it says what it died of.
QString ownWords(const QByteArray &standardError)
{
    QStringList lines;
    for (const QByteArray &line : standardError.split('\n')) {
        const QByteArray text = line.mid(line.lastIndexOf('\r') + 1).trimmed();
        if (!text.isEmpty() && !text.startsWith("hint:"))
            lines.append(QString::fromUtf8(text));
    }
    return lines.mid(std::max(qsizetype(0), lines.size() - 12)).join(u'\n');
}

} // namespace

ProcessResult GitProgram::tryRun(const Call &call, const StopToken &stop) const
{
    ProcessCommand command;
    command.program = "git";
    command.arguments = fixedConfiguration() + call.arguments;
    command.workingFolder = call.folder;
    command.environment = environmentFor(call, m_runFolder);
    command.standardInput = call.standardInput;
    command.limits.timeout = call.timeout;
    command.limits.outputBytes = call.outputBytes;
    command.limits.fileBytes = qint64(1) << 40; // one pack may be larger than any file of a check
    return m_host.run(std::move(command), stop);
}

Result<QByteArray> GitProgram::run(const Call &call, const StopToken &stop) const
{
    ProcessResult result = tryRun(call, stop);
    const QString subject = commandText(call);
    const QString folder = QString::fromUtf8(call.folder);
    switch (result.end) {
    case ProcessEnd::Exited:
        break;
    case ProcessEnd::NotStarted:
        return failure(u"git cannot be started: "_s + result.startError, subject,
                       u"Install git 2.30 or later and make sure that it is in PATH."_s);
    case ProcessEnd::EndedByOwner: // only what has a title can be
    case ProcessEnd::Stopped:
        return failure(u"stopped while it ran"_s, subject, {}, ErrorKind::Stopped);
    case ProcessEnd::TimedOut:
    case ProcessEnd::Idle:
        return failure(u"git had not ended after %1 s"_s.arg(
                           std::chrono::duration_cast<std::chrono::seconds>(call.timeout).count()),
                       subject, u"Run it by hand in %1 to see what it waits for."_s.arg(folder));
    case ProcessEnd::Signalled:
        return failure(u"git was ended by signal %1. %2"_s.arg(result.signal).arg(ownWords(result.standardError)),
                       subject);
    case ProcessEnd::TooManyProcesses:
    case ProcessEnd::DiskFloor:
        return failure(u"git was ended at a limit: too many processes, or too little free disk space"_s, subject);
    }
    if (result.exitStatus != 0) {
        const QString words = ownWords(result.standardError);
        return failure(
            u"git ended with status %1%2"_s.arg(result.exitStatus).arg(words.isEmpty() ? QString() : u": "_s + words),
            subject);
    }
    if (result.outputTotal > call.outputBytes)
        return failure(u"git wrote %1 bytes, at most %2 are taken"_s.arg(result.outputTotal).arg(call.outputBytes),
                       subject);
    return std::move(result.standardOutput);
}

Result<QString> GitProgram::version() const
{
    const auto output = run({.arguments = {"--version"}});
    if (!output)
        return failure(output.error());
    // "git version 2.39.5 (Apple Git-154)"
    QString text = QString::fromUtf8(output->trimmed()).section(u' ', 2, 2);
    if (QVersionNumber::fromString(text) < QVersionNumber(2, 30))
        return failure(u"it is git %1, 2.30 or later is needed"_s.arg(text), u"git"_s, u"Install a newer git."_s);
    return text;
}

} // namespace assay
