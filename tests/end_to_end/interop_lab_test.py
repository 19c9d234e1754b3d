"""Drives the interop lab in the real window: the steps of a shared image, and the cost of each present path.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import time

from window import check, pixels_of, run_steps, share, wait_for_change, widgets_are

RENDERER = (0x5E, 0xF8, 0xD7)
DEVICE = (0xFE, 0xE0, 0x5F)


def owners(window, step):
    """The fractions of a step's column in the renderer's and the device's color."""
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.3)
    pixels = pixels_of(window, f"interop.step.{step}", f"step_{step}")
    return share(pixels, RENDERER), share(pixels, DEVICE)


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.interop" in s["widgets"])
    # Hides the navigation, because all parts of the lab are visible only without it.
    window.screen.key("j")
    window.screen.key("F10")
    window.wait("the lab", widgets_are("interop.step.acquired", "interop.step.drawn", "interop.picture", "interop.fact.owner"))
    renderer, device = owners(window, "acquired")
    check(device > 0.1 and renderer < 0.02, f"the device does not own the acquired image: {renderer}, {device}")
    renderer, device = owners(window, "drawn")
    check(renderer > 0.1 and device < 0.02, f"the renderer does not own the drawn image: {renderer}, {device}")
    print("lab opened with its key, a whole frame shown")


def steps(window):
    before = pixels_of(window, "interop.picture", "before")
    window.click("interop.step")
    window.wait("the refusals", widgets_are("interop.refused.draw it", "interop.refused.acquire it again"))
    check(pixels_of(window, "interop.picture", "acquired") == before,
          "the renderer displays a frame that was not released to it")
    for _ in range(4):
        window.screen.key("F5")
        time.sleep(0.3)
    window.wait("the refusals", widgets_are("interop.refused.release it again"))
    wait_for_change(window, "interop.picture", "after", before, "the next frame's picture")
    print("a frame taken step by step, the picture differs")


def looking_back(window):
    window.click("interop.step.writing")
    window.wait("no acquisition has finished", widgets_are("interop.refused.draw it"))
    window.click("interop.runs")
    time.sleep(2.5)
    window.click("interop.runs")
    window.wait("automatic steps", widgets_are("interop.step.acquired"))
    print("an earlier step inspected, steps taken automatically")


def cost(window):
    window.click("interop.size.512x512")
    window.wait("a measurement", widgets_are("interop.cost.measuring"))
    window.wait("all rounds", widgets_are("interop.cost.done", "interop.way.kernel", "interop.way.gl.mapped",
                                          "interop.way.gl.pixel_buffer", "interop.way.gl.read_back",
                                          "interop.way.vulkan.shared", "interop.way.vulkan.read_back"), 60)
    print("every path measured")


def session(window):
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    interop = json.loads(pathlib.Path(path).read_text())["labs"]["interop"]
    check(interop["size"] == "512x512", f"the session has a different size: {interop}")
    window.click("interop.step")
    time.sleep(0.3)
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("session saved; closed in the middle of an acquisition: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (open_lab, steps, looking_back, cost, session))
