// The keeper: one small process per command, which starts it and sees to it that nothing of it is left.
//
// It is a child subreaper, so whatever the command starts stays below it, whether or not it left the session or its
// parent died: the tree is exactly what descends from the keeper, and "no child left to wait for" means gone. It ends
// the tree when the host's end of its socket closes, so a killed engine leaves nothing running.
#pragma once

#include "core/process/startrequest.h"

namespace assay {

/// Takes over the calling process, which must be a fresh fork; owns `descriptors` (StartDescriptors many).
[[noreturn]] void keepProcess(const int *descriptors);

} // namespace assay
