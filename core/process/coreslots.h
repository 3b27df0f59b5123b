// Slots that all processes of a user share, so that several runs together start no more proofs than the machine has
// cores.
//
// A slot is a file in a folder of the user's, held by flock(2): the kernel gives it back when its holder dies, however
// that happens. Nothing is ever written to it, and nothing need be cleaned up.
#pragma once

#include "core/domain/error.h"
#include "core/domain/stoptoken.h"

#include <utility>

namespace assay {

/// Thread-safe; takers of one process wait for each other as those of several do.
class CoreSlots {
public:
    /// `count` slots at least 1; those who name the same folder share them. It is made when a slot is taken.
    explicit CoreSlots(QString folder, int count);

    /// "proofs" in the user's runtime folder (XDG_RUNTIME_DIR) or, where there is none, in their cache folder.
    [[nodiscard]] static QString standardFolder();

    class Slot {
    public:
        Slot() = default;
        explicit Slot(int fd) : m_fd(fd) {}
        Slot(Slot &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
        Slot &operator=(Slot &&other) noexcept;
        ~Slot();

    private:
        int m_fd = -1;
    };
    /// Waits for a free slot and holds it until it is destroyed. Errors: stopped (ErrorKind::Stopped); the folder or a
    /// file in it cannot be made or locked.
    [[nodiscard]] Result<Slot> take(const StopToken &stop) const;

private:
    [[nodiscard]] QByteArray fileOf(int number) const;

    QString m_folder;
    int m_count;
};

} // namespace assay
