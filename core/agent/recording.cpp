#include "core/agent/recording.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <toml++/toml.hpp>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr auto kFormat = "assay/recording/1"_L1;

std::unexpected<Error> unfit(const QString &file, const QString &what)
{
    return failure(what, file, u"See the README.md of resources/demo/recording for the format"_s, ErrorKind::Usage);
}

QString at(const toml::node &node)
{
    return u" at line %1"_s.arg(node.source().begin.line);
}

std::optional<QString> text(const toml::table &table, std::string_view key)
{
    if (const auto value = table[key].value_exact<std::string>())
        return QString::fromStdString(*value);
    return std::nullopt;
}

QString firstUnknown(const toml::table &table, std::initializer_list<std::string_view> known)
{
    for (const auto &[key, node] : table) {
        if (!std::ranges::contains(known, key.str()))
            return QString::fromUtf8(key.str().data(), static_cast<qsizetype>(key.str().size())) + u'"' + at(node);
    }
    return {};
}

QString attempts(int count)
{
    return count == 0 ? u"first attempt"_s
        : count == 1  ? u"after 1 attempt rolled back"_s
                      : u"after %1 attempts rolled back"_s.arg(count);
}

QString words(SessionPurpose purpose, const ObjectId &tree, const QSet<FindingId> &findings, int attempt)
{
    QStringList names;
    for (const FindingId &id : findings)
        names << id.text();
    names.sort();
    QString line = toWord(purpose) + u" on tree "_s + (tree.isNull() ? u"(none)"_s : tree.text());
    if (!names.isEmpty())
        line += u" for "_s + names.join(u", "_s);
    return purpose == SessionPurpose::Audit ? line : line + u", "_s + attempts(attempt);
}

QSet<FindingId> asSet(const QList<FindingId> &findings)
{
    return {findings.begin(), findings.end()};
}

Result<RecordedSession> readSession(const toml::node &node, const QString &file)
{
    const toml::table *table = node.as_table();
    if (table == nullptr)
        return unfit(file, u"found something else%1, expected a [[session]] table"_s.arg(at(node)));
    const QString where = at(node);
    if (const QString key = firstUnknown(*table, {"folder", "purpose", "tree", "findings", "attempt"}); !key.isEmpty())
        return unfit(
            file, u"unknown key \"%1 in a [[session]], expected folder, purpose, tree, findings, attempt"_s.arg(key));

    RecordedSession session;
    const auto folder = text(*table, "folder");
    if (!folder || folder->isEmpty() || QDir::isAbsolutePath(*folder) || folder->split(u'/').contains(".."_L1))
        return unfit(
            file, u"the [[session]]%1 has no usable \"folder\", expected the relative path of a folder"_s.arg(where));
    session.folder = QFileInfo(file).path() + u'/' + *folder;
    if (!QFileInfo(session.folder).isDir())
        return unfit(file, u"the [[session]]%1 names the folder %2, which does not exist"_s.arg(where, *folder));

    const QString purposeWord = text(*table, "purpose").value_or(QString());
    const auto purpose = sessionPurposeFromWord(purposeWord);
    if (!purpose)
        return unfit(file,
                     u"found purpose \"%1\" in the [[session]]%2, expected audit, task, gate or evaluation"_s.arg(
                         purposeWord, where));
    session.purpose = *purpose;

    static const QRegularExpression treePattern(u"\\A[0-9a-f]{40}\\z"_s);
    const QString tree = text(*table, "tree").value_or(QString());
    if (!treePattern.match(tree).hasMatch())
        return unfit(file,
                     u"found tree \"%1\" in the [[session]]%2, expected 40 hexadecimal digits"_s.arg(tree, where));
    session.tree = ObjectId(tree.toLatin1());

    const auto attempt = (*table)["attempt"].value_exact<int64_t>();
    if (!attempt || *attempt < 0 || *attempt > 1000)
        return unfit(file,
                     u"the [[session]]%1 has no usable \"attempt\", expected a number from 0 to 1000"_s.arg(where));
    session.attempt = static_cast<int>(*attempt);

    const toml::array *findings = (*table)["findings"].as_array();
    if (findings == nullptr)
        return unfit(
            file,
            u"the [[session]]%1 has no \"findings\", expected a list of finding ids (empty for an audit)"_s.arg(where));
    for (const toml::node &entry : *findings) {
        const auto id = entry.value_exact<std::string>();
        if (!id)
            return unfit(
                file,
                u"the \"findings\" of the [[session]]%1 have an entry that is no text, expected ids such as \"F3\""_s
                    .arg(where));
        session.findings.insert(FindingId(QString::fromStdString(*id)));
    }
    return session;
}

} // namespace

Result<Recording> Recording::load(const QString &folder)
{
    const QString file = QDir(folder).absoluteFilePath(u"recording.toml"_s);
    if (!QFileInfo(folder).isDir())
        return failure(QFileInfo::exists(folder) ? u"is no folder"_s : u"does not exist"_s, folder,
                       u"Name the folder of a recording: --agent recorded:DIR"_s, ErrorKind::Usage);
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        return unfit(folder, u"is no recording: its recording.toml cannot be read (%1)"_s.arg(source.errorString()));
    const QByteArray bytes = source.readAll();

    toml::table table;
    try {
        table = toml::parse(std::string_view(bytes.constData(), static_cast<size_t>(bytes.size())));
    } catch (const toml::parse_error &error) {
        const std::string_view what = error.description();
        return unfit(file,
                     u"is not TOML at line %1, column %2: %3"_s.arg(error.source().begin.line)
                         .arg(error.source().begin.column)
                         .arg(QString::fromUtf8(what.data(), static_cast<qsizetype>(what.size()))));
    }

    const QString format = text(table, "format").value_or(QString());
    if (format != kFormat)
        return unfit(file, u"found format \"%1\", expected \"%2\""_s.arg(format, kFormat));
    if (const QString key = firstUnknown(table, {"format", "agent", "version", "title", "session"}); !key.isEmpty())
        return unfit(file, u"unknown key \"%1, expected format, agent, version, title, [[session]]"_s.arg(key));

    Recording recording;
    recording.m_folder = folder;
    recording.m_agent = text(table, "agent").value_or(u"recorded"_s);
    recording.m_version = text(table, "version").value_or(QString());
    const toml::array *sessions = table["session"].as_array();
    if (sessions == nullptr || sessions->empty())
        return unfit(file, u"has no [[session]], expected at least one"_s);
    for (const toml::node &node : *sessions) {
        auto session = readSession(node, file);
        if (!session)
            return failure(session.error());
        recording.m_sessions << *session;
    }
    return recording;
}

const RecordedSession *Recording::find(const SessionRequest &request) const
{
    const QSet<FindingId> findings = asSet(request.findings);
    for (const RecordedSession &session : m_sessions) {
        if (session.purpose == request.purpose && session.tree == request.checkpointTree && session.findings == findings
            && session.attempt == request.countedAttempts)
            return &session;
    }
    return nullptr;
}

QString Recording::whyNone(const SessionRequest &request) const
{
    constexpr qsizetype kListed = 20;
    QString what = u"no recording for this session: wanted %1; %2 has:"_s.arg(
        words(request.purpose, request.checkpointTree, asSet(request.findings), request.countedAttempts), m_folder);
    for (const RecordedSession &session : m_sessions.first(qMin(kListed, m_sessions.size())))
        what += u"\n  "_s + words(session.purpose, session.tree, session.findings, session.attempt);
    if (m_sessions.size() > kListed)
        what += u"\n  and %1 more"_s.arg(m_sessions.size() - kListed);
    return what;
}

} // namespace assay
