"""Opens pictures of each kind in the real window, goes to a named texel, and expects the file's value in the readout, printed in the texel,
and on the clipboard. The test creates the files without the program."""

import os
import shutil
import struct
import time
import zlib

from window import check, run_steps

WIDTH, HEIGHT = 4000, 3000
TEXEL = (2345, 1789)


def value_at(x, y):
    """The value of a texel; neighbors have different values."""
    return (x * 7 + y * 13) % 61


def jpeg_of_blocks(path, level_of):
    """A gray baseline JPEG of 8 × 8 blocks of one level, 0 … 255: only DC coefficients, quantized by 8 (ITU-T T.81)."""
    sizes = list(range(12))
    tables = b"".join((b"\xff\xdb" + struct.pack(">H", 67) + b"\0" + bytes([8] * 64),
                       b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, HEIGHT, WIDTH, 1) + b"\1\x11\0",
                       # Twelve codes of four bits, one for each size of a difference.
                       b"\xff\xc4" + struct.pack(">H", 31) + b"\0" + bytes([0, 0, 0, 12] + [0] * 12) + bytes(sizes),
                       # One AC code: end of block.
                       b"\xff\xc4" + struct.pack(">H", 20) + b"\x10" + bytes([1] + [0] * 15) + b"\0",
                       b"\xff\xda" + struct.pack(">HB", 8, 1) + b"\1\0\0\x3f\0"))
    bits, before = [], 0
    for y in range(0, HEIGHT, 8):
        for x in range(0, WIDTH, 8):
            level = level_of(x // 8, y // 8) - 128
            difference, before = level - before, level
            size = abs(difference).bit_length()
            bits.append(f"{size:04b}")
            if size:
                bits.append(f"{difference if difference > 0 else difference + (1 << size) - 1:0{size}b}")
            bits.append("0")
    text = "".join(bits)
    text += "1" * (-len(text) % 8)
    data = int(text, 2).to_bytes(len(text) // 8, "big").replace(b"\xff", b"\xff\0")
    path.write_bytes(b"\xff\xd8" + tables + data + b"\xff\xd9")


def png_of_16_bits(path, width, height, pixel):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + b"".join(struct.pack(">HHH", *pixel(x, y)) for x in range(width)) for y in range(height))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def hdr(path, width, height, pixel):
    """Radiance without runs: mantissas of 8 bits and an exponent."""
    texels = b"".join(bytes(pixel(x, y)) for y in range(height) for x in range(width))
    path.write_bytes(f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode() + texels)


def dds_of_two_levels(path, levels):
    """Red, green, blue and alpha of 8 bits: 4 × 2 texels of one red, and 2 × 1 of a different red."""
    header = struct.pack("<7I44x", 124, 0x2100F, 2, 4, 16, 0, 2) + struct.pack(
        "<8I", 32, 0x41, 0, 32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000) + struct.pack("<5I", 0x401008, 0, 0, 0, 0)
    texels = b"".join(bytes((red, 0, 0, 255)) * count for red, count in zip(levels, (8, 2)))
    path.write_bytes(b"DDS " + header + texels)


def npy_of_floats(path, width, height, value):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({height}, {width}), }}".ljust(117) + "\n"
    texels = struct.pack(f"<{width * height}f", *(value(x, y) for y in range(height) for x in range(width)))
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + texels)


def open_file(window, path):
    window.screen.drop(path, *window.middle("viewport"))
    window.wait(f"the picture {path.name}", lambda s: s["image"] == path.name and not s["loading"])
    # An .npy file also opens the Tensors lab in place of the picture.
    if window.state()["lab"]:
        window.screen.key("1")
        window.wait("the picture's scene", lambda s: not s["lab"])


def go_to(window, x, y):
    screen = window.screen
    screen.key("ctrl+g")
    window.wait("the commands", lambda s: "palette.text" in s["widgets"])
    screen.type(f"{x}, {y}")
    window.wait("the texel to go to", lambda s: "palette.texel" in s["widgets"])
    screen.key("Return")
    window.wait("the texel", lambda s: s["zoom"] > 63.9 and "palette.text" not in s["widgets"])


def find(window, path, texel, value):
    """Goes to a texel, and checks its value everywhere."""
    screen = window.screen
    open_file(window, path)
    check(window.state()["zoom"] < 63, f"{path.name} begins at {window.state()['zoom']} pixels a texel")
    go_to(window, *texel)
    screen.move(*window.middle("viewport"))
    state = window.wait(f"texel {texel} under the mouse", lambda s: s.get("texel") == list(texel))
    check(state["value"] == value, f"{path.name}: the readout has {state['value']!r}, the file {value!r}")
    screen.key("c")
    window.wait("the copy", lambda s: s["notices"] and s["notices"][-1] == f"Copied {value}")
    check(screen.clipboard() == value, f"{path.name}: the clipboard has {screen.clipboard()!r}, the file {value!r}")
    x, y, width, height = state["widgets"]["viewport"]
    cell = (round(x + width / 2) - 24, round(y + height / 2) - 24, 48, 48)
    time.sleep(0.4)
    printed = screen.capture(window.folder / "printed.ppm").cut(*cell)
    screen.key("v")
    time.sleep(0.4)
    bare = screen.capture(window.folder / "bare.ppm").cut(*cell)
    screen.key("v")
    changed = sum(a != b for a, b in zip(printed, bare)) / len(bare)
    check(changed > 0.02, f"{path.name}: nothing is printed in the texel: {changed:.2%} of its pixels")
    screen.key("f")
    window.wait("the whole picture", lambda s: s["zoom"] < 63)
    print(f"{path.name}: {value} in readout, texel and clipboard")


def follow_a_folder(window):
    """The list shows what happens to an open folder, although nothing moves in the window."""
    folder = window.folder / "frames"
    folder.mkdir()

    def write(name, level):
        png_of_16_bits(folder / name, 8, 4, lambda x, y: (level,) * 3)
        # A picture is listed once nothing has been written to it for two seconds.
        os.utime(folder / name, (1e9, 1e9))

    write("frame_10.png", 1000)
    write("frame_9.png", 2000)
    window.screen.drop(folder, *window.middle("viewport"))
    window.wait("the first picture of two", lambda s: s["image"] == "frame_9.png" and "picture.1" in s["widgets"])
    write("frame_11.png", 3000)
    window.wait("a third row", lambda s: s["pictures"] == 3 and "picture.2" in s["widgets"], 10)
    (folder / "frame_10.png").unlink()
    window.wait("two rows", lambda s: s["pictures"] == 2 and s["image"] == "frame_9.png", 10)
    window.screen.key("ctrl+Next")
    window.wait("the third picture", lambda s: s["image"] == "frame_11.png")
    window.screen.key("Delete")
    window.wait("the remaining picture", lambda s: s["image"] == "frame_9.png")
    window.screen.key("Delete")
    window.wait("no picture", lambda s: not s["image"])
    print("follow a folder: a picture is added and one removed")


def jpeg(window):
    path = window.folder / "blocks.jpg"
    jpeg_of_blocks(path, lambda x, y: 3 * value_at(x, y))
    find(window, path, TEXEL, str(3 * value_at(TEXEL[0] // 8, TEXEL[1] // 8)))


def png(window):
    path = window.folder / "deep.png"
    png_of_16_bits(path, 300, 200, lambda x, y: (1000 * value_at(x, y), 65535 - value_at(x, y), x * y))
    find(window, path, (211, 97), f"{1000 * value_at(211, 97)} {65535 - value_at(211, 97)} {211 * 97}")


def copy_picture(window):
    """Copies the picture that png() opened into another program; without xclip, checks the advice to install it."""
    window.screen.key("ctrl+alt+c")
    if shutil.which("xclip") is None:
        window.wait("what to install", lambda s: any("install the package xclip" in text for text in s["notices"]))
        print("copied picture: reports that xclip is missing")
        return
    window.wait("the copy", lambda s: "Copied picture" in s["notices"])
    path = window.folder / "pasted.png"
    window.screen.pasted_picture(path)
    header = struct.unpack(">IIBB", path.read_bytes()[16:26])
    check(header == (300, 200, 8, 2), f"the clipboard has a picture of {header}, not 300 × 200 of 8 bits in red, green and blue")
    print("copied picture: pasted by xclip")


def radiance(window):
    path = window.folder / "light.hdr"
    hdr(path, 384, 256, lambda x, y: (128 + value_at(x, y), 64, 200, 131))
    # The value of a mantissa is mantissa / 256 · 2^(exponent − 128).
    find(window, path, (300, 31), f"{(128 + value_at(300, 31)) / 32:g} {64 / 32:g} {200 / 32:g}")


def numbers(window):
    path = window.folder / "numbers.npy"
    npy_of_floats(path, 120, 90, lambda x, y: value_at(x, y) / 64)
    find(window, path, (77, 66), f"{value_at(77, 66) / 64:g}")


def sampled_between_texels(window):
    """Between texels, the texture unit's filter is visible; inside a texel, one value."""
    screen = window.screen
    path = window.folder / "edge.png"
    png_of_16_bits(path, 2, 1, lambda x, y: (65535 * x,) * 3)
    open_file(window, path)
    go_to(window, 1, 0)
    screen.key("shift+f")
    window.wait("the linear filter", lambda s: s["parameters"]["filter"] == "linear")
    x, y, width, height = window.state()["widgets"]["viewport"]
    screen.move(screen.width - 2, screen.height - 2)
    screen.key("v")
    screen.key("g")
    time.sleep(0.4)
    zoom = window.state()["zoom"]
    row = screen.capture(window.folder / "edge.ppm").cut(round(x + width / 2 - zoom), round(y + height / 2), round(zoom), 1)
    levels = [color[0] for color in row]
    check(levels == sorted(levels) and len(set(levels)) > 20, f"no ramp between black and white: {levels}")
    screen.key("v")
    screen.key("g")
    print(f"linear filter: {len(set(levels))} levels between two texels")


def find_figures(window, errors, left_out=""):
    """Waits for the figures of a comparison, which must match the errors at unmasked texels."""
    size = len(errors)
    largest = max(errors.values())
    x, y = min((place for place, error in errors.items() if error == largest), key=lambda place: place[::-1])
    expected = [f"{sum(error != 0 for error in errors.values())} of {size} pixels differ{left_out}",
                f"maximum {largest} at ({x}, {y})", f"mean {sum(errors.values()) / size:.4g}, PSNR"]
    return window.wait(f"the figures {expected}", lambda s: len(s["comparison"]) > 2 and not s["is_comparing"] and all(
        figure.startswith(start) for figure, start in zip(s["comparison"], expected)))["comparison"]


def mask_a_region(window, width, height, place, levels):
    """Masks texels of the zoomed difference with Shift+drag, and removes the mask with Shift+click."""
    screen = window.screen
    center = window.middle("viewport")
    zoom = window.state()["zoom"]
    first, last = (place[0] - 3, place[1] - 2), (place[0] + 2, place[1] + 1)
    corners = [tuple(middle + (texel - at) * zoom for middle, texel, at in zip(center, corner, place))
               for corner in (first, last)]
    errors = {(x, y): levels[1](x, y) - levels[0](x, y) for y in range(height) for x in range(width)}
    kept = {(x, y): error for (x, y), error in errors.items()
            if not (first[0] <= x <= last[0] and first[1] <= y <= last[1])}
    screen.drag_with("shift", *corners)
    find_figures(window, kept, f", {len(errors) - len(kept)} masked")
    screen.move(*center)
    window.wait("no difference below the mask", lambda s: set(s["value"].split()) == {"0"})
    screen.capture(window.folder / "masked.ppm")
    screen.drag_with("shift", center, center)
    find_figures(window, errors)


def two_pictures(window):
    """Flips between two pictures, and checks the figures of their difference by arithmetic."""
    screen = window.screen
    width, height, place = 120, 90, (51, 37)
    levels = [lambda x, y: 1000 * value_at(x, y), lambda x, y: 1000 * value_at(x, y) + (300 * (x % 7) if y < 45 else 0)]
    paths = [window.folder / "first.png", window.folder / "second.png"]
    for path, level in zip(paths, levels):
        png_of_16_bits(path, width, height, lambda x, y: (level(x, y),) * 3)
        open_file(window, path)
    go_to(window, *place)
    screen.move(*window.middle("viewport"))
    for path, level in zip(paths, levels):
        screen.key("b")
        value = " ".join([str(level(*place))] * 3)
        window.wait(f"{value} of {path.name}", lambda s: s["image"] == path.name and s["value"] == value)
    # Thumbnails must appear although nothing moves in the window.
    window.wait("thumbnails", lambda s: sum(name.endswith(".thumbnail") for name in s["widgets"]) >= 4, 5)
    screen.key("m")
    screen.key("m")
    figures = find_figures(window, {(x, y): levels[1](x, y) - levels[0](x, y) for y in range(height) for x in range(width)})
    wanted = (levels[1](*place) - levels[0](*place)) / 65535
    window.wait(f"a difference of {wanted} at {place}",
                lambda s: all(abs(float(part) - wanted) < 1e-6 for part in s["value"].split()) and len(s["value"].split()) == 3)
    mask_a_region(window, width, height, place, levels)
    for _ in range(6):
        screen.key("m")
    window.wait("no comparison", lambda s: not s["comparison"] and s["value"] == value)
    screen.key("f")
    screen.key("Delete")
    window.wait("the list without the second picture", lambda s: s["image"] == "first.png" and s["zoom"] < 63)
    print(f"two pictures: {', '.join(figures)}")


def values_of_a_picture(window):
    """Opens its histogram with a key, and returns with a different key."""
    screen = window.screen
    open_file(window, window.folder / "deep.png")
    screen.key("h")
    window.wait("its values", lambda s: s["lab"] == "tensors" and "tensors.histogram" in s["widgets"])
    screen.capture(window.folder / "values.ppm")
    screen.key("alt+Left")
    window.wait("the picture again", lambda s: not s["lab"] and s["image"] == "deep.png")
    screen.key("shift+h")
    window.wait("the values of the frame", lambda s: s["lab"] == "tensors" and "tensors.histogram" in s["widgets"])
    screen.capture(window.folder / "frame_values.ppm")
    screen.key("alt+Left")
    window.wait("the picture again", lambda s: not s["lab"] and s["image"] == "deep.png")
    print("values of a picture and of a frame: in the Tensors lab")


def parts_and_exposure(window):
    """Moves between the parts of a file with keys, and changes the exposure of an 8-bit picture."""
    screen = window.screen
    path = window.folder / "levels.dds"
    dds_of_two_levels(path, (10, 200))
    open_file(window, path)
    window.wait("the parts", lambda s: "pictures.part" in s["widgets"])
    screen.move(*window.middle("viewport"))
    window.wait("the first level", lambda s: s.get("value") == "10 0 0 255")
    screen.key("ctrl+shift+Next")
    window.wait("the second level", lambda s: s.get("value") == "200 0 0 255" and not s["frame_pending"])
    # A place between the centers of two texels, beside their printed values and the line between them; above and below,
    # the border is blended in.
    x, y, width, height = window.state()["widgets"]["viewport"]
    place = (x + 0.4 * width, y + 0.5 * height)
    before = screen.capture(window.folder / "level.ppm").cut(*place, 1, 1)[0]
    screen.key("bracketleft")
    screen.key("bracketleft")
    window.wait("a stop less", lambda s: float(s["parameters"]["exposure"]) == -1 and not s["frame_pending"])
    time.sleep(0.2)
    after = screen.capture(window.folder / "darker.ppm").cut(*place, 1, 1)[0]
    # sRGB: half of the light of 200 is 146 (IEC 61966-2-1).
    check(before[0] == 200 and abs(after[0] - 146) <= 1, f"half of the light of {before} is {after}")
    screen.key("backslash")
    screen.key("ctrl+shift+Prior")
    window.wait("the first level again", lambda s: s.get("value") == "10 0 0 255")
    print("keys select parts; an 8-bit picture has an exposure")


def is_near(texel, other):
    return texel is not None and all(abs(a - b) <= 1 for a, b in zip(texel, other))


def wheel_and_drag(window):
    """The texel under the mouse stays under it."""
    screen = window.screen
    path = window.folder / "deep.png"
    open_file(window, path)
    x, y, width, height = window.state()["widgets"]["viewport"]
    place = (x + width * 0.6, y + height * 0.4)
    screen.move(*place)
    zoom = window.state()["zoom"]
    # The whole picture is centered.
    expected = (300 / 2 + width * 0.1 / zoom, 200 / 2 - height * 0.1 / zoom)
    texel = window.wait(f"a texel near {expected} under the mouse", lambda s: is_near(s.get("texel"), expected))["texel"]
    for _ in range(6):
        screen.press(4)
        screen.release(4)
    state = window.wait("larger texels", lambda s: s["zoom"] > 3 * zoom)
    check(is_near(state["texel"], texel), f"the wheel moved the texel under the mouse from {texel} to {state['texel']}")
    texel = state["texel"]
    screen.press()
    screen.move(place[0] + 90, place[1] + 60)
    screen.release()
    window.wait(f"texel {texel} under the mouse after dragging", lambda s: is_near(s.get("texel"), texel))
    print(f"wheel and drag keep texel {texel} under the mouse")
    window.close()


if __name__ == "__main__":
    run_steps(__doc__, (follow_a_folder, jpeg, png, copy_picture, radiance, numbers, sampled_between_texels, values_of_a_picture,
                        two_pictures, parts_and_exposure, wheel_and_drag))
