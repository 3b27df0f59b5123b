"""The shell of packaging/: what it reads from apt, when it has nothing to do, and what it says."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).parents[2]
PACKAGING = SOURCE / "packaging"


class ScriptCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="assay packaging ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cache = self.folder / "cache" / "assay"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}
        self.environment.pop("ASSAY_BUILD_DIR", None)

    def run_script(self, *command, **more):
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
                              env={**self.environment, **more})

    def shell(self, text, source=PACKAGING, stdin=""):
        """Runs shell text with the shared parts sourced."""
        parts = "\n".join(f'. "{source}/{name}.sh"' for name in ("common", "apt", "userland", "build"))
        return subprocess.run(["bash", "-c", f"set -euo pipefail\n{parts}\n{text}", "assay"], input=stdin,
                              capture_output=True, text=True, timeout=60, env=self.environment)


class EnterTest(ScriptCase):
    @unittest.skipUnless(shutil.which("bwrap"), "bubblewrap is not here")
    def test_what_runs_inside_is_told_the_userlands_name(self):
        # The machine's own programs under another name: what matters is what `enter` says of it.
        userland = self.cache / "userland"
        (userland / "etc").mkdir(parents=True)
        (userland / "var" / "tmp").mkdir(parents=True)
        (userland / "usr").symlink_to("/usr")
        for name in ("passwd", "group", "hosts", "resolv.conf"):  # mount points
            (userland / "etc" / name).touch()
        (userland / "etc" / "os-release").write_text('NAME="Debian"\nVERSION_ID="13"\n')
        self.shell("{ echo userland; recipe; } >\"$assay_stamp\"")
        ended = self.run_script(str(PACKAGING / "enter"), "/usr/bin/printenv", "ASSAY_USERLAND")
        self.assertEqual((ended.returncode, ended.stdout), (0, "Debian 13\n"), ended.stderr)


class MirrorTest(ScriptCase):
    def test_main_archive_is_picked_and_not_security_or_others(self):
        lines = ("|||\nOther|Other|main|http://a.invalid/\nDebian|Debian-Security|main|http://b.invalid/\n"
                 "Debian|Debian|contrib|http://c.invalid/\nDebian|Debian|main|http://d.invalid/debian/\n"
                 "Debian|Debian|main|http://e.invalid/debian/\n")
        self.assertEqual(self.shell("pick_mirror", stdin=lines).stdout, "http://d.invalid/debian/\n")

    def test_list_of_mirrors_gives_its_first_address(self):
        mirrors = self.folder / "mirrors"
        mirrors.write_text("# ours\n\nhttp://near.invalid/debian\tpriority:1\nhttp://far.invalid/debian\n")
        for form in (f"mirror+file:{mirrors}", f"mirror+file://{mirrors}/"):
            self.assertEqual(self.shell("expand_mirror", stdin=form + "\n").stdout, "http://near.invalid/debian\n", form)

    def test_both_formats_of_sources_are_read(self):
        architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
        one_line = f"deb [arch={architecture}] http://near.invalid/debian trixie main\n"
        deb822 = "Types: deb\nURIs: http://near.invalid/debian\nSuites: trixie\nComponents: main\n"
        for name, text in (("a.list", one_line), ("a.sources", deb822)):
            with self.subTest(name):
                apt = self.folder / name.replace(".", "_")
                for part in ("parts", "lists/partial"):
                    (apt / part).mkdir(parents=True)
                (apt / "parts" / name).write_text(text)
                # What fetching them leaves; apt names the origin only of lists that it has.
                fetched = "near.invalid_debian_dists_trixie_"
                (apt / "lists" / f"{fetched}main_binary-{architecture}_Packages").touch()
                (apt / "lists" / f"{fetched}Release").write_text(
                    "Origin: Debian\nLabel: Debian\nSuite: stable\nCodename: trixie\n"
                    f"Components: main\nArchitectures: {architecture}\n")
                (apt / "apt.conf").write_text(f'Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "{apt}/parts";\n'
                                              f'Dir::State::lists "{apt}/lists";\n')
                self.environment["APT_CONFIG"] = str(apt / "apt.conf")
                self.assertEqual(self.shell("debian_mirror").stdout, "http://near.invalid/debian/")

    def test_machine_without_debian_archive_is_told_what_to_name(self):
        apt = self.folder / "apt"
        (apt / "lists" / "partial").mkdir(parents=True)
        (apt / "apt.conf").write_text('Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "/dev/null";\n')
        self.environment["APT_CONFIG"] = str(apt / "apt.conf")
        ended = self.shell("debian_mirror")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("ASSAY_DEBIAN_MIRROR=", ended.stderr)

    def test_proxy_of_the_machine_is_handed_on(self):
        (self.folder / "apt.conf").write_text('Acquire::http::Proxy "http://proxy.invalid:3142";\n')
        self.environment["APT_CONFIG"] = str(self.folder / "apt.conf")
        self.assertIn('Acquire::http::Proxy "http://proxy.invalid:3142";\n', self.shell("network_options").stdout)


class PackageListTest(ScriptCase):
    def test_every_package_says_why(self):
        for name in ("packages.trixie", "packages.peers"):
            for line in (PACKAGING / name).read_text().splitlines():
                if line and not line.startswith("#"):
                    self.assertRegex(line, r"^[a-z0-9][a-z0-9+.-]+ +# \S", line)

    def test_names_are_bare(self):
        names = self.shell("package_names").stdout.splitlines()
        self.assertIn("g++", names)
        self.assertTrue(all(re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", name) for name in names), names)
        both = self.shell('package_names "$assay_packages" "$peers_list"').stdout.splitlines()
        self.assertEqual(both[:len(names)], names)
        self.assertIn("kate", both)


class NothingToDoTest(ScriptCase):
    def stamp(self, kind, recipe):
        self.cache.mkdir(parents=True, exist_ok=True)
        (self.cache / "setup.stamp").write_text(f"{kind}\n{recipe}\n")

    def kind(self, source=PACKAGING):
        return self.shell("setup_kind", source).stdout

    def test_stamp_of_this_list_counts(self):
        self.stamp("native", self.shell("recipe").stdout.strip())
        self.assertEqual(self.kind(), "native")
        ended = self.run_script(str(PACKAGING / "setup"))
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))

    def test_no_stamp_is_not_set_up(self):
        self.assertEqual(self.kind(), "")

    def test_stamp_of_another_list_does_not_count(self):
        self.stamp("native", self.shell("recipe").stdout.strip())
        changed = self.folder / "clone" / "packaging"
        shutil.copytree(PACKAGING, changed)
        with (changed / "packages.trixie").open("a") as file:
            file.write("hello   # one more\n")
        self.assertEqual(self.kind(changed), "")

    def test_userland_that_is_gone_is_made_again(self):
        recipe = self.shell("recipe").stdout.strip()
        self.stamp("userland", recipe)
        self.assertEqual(self.kind(), "")
        (self.cache / "userland" / "usr").mkdir(parents=True)
        self.assertEqual(self.kind(), "userland")


class RemoveTest(ScriptCase):
    def test_cache_goes_and_installed_packages_are_named(self):
        self.cache.mkdir(parents=True)
        (self.cache / "host-packages").write_text("bash\nbash\nno-such-package-here\n")
        ended = self.run_script(str(PACKAGING / "setup"), "--remove")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertFalse(self.cache.exists())
        self.assertIn("    apt-get purge bash\n", ended.stderr)

    def test_nothing_there_is_fine(self):
        ended = self.run_script(str(PACKAGING / "setup"), "--remove")
        self.assertEqual(ended.returncode, 0)
        self.assertIn("Nothing to delete", ended.stderr)


class BuildTest(ScriptCase):
    def test_relative_build_folder_is_refused(self):
        ended = self.run_script(str(PACKAGING / "test"), ASSAY_BUILD_DIR="some/where")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("ASSAY_BUILD_DIR is 'some/where'", ended.stderr)

    def test_success_is_quiet_and_kept(self):
        log = self.folder / "log"
        ended = self.shell(f"quietly 'the build' '{log}' sh -c 'echo out; echo err >&2'")
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))
        self.assertEqual(log.read_text(), "out\nerr\n")

    def test_failure_shows_what_failed_and_where_the_rest_is(self):
        log = self.folder / "log"
        text = "\\n".join(["[1/3] fine"] * 100 + ["FAILED: x.o", "x.cpp:3: error: no", "stopped"])
        ended = self.shell(f"quietly 'the build' '{log}' sh -c \"printf '{text}\\n'; exit 3\"")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("x.cpp:3: error: no", ended.stderr)
        self.assertNotIn("fine", ended.stderr)
        self.assertIn(f"the build failed; what it said is above, the whole log is {log}", ended.stderr)

    def test_stopping_ends_what_runs(self):
        log = self.folder / "log"
        text = f"(sleep 0.3; kill -TERM $$) & logged '{log}' x sh -c 'echo $$; exec sleep 300'"
        ended = self.shell(text)
        self.assertEqual(ended.returncode, 130)
        self.assertFalse(pathlib.Path(f"/proc/{log.read_text().strip()}").exists())


class UsageTest(ScriptCase):
    def test_help_tells_the_calls(self):
        for script, call in (("run", "packaging/run --headless"), ("test", "packaging/test --soak")):
            ended = self.run_script(str(PACKAGING / script), "--help")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn(call, ended.stdout)
            self.assertNotIn("set -euo", ended.stdout)

    def test_unknown_option_of_set_up_is_refused(self):
        self.assertEqual(self.run_script(str(PACKAGING / "setup"), "--frobnicate").returncode, 2)


if __name__ == "__main__":
    unittest.main()
