"""Types kernels that crash, loop, fork and eat memory into one window, one after the other: it lives, answers within a second, and
leaves no process and no file.

Exit code 77, with the reason, where this machine has no X server to run it on, or no compiler for the CPU device.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

from kernel_lab_test import BLUE, HEAD, RED, compile_text, filling, is_filled, open_lab, wait_for_picture
from window import check, leave_fields, run_steps, widgets_are

# What is in front of the function, and what is in it.
HOSTILE = {
    "divide": ("volatile int n = 0; ", "n = at.x % n;"),
    "pointer": ("", "*(volatile int*)16 = 1;"),
    "overflow": ("int f(volatile int* p) { volatile int a[999]; a[0] = *p; return f(a) + a[0]; } ", "volatile int i = 1; i = f(&i);"),
    "fork": ('extern "C" int fork(); ', "fork();"),
    "open": ('extern "C" int creat(const char*, int); ', 'creat("/etc/kernel_was_here", 511);'),
    "memory": ("char* volatile m; ", "for (;;) { m = new char[1 << 24]; *m = 1; }"),
    "exit": ('extern "C" void exit(int); ', "exit(0);"),
    "endless": ("volatile int w = 1; ", "while (w) {}"),
}
TEMPORARY = pathlib.Path(tempfile.mkdtemp(prefix="kernel-crash-"))


def workers():
    """The processes of kernels, by number."""
    found = set()
    for line in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"\0kernel-worker\0" in line.read_bytes():
                found.add(int(line.parent.name))
        except OSError:
            pass
    return found


def workers_of(window):
    def parent(number):
        try:
            return int(pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return 0

    return {number for number in workers() if parent(number) == window.process.pid}


def answers(window, what):
    """Keys reach it: the lab closes and opens within a second each."""
    leave_fields(window, "kernels")
    for condition in (lambda s: s["lab"] == "", lambda s: s["lab"] == "kernels"):
        window.screen.key("F7")
        start = time.monotonic()
        window.wait(f"an answer after {what}", condition, 1)
        print(f"  answered after {time.monotonic() - start:.2f} s")


def start(window):
    open_lab(window)
    compile_text(window, filling("1, 0, 0"))
    wait_for_picture(window, "a red picture", is_filled(RED), "red")


def crash_each(window):
    for name, (above, inside) in HOSTILE.items():
        compile_text(window, above + HEAD + inside + "}")
        if name == "endless":
            time.sleep(3)
            answers(window, f"{name}, while it runs")
        window.wait(f"the message of {name} at its line",
                    widgets_are("kernels.status.failed", "kernels.mark.1", "kernels.message.0"), 60)
        answers(window, name)
        wait_for_picture(window, f"the last good kernel after {name}", is_filled(RED), name)
        check(len(workers_of(window)) <= 1, f"processes are left after {name}: {workers_of(window)}")
        print(f"{name}: told at its line; the last good kernel runs")
    check(not pathlib.Path("/etc/kernel_was_here").exists(), "a kernel made a file")


def go_on(window):
    compile_text(window, filling("0, 0, 1"))
    wait_for_picture(window, "a blue picture", is_filled(BLUE), "blue")
    left = [path.name for path in TEMPORARY.iterdir() if path.name.startswith("texelscope-")]
    check(not left, f"files are left: {left}")
    print("the next good kernel runs; no file is left")


def die_with_the_window(window):
    above, inside = HOSTILE["endless"]
    compile_text(window, above + HEAD + inside + "}")
    # Compiling takes a second or more, a frame is given up after 8.
    time.sleep(4)
    running = workers_of(window)
    check(len(running) == 1, f"the endless kernel's processes: {running}")
    window.process.kill()
    window.process.wait()
    end = time.monotonic() + 2
    while running & workers() and time.monotonic() < end:
        time.sleep(0.05)
    check(not running & workers(), "a kernel outlives its window")
    print("the window was killed, and its kernel with it")


if __name__ == "__main__":
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        print("skipped: no C++ compiler for kernels of the CPU device")
        sys.exit(77)
    os.environ["TMPDIR"] = str(TEMPORARY)
    try:
        run_steps(__doc__, (start, crash_each, go_on, die_with_the_window))
    finally:
        shutil.rmtree(TEMPORARY, ignore_errors=True)
