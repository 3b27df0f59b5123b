// A run made up for tests of what the files of a bundle tell of it.
#pragma once

#include "core/bundle/bundlefacts.h"
#include "tests/cli/story.h"

namespace assay::test {

/// F1 High, fixed in 2 and defended; F2 Low of another cause, left; F3 Medium, declined by the owner; F4 High, new since
/// base, left; F5 High, fixed in 2 and undefended; N1 claimed and not shown. T1: a first attempt rolled back.
class ToldRun : public Story {
public:
    ToldRun()
    {
        using namespace Qt::StringLiterals;
        create();
        configure(Policy{.gate = {{.run = {.line = u"sh run.sh"_s}}}, .agent = u"command:agent"_s});
        gate(u"baseline-1"_s, baseTree(), 31, 0);
        iteration(1, u"audit"_s, baseTree());
        session(1, u"audit"_s);
    }
    void session(int n, const QString &purpose)
    {
        using namespace Qt::StringLiterals;
        add(u"session.started"_s,
            {{u"id"_s, u"A%1"_s.arg(n)}, {u"purpose"_s, purpose}, {u"agent"_s, u"scribe"_s}, {u"version"_s, u"3.1"_s}},
            n);
    }
    void claimNumber(int number, const QJsonObject &more = {})
    {
        using namespace Qt::StringLiterals;
        const QString text = QString::number(number);
        QJsonObject data{{u"claim"_s, u"1."_s + text},
                         {u"title"_s, u"finding "_s + text},
                         {u"severity"_s, u"high"_s},
                         {u"cause"_s, u"arguments"_s},
                         {u"observed"_s, u"seen "_s + text},
                         {u"expected"_s, u"wanted "_s + text},
                         {u"where"_s, codec::toJson(QList<Location>{{RepoPath("greet.sh"), 3}})},
                         {u"checks"_s,
                          QJsonArray{QJsonObject{{u"id"_s, u"C"_s + text},
                                                 {u"name"_s, u"check "_s + text},
                                                 {u"file"_s, Digest::of(text.toUtf8()).text()}}}}};
        for (auto it = more.begin(); it != more.end(); ++it)
            data[it.key()] = it.value();
        add(u"finding.claimed"_s, data, 1);
    }
    void fileNumber(int number)
    {
        using namespace Qt::StringLiterals;
        judge(1, u"F%1"_s.arg(number), u"1.%1"_s.arg(number), u"reproduced"_s, u"present in 3 of 3 runs"_s);
    }
    /// One finding, filed and left.
    static ToldRun withOne(const QJsonObject &more)
    {
        ToldRun run;
        run.claimNumber(1, more);
        run.fileNumber(1);
        return run;
    }
    static ToldRun whole()
    {
        using namespace Qt::StringLiterals;
        ToldRun run;
        run.claimNumber(1);
        run.claimNumber(2, {{u"severity"_s, u"low"_s}, {u"cause"_s, u"spelling"_s}});
        run.claimNumber(3, {{u"severity"_s, u"medium"_s}});
        run.claimNumber(4);
        run.claimNumber(5, {{u"where"_s, QJsonArray{}}});
        run.claimNumber(6, {{u"title"_s, u"the moon is cheese"_s}});
        for (const int i : {1, 2, 3, 5})
            run.proofs(1, u"C%1"_s.arg(i), ProofRole::Repro, baseTree(), QList<Answer>(3, Answer::Present));
        run.proofs(1, u"C4"_s, ProofRole::Check, baseTree(), QList<Answer>(3, Answer::Absent));
        for (int i = 1; i <= 5; ++i)
            run.fileNumber(i);
        run.judge(1, u"N1"_s, u"1.6"_s, u"not-reproduced"_s, u"absent in 3 of 3 runs"_s);
        run.add(u"declined"_s, {{u"subject"_s, u"F3"_s}, {u"reason"_s, u"documented so"_s}}, 0, u"owner"_s);
        run.add(u"declined"_s, {{u"subject"_s, u"a linter"_s}, {u"reason"_s, u"no defect"_s}}, 1, u"agent:A1"_s);
        run.prompt(u"P1"_s, u"Other languages?"_s);
        run.prompt(u"P2"_s, u"Old shells?"_s);
        run.add(u"prompt.answered"_s, {{u"id"_s, u"P2"_s}, {u"option"_s, u"none"_s}, {u"reason"_s, u"POSIX only"_s}}, 0,
                u"owner"_s);
        run.verdict(1, u"findings filed"_s, u"5 filed"_s);

        run.iteration(2, u"task"_s, baseTree(), u"T1"_s, 1);
        run.session(2, u"task"_s);
        run.add(u"claim.made"_s, codec::toJson(Claim{.type = ClaimType::Tests, .text = u"99 passed"_s, .passed = 99}),
                2, u"agent:A2"_s);
        run.add(u"claim.judged"_s, {{u"claim"_s, 0}, {u"result"_s, u"refuted"_s}, {u"seen"_s, u"30 passed"_s}}, 2);
        run.verdict(2, u"rolled back"_s, u"F1 is present still"_s);

        run.iteration(3, u"task"_s, baseTree(), u"T1"_s, 2);
        run.session(3, u"task"_s);
        run.proofs(3, u"C1"_s, ProofRole::Acceptance, tree('1'), QList<Answer>(3, Answer::Absent));
        run.gate(u"candidate"_s, tree('1'), 37, 0, 3);
        run.add(u"teeth.judged"_s,
                {{u"test"_s, u"t_greet"_s},
                 {u"finding"_s, u"F1"_s},
                 {u"teeth"_s, u"toothed"_s},
                 {u"old_tree"_s, baseTree().text()}},
                3);
        run.add(u"review.given"_s, {{u"answer"_s, u"accept"_s}, {u"comments"_s, u"read it"_s}}, 3, u"owner"_s);
        run.add(u"checkpoint.made"_s,
                {{u"commit"_s, QString(40, u'c')}, {u"tree"_s, tree('1').text()}, {u"title"_s, u"Greet by name"_s}}, 3);
        for (const QString &id : {u"F1"_s, u"F5"_s})
            run.judge(3, id, {}, u"fixed"_s, u"absent in 3 of 3 runs"_s);
        run.verdict(3, u"kept"_s, u"Greet by name"_s);
        run.add(u"run.ended"_s, {{u"outcome"_s, u"budget-spent"_s}});
        return run;
    }
    [[nodiscard]] BundleFacts facts() const
    {
        auto facts = BundleFacts::of(state);
        if (!facts)
            qFatal("%s", qPrintable(facts.error().text()));
        return *facts;
    }

private:
    void prompt(const QString &id, const QString &title)
    {
        using namespace Qt::StringLiterals;
        add(u"prompt.filed"_s,
            codec::toJson(Prompt{.id = PromptId(id),
                                 .title = title,
                                 .question = u"Which?"_s,
                                 .options = {{u"none"_s, u"as it is"_s, false}, {u"all"_s, u"a table"_s, true}},
                                 .recommended = u"none"_s}),
            1);
    }
};

} // namespace assay::test
