"""An opened picture is the subject: the strip below it has its values at any width, and labs open on its texel.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import struct
import time
import zlib

from screen import Screen
from window import check, run_steps, widgets_are

WIDTH, HEIGHT = 4000, 3000
AT = 2345, 1678
WIDTHS = (800, 1280, 1920)


def texel(x, y, changed=False):
    red, green, blue = x % 256, y % 256, (x // 256) * 16 + y // 256
    return (255 - red, green, blue) if changed else (red, green, blue)


def write_picture(path, changed_texel=None):
    """A PNG of texel() by the specification."""
    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    reds = bytes(x % 256 for x in range(WIDTH))
    rows = []
    for y in range(HEIGHT):
        row = bytearray(1 + 3 * WIDTH)
        row[1::3] = reds
        row[2::3] = bytes([y % 256]) * WIDTH
        row[3::3] = bytes((x // 256) * 16 + y // 256 for x in range(0, WIDTH, 256) for _ in range(min(256, WIDTH - x)))
        if changed_texel and changed_texel[1] == y:
            x = changed_texel[0]
            row[1 + 3 * x:4 + 3 * x] = bytes(texel(x, y, changed=True))
        rows.append(bytes(row))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"".join(rows), 1)) +
                     chunk(b"IEND", b""))


def numbers(text):
    return [float(word) for word in text.split()]


def is_of(sampled, expected):
    """Whether the texture unit returned this texel."""
    values = numbers(sampled)
    return len(values) == 3 and all(abs(value * 255 - whole) < 0.01 for value, whole in zip(values, expected))


def reopen(window, width, *files):
    window.close()
    window.command = window.command[:1] + [word if word != window.size else f"{width}x{window.screen.height}"
                                           for word in window.command[1:]]
    window.size = f"{width}x{window.screen.height}"
    window.command = [word for word in window.command if not str(word).endswith(".png") or word == window.folder / "last.png"]
    window.command += [window.folder / file for file in files]
    window.start()
    window.wait("the picture", lambda s: s["image"] == files[0] and s["frame"] > 2 and not s["loading"] and "viewport" in s["widgets"])
    window.settle()


def go_to_texel(window):
    """Shows the texel in the middle at 64 times its size, and points at it."""
    window.screen.key("ctrl+g")
    window.wait("the palette", widgets_are("palette.text"))
    window.screen.type(f"{AT[0]}, {AT[1]}")
    window.wait("the texel as a command", widgets_are("palette.texel"))
    window.screen.key("Return")
    window.wait("the zoom", lambda s: s["zoom"] >= 64)
    x, y, width, height = window.state()["widgets"]["viewport"]
    window.screen.move(x + width // 2, y + height // 2)
    return window.wait("the texel under the mouse, and its sample",
                       lambda s: s.get("texel") == list(AT) and is_of(s["readout"]["sampled_value"], texel(*AT)))


def check_inside(state, names):
    """Each value of the strip is whole, inside the window and beside no other."""
    top, bottom = (state["widgets"][name] for name in ("viewport", "status.device"))
    places = {name: state["widgets"][name] for name in names}
    for name, (x, y, width, height) in places.items():
        check(x >= top[0] and x + width <= top[0] + top[2], f"{name} at {places[name]} leaves the viewport {top}")
        check(y >= top[1] + top[3] and y + height <= bottom[1] + bottom[3], f"{name} at {places[name]} leaves the strip")
        for other, (x2, y2, width2, height2) in places.items():
            apart = x + width <= x2 or x2 + width2 <= x or y + height <= y2 or y2 + height2 <= y
            check(other == name or apart, f"{name} and {other} overlap")


def strip_has_the_values(window):
    window.size = f"{window.screen.width}x{window.screen.height}"
    window.wait("the first frame", lambda s: s["frame"] > 2)
    write_picture(window.folder / "mine.png")
    write_picture(window.folder / "other.png", AT)
    own, other = texel(*AT), texel(*AT, changed=True)
    for width in WIDTHS:
        reopen(window, width, "mine.png", "other.png")
        state = go_to_texel(window)
        readout = state["readout"]
        check(readout["position"] == f"x {AT[0]}  y {AT[1]}", readout["position"])
        check(numbers(readout["texel_value"]) == list(own), f"{readout['texel_value']} instead of {own}")
        check_inside(state, ("position", "texel_value", "sampled_value"))
        window.screen.key("shift+s")
        for comparison in ("a split", "a difference"):
            state = window.wait(comparison, lambda s: not s["is_comparing"] and "difference" in s.get("readout", {}) and
                                {"other_value", "sampled_value"} <= s["widgets"].keys() and s["readout"]["difference"])
            readout = state["readout"]
            check(numbers(readout["texel_value"]) == list(own), f"A: {readout['texel_value']}")
            check(numbers(readout["other_value"]) == list(other), f"B: {readout['other_value']}")
            check(numbers(readout["difference"]) == [a - b for a, b in zip(own, other)], f"A − B: {readout['difference']}")
            check_inside(state, ("position", "texel_value", "other_value", "difference", "sampled_value"))
            window.screen.key("shift+a")
            time.sleep(0.3)
        print(f"the strip at {width} pixels: values of both pictures, their difference, and the sample")


def labs_open_on_the_texel(window):
    reopen(window, WIDTHS[1], "mine.png")
    go_to_texel(window)
    window.screen.key("shift+f")
    window.wait("the linear filter", lambda s: s["parameters"]["filter"] == "linear")
    zoom = window.state()["zoom"]
    window.screen.key("F4")
    state = window.wait("the Textures lab", lambda s: s["lab"] == "textures" and "textures.probe.taps" in s["widgets"])
    settings = state["lab_settings"]
    check(settings["file"].endswith("mine.png") and settings["content"] == "image", f"the lab has {settings['file']}")
    check(settings["a_filter"] == "linear" and settings["a_address"].startswith("border"), f"A reads {settings['a_filter']}")
    probe = [float(number) for number in settings["probe"].replace(",", " ").split()]
    check(int(probe[0] * WIDTH) == AT[0] and int(probe[1] * HEIGHT) == AT[1], f"the probe is at {probe}")
    taps = [name for name in state["widgets"] if name.startswith("textures.probe.tap.")]
    check(len(taps) in (0, 4), f"{len(taps)} texels are read")
    for key, lab, expected in (("F6", "surfaces", {"picture": "mine.png"}), ("F11", "tensors", {"file": "mine.png"})):
        window.screen.key(key)
        state = window.wait(lab, lambda s: s["lab"] == lab)
        for name, end in expected.items():
            check(state["lab_settings"][name].endswith(end), f"{lab}: {name} is {state['lab_settings'][name]}")
    window.screen.key("F7")
    state = window.wait("the Kernels lab", lambda s: s["lab"] == "kernels")
    check("frame.image." in state["lab_settings"]["text"], "the kernel does not read the picture")
    for _ in range(4):
        window.screen.key("alt+Left")
        time.sleep(0.3)
    state = window.wait("the picture again", lambda s: s["lab"] == "" and s.get("texel") == list(AT))
    check(state["zoom"] == zoom, f"the zoom is {state['zoom']} instead of {zoom}")
    window.close()
    print("labs opened on the texel, and back")


if __name__ == "__main__":
    run_steps(__doc__, [strip_has_the_values, labs_open_on_the_texel],
              lambda arguments: Screen(WIDTHS[-1], 900, arguments.x11_client))
