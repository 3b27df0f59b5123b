// Which folders of the owner's home a contained command sees.
#include "core/process/toolchains.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace assay;

using Mode = SandboxBind::Mode;

class ToolchainsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;

    QByteArray home(const QByteArray &below = {}) const { return m_dir->path().toUtf8() + "/home" + below; }
    void make(const QByteArray &below) const { QVERIFY(QDir().mkpath(QString::fromUtf8(home(below)))); }

    Toolchains find(QMap<QByteArray, QByteArray> environment) const
    {
        environment.insert("HOME", home());
        return findToolchains(environment);
    }

    static std::optional<Mode> modeOf(const Toolchains &toolchains, const QByteArray &inside)
    {
        const auto found = std::ranges::find(toolchains.binds, inside, &SandboxBind::inside);
        return found == toolchains.binds.end() ? std::nullopt : std::optional(found->mode);
    }

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
        make("/.config");
    }

    void aHomeWithoutToolchainsShowsNothing()
    {
        const Toolchains found = find({{"PATH", "/usr/bin:/bin:/usr/local/sbin:relative::/no/such"}});
        QVERIFY(found.binds.isEmpty());
        QVERIFY(found.variables.isEmpty());
    }

    void cachesAreCopyOnWriteAndLoginsStayOut()
    {
        for (const char *folder : {"/.cargo/bin", "/.cargo/registry", "/.rustup", "/.m2/repository", "/.gradle/caches",
                                   "/.npm/_cacache", "/.cache/pip", "/.cache/other", "/.pyenv", "/go/pkg/mod"})
            make(folder);
        for (const char *file : {"/.cargo/credentials.toml", "/.m2/settings.xml", "/.gradle/gradle.properties"}) {
            QFile secret(QString::fromUtf8(home(file)));
            QVERIFY(secret.open(QIODevice::WriteOnly));
        }
        const Toolchains found = find({{"PATH", home("/.cargo/bin") + ":/usr/bin"}});
        QCOMPARE(modeOf(found, home("/.cargo")), Mode::Fresh);
        QCOMPARE(modeOf(found, home("/.cargo/bin")), Mode::ReadOnly);
        QCOMPARE(modeOf(found, home("/.cargo/registry")), Mode::Overlay);
        QCOMPARE(modeOf(found, home("/.rustup")), Mode::ReadOnly);
        QCOMPARE(modeOf(found, home("/.m2/repository")), Mode::Overlay);
        QCOMPARE(modeOf(found, home("/.gradle/caches")), Mode::Overlay);
        QCOMPARE(modeOf(found, home("/.npm/_cacache")), Mode::Overlay);
        QCOMPARE(modeOf(found, home("/.cache/pip")), Mode::Overlay);
        QCOMPARE(modeOf(found, home("/.pyenv")), Mode::ReadOnly);
        QCOMPARE(modeOf(found, home("/go/pkg/mod")), Mode::Overlay);
        for (const SandboxBind &bind : found.binds) {
            QCOMPARE_NE(bind.inside, home());
            QVERIFY2(!bind.inside.startsWith(home("/.config")), bind.inside);
            // Nothing shown may hold a login: only fresh folders may be its parents.
            for (const char *file : {"/.cargo/credentials.toml", "/.m2/settings.xml", "/.gradle/gradle.properties"})
                QVERIFY2(bind.mode == Mode::Fresh || !home(file).startsWith(bind.inside + '/'), bind.inside);
        }
        QCOMPARE(found.variables.value("CARGO_HOME"), home("/.cargo"));
        QCOMPARE(found.variables.value("PIP_CACHE_DIR"), home("/.cache/pip"));
        QCOMPARE(std::ranges::count(found.binds, home("/.cargo/bin"), &SandboxBind::inside), 1);
    }

    void aFreshFolderComesBeforeWhatIsMountedInIt()
    {
        make("/.cargo/bin");
        const Toolchains found = find({});
        QCOMPARE(found.binds.size(), 2);
        QCOMPARE(found.binds[0].mode, Mode::Fresh);
        QCOMPARE(found.binds[1].inside, home("/.cargo/bin"));
    }

    void variablesMoveCaches()
    {
        make("/elsewhere/registry");
        make("/gopath/pkg/mod");
        make("/.cargo/registry");
        const Toolchains found = find({{"CARGO_HOME", home("/elsewhere/")}, {"GOPATH", home("/gopath")}});
        QCOMPARE(found.variables.value("CARGO_HOME"), home("/elsewhere"));
        QCOMPARE(modeOf(found, home("/elsewhere/registry")), Mode::Overlay);
        QCOMPARE(modeOf(found, home("/.cargo/registry")), std::nullopt);
        QCOMPARE(found.variables.value("GOMODCACHE"), home("/gopath/pkg/mod"));
    }

    void pathFoldersOutsideTheSystemAreShown()
    {
        make("/sdk/go/bin");
        make("/sdk/go/lib");
        make("/go/bin");
        make("/.local/bin");
        make("/.local/lib");
        make("/.pyenv/shims");
        make("/.cargo/tools");
        const Toolchains found
            = find({{"PATH",
                     home("/sdk/go/bin") + ':' + home("/go/bin/") + ':' + home("/.local/bin") + ':'
                         + home("/.pyenv/shims") + ':' + home("/go/bin") + ':' + home("/.cargo/tools")}});
        QCOMPARE(modeOf(found, home("/sdk/go")), Mode::ReadOnly);
        QCOMPARE(modeOf(found, home("/go/bin")), Mode::ReadOnly);
        QCOMPARE(modeOf(found, home("/.local/bin")), Mode::ReadOnly);
        QCOMPARE(modeOf(found, home("/.pyenv")), Mode::ReadOnly);
        // A fresh folder shows nothing of what is on the host.
        QCOMPARE(modeOf(found, home("/.cargo")), Mode::Fresh);
        QCOMPARE(modeOf(found, home("/.cargo/tools")), Mode::ReadOnly);
        QCOMPARE(found.binds.size(), 6);
    }

    void homeItselfNeverAppears_data()
    {
        QTest::addColumn<QByteArray>("entry");
        QTest::newRow("home") << "/"_ba;
        QTest::newRow("above") << "/.."_ba;
        QTest::newRow("bin of home") << "/bin"_ba;
    }

    void homeItselfNeverAppears()
    {
        QFETCH(QByteArray, entry);
        make("/bin");
        make("/lib");
        const QByteArray above = m_dir->path().toUtf8();
        const Toolchains found
            = find({{"PATH", home(entry) + ':' + above + ":/"}, {"PYENV_ROOT", home()}, {"NVM_DIR", "/"}});
        for (const SandboxBind &bind : found.binds)
            QCOMPARE(bind.inside, home("/bin"));
    }
};

QTEST_GUILESS_MAIN(ToolchainsTest)
#include "tst_toolchains.moc"
