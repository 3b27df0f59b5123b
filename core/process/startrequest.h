// What travels between the host, its starter process and the keepers. Both ends are one program, so plain structs do.
#pragma once

#include <QByteArray>

#include <cstdint>
#include <sys/types.h>

namespace assay {

/// Head of the request file (a memory file). Behind it, each closed by a NUL: the program's path, the working folder,
/// the arguments, the environment's NAME=VALUE lines.
struct StartHead {
    uint32_t arguments = 0;   ///< with argv[0]
    uint32_t environment = 0;
    uint64_t fileBytes = 0;   ///< RLIMIT_FSIZE
    uint32_t processes = 0;   ///< descendants alive at once
};

/// The descriptors that come with a request, in this order.
enum StartDescriptor { RequestFile, StandardInput, StandardOutput, StandardError, KeeperSocket, StartDescriptors };

enum class StartStep : int32_t { None, Request, Fork, Folder, Session, Descriptors, Limits, Execute };

/// The one message that a keeper sends, when everything is gone (or will not go).
struct KeeperReport {
    StartStep failedStep = StartStep::None;
    int32_t error = 0;         ///< errno of the failed step
    int32_t waitStatus = 0;    ///< of the main process
    int32_t childrenLeft = 0;
    bool tooManyProcesses = false;
};

/// The one byte that the host sends a keeper: end the tree, politely first. A closed socket: end it at once.
inline constexpr char kEndTree = 'e';

} // namespace assay
