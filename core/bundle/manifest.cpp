#include "core/bundle/manifest.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qint64 kManifestLimit = qint64(64) << 20;
const QByteArray kJson = "MANIFEST.json";
const QByteArray kSums = "MANIFEST.sha256";
const QString kFormat = u"assay/bundle/1"_s;

Status writeSynced(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush()
        || ::fsync(file.handle()) != 0)
        return failure(u"cannot be written: "_s + file.errorString(), path,
                       u"Free space, or export to another folder."_s);
    return {};
}

QByteArray sumsOf(const QList<BundleFile> &files)
{
    QByteArray lines;
    for (const BundleFile &file : files) {
        if (file.path != kSums)
            lines += file.digest.hex() + "  " + file.path + '\n';
    }
    return lines;
}

QJsonArray toJson(const QList<BundleFile> &files)
{
    QJsonArray array;
    for (const BundleFile &file : files) {
        if (file.path == kJson || file.path == kSums)
            continue;
        array.append(QJsonObject{{u"path"_s, QString::fromUtf8(file.path)},
                                 {u"sha256"_s, file.digest.text()},
                                 {u"size"_s, file.size},
                                 {u"mode"_s, file.executable ? u"755"_s : u"644"_s}});
    }
    return array;
}

} // namespace

QByteArray canonicalJson(const QJsonObject &json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n'; // QJsonObject keeps its members sorted
}

Result<QList<BundleFile>> listBundle(const QString &folder)
{
    QList<BundleFile> files;
    QDirIterator it(folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        struct stat facts{};
        if (::lstat(QFile::encodeName(path).constData(), &facts) != 0)
            return failure(u"cannot be looked at"_s, path);
        if (S_ISDIR(facts.st_mode)) {
            // One that holds nothing is as little listed as a file that was added.
            if (QDir(path).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot))
                files.append({path.mid(folder.size() + 1).toUtf8() + '/', Digest(), 0, false});
            continue;
        }
        if (!S_ISREG(facts.st_mode))
            return failure(u"a bundle holds plain files only, and this is none"_s, path, u"Remove it."_s,
                           ErrorKind::CannotVerify);
        if ((facts.st_mode & (S_ISUID | S_ISGID)) != 0)
            return failure(u"a bundle holds no file with a set-uid or set-gid bit"_s, path, u"Take the bit away."_s,
                           ErrorKind::CannotVerify);
        QFile file(path);
        QCryptographicHash hash(QCryptographicHash::Sha256);
        if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
            return failure(u"cannot be read: "_s + file.errorString(), path, {}, ErrorKind::CannotVerify);
        files.append({path.mid(folder.size() + 1).toUtf8(), Digest(hash.result().toHex()), file.size(),
                      (facts.st_mode & S_IXUSR) != 0});
    }
    std::sort(files.begin(), files.end(), [](const BundleFile &a, const BundleFile &b) { return a.path < b.path; });
    return files;
}

Status writeManifest(const QString &folder, QJsonObject facts)
{
    auto files = listBundle(folder);
    if (!files)
        return failure(files.error());
    facts[u"format"_s] = kFormat;
    facts[u"files"_s] = toJson(*files);
    const QByteArray json = canonicalJson(facts);
    if (const auto written = writeSynced(folder + u'/' + QString::fromUtf8(kJson), json); !written)
        return written;
    files = listBundle(folder);
    if (!files)
        return failure(files.error());
    return writeSynced(folder + u'/' + QString::fromUtf8(kSums), sumsOf(*files));
}

Result<ManifestCheck> checkManifest(const QString &folder)
{
    if (!QDir(folder).exists())
        return failure(u"there is no such folder"_s, folder, u"Give the folder that `assay export` wrote."_s,
                       ErrorKind::Usage);
    ManifestCheck check;
    QFile json(folder + u'/' + QString::fromUtf8(kJson));
    QFile sums(folder + u'/' + QString::fromUtf8(kSums));
    if (!json.exists() && !sums.exists())
        return failure(u"it holds no MANIFEST.json: it is no bundle"_s, folder,
                       u"Give the folder that `assay export` wrote."_s, ErrorKind::Usage);
    const auto files = listBundle(folder);
    if (!files) {
        check.problems.append(files.error().text());
        return check;
    }
    if (!json.open(QIODevice::ReadOnly) || json.size() > kManifestLimit)
        check.problems.append(u"MANIFEST.json is missing, unreadable or too large"_s);
    if (!sums.open(QIODevice::ReadOnly) || sums.size() > kManifestLimit)
        check.problems.append(u"MANIFEST.sha256 is missing, unreadable or too large"_s);
    if (!check.problems.isEmpty())
        return check;
    const QByteArray jsonBytes = json.readAll();
    if (sums.readAll() != sumsOf(*files))
        check.problems.append(u"MANIFEST.sha256 does not name exactly the files that are here with their SHA-256"_s);
    QJsonParseError error{};
    check.facts = QJsonDocument::fromJson(jsonBytes, &error).object();
    if (error.error != QJsonParseError::NoError) {
        check.problems.append(u"MANIFEST.json is no JSON at byte %1: %2"_s.arg(error.offset).arg(error.errorString()));
        return check;
    }
    if (canonicalJson(check.facts) != jsonBytes)
        check.problems.append(u"MANIFEST.json is not in its canonical form"_s);
    if (check.facts[u"format"].toString() != kFormat) {
        return failure(
            u"its format is \"%1\", this version reads \"%2\""_s.arg(check.facts[u"format"].toString(), kFormat),
            folder, u"Verify it with the Assay that wrote it, or a newer one."_s, ErrorKind::CannotVerify);
    }
    QHash<QString, QJsonObject> listed;
    for (const QJsonValue file : check.facts[u"files"].toArray())
        listed.insert(file[u"path"].toString(), file.toObject());
    for (const BundleFile &file : *files) {
        if (file.path == kJson || file.path == kSums)
            continue;
        check.files.append(file);
        const QString path = QString::fromUtf8(file.path);
        if (!listed.contains(path)) {
            check.problems.append(path + u": not listed in the manifest"_s);
            continue;
        }
        const QJsonObject told = listed.take(path);
        if (told[u"sha256"].toString() != file.digest.text())
            check.problems.append(u"%1: its SHA-256 is %2, the manifest says %3"_s.arg(path, file.digest.text(),
                                                                                       told[u"sha256"].toString()));
        if ((told[u"mode"].toString() == "755"_L1) != file.executable)
            check.problems.append(
                u"%1: its run bit differs from the manifest (%2)"_s.arg(path, told[u"mode"].toString()));
    }
    for (auto it = listed.cbegin(); it != listed.cend(); ++it)
        check.problems.append(it.key() + u": listed in the manifest and missing"_s);
    if (check.problems.isEmpty() && check.facts[u"files"].toArray() != toJson(*files))
        check.problems.append(u"MANIFEST.json lists the files in another form, order or size than they have"_s);
    return check;
}

} // namespace assay
