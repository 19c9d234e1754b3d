"""Drives the rest of the real window, besides scenes and labs, with keys only: the command palette, both themes,
the facts about this machine, and a lab.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import collections
import time

from window import check, pixels_of, run_steps, wait_for_pixels, widgets_are


def ground(window, widget):
    """The most frequent color of a widget's pixels."""
    return collections.Counter(pixels_of(window, widget, "ground")).most_common(1)[0][0]


def type_command(window, keys, text):
    window.screen.hold(*keys)
    window.wait("the palette", widgets_are("palette.text"))
    window.screen.type(text)
    time.sleep(0.3)


def palette(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "viewport" in s["widgets"])
    type_command(window, ("ctrl", "k"), "reac")
    window.wait("the matching scene", widgets_are("palette.scene.reaction_diffusion"))
    window.screen.key("Return")
    window.wait("the scene", lambda s: s["scene"] == "reaction_diffusion" and "palette" not in s["widgets"])
    type_command(window, ("ctrl", "shift", "p"), "pause")
    window.screen.key("Escape")
    state = window.wait("the palette to close", widgets_are(without=("palette",)))
    check(not state["paused"], "Escape performed the result")
    type_command(window, ("ctrl", "k"), "exposure")
    window.screen.key("Return")
    time.sleep(0.3)
    check("palette" in window.state()["widgets"], "an unavailable command closed the palette")
    window.screen.key("Escape")
    window.wait("the palette to close", widgets_are(without=("palette",)))
    window.screen.key("1")
    window.wait("a different scene", lambda s: s["scene"] == "image")
    window.screen.keys(("ctrl+k", *"reac", "Return"), delay=1)
    window.wait("the scene typed together with the key", lambda s: s["scene"] == "reaction_diffusion")
    print("palette: finds a scene by part of its name, does nothing on Escape, loses no letter while it opens")


def theme(window):
    dark = ground(window, "navigation.splitter")
    type_command(window, ("ctrl", "k"), "light")
    window.screen.key("Return")
    window.wait("the palette to close", widgets_are(without=("palette",)))
    time.sleep(0.3)
    light = ground(window, "navigation.splitter")
    check(sum(dark) < 150 < 600 < sum(light), f"the theme did not change: {dark}, {light}")
    window.screen.key("ctrl+t")
    time.sleep(0.3)
    check(ground(window, "navigation.splitter") == dark, "the key does not restore the dark theme")
    print("themes: from dark to light and back")


def machine(window):
    window.screen.key("F12")
    window.wait("the facts", widgets_are("about", "about.copy"))
    window.click("about.copy")
    window.wait("the notice", lambda s: any("Copied" in text for text in s["notices"]))
    window.screen.key("Escape")
    window.wait("the facts to close", widgets_are(without=("about",)))
    print("machine: shown and copied")


def lab(window):
    type_command(window, ("ctrl", "k"), "layout")
    window.screen.key("Return")
    window.wait("a lab", lambda s: s["lab"] == "layouts" and "palette" not in s["widgets"])
    print("labs: found by name")


def uncover(window):
    """An idle lab must redraw itself when the screen has lost its contents."""
    time.sleep(1)
    before = pixels_of(window, "menu.File", "resting")
    window.screen.cover(*window.state()["widgets"]["menu.File"])
    wait_for_pixels(window, "menu.File", "uncovered", lambda pixels: pixels == before or "the pixels differ",
                    "the previous menu", seconds=2)
    print("uncovered: redrawn")


def widgets(window):
    """Moves one row down in the list of labs, without the mouse."""
    # Moves into the navigation, past the scenes, to the first lab and then to the lab below it.
    for key in ("w", "Down", "Down", "Down"):
        window.screen.tap(key)
    window.screen.tap("space")
    window.wait("the lab below", lambda s: s["lab"] == "copies")
    for key in ("w", "w", "w"):
        window.screen.tap(key)
    window.screen.key("1")
    window.wait("the scene", lambda s: s["lab"] == "")
    zoom = window.state()["zoom"]
    window.screen.key("plus")
    window.wait("keys to control the view again", lambda s: s["zoom"] != zoom)
    print("widgets: selected with the arrow keys, activated with Space")


def focused(window):
    """The name of the focused widget; empty if it is not recorded."""
    widgets = window.state()["widgets"]
    return next((name for name, place in widgets.items() if name != "focus" and place == widgets.get("focus")), "")


def parts(window):
    """Moves from the tabs of a lab to the part below them, without the mouse."""
    type_command(window, ("ctrl", "k"), "copies")
    window.screen.key("Return")
    window.wait("the copy lab", lambda s: s["lab"] == "copies" and "palette" not in s["widgets"])
    for key in ("w", "w", "w"):
        window.screen.tap(key)
    met = set()
    for key in ["Up", *4 * ["Down"], *4 * ["Right"], *4 * ["Left"]]:
        window.screen.tap(key)
        met.add(focused(window))
    check("copies.motion.plan" in met, f"the arrow keys do not select the choices below the tabs, only {sorted(met)}")
    check("copies.motion.scrub" in met, f"the arrow keys do not select the slider below, only {sorted(met)}")
    window.screen.tap("w")
    print("parts of a lab: selected with the arrow keys")


if __name__ == "__main__":
    run_steps(__doc__, (palette, theme, lab, uncover, machine, widgets, parts))
