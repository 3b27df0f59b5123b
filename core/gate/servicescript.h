// The owner's services beside a command, by the shell. Private to core/gate.
#pragma once

#include "core/domain/policy.h"

#include <QByteArrayList>

namespace assay {

/// `argv` unchanged when there are no services. Else a shell that starts each service in the background in its folder
/// of the tree, its output in `<outPath>/service-<n>.log`, then runs `argv`, ends the services and takes over the
/// command's status (128 + n when it was ended by signal n). Nothing waits for a service to be ready: the command does.
[[nodiscard]] QByteArrayList withServices(const QByteArrayList &argv, const QList<ShellCommand> &services,
                                          const QByteArray &treePath, const QByteArray &outPath);

} // namespace assay
