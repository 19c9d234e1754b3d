"""Drives the texture lab in the real window: sampling, the probe, legality, typed texels, comparison, code, the session.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import math
import pathlib
import time

from window import (ACCENT, ERROR, check, pixels_of, run_steps, type_into, wait_for_change, wait_for_ink, wait_for_share,
                    widgets_are)

WARNING = (0xE6, 0xC8, 0x4B)


def picture(window, name):
    """The colors of the picture, with the mouse moved away."""
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.4)
    return pixels_of(window, "textures.picture", name)


def is_in_reach(state, widget):
    """Whether the center of a widget is visible in the properties, so that it can be clicked."""
    _, top, _, height = state["widgets"]["properties.splitter"]
    _, y, _, extent = state["widgets"].get(widget, (0, math.inf, 0, 0))
    return y + extent / 2 < top + height - 12


def scroll_to(window, widget, notches=40):
    """Scrolls the properties down until a widget is visible."""
    # Scrolls at the left edge of the scrolling part, where labels have only a tooltip.
    window.move_into_properties(14, 400)
    for _ in range(notches):
        if is_in_reach(window.state(), widget):
            time.sleep(0.2)
            return
        window.screen.press(5)
        window.screen.release(5)
    raise AssertionError(f"scrolling the properties does not show {widget}")


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.textures" in s["widgets"])
    window.click("lab.textures")
    state = window.wait("the lab", widgets_are("textures.pattern", "textures.picture", "textures.probe.verdict"))
    check(state["lab"] == "textures", f"the lab is {state['lab']}")
    colors = set(picture(window, "first"))
    check(len(colors) > 500, f"the picture of a linear filter has only {len(colors)} colors")
    print("lab opened with the mouse, the picture sampled")


def probe(window):
    x, y, width, height = window.state()["widgets"]["textures.picture"]
    window.screen.move(x + width * 0.5, y + height * 0.4)
    window.wait("steps", widgets_are("textures.probe.step.0", "textures.probe.taps", "textures.probe.result.0"))
    wait_for_share(window, "textures.picture", "taps", ACCENT, lambda part: part > 0.001, "the texels that are read")
    before = pixels_of(window, "textures.probe.result.0", "probe_before")
    window.screen.move(x + width * 0.56, y + height * 0.5)
    wait_for_change(window, "textures.probe.result.0", "probe_moved", before, "the probe to follow the mouse")
    window.screen.press()
    window.screen.release()
    time.sleep(0.3)
    pinned = pixels_of(window, "textures.probe.result.0", "probe_pinned")
    window.screen.move(x + 20, y + 20)
    time.sleep(0.4)
    check(pinned == pixels_of(window, "textures.probe.result.0", "probe_kept"), "a pinned probe moves")
    wait_for_share(window, "textures.probe.verdict", "verdict", ERROR, lambda part: part == 0, "device and model to agree")
    type_into(window, "textures.probe.x", "0.5")
    window.screen.key("Return")
    wait_for_change(window, "textures.probe.result.0", "probe_typed", pinned, "the probe at the typed coordinate")
    print("probe: follows, stays where it is pinned, takes exact coordinates; device and model agree")


def legality(window):
    first = picture(window, "linear")
    scroll_to(window, "textures.read.0")
    window.click("textures.read.0")
    time.sleep(0.3)
    check(first == picture(window, "still_linear"), "a grayed value was accepted")
    window.click("textures.filter.0")
    time.sleep(0.3)
    point = picture(window, "point")
    check(len(set(point)) < len(set(first)) / 2, "the point filter blends")
    scroll_to(window, "textures.normalized")
    window.click("textures.normalized")
    window.wait("a warning", widgets_are("textures.warning"))
    wait_for_ink(window, "textures.warning", "warning", WARNING)
    window.click("textures.normalized")
    window.wait("no warning", widgets_are("textures.read.0", without=["textures.warning"]))
    window.click("textures.filter.1")
    print("legality: grayed values are rejected, surprising ones cause warnings")


def compare(window):
    window.click("textures.compare.Split")
    window.wait("the handle", widgets_are("textures.split"))
    before = picture(window, "split")
    x, y = window.middle("textures.split")
    window.screen.move(x, y + 90)
    window.screen.press()
    window.screen.move(x + 60, y + 90)
    window.screen.move(x + 120, y + 90)
    window.screen.release()
    check(before != picture(window, "split_moved"), "the handle does not move")
    window.click("textures.compare.Bits")
    check(len(set(picture(window, "bits"))) > 5, "no bit differs between linear and point")
    window.click("textures.side.b")
    window.click("textures.take_other")
    window.click("textures.compare.Bits")
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    wait_for_share(window, "textures.picture", "equal", (0x22, 0x24, 0x2A), lambda dark: dark > 0.6,
                   "equal bits of equal descriptors")
    window.click("textures.compare.A")
    print("comparison: split handle, differing bits, none between equal descriptors")


def typed_texels(window):
    window.move_into_properties(14, 300)
    for _ in range(40):
        window.screen.press(4)
        window.screen.release(4)
    window.wait("the top of the panel", widgets_are("textures.content.1"))
    window.click("textures.content.1")
    type_into(window, "textures.typed", "0 200; 90")
    window.wait("an error under the texels", widgets_are("textures.error.texels"))
    wait_for_ink(window, "textures.error.texels", "wrong", ERROR)
    type_into(window, "textures.typed", "0 200; 90 255")
    window.wait("texels", widgets_are("textures.picture", without=["textures.error.texels"]))
    colored = [c for c in set(picture(window, "typed")) if max(c) - min(c) > 12]
    # The marks drawn over the picture are colored: the outlines of texels, and the probe.
    check(len(colored) < 200,
          f"one number for all channels must appear gray, but the picture has {len(colored)} colors")
    print("typed texels: errors reported in place, and corrected")


def drop_a_file(window):
    path = window.folder / "dropped.ppm"
    path.write_bytes(b"P6\n8 4\n255\n" + bytes(range(96)))
    window.screen.drop(path, *window.middle("textures.caption"))
    state = window.wait("the dropped picture as the source", widgets_are("textures.file"))
    check(state["lab"] == "textures", "the lab was left for a scene")
    print("dropped picture: the texels of the lab")


def keys_and_session(window):
    window.click("textures.tab.code")
    window.wait("the code", widgets_are("textures.code.text"))
    time.sleep(0.3)  # The column of the code is wider, starting with the next frame.
    window.click("textures.code.cpp")
    window.screen.click(*window.middle("lab.textures"))
    window.screen.key("F4")
    window.wait("the scene", lambda s: s["lab"] == "" and "parameter.rotation" in s["widgets"])
    window.screen.key("F4")
    window.wait("the lab again", lambda s: s["lab"] == "textures")
    window.screen.key("F5")
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    textures = json.loads(pathlib.Path(path).read_text())["labs"]["textures"]
    check(textures["content"] == "image", f"the session has a different source: {textures}")
    check(textures["file"].endswith("dropped.ppm"), f"the session has a different file: {textures['file']}")
    check(textures["typed"] == "0 200; 90 255", f"the session has different texels: {textures['typed']}")
    check(textures["code"] == "cpp", f"the session has a different language: {textures['code']}")
    check(textures["probe_pinned"] == "yes", "the session does not record that the probe is pinned")
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("keys, session, end: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (open_lab, probe, legality, compare, typed_texels, drop_a_file, keys_and_session))
