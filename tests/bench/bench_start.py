#!/usr/bin/env python3
"""Start to first paint of the console beside two other Qt programs of the package archive:

    packaging/enter python3 tests/bench/bench_start.py build/bench/bin/assay-console [PROGRAM…]

In an X server of its own without a window manager; painted is when a tenth of the screen is no longer as it was: a
window with what stands in it, not a frame or a cursor.
Without programs: linguist and assistant (packages linguist-qt6 and assistant-qt6). Prints the machine's load, and for
each program the median and the range of the time on the clock and of the processor time until then.
"""
import mmap
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 9
SAMPLED = 20011  # every so manieth byte
LONGEST = 20  # seconds until a program is given up
OTHERS = ["/usr/lib/qt6/bin/linguist", "/usr/lib/qt6/bin/assistant"]


def computed(process):
    """Processor time of a process so far, in ms, its own and the kernel's for it."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


class Screen:
    """An X server whose picture is a file."""

    def __init__(self, folder):
        self.folder = folder
        reads, writes = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1280x800x24", "-fbdir", folder, "-nolisten", "tcp",
             "-nocursor", "-noreset"],
            pass_fds=[writes], stderr=subprocess.DEVNULL)
        os.close(writes)
        with os.fdopen(reads) as number:
            self.display = ":" + number.readline().strip()
        with open(os.path.join(folder, "Xvfb_screen0"), "rb") as picture:
            self.pixels = mmap.mmap(picture.fileno(), 0, access=mmap.ACCESS_READ)

    def sample(self):
        """Some hundred bytes of the picture, evenly taken."""
        return self.pixels[::SAMPLED]

    def close(self):
        self.server.terminate()
        self.server.wait()


def start(screen, program, home):
    """(wall, processor) in ms until something is painted, or None."""
    empty = screen.sample()
    environment = dict(os.environ, DISPLAY=screen.display, QT_QPA_PLATFORM="xcb", HOME=home, XDG_CONFIG_HOME=home,
                       XDG_STATE_HOME=home, XDG_DATA_HOME=home, XDG_CACHE_HOME=home,
                       DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent")
    begun = time.monotonic()
    process = subprocess.Popen([program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while time.monotonic() - begun < LONGEST and process.poll() is None:
            now = screen.sample()
            if sum(one != other for one, other in zip(now, empty)) * 10 > len(empty):
                return (time.monotonic() - begun) * 1000, computed(process)
            time.sleep(0.001)
        return None
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        settled = time.monotonic()
        while screen.sample() != empty and time.monotonic() - settled < 2:
            time.sleep(0.01)


def main():
    if len(sys.argv) < 2 or not shutil.which("Xvfb"):
        sys.exit("usage: bench_start.py CONSOLE [PROGRAM…], where Xvfb is installed")
    programs = [sys.argv[1]] + (sys.argv[2:] or OTHERS)
    took = {program: [] for program in programs}
    with open("/proc/loadavg", encoding="ascii") as load:
        print(f"load before: {load.read().split()[0]}; {RUNS} starts each, one after the other in turn")
    with tempfile.TemporaryDirectory() as folder:
        screen = Screen(folder)
        try:
            for number in range(RUNS + 1):
                for program in programs:
                    with tempfile.TemporaryDirectory() as home:
                        one = start(screen, program, home)
                    if one and number > 0:  # the first fills the page cache
                        took[program].append(one)
        finally:
            screen.close()
    for program, all_of_it in took.items():
        name = os.path.basename(program)
        if len(all_of_it) < RUNS:
            print(f"{name:15} painted nothing in {RUNS - len(all_of_it)} of {RUNS} starts")
            continue
        wall, cpu = ([one[i] for one in all_of_it] for i in (0, 1))
        print(f"{name:15} {statistics.median(wall):5.0f} ms ({min(wall):.0f} to {max(wall):.0f}), "
              f"computed {statistics.median(cpu):4.0f} ms")


if __name__ == "__main__":
    main()
