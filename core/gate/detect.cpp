#include "core/gate/detect.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// The tree's names, with the contents of small files on demand.
class TreeView {
public:
    TreeView(const Vault &vault, QList<TreeEntry> entries) : m_vault(vault), m_entries(std::move(entries)) {}

    [[nodiscard]] const QList<TreeEntry> &entries() const { return m_entries; }
    [[nodiscard]] bool has(QByteArrayView path) const { return find(path) != nullptr; }
    [[nodiscard]] bool hasFolder(QByteArrayView folder) const
    {
        return std::ranges::any_of(m_entries, [&](const TreeEntry &entry) {
            return entry.path.bytes().size() > folder.size() && entry.path.isBelow(folder);
        });
    }
    /// Empty when missing, a link, or larger than a configuration file is.
    [[nodiscard]] QByteArray text(QByteArrayView path) const
    {
        const TreeEntry *entry = find(path);
        if (!entry || (entry->mode & 0170000) != 0100000)
            return {};
        const auto bytes = m_vault.blob(entry->object);
        return bytes && bytes->size() <= (1 << 20) ? *bytes : QByteArray();
    }

private:
    [[nodiscard]] const TreeEntry *find(QByteArrayView path) const
    {
        const auto found = std::ranges::find_if(m_entries, [&](const TreeEntry &e) { return e.path.bytes() == path; });
        return found == m_entries.cend() ? nullptr : &*found;
    }
    const Vault &m_vault;
    QList<TreeEntry> m_entries;
};

QByteArray nameOf(const QByteArray &path)
{
    return path.sliced(path.lastIndexOf('/') + 1);
}

/// "src/" layouts keep the package out of the root on purpose; without an installation the path has to say so.
bool hasSourceLayout(const TreeView &tree)
{
    return std::ranges::any_of(tree.entries(), [](const TreeEntry &entry) {
        const QByteArray &path = entry.path.bytes();
        return path.startsWith("src/") && path.endsWith("/__init__.py") && path.count('/') == 2;
    });
}

/// How pytest shows itself: its configuration, or test files that only it can run. Empty = not at all.
QString signOfPytest(const TreeView &tree, const QList<QByteArray> &testFiles)
{
    static const std::pair<QByteArray, QByteArray> configurations[] = {{"pytest.ini"_ba, {}},
                                                                       {".pytest.ini"_ba, {}},
                                                                       {"pytest.toml"_ba, {}},
                                                                       {"pyproject.toml"_ba, "[tool.pytest"_ba},
                                                                       {"setup.cfg"_ba, "[tool:pytest]"_ba},
                                                                       {"tox.ini"_ba, "[pytest]"_ba}};
    for (const auto &[file, section] : configurations) {
        if (tree.has(file) && (section.isEmpty() || tree.text(file).contains(section)))
            return u"%1 configures pytest"_s.arg(QString::fromLatin1(file));
    }
    static const QRegularExpression import(u"^\\s*(?:import pytest|from pytest\\b)"_s,
                                           QRegularExpression::MultilineOption);
    static const QRegularExpression function(u"^(?:async )?def test_?\\w*\\("_s, QRegularExpression::MultilineOption);
    for (const QByteArray &file : testFiles) {
        const QString text = QString::fromUtf8(tree.text(file));
        if (import.match(text).hasMatch())
            return u"%1 imports pytest"_s.arg(RepoPath(file).display());
        if (function.match(text).hasMatch() && !text.contains(u"TestCase"))
            return u"%1 has test functions without a class, which pytest runs"_s.arg(RepoPath(file).display());
    }
    const auto conftest = std::ranges::find_if(
        tree.entries(), [](const TreeEntry &entry) { return nameOf(entry.path.bytes()) == "conftest.py"; });
    return conftest == tree.entries().cend() ? QString() : u"%1 is pytest's"_s.arg(conftest->path.display());
}

std::optional<DetectedGate> python(const TreeView &tree)
{
    QList<QByteArray> testFiles;
    for (const TreeEntry &entry : tree.entries()) {
        const QByteArray name = nameOf(entry.path.bytes());
        if (name.endsWith(".py") && (name.startsWith("test") || name.endsWith("_test.py")))
            testFiles += entry.path.bytes();
    }
    const QString pytest = signOfPytest(tree, testFiles);
    if (testFiles.isEmpty() && pytest.isEmpty())
        return std::nullopt;

    DetectedGate detected;
    GateCommand command{.run = {}, .format = ReportFormat::Unittest, .report = {}, .detected = true, .why = {}};
    if (!pytest.isEmpty()) {
        command.run.line = u"python3 -m pytest"_s;
        command.format = ReportFormat::Pytest;
        command.why = pytest;
    } else {
        // Discovery from the root finds test packages and test files in the root itself; a folder of plain test files
        // has to be named.
        command.run.line = u"python3 -m unittest -v"_s;
        const QByteArray &first = testFiles.first();
        command.why = u"%1 is a unittest file"_s.arg(RepoPath(first).display());
        const QByteArray folder = first.first(std::max<qsizetype>(0, first.indexOf('/')));
        const bool inRoot = std::ranges::any_of(testFiles, [](const QByteArray &path) { return !path.contains('/'); });
        if (!inRoot && !tree.has(folder + "/__init__.py"))
            command.run.line = u"python3 -m unittest discover -v -s %1"_s.arg(QString::fromUtf8(folder));
    }
    const bool sourceLayout = hasSourceLayout(tree);
    if (sourceLayout)
        command.run.line.prepend(u"PYTHONPATH=src "_s);
    detected.gate = {command};
    detected.testPaths = {u"tests/**"_s, u"test/**"_s, u"**/test_*.py"_s, u"**/*_test.py"_s};
    return detected;
}

std::optional<DetectedGate> cmake(const TreeView &tree)
{
    const QByteArray lists = tree.text("CMakeLists.txt");
    if (lists.isEmpty())
        return std::nullopt;
    static const QRegularExpression enables(u"^[ \\t]*(?:enable_testing\\s*\\(|include\\s*\\(\\s*CTest\\s*\\))"_s,
                                            QRegularExpression::MultilineOption
                                                | QRegularExpression::CaseInsensitiveOption);
    if (!enables.match(QString::fromUtf8(lists)).hasMatch())
        return std::nullopt;
    const QString folder = tree.hasFolder("build") ? u"build-assay"_s : u"build"_s;
    DetectedGate detected;
    detected.prepare = {{.line = u"cmake -S . -B %1"_s.arg(folder), .folder = {}, .network = false},
                        {.line = u"cmake --build %1 --parallel \"$(nproc)\""_s.arg(folder),
                         .folder = {},
                         .network = false,
                         .timeout = std::chrono::hours(1)}};
    detected.gate = {{.run = {.line = u"ctest --test-dir %1"_s.arg(folder)},
                      .format = ReportFormat::Ctest,
                      .report = {},
                      .detected = true,
                      .why = u"CMakeLists.txt enables ctest"_s}};
    return detected;
}

std::optional<DetectedGate> cargo(const TreeView &tree)
{
    if (!tree.has("Cargo.toml"))
        return std::nullopt;
    DetectedGate detected;
    detected.prepare
        = {{.line = u"cargo test --no-run"_s, .folder = {}, .network = true, .timeout = std::chrono::hours(1)}};
    detected.gate = {{.run = {.line = u"cargo test --offline"_s},
                      .format = ReportFormat::StatusOnly,
                      .report = {},
                      .detected = true,
                      .why = u"Cargo.toml"_s}};
    return detected;
}

std::optional<DetectedGate> go(const TreeView &tree)
{
    if (!tree.has("go.mod"))
        return std::nullopt;
    DetectedGate detected;
    if (tree.has("go.sum"))
        detected.prepare = {{.line = u"go mod download"_s, .folder = {}, .network = true}};
    detected.gate = {{.run = {.line = u"go test ./..."_s},
                      .format = ReportFormat::StatusOnly,
                      .report = {},
                      .detected = true,
                      .why = u"go.mod"_s}};
    return detected;
}

std::optional<DetectedGate> node(const TreeView &tree)
{
    const auto package = QJsonDocument::fromJson(tree.text("package.json")).object();
    const QString script = package[u"scripts"_s].toObject()[u"test"_s].toString();
    if (script.isEmpty() || script.contains(u"no test specified")) // what `npm init` writes
        return std::nullopt;
    DetectedGate detected;
    const bool needsPackages
        = !package[u"dependencies"_s].toObject().isEmpty() || !package[u"devDependencies"_s].toObject().isEmpty();
    if (needsPackages) {
        const bool locked = tree.has("package-lock.json") || tree.has("npm-shrinkwrap.json");
        detected.prepare = {{.line = locked ? u"npm ci"_s : u"npm install"_s, .folder = {}, .network = true}};
    }
    detected.gate = {{.run = {.line = u"npm test"_s},
                      .format = ReportFormat::StatusOnly,
                      .report = {},
                      .detected = true,
                      .why = u"package.json's \"test\" script"_s}};
    detected.warnings = maskingWarnings(script);
    return detected;
}

std::optional<DetectedGate> make(const TreeView &tree)
{
    for (const QByteArray &file : {"GNUmakefile"_ba, "makefile"_ba, "Makefile"_ba}) {
        const QString text = QString::fromUtf8(tree.text(file));
        for (const QString &target : {u"test"_s, u"check"_s}) {
            const QRegularExpression rule(u"^%1[ \\t]*:(?!=)"_s.arg(target), QRegularExpression::MultilineOption);
            if (!rule.match(text).hasMatch())
                continue;
            DetectedGate detected;
            detected.gate = {{.run = {.line = u"make %1"_s.arg(target)},
                              .format = ReportFormat::StatusOnly,
                              .report = {},
                              .detected = true,
                              .why = u"%1 has a target \"%2\""_s.arg(QString::fromLatin1(file), target)}};
            return detected;
        }
    }
    return std::nullopt;
}

/// The checkout first on each language's search path, so that a check loads the tree and not an installed copy.
QMap<QString, QString> searchPaths(const TreeView &tree)
{
    QMap<QString, QString> environment;
    const auto hasSuffix = [&](QByteArrayView suffix) {
        return std::ranges::any_of(tree.entries(), [&](const TreeEntry &e) { return e.path.bytes().endsWith(suffix); });
    };
    if (hasSuffix(".py")) {
        environment[u"PYTHONPATH"_s] = hasSourceLayout(tree) ? u"${TREE}/src:${TREE}"_s : u"${TREE}"_s;
        environment[u"PYTHONSAFEPATH"_s] = u"1"_s; // the check's own folder is not searched
    }
    if (tree.has("package.json"))
        environment[u"NODE_PATH"_s] = u"${TREE}:${TREE}/node_modules"_s;
    if (hasSuffix(".rb"))
        environment[u"RUBYLIB"_s] = u"${TREE}/lib:${TREE}"_s;
    if (hasSuffix(".pm"))
        environment[u"PERL5LIB"_s] = u"${TREE}/lib:${TREE}"_s;
    return environment;
}

/// What decides how the gate runs and is there, by the names of this tree.
QStringList configurationFiles(const TreeView &tree)
{
    static const QByteArray names[]
        = {"pyproject.toml", "setup.py",    "setup.cfg",      "tox.ini",           "pytest.ini",          ".pytest.ini",
           "noxfile.py",     "conftest.py", "CMakeLists.txt", "CMakePresets.json", "Cargo.toml",          "Cargo.lock",
           "go.mod",         "go.sum",      "package.json",   "package-lock.json", "npm-shrinkwrap.json", "GNUmakefile",
           "makefile",       "Makefile",    "Dockerfile",     ".gitlab-ci.yml",    ".travis.yml"};
    QStringList found;
    for (const QByteArray &name : names) {
        if (tree.has(name))
            found += QString::fromLatin1(name);
    }
    for (const TreeEntry &entry : tree.entries()) { // configuration below the root that pytest and CMake obey
        const QByteArray &path = entry.path.bytes();
        const QByteArray name = nameOf(path);
        if (path.contains('/') && (name == "conftest.py" || name == "CMakeLists.txt")
            && !found.contains(u"**/"_s + QString::fromLatin1(name)))
            found += u"**/"_s + QString::fromLatin1(name);
    }
    if (tree.hasFolder(".github"))
        found += u".github/**"_s;
    return found;
}

} // namespace

Result<DetectedGate> detectGate(const Vault &vault, const ObjectId &treeId)
{
    auto entries = vault.list(treeId);
    if (!entries)
        return failure(entries.error());
    const TreeView tree(vault, std::move(*entries));

    DetectedGate detected;
    QStringList alsoFound;
    for (const auto kind : {python, cmake, cargo, go, node, make}) {
        auto found = kind(tree);
        if (!found)
            continue;
        // The first is the most telling. Others may run the same tests again, or those of something else: the owner
        // is told, and names them if they belong to the gate.
        if (detected.gate.isEmpty())
            detected = std::move(*found);
        else
            alsoFound += u"`%1` (%2)"_s.arg(found->gate.first().run.line, found->gate.first().why);
    }
    if (!alsoFound.isEmpty())
        detected.warnings
            += u"also found, and not part of the gate unless you name it: %1"_s.arg(alsoFound.join(u", "_s));
    detected.sensitivePaths = configurationFiles(tree);
    detected.reproEnv = searchPaths(tree);
    return detected;
}

GateCommand gateFromLine(const QString &line)
{
    static const QRegularExpression pytest(u"(?:^|[\\s/;&|('\"])(?:pytest|py\\.test)(?:$|[\\s;&|)'\"])"_s);
    static const QRegularExpression unittest(u"\\s-m\\s+unittest(?:$|[\\s;&|)])|manage\\.py\\s+test(?:$|\\s)"_s);
    static const QRegularExpression ctest(u"(?:^|[\\s/;&|(])ctest(?:$|[\\s;&|)])"_s);
    static const QRegularExpression tap(
        u"(?:^|\\s)--?(?:tap|(?:test-)?reporter[= ]tap|output-format[= ]tap)(?:$|[\\s;&|)])"_s);
    GateCommand command{.run = {.line = line},
                        .format = ReportFormat::StatusOnly,
                        .report = {},
                        .detected = false,
                        .why = u"named by the owner"_s};
    if (pytest.match(line).hasMatch())
        command.format = ReportFormat::Pytest;
    else if (unittest.match(line).hasMatch())
        command.format = ReportFormat::Unittest;
    else if (ctest.match(line).hasMatch())
        command.format = ReportFormat::Ctest;
    else if (tap.match(line).hasMatch())
        command.format = ReportFormat::Tap;
    return command;
}

} // namespace assay
