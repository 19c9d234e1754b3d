"""Drops a hostile session into one window, then kernels that crash, loop, fork, exhaust memory and fake their answer,
in sequence: the window survives, responds within a second, and leaves no process and no file.

Exit code 77, with the reason, if the machine lacks an X server or a compiler for the CPU device.
"""

import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile
import time

from hostile_session_test import expect_nothing_run, hostile_session
from kernel_lab_test import BLUE, HEAD, RED, filling, is_dimmed, is_filled, wait_for_picture
from window import check, children_of, leave_fields, run_steps, widgets_are

# The code before the function and inside it, one kernel of each kind; the tests of the worker process have more.
HOSTILE = {
    "divide": ("volatile int n = 0; ", "n = at.x % n;"),
    "fork": ('extern "C" int fork(); ', "fork();"),
    "open": ('extern "C" int creat(const char*, int); ', 'creat("/etc/kernel_was_here", 511);'),
    "memory": ("char* volatile m; ", "for (;;) { m = new char[1 << 24]; *m = 1; }"),
    # 520 bytes: the size of an answer in the window's protocol.
    "forged answers": ('extern "C" long write(int, const void*, unsigned long); char a[520]; ', "for (;;) write(3, a, 520);"),
    "endless": ("volatile int w = 1; ", "while (w) {}"),
    # Waits forever, and so costs no processor time: the second lock waits for the first.
    "endless initializer": ('extern "C" int pthread_mutex_lock(void*); long m[8]; int n = pthread_mutex_lock(m) + pthread_mutex_lock(m); ', ""),
}
ENDLESS = ("endless", "endless initializer")
# No line can be marked, because any code of the process may have written the answers.
WITHOUT_LINE = ("forged answers",)
TEMPORARY = pathlib.Path(tempfile.mkdtemp(prefix="kernel-crash-"))
# Dropped as a file, because typing would take most of the time; kernel_lab_test.py covers typing.
TEXT = pathlib.Path(tempfile.mkdtemp(prefix="kernel-text-")) / "dropped.cu"


def workers():
    """The process IDs of all kernels."""
    found = set()
    for line in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"\0kernel-worker\0" in line.read_bytes():
                found.add(int(line.parent.name))
        except OSError:
            pass
    return found


def workers_of(window):
    return workers() & children_of(window)


def commands_of_children(window):
    return sorted(pathlib.Path(f"/proc/{child}/cmdline").read_bytes() for child in children_of(window))


def files_around(window):
    """All files that the program may leave behind: temporary files, its state, and the current folder, except
    screenshots."""
    folders = {TEMPORARY, window.folder, *(pathlib.Path(os.environ[name]) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"))}
    looks = []
    # The window may be writing a file at this moment.
    for _ in range(4):
        looks.append({path for folder in folders for path in folder.rglob("*") if path.suffix != ".ppm"})
        time.sleep(0.1)
    return set.intersection(*looks)


def answers(window, what):
    """Checks that keys reach the window: the lab closes and opens within a second each."""
    leave_fields(window, "kernels")
    for condition in (lambda s: s["lab"] == "", lambda s: s["lab"] == "kernels"):
        start = time.monotonic()
        window.screen.key("F7")
        window.wait(f"an answer after {what}", condition, 1)
        print(f"  answered after {time.monotonic() - start:.2f} s")


def open_hostile_session(window):
    window.wait("the first frames", lambda s: s["frame"] > 2 and s["lab"] == "")
    window.screen.drop(hostile_session(window), *window.middle("viewport"))
    window.wait("the origin of the text", widgets_are("kernels.origin"), 30)
    expect_nothing_run(window)
    print("a hostile session: shown and not run")


def see_it_compile(window, text):
    """Compiles source text once the message for the previous text has disappeared, so that the two messages are not confused."""
    TEXT.write_text(text)
    window.screen.drop(TEXT, *window.middle("kernels.text"))
    window.wait("the text that was dropped", widgets_are("kernels.origin"))
    with concurrent.futures.ThreadPoolExecutor(1) as watcher:
        compiling = watcher.submit(window.wait, "the compiler", widgets_are("kernels.status.compiling"), 60)
        window.screen.tap("F5")
        compiling.result()


def start(window):
    see_it_compile(window, filling("1, 0, 0"))
    wait_for_picture(window, "a red picture", is_filled(RED), "red")
    # The window writes its state one second after the last change.
    time.sleep(1.5)
    window.children_before = commands_of_children(window)
    window.files_before = files_around(window)
    check(len(window.children_before) == 1, f"its children: {window.children_before}")


def crash_each(window):
    for name, (above, inside) in HOSTILE.items():
        see_it_compile(window, above + HEAD + inside + "}")
        if name in ENDLESS:
            # The kernel is running by then.
            time.sleep(0.5)
            answers(window, f"{name}, while it runs")
        if name == "endless":
            # This kernel occupies every processor, so it is canceled; the next one times out.
            window.click("status.cancel")
        marks = set() if name in WITHOUT_LINE else {"kernels.mark.1"}
        failed = widgets_are("kernels.status.failed", "kernels.message.0", without=["kernels.message.1"])
        window.wait(f"the message of {name} at its line",
                    lambda s: failed(s) and {w for w in s["widgets"] if w.startswith("kernels.mark.")} == marks, 60)
        answers(window, name)
        wait_for_picture(window, f"the last good kernel after {name}", is_dimmed(RED), name)
        check(len(workers_of(window)) <= 1, f"processes are left after {name}: {workers_of(window)}")
        print(f"{name}: reported; the last good kernel runs")
    check(not pathlib.Path("/etc/kernel_was_here").exists(), "a kernel created a file")


def go_on(window):
    see_it_compile(window, filling("0, 0, 1"))
    wait_for_picture(window, "a blue picture", is_filled(BLUE), "blue")
    time.sleep(1.5)
    children, files = commands_of_children(window), files_around(window)
    check(children == window.children_before, f"the children were {window.children_before}, and are {children}")
    check(files == window.files_before, f"files are left over or missing: {files ^ window.files_before}")
    print("the next good kernel runs; no process and no file is left")


def die_with_the_window(window):
    above, inside = HOSTILE["endless initializer"]
    see_it_compile(window, above + HEAD + inside + "}")
    # Compiling takes a second or more, and a frame is abandoned after 8.
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
        run_steps(__doc__, (open_hostile_session, start, crash_each, go_on, die_with_the_window))
    finally:
        shutil.rmtree(TEMPORARY, ignore_errors=True)
        shutil.rmtree(TEXT.parent, ignore_errors=True)
