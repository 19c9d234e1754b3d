"""Drives the real window on its own X server: scenes chosen with the mouse, a dropped image, keys, dialogs, bad files.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import pathlib
import time

from window import check, run_steps, wait_for_share

COLORS = [(230, 20, 30), (20, 210, 60), (30, 60, 220), (240, 200, 10)]


def write_quadrants(path, side=64):
    """A picture of four flat colors."""
    rows = bytearray()
    for y in range(side):
        for x in range(side):
            rows += bytes(COLORS[(2 * y // side) * 2 + 2 * x // side])
    path.write_bytes(f"P6\n{side} {side}\n255\n".encode() + rows)


def scenes_by_mouse(window):
    state = window.wait("the first frame", lambda s: s["frame"] > 2 and "viewport" in s["widgets"])
    names = [name.removeprefix("scene.") for name in state["widgets"] if name.startswith("scene.")]
    check("image" in names and len(names) >= 3, f"scenes are missing: {names}")
    pictures = {}
    for name in names:
        window.click(f"scene.{name}")
        window.wait(f"scene {name}", lambda s: s["scene"] == name and (s["frame"] > 10 or s["is_settled"]) and not s["failed"], 60)
        # A paused scene costs nothing while it is captured.
        window.screen.key("p")
        window.wait("a pause", lambda s: s["paused"] and not s["frame_pending"])
        window.settle()
        pictures[name] = window.viewport(name)
        window.screen.key("p")
        check(len(set(pictures[name])) > 20, f"scene {name} is almost empty")
    for first in names:
        for second in names:
            if first < second:
                # Comparing each pair over all pixels would take minutes.
                pairs = list(zip(pictures[first][::61], pictures[second][::61]))
                same = sum(a == b for a, b in pairs) / len(pairs)
                check(same < 0.6, f"scenes {first} and {second} look alike: {same:.0%} of the pixels")
    print(f"scenes chosen with the mouse: {', '.join(names)}")


def drop_an_image(window):
    path = window.folder / "four colors.ppm"
    write_quadrants(path)
    window.click("scene.texture_filter")
    window.wait("the scene", lambda s: s["scene"] == "texture_filter")
    window.screen.drop(str(path).replace(" ", "%20"), *window.middle("viewport"))
    window.wait("the dropped image", lambda s: s["image"] == path.name and s["scene"] == "image" and not s["loading"])
    for color in COLORS:
        wait_for_share(window, "viewport", "dropped", color, lambda part: part > 0.02, "the dropped image's colors")
    print("dropped image: its four colors are in the viewport")


def bad_files(window):
    for name, content in (("text.png", b"this is not an image"), ("empty.jpg", b"")):
        (window.folder / name).write_bytes(content)
        window.screen.drop(window.folder / name, *window.middle("viewport"))
        state = window.wait(f"a notice about {name}", lambda s: any(name in notice for notice in s["notices"]))
        check(state["image"] == "four colors.ppm" and state["scene"] == "image" and not state["failed"],
              f"{name} changed the running scene")
    check("toast0" in window.wait("a toast", lambda s: "toast0" in s["widgets"])["widgets"], "no toast is shown")
    print("bad files: each is reported, the scene continues")


def keys(window):
    screen = window.screen
    screen.move(*window.middle("viewport"))
    screen.key("question")
    window.wait("the list of keys", lambda s: "help" in s["widgets"])
    screen.key("Escape")
    window.wait("no list of keys", lambda s: "help" not in s["widgets"])
    screen.key("p")
    frame = window.wait("a pause", lambda s: s["paused"])["frame"]
    screen.key("n")
    window.wait("the next frame", lambda s: s["frame"] == frame + 1)
    screen.key("p")
    window.wait("time advances", lambda s: not s["paused"] and s["frame"] > frame + 5)
    screen.key("2")
    window.wait("the second scene", lambda s: s["scene"] == "texture_filter")
    screen.key("1")
    window.wait("the first scene", lambda s: s["scene"] == "image")
    screen.key("Tab")
    window.wait("no navigation", lambda s: "navigation.splitter" not in s["widgets"])
    screen.key("Tab")
    window.wait("the navigation", lambda s: "navigation.splitter" in s["widgets"])
    screen.key("ctrl+s")
    state = window.wait("the saved frame", lambda s: any("Saved" in notice for notice in s["notices"]))
    saved = [notice for notice in state["notices"] if "Saved" in notice][0].removeprefix("Saved ")
    check(pathlib.Path(saved).read_bytes().startswith(b"\x89PNG"), f"{saved} is not a PNG file")
    print("keys: help, pause, step, scenes, navigation, save")


def zoom_and_values(window):
    screen = window.screen
    screen.key("f")
    before = window.viewport("fit")
    screen.move(*window.middle("viewport"))
    for _ in range(40):
        screen.key("plus")
        if window.state()["zoom"] >= 96:
            break
    state = window.wait("a high zoom", lambda s: s["zoom"] >= 64)
    time.sleep(0.4)
    after = window.viewport("zoomed")
    check(before != after, "zooming changed nothing")
    # Excludes the lower half, where toasts appear and disappear.
    screen.key("v")
    time.sleep(0.4)
    bare = window.viewport("bare")
    half = len(after) // 2
    printed = sum(a != b for a, b in zip(after[:half], bare[:half])) / half
    check(printed > 0.005, f"no values are printed at {state['zoom']} pixels a texel: {printed:.2%} of the pixels")
    screen.key("v")
    screen.key("f")
    window.wait("fit", lambda s: s["zoom"] < 64)
    print(f"zoom: {state['zoom']:g} pixels a texel, values printed")


def input_is_counted(window):
    """The other steps wait a fixed time after their input if the window does not report that it has processed it."""
    window.screen.move(*window.middle("viewport", 0.4))
    for what, act in (("a move", lambda: window.screen.move(*window.middle("viewport"))),
                      ("a press", lambda: window.screen.press(2)), ("a release", lambda: window.screen.release(2)),
                      ("a turn of the wheel", lambda: window.screen.press(4)), ("a key", lambda: window.screen.key("f"))):
        before = window.settle()["input_count"]
        act()
        window.wait(f"{what} to be counted", lambda s: s["input_count"] > before and not s["input_waits"])
    window.screen.release(4)
    check(window.settle()["is_settled"], "the window does not settle")
    print("input: counted")


def parameters(window):
    name = "rotation" if "parameter.rotation" in window.state()["widgets"] else None
    check(name is not None, "the image scene has no rotation")
    first = window.state()["parameters"][name]
    window.screen.move(*window.middle(f"parameter.{name}", 0.5))
    window.screen.press()
    window.screen.move(*window.middle(f"parameter.{name}", 0.8))
    window.screen.release()
    window.wait("a turned picture", lambda s: s["parameters"][name] != first)
    window.click(f"reset.{name}")
    window.wait("the initial rotation", lambda s: s["parameters"][name] == first)
    print("parameters: dragged and reset")


def file_dialog(window):
    path = window.folder / "second.ppm"
    write_quadrants(path, 32)
    screen = window.screen
    screen.key("ctrl+o")
    window.wait("the open dialog", lambda s: "open.path" in s["widgets"])
    screen.type("second.ppm")
    window.wait("the file in the list", lambda s: "entry.second.ppm" in s["widgets"] and "entry.text.png" not in s["widgets"])
    screen.key("Return")
    window.wait("the opened image", lambda s: s["image"] == "second.ppm")
    print("open dialog: typed, listed, opened")


def resize(window):
    frame = window.state()["frame"]
    # Resizes repeatedly, faster than frames are drawn; then waits after each size.
    for width in range(700, 1200, 20):
        window.screen.resize(width, 500)
    for width, height in ((1000, 640), (320, 200), (40, 30), (1280, 720)):
        window.screen.resize(width, height)
        time.sleep(0.4)
        window.state()
    # A window of 40 × 30 shows no viewport.
    window.wait("the viewport extending to the properties, in the first size", lambda s: s["frame"] > frame and
                sum(s["widgets"].get("viewport", (0, 0, 0))[0:3:2]) == s["widgets"].get("properties.splitter", (-1,))[0])
    for color in COLORS:
        wait_for_share(window, "viewport", "resized", color, lambda part: part > 0.02, "the colors after the resizing")
    print("resize: from 1280 × 720 to 40 × 30 and back")


def minimize(window):
    window.screen.minimize()
    time.sleep(0.5)
    still = window.state()["frame"]
    time.sleep(1)
    check(window.state()["frame"] <= still + 1, "invisible frames are drawn")
    window.screen.restore()
    window.wait("frames again", lambda s: s["frame"] > still + 5)
    for color in COLORS:
        wait_for_share(window, "viewport", "restored", color, lambda part: part > 0.02, "the colors after restoring")
    print("minimize: no frames while the window is minimized, and the whole picture once it is restored")


def close(window):
    window.screen.move(*window.middle("viewport"))
    window.close()
    check((window.folder / "last.png").read_bytes().startswith(b"\x89PNG"), "no screenshot was written")
    print("closed with a key: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (scenes_by_mouse, drop_an_image, bad_files, keys, zoom_and_values, input_is_counted, parameters, file_dialog, resize, minimize, close))
