"""Drives the kernel editor in the real window: a picture, an error at its line, the mended text, a trap, the session.

Exit code 77, with the reason, where this machine has no X server to run it on, or no compiler for the CPU device.
"""

import json
import pathlib
import shutil
import sys
import time

from window import check, pixels_of, run_steps, share, type_into, widgets_are

RED = (255, 0, 0)
BLUE = (0, 0, 255)

HEAD = "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"


def filling(color):
    return HEAD + f"frame.output.write_2d(to_unorm8(Float4{{{color}, 1}}), at.x, at.y);\n}}\n"


def of_picture(window, color, name):
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.3)
    return share(pixels_of(window, "kernels.picture", name), color)


def compile_text(window, text):
    type_into(window, "kernels.text", text)
    window.screen.key("ctrl+s")


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.kernels" in s["widgets"])
    window.screen.key("F7")
    state = window.wait("the lab", widgets_are("kernels.text", "kernels.picture", "kernels.status.runs"), 60)
    check(state["lab"] == "kernels", f"the lab is {state['lab']}")
    pixels = pixels_of(window, "kernels.picture", "gradient")
    check(len(set(pixels)) > 1000, "the first example shows no gradient")
    print("lab opened by its key; the first example runs")


def write_a_kernel(window):
    compile_text(window, filling("1, 0, 0"))
    window.wait("a kernel that runs", widgets_are("kernels.status.runs"), 60)
    check(of_picture(window, RED, "red") > 0.98, "the picture is not red")
    print("typed, compiled by Ctrl+S, seen")


def make_an_error(window):
    compile_text(window, HEAD + "no_such_thing;\n}\n")
    state = window.wait("a marked line", widgets_are("kernels.mark.2", "kernels.message.0", "kernels.status.failed"), 60)
    check("kernels.mark.1" not in state["widgets"], "line 1 is marked too")
    check(of_picture(window, RED, "kept") > 0.98, "the last good kernel does not run on")
    window.click("kernels.message.0")
    print("an error: told and marked at its line; the last good one runs on")


def mend_it(window):
    compile_text(window, filling("0, 0, 1"))
    window.wait("a kernel that runs", widgets_are("kernels.status.runs", without=["kernels.mark.2"]), 60)
    check(of_picture(window, BLUE, "blue") > 0.98, "the picture did not change")
    print("mended: the picture changes")


def trap(window):
    compile_text(window, HEAD + "frame.output.write_2d(to_unorm8(Float4{}), -1, at.y);\n}\n")
    window.wait("the trap", widgets_are("kernels.status.failed", "kernels.error.kernel"), 60)
    check(of_picture(window, BLUE, "after_trap") > 0.98, "the last good kernel does not run on")
    window.screen.key("F7")
    window.wait("the scene", lambda s: s["lab"] == "" and not s["failed"])
    window.screen.key("F7")
    window.wait("the lab again", widgets_are("kernels.picture"))
    print("a trap: told, the last good one runs again, scenes too")


def keep_it(window):
    window.click("kernels.example.gradient")
    window.wait("a kernel that runs", widgets_are("kernels.status.runs"), 60)
    window.click("lab.kernels")
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    kernels = json.loads(pathlib.Path(path).read_text())["labs"]["kernels"]
    check("Called once for each pixel" in kernels["text"], f"the session keeps another text: {kernels}")
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("session; end: exit code 0")


if __name__ == "__main__":
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        print("skipped: no C++ compiler for kernels of the CPU device")
        sys.exit(77)
    run_steps(__doc__, (open_lab, write_a_kernel, make_an_error, mend_it, trap, keep_it))
