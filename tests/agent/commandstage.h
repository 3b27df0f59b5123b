// A clone, an outbox, and an agent that is a script.
#pragma once

#include "core/agent/commandagent.h"
#include "core/process/processhost.h"
#include "tests/support/processtest.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

#include <sys/stat.h>

namespace assay::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A clone, an outbox, and a program made of a script.
class CommandStage {
public:
    CommandStage()
    {
        for (const QString &name : {u"clone"_s, u"outbox"_s})
            QDir(m_dir.path()).mkpath(name);
        request.id = u"A7"_s;
        request.purpose = SessionPurpose::Gate;
        request.checkpointTree = ObjectId(QByteArray(40, 'c'));
        request.prompt = u"Do this: naïve\n"_s;
        request.clone = path(u"clone"_s);
        request.outbox = path(u"outbox"_s);
        request.runFolder = m_dir.path();
        policy.agentTimeout = 300s;
        policy.agentIdle = 0s;
    }
    [[nodiscard]] QString path(const QString &name) const { return m_dir.path() + u'/' + name; }
    [[nodiscard]] QByteArray read(const QString &name) const { return readFile(QFile::encodeName(path(name))); }

    QString script(const QByteArray &text)
    {
        const QString name = path(u"agent"_s);
        [&] {
            QFile file(name);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(text);
            file.close();
            QCOMPARE(::chmod(QFile::encodeName(name).constData(), 0755), 0);
        }();
        return name;
    }
    SessionEnd runShell(const QByteArray &text, StopToken stop = {})
    {
        return run(script("#!/bin/sh\n" + text + "\n"), std::move(stop));
    }
    SessionEnd runPython(const QByteArray &text, StopToken stop = {})
    {
        return run(script("#!/usr/bin/env -S python3 -S\nimport os, signal, sys, time\n" + text + "\n"),
                   std::move(stop));
    }
    SessionEnd run(const QString &line, StopToken stop = {})
    {
        auto command = CommandAgent::parse(line);
        if (!command)
            return {SessionEndReason::Failed, u"parse: "_s + command.error().text(), -1, -1, -1, {}};
        CommandAgent agent(std::move(*command), host, policy);
        return agent.run(
            request,
            [this](const QJsonObject &event) {
                if (std::this_thread::get_id() != thread)
                    strangers += 1;
                if (slow > 0ms)
                    std::this_thread::sleep_for(slow);
                events << event;
            },
            std::move(stop));
    }
    /// The output lines of a stream, in order.
    [[nodiscard]] QStringList lines(const QString &stream) const
    {
        QStringList lines;
        for (const QJsonObject &event : events) {
            if (event.value("type"_L1).toString() == "output"_L1 && event.value("stream"_L1).toString() == stream)
                lines << event.value("text"_L1).toString();
        }
        return lines;
    }

    ProcessHost host;
    Policy policy;
    SessionRequest request;
    QList<QJsonObject> events;
    std::thread::id thread = std::this_thread::get_id();
    int strangers = 0; ///< events handed over in another thread
    std::chrono::milliseconds slow{0};

private:
    QTemporaryDir m_dir;
};

} // namespace assay::test
