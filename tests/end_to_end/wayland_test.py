"""Drives the real window under Wayland, without X: a scene chosen with the mouse, typed text, copy and paste, a
screenshot, and a monitor of twice the density.

Exit code 77, with the reason, if this machine has no suitable Wayland compositor, or its GLFW supports only X.
"""

import json
import subprocess
import time

from screen import Missing
from wayland_screen import WaylandScreen
from window import check, leave_fields, run_steps, type_into, widgets_are


def scene_by_mouse(window):
    state = window.wait("the first frame", lambda s: s["frame"] > 2 and "scene.bicubic" in s["widgets"])
    before = window.viewport("before")
    check(state["scene"] != "bicubic", "a different scene is first")
    window.height_of_line = state["widgets"]["scene.bicubic"][3]
    window.click("scene.bicubic")
    window.wait("the scene", lambda s: s["scene"] == "bicubic" and s["frame"] > 10 and not s["failed"])
    after = window.viewport("after")
    check(len(set(after)) > 20, "the scene is almost empty")
    same = sum(a == b for a, b in zip(before, after)) / len(after)
    check(same < 0.6, f"{same:.0%} of the pixels are those of the previous scene")
    print("mouse: a click chooses a scene, and the screen shows it")


def text_and_clipboard(window):
    window.click("lab.layouts")
    window.wait("the lab", widgets_are("layouts.shape", "layouts.grid"))
    type_into(window, "layouts.shape", "4, x")
    window.wait("an error under the shape", widgets_are("layouts.error.shape"))
    window.screen.copy("7, 3")
    window.click("layouts.shape")
    window.screen.hold("ctrl", "a")
    window.screen.hold("ctrl", "v")
    window.wait("the shape from the clipboard", widgets_are("layouts.grid", without=["layouts.error.shape"]))
    window.screen.type("1")
    window.screen.hold("ctrl", "a")
    window.screen.hold("ctrl", "c")
    pasted = window.screen.pasted()
    check(pasted == "7, 31", f"the clipboard has {pasted!r}")
    leave_fields(window, "layouts")
    print("keys: text is typed, pasted from another program, and copied to another program")


def screenshot(window):
    """The compositor shows what the program draws."""
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.5)
    shown = window.screen.capture(window.folder / "shown.ppm")
    window.close()
    compared = subprocess.run([window.command[0], "compare", "last.png", "shown.ppm", "--json"], cwd=window.folder,
                              capture_output=True, text=True)
    figures = json.loads(compared.stdout)["pairs"][0]
    check(figures.get("ssim", 0) > 0.98, f"screen and screenshot differ: {figures}")
    print("screenshot: equals the screen")


def density(window):
    """Letters have the same size on a monitor of twice the density, and thus twice as many pixels."""
    with WaylandScreen(2 * window.screen.width, 2 * window.screen.height, scale=2) as screen:
        window.screen = screen
        # According to the compositor, not the test.
        at = window.command.index("--scale")
        window.command[at:at + 2] = ["--fresh"]
        window.start()
        # The window draws its first frames before the compositor reports its monitor.
        window.wait("a frame of twice the resolution", lambda s: s["frame"] > 2 and "scene.bicubic" in s["widgets"]
                    and abs(s["frame_size"][0] - 2 * s["widgets"]["viewport"][2]) < 2)
        height = window.state()["widgets"]["scene.bicubic"][3]
        check(abs(height - window.height_of_line) < 2, f"a line is {height} high, but was {window.height_of_line}")
        window.click("scene.bicubic")
        window.wait("the scene", lambda s: s["scene"] == "bicubic")
        window.close()
    print("density: twice the resolution, and the correct mouse position")


def open_screen(arguments):
    if tuple(map(int, arguments.glfw.split(".")[:2])) < (3, 4):
        raise Missing(f"GLFW {arguments.glfw} has no Wayland")
    return WaylandScreen(1280, 720)


if __name__ == "__main__":
    run_steps(__doc__, [scene_by_mouse, text_and_clipboard, screenshot, density], open_screen)
