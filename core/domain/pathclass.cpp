// The class of a changed path: protected, sensitive, test or product.
#include "core/domain/glob.h"
#include "core/domain/rules.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// What test runners of the common languages take as tests, when the owner names no test paths.
constexpr auto DefaultTests = std::to_array<QByteArrayView>({
    "tests/**",
    "test/**",
    "spec/**",
    "**/tests/**",
    "**/__tests__/**",
    "**/src/test/**",
    "**/test_*.py",
    "**/*_test.py",
    "**/*_test.go",
    "**/*.{test,spec}.{js,jsx,mjs,cjs,ts,tsx,mts,cts}",
    "**/{test,tst}_*.{c,cc,cpp,cxx}",
    "**/*_{test,unittest}.{c,cc,cpp,cxx}",
    "**/*{Test,Tests}.{java,kt,cs}",
    "**/*_{test,spec}.rb",
    "t/**/*.t",
});

/// Gate, CI, build, lock and runner configuration, wherever it lies: inside a test folder too.
constexpr auto BuiltInSensitive = std::to_array<QByteArrayView>({
    // continuous integration and repository behaviour
    "**/.github/**",
    "**/.gitlab-ci.yml",
    "**/.gitlab/**",
    "**/.circleci/**",
    "**/.travis.yml",
    "**/appveyor.yml",
    "**/.appveyor.yml",
    "**/azure-pipelines.yml",
    "**/Jenkinsfile",
    "**/.ci/**",
    "**/.woodpecker*",
    "**/.pre-commit-config.yaml",
    "**/.git{attributes,ignore,modules}",
    "**/.lfsconfig",
    // Python
    "**/pyproject.toml",
    "**/setup.{py,cfg}",
    "**/tox.ini",
    "**/noxfile.py",
    "**/conftest.py",
    "**/{,.}pytest.{ini,toml}",
    "**/.coveragerc",
    "**/MANIFEST.in",
    "**/requirements*.{txt,in}",
    "**/Pipfile*",
    "**/{poetry,uv,pdm}.lock",
    "**/{sitecustomize,usercustomize}.py",
    "**/*.pth",
    "**/.python-version",
    // C and C++
    "**/CMakeLists.txt",
    "**/*.cmake",
    "**/CMake{Presets,UserPresets}.json",
    "**/CTestConfig.cmake",
    "**/{meson.build,meson_options.txt,meson.options}",
    "**/configure{,.ac,.in}",
    "**/Makefile.{am,in}",
    "**/{conanfile.txt,conanfile.py,vcpkg.json}",
    "**/{BUILD,WORKSPACE,MODULE}{,.bazel}",
    "**/.bazelrc",
    "**/*.{pro,pri,qbs}",
    // JavaScript
    "**/package.json",
    "**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb}",
    "**/pnpm-workspace.yaml",
    "**/.npmrc",
    "**/.yarnrc*",
    "**/tsconfig*.json",
    "**/{jest,vitest,vite,karma,webpack,rollup,babel,playwright,cypress,ava,nyc}.config.*",
    "**/.mocharc*",
    "**/.babelrc*",
    "**/.nvmrc",
    // Rust, Go, JVM, .NET, Ruby, PHP
    "**/Cargo.{toml,lock}",
    "**/build.rs",
    "**/.cargo/**",
    "**/rust-toolchain{,.toml}",
    "**/go.{mod,sum,work,work.sum}",
    "**/pom.xml",
    "**/*.gradle{,.kts}",
    "**/gradle.{properties,lockfile}",
    "**/gradlew{,.bat}",
    "**/gradle/wrapper/**",
    "**/mvnw{,.cmd}",
    "**/.mvn/**",
    "**/*.{csproj,fsproj,sln,props,targets}",
    "**/packages.lock.json",
    "**/Gemfile{,.lock}",
    "**/Rakefile",
    "**/.rspec",
    "**/composer.{json,lock}",
    "**/phpunit.xml{,.dist}",
    // any
    "**/{GNUmakefile,makefile,Makefile}",
    "**/*.mk",
    "**/{justfile,Justfile,Taskfile.yml}",
    "**/Dockerfile*",
    "**/*.dockerfile",
    "**/{docker-compose,compose}*.{yml,yaml}",
    "**/{flake.nix,flake.lock,default.nix,shell.nix}",
    "**/.envrc",
    "**/.tool-versions",
});

template <size_t N>
QList<Glob> globsOf(const std::array<QByteArrayView, N> &patterns)
{
    QList<Glob> globs;
    for (const QByteArrayView pattern : patterns)
        globs.append(Glob(pattern));
    return globs;
}

bool matchesAny(const QList<Glob> &globs, const QList<QByteArrayView> &names)
{
    return std::ranges::any_of(globs, [&](const Glob &glob) { return glob.matches(names); });
}

/// The owner's globs: one that matches a folder matches everything below it; a trailing slash says no more than that.
bool matchesAny(const QStringList &globs, QByteArrayView path)
{
    const QList<QByteArrayView> names = namesOf(path);
    return std::ranges::any_of(globs, [&](const QString &text) {
        QByteArray bytes = text.toUtf8();
        if (bytes.endsWith('/'))
            bytes.chop(1);
        const Glob glob(bytes);
        for (qsizetype count = names.size(); count > 0; --count) {
            if (glob.matches(names.first(count)))
                return true;
        }
        return false;
    });
}

bool isProtected(const QByteArray &path, const Policy &policy)
{
    if (path == "assay.toml")
        return true;
    for (const QByteArray &name : path.split('/')) { // an absolute path begins with an empty name
        // git on other file systems takes .GIT and GIT~1 for .git; it refuses them, and so do we.
        const QByteArray lower = name.toLower();
        if (name.isEmpty() || name == "." || name == ".." || lower == ".git" || lower == "git~1")
            return true;
    }
    return matchesAny(policy.protectedPaths, path);
}

/// How a command of the policy names a file of the tree.
enum class Mention {
    None,
    Argument, ///< a word of the line: `pytest tests/test_pool.py`
    Script,   ///< what the line executes: `sh tests/run.sh`, `./ci/check`
};

Mention mentionIn(const ShellCommand &command, const QByteArray &path)
{
    static constexpr auto Shells = std::to_array<QByteArrayView>({"sh", "bash", "dash", "zsh", "ksh", ".", "source"});
    QByteArray line = command.line.toUtf8();
    for (const char separator : {'\t', '\'', '"', '<', '>'})
        line.replace(separator, ' ');
    for (const char end : {'\n', '&', '|', '(', ')'})
        line.replace(end, ';');
    Mention mention = Mention::None;
    for (const QByteArray &simple : line.split(';')) {
        bool atProgram = true; // the next word is what gets executed
        for (QByteArray word : simple.split(' ')) {
            if (word.isEmpty())
                continue;
            const bool isAssignment = atProgram && word.contains('=') && !word.contains('/');
            const bool isShell = std::ranges::contains(Shells, QByteArrayView(word.sliced(word.lastIndexOf('/') + 1)));
            const bool isOption = word.startsWith('-');
            while (word.startsWith("./"))
                word.remove(0, 2);
            const QByteArray named = command.folder.isEmpty() ? word : command.folder + '/' + word;
            if (named == path) {
                if (atProgram)
                    return Mention::Script;
                mention = Mention::Argument;
            }
            atProgram = atProgram && (isAssignment || isShell || isOption);
        }
    }
    return mention;
}

Mention mentionInPolicy(const QByteArray &path, const Policy &policy)
{
    Mention mention = Mention::None;
    for (const GateCommand &gate : policy.gate)
        mention = std::max(mention, mentionIn(gate.run, path));
    for (const QList<ShellCommand> *commands : {&policy.prepare, &policy.services}) {
        for (const ShellCommand &command : *commands)
            mention = std::max(mention, mentionIn(command, path));
    }
    return mention;
}

bool isTest(const QByteArray &path, const Policy &policy)
{
    if (!policy.testPaths.isEmpty())
        return matchesAny(policy.testPaths, path);
    static const QList<Glob> usual = globsOf(DefaultTests);
    return matchesAny(usual, namesOf(path));
}

bool isBuiltInSensitive(const QByteArray &path)
{
    static const QList<Glob> builtIn = globsOf(BuiltInSensitive);
    return matchesAny(builtIn, namesOf(path));
}

} // namespace

PathClass classifyPath(const RepoPath &repoPath, const Policy &policy)
{
    const QByteArray &path = repoPath.bytes();
    if (isProtected(path, policy))
        return PathClass::Protected;
    const Mention mention = mentionInPolicy(path, policy);
    if (mention == Mention::Script || isBuiltInSensitive(path))
        return PathClass::Sensitive;
    // Test comes before the owner's own sensitive globs: a test file that is also listed there keeps being judged by
    // "old tests judge new code", which naming a sensitive path would get around.
    if (isTest(path, policy))
        return PathClass::Test;
    if (mention == Mention::Argument || matchesAny(policy.sensitivePaths, path))
        return PathClass::Sensitive;
    return PathClass::Product;
}

} // namespace assay
