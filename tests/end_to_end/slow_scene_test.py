"""Types into the window, opens menus and drags a panel's edge while each frame of the scene takes a long time: no key
is lost, and requests are handled although no frame is complete.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import time

from window import check, run_steps


def choose_clouds(window):
    screen = window.screen
    window.wait("the first frame", lambda s: s["frame"] > 2)
    screen.key("ctrl+k")
    window.wait("the palette", lambda s: "palette.text" in s["widgets"])
    screen.type("clouds")
    time.sleep(0.4)
    screen.key("Return")
    window.wait("clouds", lambda s: s["scene"] == "clouds" and "palette.text" not in s["widgets"])


def select_and_replace(window):
    screen = window.screen
    screen.key("ctrl+o")
    window.wait("the dialog", lambda s: "open.path" in s["widgets"] and not s["input_waits"])
    for text in ("lilac", "reds", "olive", "ambers", "teal", "mauves"):
        screen.key("ctrl+a")
        screen.type(text, 1)
        window.wait("the text in place of the former", lambda s: s["typed"] == text, 5)
    screen.key("Escape")
    window.wait("the scene", lambda s: "open.path" not in s["widgets"])
    print("selected all with a short tap, and replaced it")


def typing(window):
    text = "".join("abcdefghijklmnopqrstuvwxyz"[number * 7 % 26] for number in range(200))
    screen = window.screen
    screen.key("ctrl+o")
    window.wait("the dialog", lambda s: "open.path" in s["widgets"] and not s["input_waits"])
    screen.hold("ctrl", "a")
    screen.type(text, 10)
    window.wait("each letter", lambda s: s["typed"] == text)
    screen.repeat("BackSpace", 20)
    window.wait("without the deleted letters", lambda s: s["typed"] == text[:-20])
    screen.key("Escape")
    window.wait("the scene", lambda s: "open.path" not in s["widgets"])
    print(f"typed {len(text)} letters, deleted 20")


def menus_and_edges(window):
    screen = window.screen
    for _ in range(5):
        window.click("menu.File")
        window.wait("the menu", lambda s: "action.open" in s["widgets"])
        screen.key("Escape")
        window.wait("no menu", lambda s: "action.open" not in s["widgets"])
    before = window.state()["widgets"]["navigation.splitter"]
    screen.move(*window.middle("navigation.splitter"))
    screen.press()
    screen.move(before[0] + 60, before[1] + before[3] / 2)
    window.wait("a wider panel", lambda s: s["widgets"]["navigation.splitter"][0] > before[0] + 40)
    screen.release()
    for x, is_there in ((before[0], lambda x: x < before[0] + 20), (before[0] + 60, lambda x: x > before[0] + 40)) * 3:
        screen.drag_quickly(window.middle("navigation.splitter"), (x, before[1] + before[3] / 2))
        window.wait("the panel's edge where it was dragged to", lambda s: is_there(s["widgets"]["navigation.splitter"][0]), 5)
    frame = window.state()["frame"]
    window.wait("the scene continues", lambda s: s["frame"] > frame)
    check(window.state()["scene"] == "clouds", "a different scene")
    print("menus opened, an edge dragged, and the scene continues")


if __name__ == "__main__":
    run_steps(__doc__, (choose_clouds, select_and_replace, typing, menus_and_edges))
