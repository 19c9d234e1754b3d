"""Drives the copy lab in the real window: a preset, slow motion, wrong input, a run, its picture, the session.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import time

from window import (ACCENT, ERROR, check, leave_fields, pixels_of, run_steps, type_into, wait_for_change, wait_for_ink,
                    wait_for_share, widgets_are)


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.copies" in s["widgets"])
    window.click("lab.copies")
    state = window.wait("the lab", widgets_are("copies.preset", "copies.motion.cells", "copies.plan.method"))
    check(state["lab"] == "copies", f"the lab is {state['lab']}")
    print("lab opened with the mouse")


def slow_motion(window):
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.3)
    first = pixels_of(window, "copies.motion.source", "moving")
    wait_for_change(window, "copies.motion.source", "moved", first, "automatic movement")
    window.click("copies.motion.step")  # pauses
    window.click("copies.motion.restart")
    wait_for_share(window, "copies.motion.source", "before", ACCENT, lambda part: part == 0, "no mark before step 1")
    window.click("copies.motion.step")
    for _ in range(2):
        window.screen.press()
        window.screen.release()
    wait_for_share(window, "copies.motion.source", "stepped", ACCENT, lambda part: part > 0.004, "the cells of the step")
    window.click("copies.motion.elements")
    window.wait("the other order", widgets_are("copies.motion.source", without=["copies.motion.stage"]))
    window.click("copies.motion.plan")
    window.wait("the tile", widgets_are("copies.motion.stage"))
    print("slow motion: plays, steps, both orders")


def wrong_input(window):
    type_into(window, "copies.source_operations", "permuted(0)")
    window.wait("an error under the operations",
                widgets_are("copies.error.source_operations", "copies.error.setup", without=["copies.plan.method"]))
    wait_for_ink(window, "copies.error.source_operations", "wrong", ERROR)
    type_into(window, "copies.source_operations", "permuted(1, 0)")
    window.wait("a plan", widgets_are("copies.plan.method", without=["copies.error.setup"]))
    window.click("copies.content.npy")
    type_into(window, "copies.file", "missing.npy")
    window.wait("an error at the file", widgets_are("copies.error.file"))
    window.click("copies.content.typed")
    window.wait("a plan again", widgets_are("copies.plan.method"))
    print("wrong input: reported in place, and corrected")


def run_a_preset(window):
    window.click("copies.preset")
    window.click("copies.preset.5")
    window.click("copies.run")
    window.wait("figures", widgets_are("copies.history.0", "copies.bar.copy", "copies.verdict"), 120)
    wait_for_share(window, "copies.bar.copy", "bar", ACCENT, lambda part: part > 0.01, "the bar of this copy")
    wait_for_share(window, "copies.verdict", "verdict", ERROR, lambda part: part == 0, "a verdict without an error")
    window.click("copies.tab.picture")
    window.wait("the pictures", widgets_are("copies.picture.source", "copies.picture.result"))
    time.sleep(0.5)
    colors = {name: set(pixels_of(window, f"copies.picture.{name}", name)) for name in ("source", "result")}
    check(len(colors["source"]) > 1000, f"the source has {len(colors['source'])} colors")
    colored = [color for color in colors["result"] if max(color) - min(color) > 8]
    check(not colored, f"planes of one channel are gray, but the result has {colored[:3]}")
    check(len(colors["result"]) > 100, f"the result has {len(colors['result'])} grays")
    print("run: measured, checked, shown as pictures")


def drop_a_file(window):
    path = window.folder / "dropped.ppm"
    path.write_bytes(b"P6\n8 4\n255\n" + bytes(range(96)))
    window.screen.drop(path, *window.middle("viewport"))
    state = window.wait("the dropped picture as the source", widgets_are("copies.file", "copies.source.layout"))
    check(state["lab"] == "copies", "the lab was left for a scene")
    window.click("copies.content.typed")
    print("dropped picture: the source of the copy")


def take_over(window):
    window.click("copies.source.take")
    window.click("copies.tab.plan")
    window.wait("the layout lab's copy", widgets_are("copies.plan.method", "copies.source.layout"))
    print("copied from the layout lab")


def keys_and_session(window):
    leave_fields(window, "copies")
    window.screen.key("F3")
    window.wait("the scene", lambda s: s["lab"] == "" and "parameter.rotation" in s["widgets"])
    window.screen.key("F3")
    window.wait("the lab again", lambda s: s["lab"] == "copies")
    window.screen.key("F5")
    window.wait("a second run", widgets_are("copies.history.1"), 120)
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    copies = json.loads(pathlib.Path(path).read_text())["labs"]["copies"]
    check(copies["source_shape"] == "4, 6", f"the session has a different shape: {copies}")
    check(len(copies["history"].splitlines()) == 2, f"the session has a different history: {copies['history']}")
    # Closes the window in the middle of a run.
    window.screen.key("F5")
    window.screen.key("ctrl+q")
    code = window.process.wait(20)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("keys, session, end in the middle of a run: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (open_lab, slow_motion, wrong_input, run_a_preset, drop_a_file, take_over, keys_and_session))
