#!/usr/bin/env python3
"""Misbehaviours that the process host's tests ask for by name: misbehave.py NAME [ARGUMENT...]"""
import os
import signal
import subprocess
import sys
import time

NAME, ARGUMENTS = sys.argv[1], sys.argv[2:]


def ignore_all():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)


def say(text):
    print(text, flush=True)


def sleep_for_ever():
    while True:
        time.sleep(1000)


def daemon(note, environment=None):
    """A grandchild in a session of its own, whose parent is gone; its id goes to the file `note`, its name is that."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            ignore_all()
            with open(note + ".new", "w") as file:
                file.write(str(os.getpid()))
            os.rename(note + ".new", note)
            os.execve("/bin/sleep", [note, "1000"], environment if environment is not None else dict(os.environ))
        os._exit(0)
    os.wait()
    while not os.path.exists(note):
        time.sleep(0.005)


if NAME == "deaf":  # ignores every polite signal
    ignore_all()
    say("ready")
    sleep_for_ever()
elif NAME == "daemon":  # leaves a deaf daemon, its environment empty unless kept, then ends, or stays
    if "stay" in ARGUMENTS[1:]:
        ignore_all()
    daemon(ARGUMENTS[0], None if "keep" in ARGUMENTS[1:] else {})
    say("ready")
    if "stay" in ARGUMENTS[1:]:
        sleep_for_ever()
elif NAME == "daemons":  # one after the other, until it is ended
    ignore_all()
    say("ready")
    while True:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execv("/bin/sleep", ["sleep", "1000"])
            os._exit(0)
        os.wait()
        time.sleep(0.002)
elif NAME == "bomb":  # forks as fast as it can; ARGUMENTS[0] is a ceiling, for the machine's sake
    ceiling = int(ARGUMENTS[0])
    ignore_all()
    for _ in range(ceiling):
        try:
            if os.fork() == 0:
                sleep_for_ever()
        except OSError:
            time.sleep(0.01)
    sleep_for_ever()
elif NAME == "print":  # so many bytes, numbered lines of 16
    total = int(ARGUMENTS[0])
    block = b"".join(b"%015d\n" % i for i in range(4096))
    done = 0
    while done < total:
        part = block[:total - done]
        os.write(1, part) if len(part) < 65536 else sys.stdout.buffer.write(part)
        done += len(part)
elif NAME == "late-writer":  # ends while a child still writes what it was handed
    subprocess.Popen(["/bin/sh", "-c", "sleep 0.03; echo late"])
elif NAME == "write-file":  # a file of so many bytes
    block = b"x" * 65536
    with open(ARGUMENTS[0], "wb") as file:
        for _ in range(int(ARGUMENTS[1]) // len(block)):
            file.write(block)
            file.flush()
            time.sleep(0.001)
    sleep_for_ever()
else:
    sys.exit("misbehave.py: no such misbehaviour: " + NAME)
