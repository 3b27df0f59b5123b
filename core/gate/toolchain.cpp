#include "core/gate/toolchain.h"

#include <array>
#include <cstdlib>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace assay {

QByteArray toolchainFingerprint(const QByteArray &path)
{
    static constexpr auto programs = std::to_array<const char *>(
        {"sh",     "python3", "python", "pytest", "pip",   "uv",     "cc",    "c++",   "gcc",   "g++",
         "clang",  "clang++", "ld",     "cmake",  "ctest", "make",   "ninja", "meson", "node",  "npm",
         "yarn",   "pnpm",    "deno",   "bun",    "cargo", "rustc",  "go",    "java",  "javac", "mvn",
         "gradle", "ruby",    "bundle", "perl",   "php",   "dotnet", "git"});
    QByteArray text;
    for (const char *program : programs) {
        for (const QByteArray &folder : path.split(':')) {
            const QByteArray candidate = folder + '/' + program;
            if (!folder.startsWith('/') || ::access(candidate.constData(), X_OK) != 0)
                continue;
            const std::unique_ptr<char, decltype(&std::free)> real(::realpath(candidate.constData(), nullptr),
                                                                   &std::free);
            struct stat facts{};
            if (!real || ::stat(real.get(), &facts) != 0)
                continue;
            text += QByteArray(program) + ' ' + real.get() + ' ' + QByteArray::number(qint64(facts.st_size)) + ' '
                + QByteArray::number(qint64(facts.st_mtim.tv_sec)) + '\n';
            break;
        }
    }
    return text;
}

} // namespace assay
