// A run's journal made up entry by entry, for tests of what is told of it.
#pragma once

#include "core/engine/configfile.h"
#include "core/journal/codec.h"
#include "core/journal/runstate.h"

#include <QTimeZone>

namespace assay::test {

/// The time goes on by a second an entry.
class Story {
public:
    Entry add(const QString &kind, const QJsonObject &data, int iteration = 0,
              const QString &actor = QStringLiteral("engine"))
    {
        Entry entry;
        entry.seq = state.lastSeq + 1;
        entry.kind = kind;
        entry.at = QDateTime(QDate(2026, 3, 4), QTime(5, 6, 7), QTimeZone::UTC).addSecs(entry.seq);
        entry.actor = actor;
        entry.iteration = iteration;
        entry.data = data;
        state.apply(entry);
        entries.append(entry);
        return entry;
    }

    void create(const QString &target = QStringLiteral("/src/greeter"))
    {
        using namespace Qt::StringLiterals;
        add(u"run.created"_s,
            {{u"id"_s, u"11111111-2222-3333-4444-555555555555"_s},
             {u"target"_s, target},
             {u"base"_s, QString(40, u'b')},
             {u"tree"_s, baseTree().text()},
             {u"base_name"_s, u"HEAD"_s}});
        add(u"run.opened"_s, {});
    }
    void configure(const Policy &policy, bool contained = true, const QStringList &warnings = {})
    {
        using namespace Qt::StringLiterals;
        add(u"run.configured"_s,
            {{u"policy"_s, policyToJson(policy)},
             {u"toolchain"_s, QJsonObject{{u"contained"_s, contained}}},
             {u"warnings"_s, codec::toJson(warnings)}});
    }
    void gate(const QString &label, const ObjectId &tree, int passed, int failed, int iteration = 0)
    {
        const GateFact fact{.label = label,
                            .tree = tree,
                            .passed = passed,
                            .failed = failed,
                            .countsKnown = true,
                            .duration = std::chrono::milliseconds(1500)};
        add(QStringLiteral("gate.reported"), codec::toJson(fact), iteration);
    }
    void iteration(int n, const QString &type, const ObjectId &tree, const QString &task = {}, int attempt = 0)
    {
        using namespace Qt::StringLiterals;
        add(u"iteration.started"_s,
            {{u"n"_s, n}, {u"type"_s, type}, {u"tree"_s, tree.text()}, {u"task"_s, task}, {u"attempt"_s, attempt}}, n);
    }
    void verdict(int n, const QString &verdict, const QString &reason, bool counted = true)
    {
        using namespace Qt::StringLiterals;
        add(u"iteration.ended"_s, {{u"verdict"_s, verdict}, {u"reason"_s, reason}, {u"counted"_s, counted}}, n);
    }
    void claim(int n, const QString &claim, const QString &title, const QString &severity, const QStringList &checks)
    {
        using namespace Qt::StringLiterals;
        QJsonArray files;
        for (const QString &check : checks)
            files.append(QJsonObject{{u"id"_s, check}, {u"name"_s, u"check "_s + check}});
        add(u"finding.claimed"_s,
            {{u"claim"_s, claim},
             {u"title"_s, title},
             {u"severity"_s, severity},
             {u"cause"_s, u"arguments"_s},
             {u"checks"_s, files}},
            n);
    }
    void judge(int n, const QString &id, const QString &claim, const QString &stateWord, const QString &reason)
    {
        using namespace Qt::StringLiterals;
        add(u"finding.judged"_s, {{u"id"_s, id}, {u"claim"_s, claim}, {u"state"_s, stateWord}, {u"reason"_s, reason}},
            n);
    }
    void proofs(int n, const QString &check, ProofRole role, const ObjectId &tree, const QList<Answer> &answers)
    {
        for (qsizetype k = 0; k < answers.size(); ++k) {
            const ProofFact fact{.subject = CheckId(check),
                                 .role = role,
                                 .tree = tree,
                                 .k = int(k) + 1,
                                 .n = int(answers.size()),
                                 .answer = answers.at(k)};
            add(QStringLiteral("proof.run"), codec::toJson(fact), n);
        }
    }
    static ObjectId baseTree() { return ObjectId(QByteArray(40, 'b')); }
    static ObjectId tree(char letter) { return ObjectId(QByteArray(40, letter)); }

    RunState state;
    QList<Entry> entries; ///< what the state was folded from
};

} // namespace assay::test
