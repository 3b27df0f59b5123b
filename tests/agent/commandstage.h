// A clone, an outbox, and an agent that is a script.
#pragma once

#include "core/agent/commandagent.h"
#include "tests/agent/sessionstage.h"
#include "tests/support/processtest.h"

#include <QFileInfo>
#include <QTest>

#include <thread>

#include <sys/stat.h>

namespace assay::test {

/// A clone, an outbox, and a program made of a script.
class CommandStage : public SessionStage {
public:
    CommandStage() : SessionStage(SessionPurpose::Gate) {}
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

    std::thread::id thread = std::this_thread::get_id();
    int strangers = 0; ///< events handed over in another thread
    std::chrono::milliseconds slow{0};
};

} // namespace assay::test
