// One small stage for many tests of collect: made once, put back before each.
#pragma once

#include "tests/git/gitstage.h"

namespace assay::test {

class PlainStage {
public:
    explicit PlainStage(ProcessHost &host) : m_host(host) {}

    GitStage &fresh()
    {
        if (!m_stage) {
            m_stage = std::make_unique<GitStage>(m_host);
            ScratchRepository &target = m_stage->target;
            target.write("a.txt", "one\n");
            target.write("run.sh", "#!/bin/sh\n", true);
            target.write("dir/b.txt", "two\n");
            target.write("dir/sub/c.txt", "three\n");
            target.write("crlf.txt", "a\r\nb\r\n");
            target.write("lf.txt", "a\nb\n");
            target.write(".gitignore", "*.o\n/build/\n*.sock\n/vendor/\n");
            if (::symlink("dir", (target.path().toUtf8() + "/link").constData()) != 0
                || ::symlink("/usr", (target.path().toUtf8() + "/outward").constData()) != 0)
                qFatal("cannot link");
            if (const auto begun = m_stage->begin(); !begun)
                qFatal("%s", why(begun).constData());
        } else if (const auto back
                   = restore(m_stage->git, m_stage->vault(), m_stage->baseTree, m_stage->clone(), false);
                   !back) {
            qFatal("%s", why(back).constData());
        }
        return *m_stage;
    }

private:
    ProcessHost &m_host;
    std::unique_ptr<GitStage> m_stage;
};

/// Sorted, for comparing.
inline QByteArrayList bytes(const QList<RepoPath> &paths)
{
    QByteArrayList list;
    for (const RepoPath &path : paths)
        list.append(path.bytes());
    std::ranges::sort(list);
    return list;
}

} // namespace assay::test
