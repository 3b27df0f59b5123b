// A run in which two decisions and one review wait for the owner.
#pragma once

#include "tests/ui/handmade.h"

#include <QJsonArray>

namespace assay::test {

inline const QString baseTree = QString(40, QChar(u'b'));
inline const QString candidateTree = QString(40, QChar(u'c'));

inline QJsonObject option(const QString &label, const QString &effect, bool irreversible = false)
{
    using namespace Qt::StringLiterals;
    return {{u"label"_s, label}, {u"effect"_s, effect}, {u"irreversible"_s, irreversible}};
}

inline QJsonObject prompt(const QString &id, const QString &type, const QString &title, const QJsonArray &options)
{
    using namespace Qt::StringLiterals;
    return {{u"id"_s, id},           {u"type"_s, type},
            {u"title"_s, title},     {u"question"_s, u"What shall it be?"_s},
            {u"options"_s, options}, {u"why"_s, u"nobody else may say"_s}};
}

inline QJsonArray approvalOptions()
{
    using namespace Qt::StringLiterals;
    return {option(u"accept"_s, u"the candidate goes on"_s), option(u"reject"_s, u"rolled back"_s),
            option(u"send back"_s, u"rolled back with your comments"_s)};
}

/// P1: a decision with a recommendation, which T1 waits for. P2: one without.
inline QList<Draft> decisionsAsked()
{
    using namespace Qt::StringLiterals;
    QJsonObject first
        = prompt(u"P1"_s, u"decision"_s, u"Which rounding?"_s,
                 {option(u"half up"_s, u"as in school"_s), option(u"half even"_s, u"as in banks"_s, true)});
    first[u"recommended"_s] = u"half even"_s;
    first[u"blocks"_s] = QJsonArray{u"rounding"_s};
    return {
        made(u"run.created"_s,
             {{u"id"_s, u"r1"_s}, {u"target"_s, u"/home/o/tally"_s}, {u"base"_s, baseTree}, {u"tree"_s, baseTree}}),
        made(u"iteration.started"_s, {{u"n"_s, 1}, {u"type"_s, u"audit"_s}, {u"tree"_s, baseTree}}, 1),
        made(u"task.filed"_s,
             {{u"id"_s, u"T1"_s},
              {u"type"_s, u"spot"_s},
              {u"severity"_s, u"high"_s},
              {u"cause"_s, u"rounding"_s},
              {u"covers"_s, QJsonArray{u"F1"_s}},
              {u"blocked_by"_s, QJsonArray{u"P1"_s}}},
             1),
        made(u"prompt.filed"_s, first, 1),
        made(u"prompt.filed"_s,
             prompt(u"P2"_s, u"decision"_s, u"Which databases?"_s,
                    {option(u"SQLite only"_s, u"the README says less"_s), option(u"all"_s, u"servers are needed"_s)}),
             1),
        made(u"iteration.ended"_s, {{u"verdict"_s, u"findings filed"_s}}, 1)};
}

/// P3: the review of iteration 2's candidate, which holds it.
inline QList<Draft> reviewAsked()
{
    using namespace Qt::StringLiterals;
    const auto proof = [](int k, const QString &answer, const QString &tree) {
        return made(u"proof.run"_s,
                    {{u"subject"_s, u"C1"_s},
                     {u"role"_s, u"acceptance"_s},
                     {u"tree"_s, tree},
                     {u"k"_s, k},
                     {u"n"_s, 3},
                     {u"answer"_s, answer}},
                    2);
    };
    QJsonObject review = prompt(u"P3"_s, u"approval"_s, u"Review T1"_s, approvalOptions());
    review[u"subject"_s] = u"review"_s;
    return {
        made(u"iteration.started"_s, {{u"n"_s, 2}, {u"type"_s, u"task"_s}, {u"task"_s, u"T1"_s}, {u"tree"_s, baseTree}},
             2),
        proof(1, u"present"_s, baseTree),
        made(u"candidate.collected"_s,
             {{u"commit"_s, QString(40, QChar(u'd'))},
              {u"tree"_s, candidateTree},
              {u"parent"_s, baseTree},
              {u"files"_s,
               QJsonArray{
                   QJsonObject{{u"path"_s, u"round.py"_s}, {u"change"_s, u"modified"_s}, {u"class"_s, u"product"_s}},
                   QJsonObject{{u"path"_s, u"test_round.py"_s}, {u"change"_s, u"added"_s}, {u"class"_s, u"test"_s}}}}},
             2),
        proof(1, u"absent"_s, candidateTree),
        proof(2, u"absent"_s, candidateTree),
        proof(3, u"absent"_s, candidateTree),
        made(u"step.started"_s, {{u"step"_s, u"gate"_s}}, 2),
        made(u"step.ended"_s, {{u"step"_s, u"gate"_s}, {u"result"_s, u"pass"_s}, {u"reason"_s, u"31 passed"_s}}, 2),
        made(u"step.started"_s, {{u"step"_s, u"review"_s}}, 2),
        made(u"prompt.filed"_s, review, 2)};
}

} // namespace assay::test
