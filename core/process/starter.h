// The starter: a process forked once, early and small, that forks a keeper for each command.
//
// Why not fork from the program itself: starting stays quick however large the program grows, no descriptor or
// signal state of it leaks, being a subreaper is nothing that the program's other children notice, and the tree is
// ended by somebody who outlives a SIGKILL of the engine.
#pragma once

#include "core/process/startrequest.h"

#include <expected>

namespace assay {

class Starter {
public:
    Starter(); ///< forks
    ~Starter();
    Starter(const Starter &) = delete;
    Starter &operator=(const Starter &) = delete;

    /// Hands over a request; the descriptors stay the caller's. The error is an errno; EPIPE: the starter has gone.
    [[nodiscard]] std::expected<void, int> send(const int (&descriptors)[StartDescriptors]) const;

private:
    int m_socket = -1;
    pid_t m_pid = -1;
};

} // namespace assay
