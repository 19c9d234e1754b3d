"""Drives the kernel editor in the real window: a picture, an error at its line, corrected code, a trap, the session.

Exit code 77, with the reason, if the machine lacks an X server or a compiler for the CPU device.
"""

import json
import pathlib
import shutil
import sys
import time

from window import check, leave_fields, pixels_of, run_steps, share, type_into, widgets_are

RED = (255, 0, 0)
BLUE = (0, 0, 255)

HEAD = "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {"


def filling(color, gap=""):
    """A kernel that fills the image: in one line, which is short to type, or with `gap` between its statements."""
    return f"{HEAD}{gap}Float4 c{{{color}, 1}};{gap}frame.output.write_2d(to_unorm8(c), at.x, at.y);{gap}}}"


def wait_for_picture(window, what, condition, name):
    """Waits, because a compiled kernel appears several frames later."""
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(0.3)
        if condition(pixels_of(window, "kernels.picture", name)):
            return
    raise AssertionError(f"waited 60 s for: {what}")


def is_filled(color):
    return lambda pixels: share(pixels, color) > 0.98


def is_dimmed(color):
    """The picture while the code does not run, dimmed below a line with the reason."""
    canvas = (0x14, 0x14, 0x14)
    mixed = tuple(round(0.6 * c + 0.4 * p) for c, p in zip(canvas, color))
    return lambda pixels: share(pixels, mixed) > 0.9


def compile_text(window, text):
    type_into(window, "kernels.text", text)
    window.screen.hold("ctrl", "s")


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.kernels" in s["widgets"])
    window.screen.key("F7")
    state = window.wait("the lab", widgets_are("kernels.text", "kernels.picture", "kernels.status.runs"), 60)
    check(state["lab"] == "kernels", f"the lab is {state['lab']}")
    wait_for_picture(window, "a gradient", lambda pixels: len(set(pixels)) > 1000, "gradient")
    print("lab opened with its key; the first example runs")


def write_a_kernel(window):
    compile_text(window, filling("1, 0, 0"))
    wait_for_picture(window, "a red picture", is_filled(RED), "red")
    print("typed, compiled with Ctrl+S, displayed")


def make_an_error(window):
    path = window.folder / "mine.cu"
    path.write_text(filling("1, 0, 0", "\n"))
    window.screen.drop(path, *window.middle("kernels.picture"))
    wait_for_picture(window, "the previous picture, dimmed", is_dimmed(RED), "opened")
    left, top, width, _ = window.state()["widgets"]["kernels.text"]
    window.screen.click(left + width - 20, top + 28)
    window.screen.type(" no_such_thing;")
    time.sleep(0.4)
    window.screen.key("F5")
    state = window.wait("a marked line", widgets_are("kernels.mark.2", "kernels.message.0", "kernels.status.failed"), 60)
    check("kernels.mark.1" not in state["widgets"], "line 1 is marked too")
    wait_for_picture(window, "the last good kernel", is_dimmed(RED), "kept")
    check("no_such_thing;\nframe" in path.read_text(), f"the file's contents changed: {path.read_text()}")
    window.click("kernels.message.0")
    print("an error: reported and marked at its line; the last good kernel continues")


def mend_it(window):
    compile_text(window, filling("0, 0, 1"))
    wait_for_picture(window, "a blue picture", is_filled(BLUE), "blue")
    window.wait("no mark", widgets_are("kernels.status.runs", without=["kernels.mark.2"]))
    print("corrected: the picture changes")


def trap(window):
    compile_text(window, HEAD + "frame.output.write_2d(to_unorm8(Float4{}), -1, at.y);}")
    window.wait("the trap", widgets_are("kernels.status.failed", "kernels.mark.1", "kernels.message.0"), 60)
    wait_for_picture(window, "the last good kernel", is_dimmed(BLUE), "after_trap")
    leave_fields(window, "kernels")
    window.screen.key("F7")
    window.wait("the scene", lambda s: s["lab"] == "" and not s["failed"])
    window.screen.key("F7")
    window.wait("the lab again", widgets_are("kernels.picture"))
    print("a trap: reported and marked at its line; the last good kernel and scenes run again")


def open_from_the_editor(window):
    window.click("kernels.text")
    window.screen.hold("ctrl", "o")
    window.wait("the dialog, although the editor has the keyboard focus", widgets_are("open.path"))
    window.screen.tap("Escape")
    window.wait("the editor again", widgets_are("kernels.text", without=["open.path"]))
    print("Ctrl+O opens the dialog while typing")


def keep_it(window):
    window.click("kernels.example.gradient")
    wait_for_picture(window, "a gradient", lambda pixels: len(set(pixels)) > 1000, "again")
    window.click("lab.kernels")
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    kernels = json.loads(pathlib.Path(path).read_text())["labs"]["kernels"]
    check("Called once for each pixel" in kernels["text"], f"the session has a different text: {kernels}")
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("session; end: exit code 0")


if __name__ == "__main__":
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        print("skipped: no C++ compiler for kernels of the CPU device")
        sys.exit(77)
    run_steps(__doc__, (open_lab, write_a_kernel, make_an_error, mend_it, trap, open_from_the_editor, keep_it))
