// What a contained process could reach, found out by trying: places are made outside, and a program that is started
// inside tries each of them. It proves what Sandbox promises on this machine; it does not prove that there is nothing else.
#pragma once

#include "core/process/processhost.h"
#include "core/process/sandbox.h"

#include <QTemporaryDir>

namespace assay {

struct ReachPlace {
    enum class Kind {
        File, ///< can be read
        NewFile, ///< can be made, so that it is there outside
        UnixSocket, ///< can be connected to, by its path
        AbstractSocket, ///< the same, by its name
        LoopbackPort, ///< the same, of 127.0.0.1
        Process, ///< can be sent a signal, or its memory map be read
        Variable, ///< is set in the environment
    } kind
        = Kind::File;
    QByteArray at; ///< path, name, number
    QString what; ///< for readers: "a file in your home"
};

/// Those that this process reaches: what is not reached from here proves nothing where it is not reached from inside.
[[nodiscard]] QList<ReachPlace> reachedHere(const QList<ReachPlace> &places);

/// Places that are open to everybody as long as this lives: in the home, in a folder of its own where sockets are
/// made, on the loopback address, in this process. Not thread-safe.
class Canaries {
public:
    /// `folders`: where a file is laid, with what to call it; such that cannot be written are left out.
    explicit Canaries(const QList<std::pair<QString, QString>> &folders);
    ~Canaries();
    Canaries(const Canaries &) = delete;
    Canaries &operator=(const Canaries &) = delete;

    [[nodiscard]] const QList<ReachPlace> &places() const { return m_places; }
    /// Set it for the process that is probed: the name of the one that is among places().
    [[nodiscard]] static QByteArray variable() { return "PROBED_API_KEY"; }

private:
    void lay(const QString &folder, const QString &what);
    void listen();

    QTemporaryDir m_own;
    QStringList m_files;
    QList<int> m_sockets;
    QList<ReachPlace> m_places;
};

/// The command that tries the places: `program` is started with "--try-reach" and has to call tryReach().
[[nodiscard]] ProcessCommand reachCommand(const QByteArray &program, const QList<ReachPlace> &places);
/// Reads what it printed. Fails when it did not try all of them.
[[nodiscard]] Result<QList<ReachPlace>> reachedOf(const ProcessResult &result, const QList<ReachPlace> &places);
/// In the program: tries what stands behind "--try-reach", prints it, returns the exit status.
[[nodiscard]] int tryReach(const QByteArrayList &arguments);

/// What a gate or check could reach: in the sandbox as they are, without the network.
[[nodiscard]] Result<QList<ReachPlace>> reachedByCheck(ProcessHost &host, const Sandbox &sandbox,
                                                       const QByteArray &program, const QList<ReachPlace> &places);

} // namespace assay
