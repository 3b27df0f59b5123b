#!/usr/bin/env python3
"""Does in the clone what a recorded session did: player.py RECORDING STATE-FOLDER

Started by an agent's own command tool. Takes the first session of the recording that was not played yet and has the session's
purpose and tree, applies its change, and leaves its outbox.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

recording, state = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sessions = tomllib.loads((recording / "recording.toml").read_text())["session"]
state.mkdir(parents=True, exist_ok=True)
for session in sessions:
    played = state / session["folder"]
    if (session["purpose"], session["tree"]) != (os.environ["ASSAY_PURPOSE"], os.environ["ASSAY_TREE_ID"]) \
            or played.exists():
        continue
    played.touch()
    folder = recording / session["folder"]
    patch = folder / "change.patch"
    if patch.exists():
        subprocess.run(["git", "apply", "--whitespace=nowarn", str(patch)], check=True)
    if (folder / "outbox").exists():
        shutil.copytree(folder / "outbox", os.environ["ASSAY_OUTBOX"], dirs_exist_ok=True)
    print("played", session["folder"])
    sys.exit(0)
sys.exit("no session is recorded for " + os.environ["ASSAY_PURPOSE"] + " on " + os.environ["ASSAY_TREE_ID"])
