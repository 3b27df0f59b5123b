// What an agent said and did, as lines: made by the thread that reads the stream, kept small enough for a million.
//
// A line is 16 bytes and its text in UTF-8, so a million lines of 80 characters cost about 100 MB. One line keeps at
// most lineMost bytes of its text; the stream file has all.
#pragma once

#include <QCoreApplication>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QMetaType>
#include <QString>

namespace assay::ui {

enum class ActivityKind : quint8 { Message, Thought, Tool, Plan, Asked, Limit, Output, ErrorOutput, Other };
/// Of a tool call: what the agent says of it.
enum class ToolStatus : quint8 { None, Pending, Running, Completed, Failed };

struct ActivityLine {
    quint32 offset = 0; ///< of its text, in the batch's
    quint32 length : 24 = 0;
    quint32 isHead : 1 = 0; ///< begins a group: what follows belongs to it and folds below it
    quint32 isFolded : 1 = 0; ///< of a head: its group is folded when it comes
    ActivityKind kind = ActivityKind::Other;
    ToolStatus status = ToolStatus::None;
    quint16 unused = 0;
    quint32 after = 0; ///< tenths of a second since the first event
};
static_assert(sizeof(ActivityLine) == 16);

struct ActivityBatch {
    QByteArray text;
    QList<ActivityLine> lines;
    QList<std::pair<int, ToolStatus>> statuses; ///< of groups that came before: number of the group, what it is now
};

/// Turns events into lines, in order. Knows the groups made so far: a tool call that is told again changes its group's
/// status, output goes to the group it follows; what a call gave back once others were made gets a group that names it.
/// Any one thread.
class ActivityGrouping {
    Q_DECLARE_TR_FUNCTIONS(ActivityGrouping)
public:
    static constexpr qsizetype lineMost = 4096; ///< bytes of one line's text

    void add(const QJsonObject &event);
    /// What was added since the last call.
    [[nodiscard]] ActivityBatch take();
    [[nodiscard]] qsizetype waiting() const { return m_batch.lines.size(); }

private:
    void head(ActivityKind kind, QStringView text, bool folded, ToolStatus status = ToolStatus::None);
    void line(ActivityKind kind, QStringView text);
    void append(ActivityKind kind, QStringView text, bool isHead, bool folded, ToolStatus status);
    void addTool(const QJsonObject &event);
    void addResult(int group, const QString &title, const QString &text);
    void addText(ActivityKind kind, const QString &text, bool folded);
    void addOutput(const QJsonObject &event);
    void addPlan(const QJsonObject &event);
    void addQuestion(const QJsonObject &event);
    void addLimit(const QJsonObject &event);

    ActivityBatch m_batch;
    QHash<QString, std::pair<int, QString>> m_tools; ///< id → number of its group, title; the last few thousand
    int m_groups = 0;
    ActivityKind m_last = ActivityKind::Other; ///< of the last group
    qint64 m_first = -1; ///< time of the first event
    quint32 m_after = 0;
};

} // namespace assay::ui
