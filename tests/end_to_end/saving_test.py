"""Saves the opened picture and the frame under typed names, and inspects the files: the unchanged values of
the picture, a frame of the frame's size, an existing file replaced only by a second Enter.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import struct
import time
import zlib

from pictures_test import open_file, png_of_16_bits
from window import check, run_steps, type_into

WIDTH, HEIGHT = 90, 60


def value_at(x, y):
    return (500 * x, 1000 * y, 65535 - 7 * x * y)


def save_as(window, command, path):
    """Types the name into the dialog, which the palette or a key opens."""
    screen = window.screen
    if command == "ctrl+alt+s":
        screen.key(command)
    else:
        screen.key("ctrl+k")
        window.wait("the palette", lambda s: "palette.text" in s["widgets"])
        screen.type(command)
        time.sleep(0.3)
        screen.key("Return")
    window.wait("the dialog", lambda s: "save.path" in s["widgets"] and s["typed"])
    type_into(window, "save.path", str(path))
    window.wait("the path", lambda s: s["typed"] == str(path))
    screen.key("Return")


def wait_for_file(window, path):
    window.wait(f"{path.name}", lambda s: f"Saved {path}" in s["notices"])


def picture(window):
    png_of_16_bits(window.folder / "deep.png", WIDTH, HEIGHT, value_at)
    open_file(window, window.folder / "deep.png")
    path = window.folder / "values.npy"
    save_as(window, "save picture as", path)
    wait_for_file(window, path)
    data = path.read_bytes()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    header = data[10:start].decode()
    check(f"({HEIGHT}, {WIDTH}, 3)" in header and "'<u2'" in header, f"a different array: {header}")
    values = struct.unpack(f"<{3 * WIDTH * HEIGHT}H", data[start:])
    wanted = [value for y in range(HEIGHT) for x in range(WIDTH) for value in value_at(x, y)]
    check(list(values) == wanted, "the array's values differ from the picture's")
    print("the picture as .npy: each value")


def png_header(path):
    data = path.read_bytes()
    check(zlib.crc32(data[12:29]) == struct.unpack(">I", data[29:33])[0], f"{path.name} is damaged")
    return struct.unpack(">IIB", data[16:25])


def frame(window):
    path = window.folder / "frame.png"
    width, height = window.state()["frame_size"]
    save_as(window, "ctrl+alt+s", path)
    wait_for_file(window, path)
    check(png_header(path) == (width, height, 8), f"{png_header(path)}, not {width} × {height} of 8 bits")
    before = path.stat().st_ino
    save_as(window, "ctrl+alt+s", path)
    window.wait("a question", lambda s: "save.replaces" in s["widgets"])
    check(path.stat().st_ino == before, "it is replaced without confirmation")
    window.click("save.bits.16")
    window.screen.capture(window.folder / "dialog.ppm")
    window.screen.key("Return")
    window.wait("16 bits", lambda s: "save.bits.16" not in s["widgets"] and path.stat().st_ino != before)
    check(png_header(path) == (width, height, 16), f"{png_header(path)}, not of 16 bits")
    print(f"the frame: {width} × {height}, replaced when confirmed, 8 and 16 bits")


def refused(window):
    path = window.folder / "frame.jpg"
    save_as(window, "ctrl+alt+s", path)
    window.wait("why not", lambda s: any(n.endswith("use a name that ends in png, exr or npy") for n in s["notices"]))
    check(not path.exists(), "a file that is not a JPEG")
    print("a different ending: rejected")


if __name__ == "__main__":
    run_steps(__doc__, (picture, frame, refused))
