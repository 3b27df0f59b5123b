#!/usr/bin/env python3
"""Proves the demo without the engine: trees, answers, counts, teeth and claims are what the demo's story says.

    check_recording.py [--python FILE] [RESOURCES]

Prints one line a failure and `N passed, N failed`; exit status 1 when anything failed.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor

from outbox_forms import faults, undescribed

# Session: folder, purpose, the stage it starts from, findings, counted rolled-back attempts, the stage it makes.
SESSIONS = [
    ("01-audit", "audit", "base", [], 0, None),
    ("02-structural", "task", "base", ["F1", "F2", "F4", "F5"], 0, "salvage 2"),
    ("03-structural", "task", "base", ["F1", "F2", "F4", "F5"], 1, "checkpoint 1"),
    ("04-transaction", "task", "checkpoint 1", ["F3"], 0, "salvage 4"),
    ("05-transaction", "task", "checkpoint 1", ["F3"], 1, "checkpoint 2"),
    ("06-gate", "gate", "checkpoint 2", ["F1", "F2", "F4", "F5"], 0, "checkpoint 3"),
    ("07-metadata", "task", "checkpoint 3", ["F6"], 0, "checkpoint 4"),
    ("08-audit", "audit", "checkpoint 4", [], 0, None),
]
STAGES = ["base", "salvage 2", "checkpoint 1", "salvage 4", "checkpoint 2", "checkpoint 3", "checkpoint 4"]

# What each check answers at each stage: P present, A absent, f flaky; and the control run, with its exit status when
# inconclusive: a repro says itself, by 2, that its files are not there.
ANSWERS = {
    "F1": ("PAAAAAA", "inconclusive 2"),
    "F2": ("PAAAAAA", "inconclusive 2"),
    "F3": ("PPPAAAA", "inconclusive 2"),
    "F4": ("PAAAAAA", "inconclusive 2"),
    "F5": ("PAAAAAA", "inconclusive 2"),
    "F6": ("PPPPPPA", "inconclusive 2"),
    "N1": ("AAAAAAA", "inconclusive 2"),
    "N2": ("fAAAAAA", "inconclusive 2"),
    "N3": ("PPPPPPP", "present"),
    "rollback discards": ("APAAAAA", "inconclusive 2"),
}
LETTERS = {("present",) * 3: "P", ("absent",) * 3: "A"}
SEVERITIES = {"F1": "high", "F2": "high", "F3": "high", "F4": "high", "F5": "medium", "F6": "medium"}

# The gate at each stage: passed, failed.
ERROR_INSIDE = "tests.test_transactions.TransactionTest.test_error_inside_transaction"
GATE = {"base": (31, 0), "checkpoint 1": (31, 0), "salvage 4": (30, 1), "checkpoint 2": (31, 0),
        "checkpoint 3": (37, 0), "checkpoint 4": (37, 0)}
# Which claims hold, in the order of the session's claims.
CLAIMS = {"01-audit": [], "02-structural": [True], "03-structural": [True, True], "04-transaction": [False],
          "05-transaction": [True], "06-gate": [True], "07-metadata": [False], "08-audit": []}
FILE_TESTS = "tests.test_file_database.FileDatabaseTest."
# The tests of session 6 on base: which have teeth, and for which finding.
TEETH = {"test_inserted_row_survives_close": ("F1", "FAIL"), "test_bulk_rows_survive_close": ("F2", "FAIL"),
         "test_bulk_rows_are_seen_by_others_at_once": ("F2", "FAIL"),
         "test_queries_give_their_connections_back": ("F4", "FAIL"),
         "test_bulk_rows_one_after_the_other": ("F5", "FAIL"), "test_failed_transaction_leaves_nothing": ("F1", "ok")}
EVENTS = {"message": {"text"}, "thought": {"text"}, "plan": {"entries"}, "usage": {"input_tokens", "output_tokens"},
          "tool_call": {"id", "kind", "title", "status"}}


class Proof:
    """Counts what held, and says what did not."""

    def __init__(self):
        self.passed = self.failed = 0

    def that(self, what, holds, seen=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {what}" + (f": {seen}" if seen != "" else ""))

    def same(self, what, seen, expected):
        self.that(what, seen == expected, f"expected {expected!r}, found {seen!r}")


class Bench:
    """Git and interpreters with an environment of their own, in a folder that is thrown away."""

    def __init__(self, folder, python):
        self.folder = pathlib.Path(folder)
        tools = self.fresh("bin")
        (tools / "python3").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
        (tools / "python3").chmod(0o755)
        self.env = {"PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(self.fresh("home")), "LC_ALL": "C.UTF-8",
                    "TMPDIR": str(self.fresh("tmp")), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
        self.repository = self.fresh("repository")
        self.git("init", "-q")

    def fresh(self, name):
        return pathlib.Path(tempfile.mkdtemp(prefix=name.replace(" ", "-") + "-", dir=self.folder))

    def run(self, command, cwd, **env):
        return subprocess.run(command, cwd=cwd, env=self.env | env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=120)

    def git(self, *arguments, work_tree=None):
        """Git on our repository, in a work tree that lies elsewhere."""
        tree = [f"--git-dir={self.repository}/.git", f"--work-tree={work_tree}"] if work_tree else []
        done = self.run(["git", *tree, *arguments], work_tree or self.repository)
        if done.returncode != 0:
            sys.exit(f"git {' '.join(arguments)} failed in {work_tree or self.repository}: {done.stderr.strip()}")
        return done.stdout.strip()

    def check_out(self, tree):
        """A throw-away copy of a tree."""
        folder = self.fresh("checkout")
        self.git("read-tree", tree)
        self.git("checkout-index", "-a", work_tree=folder)
        return folder

    def add_tree(self, folder):
        """The tree id of a folder's content."""
        self.git("read-tree", "--empty")
        self.git("add", "-A", "-f", ".", work_tree=folder)
        return self.git("write-tree")

    def apply(self, tree, patch):
        """The tree after a patch, applied in a work tree as the engine does it."""
        folder = self.check_out(tree)
        self.git("apply", str(patch), work_tree=folder)
        return self.add_tree(folder)

    def answer(self, repro, checkout, seed):
        """One run under the repro contract."""
        tree = {"ASSAY_TREE": str(checkout), "PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}
        try:
            done = self.run([str(repro)], self.fresh("empty"), PYTHONHASHSEED=str(seed), **tree)
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"inconclusive: {error}"
        line = any(line.startswith("REPRODUCED:") for line in done.stdout.splitlines())
        if done.returncode == 1 and line:
            return "present"
        return "absent" if done.returncode == 0 and not line else f"inconclusive {done.returncode}"

    def cases(self, checkout):
        """The gate, case by case: name -> ok, FAIL or ERROR."""
        done = self.run(["python3", "-B", "-m", "unittest", "-v"], checkout)
        found = {}
        for method, place, result in re.findall(r"^(\w+) \(([\w.]+)\) \.\.\. (ok|FAIL|ERROR)$", done.stderr, re.M):
            found[place if place.endswith("." + method) else f"{place}.{method}"] = result
        if f"\nRan {len(found)} tests in" not in done.stderr:
            sys.exit(f"the output of unittest could not be read:\n{done.stderr}")
        return found


def count(cases):
    return sum(result == "ok" for result in cases.values()), sum(result != "ok" for result in cases.values())


def overlay(bench, tree, over, paths):
    """A checkout of a tree with files of another laid over it."""
    folder, source = bench.check_out(tree), bench.check_out(over)
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / path, folder / path)
    return folder


def check_sessions(proof, bench, demo):
    """Every session fits its row, and every patch gives the tree that the next one starts from."""
    recording = tomllib.loads((demo / "recording/recording.toml").read_text())
    proof.same("recording format", recording["format"], "assay/recording/1")
    proof.same("recording keys", set(recording), {"format", "agent", "version", "title", "session"})
    proof.same("number of sessions", len(recording["session"]), len(SESSIONS))
    folders = {entry.name for entry in (demo / "recording").iterdir() if entry.is_dir()}
    proof.same("session folders", folders, {row[0] for row in SESSIONS})

    copy = bench.fresh("tally")
    shutil.copytree(demo / "tally", copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    trees = {"base": bench.add_tree(copy)}
    modes = {line.split()[0] for line in bench.git("ls-tree", "-r", "-t", trees["base"]).splitlines()}
    proof.same("modes of tally", modes, {"100644", "040000"})
    for session, (folder, purpose, start, findings, attempt, makes) in zip(recording["session"], SESSIONS):
        expected = {"folder": folder, "purpose": purpose, "tree": trees[start], "findings": findings,
                    "attempt": attempt}
        proof.same(f"session {folder}", session, expected)
        patch = demo / "recording" / folder / "change.patch"
        proof.same(f"{folder} has a patch", patch.exists(), makes is not None)
        if makes:
            trees[makes] = bench.apply(trees[start], patch)
            again = bench.git("diff", "--binary", "--full-index", "--no-renames", trees[start], trees[makes])
            proof.same(f"{folder} patch is what git writes", patch.read_text().strip(), again)
    proof.same("stages are different trees", len(set(trees.values())), len(STAGES))
    return trees


def check_forms(proof, resources, recording):
    """Every outbox file fits its schema; the schemas are strict and say what each member is."""
    schemas = {name: json.loads((resources / f"schemas/{name}.json").read_text())
               for name in ("audit", "task", "evaluation")}
    forms = {}
    for folder, purpose, *_ in SESSIONS:
        name = "audit" if purpose == "audit" else "task"
        outbox = recording / folder / "outbox"
        forms[folder] = json.loads((outbox / f"{name}.json").read_text())
        proof.same(f"{folder} fits its schema", faults(schemas[name], forms[folder]), [])
        spoilt = forms[folder] | {"surprise": 1}
        proof.same(f"{folder} with an unknown member", [at for at, _ in faults(schemas[name], spoilt)], ["/"])
        named = {check["file"] for finding in forms[folder].get("findings", []) for check in finding.get("checks", [])}
        named |= {finding["repro"] for finding in forms[folder].get("findings", [])} | {f"{name}.json"}
        files = {str(file.relative_to(outbox)) for file in outbox.rglob("*") if file.is_file()}
        proof.same(f"{folder} outbox files", {file for file in files if "__pycache__" not in file}, named)
        for file in named - {f"{name}.json"}:
            proof.that(f"{folder} {file} has its run bit", os.access(outbox / file, os.X_OK))
    for name, schema in schemas.items():
        proof.same(f"schema {name} names", (schema["$id"], schema["properties"]["schema"]["const"]),
                   (f"assay/{name}/1",) * 2)
        proof.same(f"schema {name} describes every member", undescribed(schema), [])
        proof.that(f"schema {name} refuses an empty form", faults(schema, {}) != [])
    reason = {"text": "Rows are lost.", "check": "repros/rows.py"}
    evaluation = {"schema": "assay/evaluation/1", "opinion": "reject", "reasons": [reason]}
    proof.same("an evaluation fits", faults(schemas["evaluation"], evaluation), [])
    wrong = evaluation | {"opinion": "maybe", "claims": [{"type": "tests", "passed": True, "failed": 0}]}
    refused = [at for at, _ in faults(schemas["evaluation"], wrong)]
    proof.same("a wrong one does not", refused, ["/opinion", "/claims/0"])
    return forms


def check_activity(proof, recording):
    """Activity can be replayed in under a second a session."""
    for folder, *_ in SESSIONS:
        events = [json.loads(line) for line in (recording / folder / "activity.jsonl").read_text().splitlines()]
        proof.that(f"{folder} has 5 to 15 events", 5 <= len(events) <= 15, len(events))
        pause = sum(event.get("after_ms", 0) for event in events)
        proof.that(f"{folder} pauses for less than a second", pause < 1000, pause)
        for event in events:
            members = set(event) - {"type", "after_ms", "locations"}
            proof.same(f"{folder} event {event['type']}", members, EVENTS.get(event["type"]))


def check_answers(proof, bench, trees, recording, audit):
    """The table of answers; ids as the engine counts them: reproduced findings F1.., the others N1.. ."""
    files = {finding["title"]: finding["repro"] for finding in audit["findings"]}
    files |= {check["name"]: check["file"] for finding in audit["findings"] for check in finding.get("checks", [])}
    checkouts = {stage: bench.check_out(trees[stage]) for stage in STAGES}
    nothing = bench.fresh("nothing")
    outbox = recording / "01-audit/outbox"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {(name, stage): [pool.submit(bench.answer, outbox / file, checkouts[stage], seed) for seed in range(3)]
                for name, file in files.items() for stage in STAGES}
        controls = {name: pool.submit(bench.answer, outbox / file, nothing, 0) for name, file in files.items()}
    seen = {}
    for name in files:
        answers = [tuple(run.result() for run in runs[name, stage]) for stage in STAGES]
        letters = "".join(LETTERS.get(each, "f" if set(each) == {"present", "absent"} else "?") for each in answers)
        seen[name] = (letters, controls[name].result())

    ids, numbers = {}, {"F": 0, "N": 0}
    for finding in audit["findings"]:
        letters, control = seen[finding["title"]]
        kind = "F" if letters[0] == "P" and control != "present" else "N"
        numbers[kind] += 1
        ids[f"{kind}{numbers[kind]}"] = finding
    proof.same("ids", set(ids) | {"rollback discards"}, set(ANSWERS))
    for name, expected in ANSWERS.items():
        title = ids[name]["title"] if name in ids else name
        proof.same(f"{name} ({title}) at {', '.join(STAGES)}; control", seen.get(title), expected)
    return ids


def check_audit(proof, trees, bench, forms, ids):
    """What the audits say beside the repros."""
    audit, fresh = forms["01-audit"], forms["08-audit"]
    proof.same("severities", {id: ids[id]["severity"] for id in ids if id[0] == "F"}, SEVERITIES)
    causes = {}
    for id, finding in ids.items():
        causes.setdefault(finding["root_cause"], set()).add(id)
    proof.same("third strike", [at for at in causes.values() if len(at) > 2], [{"F1", "F2", "F4", "F5"}])
    proof.same("the guard is F1's", ids["F1"].get("checks", [{}])[0].get("name"), "rollback discards")
    places = [(finding["root_cause"], *finding["where"][0].values()) for finding in audit["findings"]]
    proof.same("no finding is a duplicate", len(set(places)), 9)
    base = bench.check_out(trees["base"])
    for finding in audit["findings"]:
        for place in finding["where"]:
            lines = (base / place["path"]).read_text().splitlines()
            proof.that(f"{place} is code", place["line"] <= len(lines) and lines[place["line"] - 1].strip())
    proof.same("decisions", len(audit["decisions"]), 2)
    for decision in audit["decisions"]:
        proof.that(f"{decision['title']}: recommended is an option and nothing waits", decision["blocks"] == []
                   and decision["recommended"] in [option["label"] for option in decision["options"]])
    proof.same("declined", [each["title"] for each in audit["declined"]], ["Add a lint gate"])
    proof.same("fresh audit", fresh["findings"], [])
    for each in (audit, fresh):
        proof.that("every surface is swept", all(surface["swept"] for surface in each["surfaces"]))
        named = {file for surface in each["surfaces"] for file in surface["files"]}
        proof.that("files of surfaces exist", all((base / file).is_file() for file in named))


def check_gate(proof, bench, trees, forms, changed):
    """Counts at each stage, old tests on new code, teeth."""
    results = {stage: bench.cases(bench.check_out(trees[stage])) for stage in STAGES}
    for stage, expected in GATE.items():
        proof.same(f"gate at {stage}", count(results[stage]), expected)
    proof.same("gate at base, again", bench.cases(bench.check_out(trees["base"])), results["base"])
    proof.same("session 4 breaks the one test", results["salvage 4"][ERROR_INSIDE], "FAIL")
    proof.same("session 4 touches no test, names none", (changed["04-transaction"], set(forms["04-transaction"])),
               (["tally/database.py"], {"schema", "summary", "claims"}))

    tests = [path for path in changed["05-transaction"] if path.startswith("tests/")]
    old = bench.cases(overlay(bench, trees["checkpoint 2"], trees["checkpoint 1"], tests))
    suspects = [case for case in old if results["checkpoint 1"][case] == "ok" and old[case] != "ok"]
    proof.same("old tests on the code of session 5", (count(old), suspects), ((30, 1), [ERROR_INSIDE]))
    corrected = forms["05-transaction"]["corrected_tests"]
    proof.same("session 5 names it", [(each["test"], each["finding"]) for each in corrected], [(ERROR_INSIDE, "F3")])
    proof.same("session 5 offers it", forms["05-transaction"]["regression_tests"],
               [{"test": ERROR_INSIDE, "finding": "F3"}])
    teeth = bench.cases(overlay(bench, trees["checkpoint 1"], trees["checkpoint 2"], tests))
    proof.same("its tooth on checkpoint 1", teeth[ERROR_INSIDE], "FAIL")

    proof.same("session 6 adds tests only", changed["06-gate"], ["tests/test_file_database.py"])
    teeth = bench.cases(overlay(bench, trees["base"], trees["checkpoint 3"], changed["06-gate"]))
    for name, (finding, expected) in TEETH.items():
        proof.same(f"{name} on base", teeth.get(FILE_TESTS + name), expected)
        proof.same(f"{name} now", results["checkpoint 3"].get(FILE_TESTS + name), "ok")
    proof.same("the old tests beside them on base", count(teeth), (32, 5))
    named = {(each["test"], each["finding"]) for each in forms["06-gate"]["regression_tests"]}
    proof.same("session 6 names them", named, {(FILE_TESTS + name, finding) for name, (finding, _) in TEETH.items()})
    proof.same("no case vanishes", [case for case in results["base"] if case not in results["checkpoint 4"]], [])
    proof.same("session 7's sensitive file", [each["path"] for each in forms["07-metadata"]["sensitive"]],
               [path for path in changed["07-metadata"] if path == "pyproject.toml"])
    return results


def check_claims(proof, bench, forms, changed, results, ids):
    """Which claims the engine must confirm, and which it must refute."""
    for folder, _, _, _, _, makes in SESSIONS:
        held = []
        for claim in forms[folder].get("claims", []):
            if claim["type"] == "tests":
                held.append(count(results[makes]) == (claim["passed"], claim["failed"]))
            elif claim["type"] == "files":
                held.append(sorted(claim["paths"]) == changed[folder])
            elif claim["type"] == "commit":
                held.append(bench.run(["git", "cat-file", "-e", claim["hash"]], bench.repository).returncode == 0)
            elif claim["type"] == "check":
                letter = ANSWERS[claim["name"]][0][STAGES.index(makes)]
                held.append({"P": "present", "A": "absent"}[letter] == claim["answer"])
        proof.same(f"claims of {folder}", held, CLAIMS[folder])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="the interpreter for tally and its repros")
    parser.add_argument("resources", nargs="?", type=pathlib.Path, help="the folder resources",
                        default=pathlib.Path(__file__).resolve().parents[2] / "resources")
    options = parser.parse_args()
    demo = options.resources.resolve() / "demo"
    recording = demo / "recording"
    proof = Proof()
    with tempfile.TemporaryDirectory(prefix="check-recording-") as folder:
        bench = Bench(folder, options.python)
        trees = check_sessions(proof, bench, demo)
        forms = check_forms(proof, options.resources.resolve(), recording)
        check_activity(proof, recording)
        ids = check_answers(proof, bench, trees, recording, forms["01-audit"])
        changed = {session: sorted(bench.git("diff-tree", "-r", "--name-only", trees[start], trees[makes]).split("\n"))
                   for session, _, start, _, _, makes in SESSIONS if makes}
        check_audit(proof, trees, bench, forms, ids)
        results = check_gate(proof, bench, trees, forms, changed)
        check_claims(proof, bench, forms, changed, results, ids)
    print(f"{proof.passed} passed, {proof.failed} failed")
    return 1 if proof.failed else 0


if __name__ == "__main__":
    sys.exit(main())
