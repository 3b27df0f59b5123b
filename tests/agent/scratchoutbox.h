// An outbox in a temporary folder, for tests to break.
#pragma once

#include "core/agent/outbox.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace assay::test {

using namespace Qt::StringLiterals;

inline const QString kSchemas = QStringLiteral(ASSAY_SOURCE_DIR "/resources/schemas");

/// An outbox with an audit of one finding whose repro is sound; tests break it.
class Outbox {
public:
    Outbox()
    {
        write(u"repros/a.py"_s, "#!/usr/bin/env python3\n", 0755);
        form = {{u"schema"_s, u"assay/audit/1"_s}, {u"findings"_s, QJsonArray{finding()}}};
    }
    static QJsonObject finding()
    {
        return {{u"title"_s, u"Rows are lost"_s},
                {u"severity"_s, u"high"_s},
                {u"root_cause"_s, u"no-commit"_s},
                {u"where"_s, QJsonArray{QJsonObject{{u"path"_s, u"a/b.py"_s}, {u"line"_s, 3}}}},
                {u"observed"_s, u"0 rows"_s},
                {u"expected"_s, u"1 row"_s},
                {u"repro"_s, u"repros/a.py"_s}};
    }
    void write(const QString &name, const QByteArray &bytes, mode_t mode = 0644)
    {
        QDir(path()).mkpath(QFileInfo(name).path());
        QFile file(path() + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
        file.close();
        QCOMPARE(::chmod(QFile::encodeName(file.fileName()).constData(), mode), 0);
    }
    void set(const QString &key, const QJsonValue &value)
    {
        QJsonObject changed = form.value("findings"_L1).toArray().at(0).toObject();
        changed.insert(key, value);
        form.insert(u"findings"_s, QJsonArray{changed});
    }
    OutboxResult<AuditResult> read()
    {
        write(u"audit.json"_s, QJsonDocument(form).toJson());
        return readAudit(path(), kSchemas);
    }
    /// Each problem as "pointer what".
    QStringList problems() { return lines(read()); }
    template <class T>
    static QStringList lines(const OutboxResult<T> &result)
    {
        QStringList lines;
        if (!result) {
            for (const OutboxProblem &problem : result.error())
                lines << problem.pointer + u' ' + problem.what;
        }
        return lines;
    }
    [[nodiscard]] QString path() const { return m_dir.path(); }
    [[nodiscard]] QByteArray native(const QString &name) const { return QFile::encodeName(path() + u'/' + name); }

    QJsonObject form;

private:
    QTemporaryDir m_dir;
};

} // namespace assay::test
