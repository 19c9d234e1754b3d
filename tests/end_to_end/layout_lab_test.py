"""Drives the layout lab in the real window: typed and wrong shapes, operations, hovering, tabs, export, the session.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import time
import xml.etree.ElementTree

from window import ACCENT, ERROR, check, leave_fields, run_steps, share, type_into, wait_for_ink, wait_for_share, widgets_are


def open_lab(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "lab.layouts" in s["widgets"])
    window.click("lab.layouts")
    state = window.wait("the lab", widgets_are("layouts.shape", "layouts.grid", "layouts.memory"))
    check(state["lab"] == "layouts", f"the lab is {state['lab']}")
    check("parameter.rotation" not in state["widgets"], "the scene's parameters are still there")
    print("lab opened with the mouse")


def wrong_input(window):
    type_into(window, "layouts.shape", "4, x")
    window.wait("an error under the shape", widgets_are("layouts.error.shape", "layouts.grid"))
    wait_for_ink(window, "layouts.error.shape", "wrong_shape", ERROR)
    type_into(window, "layouts.shape", "3, 4, 5")
    window.wait("an error at the operation", widgets_are("layouts.entry0.error", "layouts.grid", without=["layouts.error.shape"]))
    wait_for_ink(window, "layouts.entry0.error", "wrong_operation", ERROR)
    window.click("layouts.entry0.remove")
    window.wait("no operation", lambda s: "layouts.entry0.name" not in s["widgets"])
    print("wrong input: reported in place, and corrected")


def operations(window):
    for number, name in enumerate(("permuted", "sliced")):
        window.click("layouts.add")
        window.click(f"layouts.add.{name}")
        # The button is below the operations: adding one moves it.
        window.wait(f"operation {number + 1}", widgets_are(f"layouts.entry{number}.name"))
    window.wait("two results", widgets_are("layouts.entry0.result", "layouts.entry1.result"))
    type_into(window, "layouts.entry0.arguments", "1, 0")
    window.wait("an error only at the first operation",
                widgets_are("layouts.entry0.error", without=["layouts.entry1.error", "layouts.entry1.result"]))
    type_into(window, "layouts.entry0.arguments", "2, 0, 1")
    window.wait("both results again", widgets_are("layouts.entry0.result", "layouts.entry1.result"))
    type_into(window, "layouts.entry1.slice1", "::-2")
    leave_fields(window, "layouts")
    print("operations: added, mistyped, corrected")


def hover(window):
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.3)
    before = share(window.viewport("map"), ACCENT)
    x, y, _, _ = window.state()["widgets"]["layouts.grid.cells"]
    window.screen.move(x + 10, y + 10)
    window.wait("the element under the mouse", widgets_are("layouts.readout"))
    wait_for_share(window, "viewport", "hover", ACCENT, lambda part: part > before, "a line between index and memory")
    x, y, _, _ = window.state()["widgets"]["layouts.memory.cells"]
    window.screen.move(x + 6, y + 6)
    window.wait("the element at the offset", widgets_are("layouts.readout"))
    print("hover: connected both ways")


def tabs(window):
    shown = {}
    for tab, widget in (("code", "layouts.code.copy"), ("warp", "layouts.warp.sectors"), ("banks", "layouts.tile"),
                        ("properties", "layouts.property.shape")):
        window.click(f"layouts.tab.{tab}")
        window.wait(f"tab {tab}", widgets_are(widget))
        shown[tab] = window.viewport(f"tab_{tab}")
    check(len({hash(tuple(pixels)) for pixels in shown.values()}) == 4, "two tabs look the same")
    window.click("layouts.tab.code")
    window.click("layouts.code.copy")
    window.wait("copied code", lambda s: "Copied code." in s["notices"])
    print("tabs: properties, code, warp, shared memory")


def export(window):
    saved = {}
    window.scroll_properties_down()
    for kind in ("svg", "png"):
        window.click(f"layouts.save_{kind}")
        state = window.wait(f"a saved {kind}", lambda s: any(n.endswith("." + kind) for n in s["notices"]))
        saved[kind] = pathlib.Path([n for n in state["notices"] if n.endswith("." + kind)][0].removeprefix("Saved "))
    texts = [node.text for node in xml.etree.ElementTree.parse(saved["svg"]).iter("{http://www.w3.org/2000/svg}text")]
    check(any("permuted" in text for text in texts), f"the drawing does not name the chain: {texts[:3]}")
    check(saved["png"].read_bytes().startswith(b"\x89PNG"), f"{saved['png']} is not a PNG file")
    print("export: SVG and PNG")


def keys_and_session(window):
    leave_fields(window, "layouts")
    window.screen.key("F2")
    window.wait("the scene", lambda s: s["lab"] == "" and "parameter.rotation" in s["widgets"])
    window.screen.key("F2")
    window.wait("the lab again", lambda s: s["lab"] == "layouts")
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    session = json.loads(pathlib.Path(path).read_text())
    check(session["lab"] == "layouts", "the session does not name the lab")
    check(session["labs"]["layouts"]["shape"] == "3, 4, 5", f"the session has a different shape: {session['labs']}")
    check("permuted(2, 0, 1)" in session["labs"]["layouts"]["operations"], "the session does not contain the chain")
    window.screen.key("ctrl+q")
    code = window.process.wait(10)
    check(code == 0, f"exit code {code}: {window.process.stderr.read()}")
    print("keys, session, end: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (open_lab, wrong_input, operations, hover, tabs, export, keys_and_session))
