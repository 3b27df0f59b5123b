// The class of a changed path: protected, sensitive, test or product.
#include "core/domain/rules.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// What test runners of the common languages take as tests, when the owner names no test paths.
constexpr auto DefaultTests = std::to_array<QByteArrayView>({
    "tests/**", "test/**", "spec/**", "**/tests/**", "**/__tests__/**", "**/src/test/**",
    "**/test_*.py", "**/*_test.py",
    "**/*_test.go",
    "**/*.{test,spec}.{js,jsx,mjs,cjs,ts,tsx,mts,cts}",
    "**/{test,tst}_*.{c,cc,cpp,cxx}", "**/*_{test,unittest}.{c,cc,cpp,cxx}",
    "**/*{Test,Tests}.{java,kt,cs}", "**/*_{test,spec}.rb", "t/**/*.t",
});

/// Gate, CI, build, lock and runner configuration, wherever it lies: inside a test folder too.
constexpr auto BuiltInSensitive = std::to_array<QByteArrayView>({
    // continuous integration and repository behaviour
    "**/.github/**", "**/.gitlab-ci.yml", "**/.gitlab/**", "**/.circleci/**", "**/.travis.yml", "**/appveyor.yml",
    "**/.appveyor.yml", "**/azure-pipelines.yml", "**/Jenkinsfile", "**/.ci/**", "**/.woodpecker*",
    "**/.pre-commit-config.yaml", "**/.git{attributes,ignore,modules}", "**/.lfsconfig",
    // Python
    "**/pyproject.toml", "**/setup.{py,cfg}", "**/tox.ini", "**/noxfile.py", "**/conftest.py",
    "**/{,.}pytest.{ini,toml}", "**/.coveragerc", "**/MANIFEST.in", "**/requirements*.{txt,in}", "**/Pipfile*",
    "**/{poetry,uv,pdm}.lock", "**/{sitecustomize,usercustomize}.py", "**/*.pth", "**/.python-version",
    // C and C++
    "**/CMakeLists.txt", "**/*.cmake", "**/CMake{Presets,UserPresets}.json", "**/CTestConfig.cmake",
    "**/{meson.build,meson_options.txt,meson.options}", "**/configure{,.ac,.in}", "**/Makefile.{am,in}",
    "**/{conanfile.txt,conanfile.py,vcpkg.json}", "**/{BUILD,WORKSPACE,MODULE}{,.bazel}", "**/.bazelrc",
    "**/*.{pro,pri,qbs}",
    // JavaScript
    "**/package.json", "**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb}",
    "**/pnpm-workspace.yaml", "**/.npmrc", "**/.yarnrc*", "**/tsconfig*.json",
    "**/{jest,vitest,vite,karma,webpack,rollup,babel,playwright,cypress,ava,nyc}.config.*", "**/.mocharc*",
    "**/.babelrc*", "**/.nvmrc",
    // Rust, Go, JVM, .NET, Ruby, PHP
    "**/Cargo.{toml,lock}", "**/build.rs", "**/.cargo/**", "**/rust-toolchain{,.toml}",
    "**/go.{mod,sum,work,work.sum}", "**/pom.xml", "**/*.gradle{,.kts}", "**/gradle.{properties,lockfile}",
    "**/gradlew{,.bat}", "**/gradle/wrapper/**", "**/mvnw{,.cmd}", "**/.mvn/**", "**/*.{csproj,fsproj,sln,props,targets}",
    "**/packages.lock.json", "**/Gemfile{,.lock}", "**/Rakefile", "**/.rspec", "**/composer.{json,lock}",
    "**/phpunit.xml{,.dist}",
    // any
    "**/{GNUmakefile,makefile,Makefile}", "**/*.mk", "**/{justfile,Justfile,Taskfile.yml}", "**/Dockerfile*",
    "**/*.dockerfile", "**/{docker-compose,compose}*.{yml,yaml}", "**/{flake.nix,flake.lock,default.nix,shell.nix}",
    "**/.envrc", "**/.tool-versions",
});

bool matches(QByteArrayView glob, QByteArrayView path)
{
    // A glob that matches a folder matches everything below it; a trailing slash says no more than that.
    if (glob.endsWith('/'))
        glob.chop(1);
    if (globMatches(glob, path))
        return true;
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        if (globMatches(glob, path.first(slash)))
            return true;
    }
    return false;
}

bool matchesAny(const QStringList &globs, QByteArrayView path)
{
    return std::ranges::any_of(globs, [&](const QString &glob) { return matches(glob.toUtf8(), path); });
}

bool isProtected(const QByteArray &path, const Policy &policy)
{
    if (path.isEmpty() || path.startsWith('/') || path == "assay.toml")
        return true;
    for (const QByteArray &name : path.split('/')) {
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
    return std::ranges::any_of(DefaultTests, [&](QByteArrayView glob) { return globMatches(glob, path); });
}

} // namespace

PathClass classifyPath(const RepoPath &repoPath, const Policy &policy)
{
    const QByteArray &path = repoPath.bytes();
    if (isProtected(path, policy))
        return PathClass::Protected;
    const Mention mention = mentionInPolicy(path, policy);
    if (mention == Mention::Script
        || std::ranges::any_of(BuiltInSensitive, [&](QByteArrayView glob) { return globMatches(glob, path); }))
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
