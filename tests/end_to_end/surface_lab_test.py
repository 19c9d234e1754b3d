"""Drives the surface lab in the real window: painting, the classic mistake, a trap in a child process, the session.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import subprocess
import time

from window import check, pixels_of, run_steps, share, type_into, wait_for_ink, widgets_are

PAINT = (255, 176, 40)
WARNING = (0xE6, 0xC8, 0x4B)


def texel(window, x, y):
    """The center of a texel of level 0 on the screen."""
    left, top, width, height = window.state()["widgets"]["surfaces.texels"]
    return left + (x + 0.5) * width / 16, top + (y + 0.5) * height / 10


def away(window):
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.3)


def painted(window, name):
    away(window)
    return share(pixels_of(window, "surfaces.texels", name), PAINT)


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.surfaces" in s["widgets"])
    window.click("lab.surfaces")
    state = window.wait("the lab", widgets_are("surfaces.texels", "surfaces.bytes", "surfaces.write"))
    check(state["lab"] == "surfaces", f"the lab is {state['lab']}")
    check(painted(window, "fresh") == 0, "the new surface is already painted")
    print("lab opened with the mouse")


def write_as_typed(window):
    window.click("surfaces.write")
    window.wait("a report", widgets_are("surfaces.report"))
    part = painted(window, "written")
    check(0.04 < part < 0.075, f"12 of 160 texels, framed, are {part} of the picture")
    print("brush as typed: written")


def drag(window):
    window.click("surfaces.fill.0")
    time.sleep(0.3)
    check(painted(window, "cleared") == 0, "the surface is not cleared")
    window.screen.move(*texel(window, 4, 2))
    window.screen.press()
    window.screen.move(*texel(window, 8, 6))
    time.sleep(0.2)
    window.screen.release()
    window.wait("a report", widgets_are("surfaces.report"))
    check(painted(window, "dragged") > 0.1, "a drag paints a line of brushes")
    window.click("surfaces.before")
    time.sleep(0.3)
    check(painted(window, "before") == 0, "before the drag nothing was painted")
    window.click("surfaces.before")
    print("painted with the mouse; before and after")


def classic_mistake(window):
    window.click("surfaces.fill.0")
    window.click("surfaces.x_in.2")
    window.wait("the warning", widgets_are("surfaces.warning"))
    window.scroll_properties_down()
    wait_for_ink(window, "surfaces.warning", "warning", WARNING)
    window.screen.move(*texel(window, 12, 5))
    window.screen.press()
    window.screen.release()
    # Three of the brush's four columns address bytes between texels, which destroys the context of a child process.
    window.wait("the lost context", widgets_are("surfaces.report.failed"))
    check(painted(window, "mistake") == 0, "the window's own surface was written")
    window.click("surfaces.x_in.0")
    print("the classic mistake: warned about, and destroys the context of a child process")


def trap(window):
    window.click("surfaces.fill.0")
    window.screen.move(*texel(window, 15, 5))
    window.screen.press()
    window.screen.release()
    window.wait("the lost context", widgets_are("surfaces.report.failed"))
    window.click("surfaces.boundary.1")
    window.click("surfaces.write")
    window.wait("a written stroke", widgets_are("surfaces.report", without=["surfaces.report.failed"]))
    check(painted(window, "clamped") > 0.01, "writes in this context no longer have any effect")
    children = subprocess.run(["ps", "--ppid", str(window.process.pid), "-o", "stat="], capture_output=True, text=True)
    check(children.stdout.strip() == "", f"child processes are left: {children.stdout}")
    print("trap: ends a child process, not the window's device")


def read_back(window):
    window.click("surfaces.tab.elements")
    window.wait("the numbers", widgets_are("surfaces.elements", without=["surfaces.bytes"]))
    window.click("surfaces.tab.texture")
    window.wait("the levels", widgets_are("surfaces.picture.0", "surfaces.picture.2"))
    window.click("surfaces.picture.1")
    type_into(window, "surfaces.value", "0, 255, 0, 255")
    window.click("lab.surfaces")
    window.screen.key("F5")
    time.sleep(0.5)
    away(window)
    green = share(pixels_of(window, "surfaces.picture.1", "level1"), (0, 255, 0))
    other = share(pixels_of(window, "surfaces.picture.0", "level0"), (0, 255, 0))
    check(green > 0.002 and other == 0, f"level 1 is {green} green, level 0 {other}")
    type_into(window, "surfaces.value", "256")
    window.wait("an error", widgets_are("surfaces.error.value"))
    type_into(window, "surfaces.value", "7, 8, 9, 255")
    window.wait("no error", widgets_are("surfaces.texels", without=["surfaces.error.value"]))
    print("read back as numbers and as a texture; a different level; wrong values reported")


def keys_and_session(window):
    window.click("lab.surfaces")
    window.screen.key("F6")
    window.wait("the scene", lambda s: s["lab"] == "" and "parameter.rotation" in s["widgets"])
    window.screen.key("F6")
    window.wait("the lab again", lambda s: s["lab"] == "surfaces")
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    surfaces = json.loads(pathlib.Path(path).read_text())["labs"]["surfaces"]
    check(surfaces["value"] == "7, 8, 9, 255", f"the session has a different value: {surfaces}")
    check(surfaces["level"] == "1" and "\n1 " in surfaces["strokes"], f"the session has different strokes: {surfaces}")
    # Closes the window in the middle of a trial.
    type_into(window, "surfaces.value", "1")
    window.click("surfaces.boundary.0")
    window.screen.move(*texel(window, 0, 0))
    window.screen.press()
    window.screen.release()
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("keys, session, end in the middle of a trial: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (open_lab, write_as_typed, drag, classic_mistake, trap, read_back, keys_and_session))
