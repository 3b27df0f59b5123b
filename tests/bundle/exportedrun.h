// A small run that converged and was exported, and what an attacker or a reader does with copies of its bundle.
#pragma once

#include "core/bundle/bundle.h"
#include "core/bundle/manifest.h"
#include "core/engine/ledger.h"
#include "tests/support/tinyrun.h"

#include "core/journal/entry.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

namespace assay::test {

/// Exports as the program does: what was proven is appended to the run's journal before the bundle is written.
[[nodiscard]] inline Result<ExportResult> exported(EngineRun &run, ProcessHost &host, const QString &folder = {})
{
    const SystemClock clock;
    auto ledger = openRun(run.folder(), clock);
    if (!ledger)
        return failure(ledger.error());
    const auto record = [&](const QJsonObject &data) {
        return (*ledger)->append(Draft{.kind = QStringLiteral("export.proven"), .data = data});
    };
    return exportBundle(run.folder(), (*ledger)->state(), host, {.folder = folder, .resources = resources()}, record,
                        {}, {});
}

struct Verdict {
    int status = -1;     ///< -1: an error
    QString text;        ///< one line a proof: "0 name: detail", 0 proven, 1 refuted, 2 could not
    QByteArray message() const { return QByteArray::number(status) + ' ' + text.toUtf8(); }
};

class ExportedRun {
public:
    /// False when a step failed, with why().
    [[nodiscard]] bool make()
    {
        m_run = std::make_unique<EngineRun>(m_project.target(), m_project.options());
        if (!m_run->create()) {
            m_why = m_run->error();
            return false;
        }
        if (const auto outcome = m_run->go(); !outcome || *outcome != Outcome::Converged) {
            m_why = outcome ? story(m_run->state()) : outcome.error().text();
            return false;
        }
        const auto written = exported(*m_run, m_host);
        if (!written)
            m_why = written.error().text();
        else
            m_bundle = written->folder;
        return written.has_value();
    }
    [[nodiscard]] const QString &why() const { return m_why; }
    [[nodiscard]] EngineRun &run() { return *m_run; }
    [[nodiscard]] TinyProject &project() { return m_project; }
    [[nodiscard]] ProcessHost &host() { return m_host; }
    [[nodiscard]] const QString &bundle() const { return m_bundle; }

    [[nodiscard]] QString copy(const QTemporaryDir &dir) const
    {
        const QString to = dir.filePath(QStringLiteral("bundle"));
        runProgram(QStringLiteral("cp"), {QStringLiteral("-a"), m_bundle, to}, dir.path());
        return to;
    }
    [[nodiscard]] Verdict verify(const QString &bundle, const QString &at = {}, const QString &target = {})
    {
        const auto proofs = verifyBundle(m_host,
                                         {.bundle = bundle,
                                          .target = target.isEmpty() ? m_project.target() : target,
                                          .resources = resources(),
                                          .at = at},
                                         {}, {});
        if (!proofs)
            return {-1, proofs.error().text()};
        Verdict verdict{proofs->exitStatus(), {}};
        for (const Proof &proof : proofs->proofs)
            verdict.text += QStringLiteral("%1 %2: %3\n").arg(int(proof.state)).arg(proof.name, proof.detail);
        return verdict;
    }

private:
    TinyProject m_project;
    std::unique_ptr<EngineRun> m_run;
    ProcessHost m_host;
    QString m_bundle, m_why;
};

[[nodiscard]] inline QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qWarning("cannot read %s", qPrintable(path));
    return file.readAll();
}

inline void overwrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size())
        qWarning("cannot write %s", qPrintable(path));
}

/// Makes both manifests anew over what is in the folder, as an attacker does with an editor and sha256sum.
inline void rehash(const QString &bundle, const std::function<void(QJsonObject &)> &edit = {})
{
    QJsonObject facts = QJsonDocument::fromJson(bytesOf(bundle + QStringLiteral("/MANIFEST.json"))).object();
    if (edit)
        edit(facts);
    QFile::remove(bundle + QStringLiteral("/MANIFEST.json"));
    QFile::remove(bundle + QStringLiteral("/MANIFEST.sha256"));
    if (!writeManifest(bundle, facts))
        qWarning("no manifest");
}

/// Edits the data of the journal's last entry and makes its hash anew: the most that one line costs.
inline void forgeLastEntry(const QString &bundle, const std::function<void(QJsonObject &)> &edit)
{
    const QString path = bundle + QStringLiteral("/journal.jsonl");
    QByteArrayList lines = bytesOf(path).split('\n');
    lines.removeLast();
    auto entry = decodeEntry(lines.last(), true);
    if (!entry)
        qFatal("no entry");
    edit(entry->data);
    lines.last() = encodeEntry(*entry);
    overwrite(path, lines.join('\n'));
}

} // namespace assay::test
