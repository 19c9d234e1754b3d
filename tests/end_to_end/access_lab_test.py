"""Drives the Accesses lab in the real window: a recorded scene, the history of a pixel, a fetch in the Textures lab.

Exit code 77, with the reason, if the machine lacks an X server or a compiler for the CPU device.
"""

import shutil
import sys

from window import check, run_steps, widgets_are


def record_a_scene(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.accesses" in s["widgets"])
    window.screen.key("3")
    window.wait("the scene", lambda s: s["scene"] == "bicubic" and s["frame"] > 1)
    window.screen.key("q")
    state = window.wait("the lab", widgets_are("accesses.picture", "accesses.record"))
    check(state["lab"] == "accesses", f"the lab is {state['lab']}")
    window.wait("a recording", widgets_are("accesses.launch.0", "accesses.comparison"))
    print("the shown frame is recorded")


def click_pixel(window, across, down):
    x, y, width, height = window.state()["widgets"]["accesses.picture"]
    window.screen.click(x + width * across, y + height * down)


def read_its_history(window):
    click_pixel(window, 0.3, 0.45)
    window.wait("its history", widgets_are("accesses.write.0", "accesses.access.0", "accesses.access.1"))
    click_pixel(window, 0.8, 0.6)
    window.wait("the history of a pixel that was recorded again", widgets_are("accesses.write.0", "accesses.access.1"))
    window.screen.capture(window.folder / "history.ppm")
    print("click, history")


def show_a_fetch(window):
    window.click("accesses.access.0")
    window.click("accesses.open_fetch")
    state = window.wait("the fetch", widgets_are("textures.recorded", "textures.probe.verdict", "textures.probe.taps"))
    check(state["lab"] == "textures", f"the lab is {state['lab']}")
    window.screen.capture(window.folder / "fetch.ppm")
    window.screen.key("alt+Left")
    window.wait("the same history", widgets_are("accesses.write.0", "accesses.open_fetch"))
    print("the Textures lab shows the fetch; back to its pixel")


def see_maps(window):
    window.click("accesses.tab.lines")
    window.wait("the lines", widgets_are("accesses.line.0"))
    window.click("accesses.line.0")
    window.wait("a map", widgets_are("accesses.map_text"))
    window.screen.capture(window.folder / "lines.ppm")
    window.click("accesses.tab.hazards")
    window.wait("no hazards", widgets_are("accesses.no_hazards"))
    print("lines and maps; the scene has no hazards")


if __name__ == "__main__":
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        print("skipped: no C++ compiler for kernels of the CPU device")
        sys.exit(77)
    run_steps(__doc__, (record_a_scene, read_its_history, show_a_fetch, see_maps))
