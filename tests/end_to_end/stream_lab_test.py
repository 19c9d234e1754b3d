"""Drives the stream lab and the lifetime panel in the real window: races in pictures, the timeline, live objects.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import time

from window import check, pixels_of, run_steps, share, wait_for_change, wait_for_share, widgets_are

STALE = (0xE0, 0x3C, 0x3C)
KERNEL = (0xFF, 0xA2, 0x81)


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.streams" in s["widgets"])
    # A moving scene, because a scene whose frames are identical is drawn only once per second.
    window.screen.key("9")
    window.wait("a scene that moves", lambda s: s["scene"] == "plasma")
    window.click("lab.streams")
    # The list of calls is next to the timeline if the navigation is hidden.
    window.screen.key("j")
    window.wait("the lab", widgets_are("streams.timeline", "streams.pause"))
    frame = window.state()["frame"]
    window.wait("the scene continues", lambda s: s["frame"] > frame + 5)
    wait_for_share(window, "streams.timeline", "live", KERNEL, lambda part: part > 0.0005, "kernels of the scene")
    print("lab opened with the mouse, the scene's frames are live")


def run_no_wait(window, version, verdict, condition):
    """Runs one version of the race, until the expected fraction of its picture is stale."""
    window.click(f"streams.{version}.no-wait")
    window.wait("a verdict", widgets_are(f"streams.verdict.{verdict}", "streams.picture"))
    wait_for_share(window, "streams.picture", version, STALE, condition, f"the stale pixels of the {version} version")


def race(window):
    # The timeline spans a whole run: if the machine pauses during it, the bands take up less of the width. Therefore,
    # the test makes up to five attempts.
    for _ in range(5):
        run_no_wait(window, "wrong", "wrong", lambda stale: stale >= 0.45)
        run_no_wait(window, "right", "correct", lambda stale: stale == 0)
        bands = share(pixels_of(window, "streams.timeline", "run"), KERNEL)
        if bands > 0.03:
            break
    check(bands > 0.03, f"the bands are {bands} of the timeline")
    print("the race lost, and won")


def interop_race(window):
    window.click("streams.wrong.map-and-launch")
    window.wait("a verdict", widgets_are("streams.verdict.wrong", "streams.picture"))
    window.click("streams.right.map-and-launch")
    window.wait("a verdict", widgets_are("streams.verdict.correct", "streams.picture"))
    print("mapped on one stream, written on another")


def look_closer(window):
    x, y, width, height = window.state()["widgets"]["streams.timeline"]
    before = pixels_of(window, "streams.timeline", "before_zoom")
    window.screen.move(x + width * 0.6, y + height * 0.9)
    for _ in range(4):
        window.screen.press(4)
        window.screen.release(4)
    zoomed = wait_for_change(window, "streams.timeline", "zoomed", before, "the wheel to zoom")
    window.screen.press()
    # Moves in steps, each longer than a frame, because the mouse is read once per frame.
    for step in range(1, 6):
        time.sleep(0.3)
        window.screen.move(x + width * (0.6 + 0.03 * step), y + height * 0.9)
    time.sleep(0.3)
    window.screen.release()
    wait_for_change(window, "streams.timeline", "panned", zoomed, "the drag to pan")
    window.click("streams.fit")
    window.click("streams.call.last")
    window.wait("a selected call", widgets_are("streams.call.selected"))
    window.click("streams.pause")
    frame = window.state()["frame"]
    window.wait("live again", lambda s: s["frame"] > frame + 5)
    print("zoomed, panned, a call selected, live again")


def lifetimes(window):
    window.screen.key("F8")
    window.wait("the lifetime panel", widgets_are("lifetimes.list", "lifetimes.object.1", "lifetimes.kind.context"))
    window.click("lifetimes.sort.size")
    window.click("lifetimes.object.1")
    window.wait("an object's chain", widgets_are("lifetimes.chain", "lifetimes.end"))
    window.screen.key("F8")
    window.wait("the scene", lambda s: s["lab"] == "")
    print("live objects listed, sorted, one inspected")


def session(window):
    window.screen.key("F9")
    window.wait("the lab again", lambda s: s["lab"] == "streams")
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    streams = json.loads(pathlib.Path(path).read_text())["labs"]["streams"]
    check(streams["experiment"] == "map-and-launch", f"the session has a different experiment: {streams}")
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("session saved; no leaks at the end: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (open_lab, race, interop_race, look_closer, lifetimes, session))
