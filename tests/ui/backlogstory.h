// A run with a backlog: a structural task that superseded three, three Medium ones waiting, one parked.
#pragma once

#include "core/journal/codec.h"
#include "tests/ui/viewstage.h"

namespace assay::test {

using namespace Qt::StringLiterals;

inline void file(Story &story, const QString &id, const QString &type, const QString &severity, const QString &cause,
                 const QStringList &covers)
{
    story.add(u"task.filed"_s,
              {{u"id"_s, id},
               {u"type"_s, type},
               {u"severity"_s, severity},
               {u"cause"_s, cause},
               {u"covers"_s, codec::toJson(covers)}});
}

inline void find(Story &story, int number, const QString &severity, const QString &cause)
{
    const QString claim = u"1.%1"_s.arg(number), id = u"F%1"_s.arg(number);
    story.claim(1, claim, u"Defect %1"_s.arg(number), severity, {u"C%1"_s.arg(number)});
    story.judge(1, id, claim, u"reproduced"_s, {});
    story.add(u"finding.edited"_s, {{u"id"_s, id}, {u"cause"_s, cause}});
}

/// Three strikes of "quoting" made S1 of T1 to T3; three spot tasks beside it, T7 parked.
inline void tellBacklog(Story &story)
{
    story.create();
    story.configure({});
    story.iteration(1, u"audit"_s, Story::baseTree());
    for (int number = 1; number <= 3; ++number)
        find(story, number, u"high"_s, u"quoting"_s);
    find(story, 4, u"medium"_s, u"dates"_s);
    find(story, 5, u"medium"_s, u"sizes"_s);
    find(story, 6, u"medium"_s, u"limits"_s);
    find(story, 7, u"low"_s, u"limits"_s);
    for (int number = 1; number <= 3; ++number)
        file(story, u"T%1"_s.arg(number), u"spot"_s, u"high"_s, u"quoting"_s, {u"F%1"_s.arg(number)});
    file(story, u"S1"_s, u"structural"_s, u"high"_s, u"quoting"_s, {u"F1"_s, u"F2"_s, u"F3"_s});
    for (int number = 1; number <= 3; ++number)
        story.add(u"task.moved"_s,
                  {{u"id"_s, u"T%1"_s.arg(number)}, {u"state"_s, u"superseded"_s}, {u"by"_s, u"S1"_s}});
    file(story, u"T4"_s, u"spot"_s, u"medium"_s, u"dates"_s, {u"F4"_s});
    file(story, u"T5"_s, u"spot"_s, u"medium"_s, u"sizes"_s, {u"F5"_s});
    file(story, u"T6"_s, u"spot"_s, u"medium"_s, u"limits"_s, {u"F6"_s});
    file(story, u"T7"_s, u"spot"_s, u"low"_s, u"limits"_s, {u"F7"_s});
    story.add(u"task.moved"_s, {{u"id"_s, u"T7"_s}, {u"state"_s, u"parked"_s}, {u"why"_s, u"not now"_s}}, 0,
              u"owner"_s);
    story.verdict(1, u"findings filed"_s, {});
}

} // namespace assay::test
