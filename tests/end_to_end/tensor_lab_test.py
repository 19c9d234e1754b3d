"""Drives the tensor lab in the real window: NumPy files, slices, colors, the range, values, the session.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import array
import json
import math
import pathlib
import struct
import time
import zipfile

from window import check, pixels_of, run_steps, share, wait_for_ink, widgets_are

# The colors of app/images/color_map.h.
NAN = (0xFF, 0x3D, 0xD0)


def npy(kind, shape, numbers):
    """The bytes of an .npy file of version 1.0: a descr, and numbers of the array module's type."""
    descr, code = kind
    header = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + array.array(code, numbers).tobytes()


def write_npz(path, compression, **arrays):
    """An archive like numpy.savez's: each member has 64-bit sizes in its header."""
    with zipfile.ZipFile(path, "w", compression, allowZip64=True) as archive:
        for name, content in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                member.write(content)


def write_files(folder):
    volume = [0] * 64 + [i % 8 for i in range(64)] + [math.nan] * 64
    write_npz(folder / "stored.npz", zipfile.ZIP_STORED, volume=npy(("<f4", "f"), (3, 8, 8), volume),
              small=npy(("<i2", "h"), (2, 3), range(6)))
    write_npz(folder / "deflated.npz", zipfile.ZIP_DEFLATED,
              noise=npy(("<i8", "q"), (100000,), (i % 251 for i in range(100000))))
    (folder / "damaged.npz").write_bytes((folder / "stored.npz").read_bytes()[:-40])


def picture_of(window, name):
    window.screen.move(window.screen.width - 2, window.screen.height - 2)
    time.sleep(0.3)
    return pixels_of(window, "tensors.picture", name)


def open_file(window, name):
    window.screen.key("ctrl+o")
    window.wait("the open dialog", widgets_are("open.path"))
    window.screen.type(name)
    window.wait("the file in the list", widgets_are(f"entry.{name}"))
    window.screen.key("Return")
    window.wait("the dialog closed", widgets_are(without=["open.path", "open.path.waiting"]))


def open_lab(window):
    write_files(window.folder)
    window.wait("the first frame", lambda s: s["frame"] > 2)
    window.screen.key("F11")
    state = window.wait("the lab", widgets_are("tensors.caption", without=["tensors.picture"]))
    check(state["lab"] == "tensors", f"the lab is {state['lab']}")
    open_file(window, "stored.npz")
    window.wait("the slice", widgets_are("tensors.picture", "tensors.histogram", "tensors.index.0"))
    print("lab opened with its key, an archive with the dialog")


def slices(window):
    first = share(picture_of(window, "first"), NAN)
    check(first == 0, "slice 0 has no NaN")
    window.screen.click(*window.middle("tensors.index.0", 0.98))
    time.sleep(0.5)
    marked = share(picture_of(window, "nan"), NAN)
    check(marked > 0.3, f"slice 2 is NaN everywhere, but {marked} of the picture is marked")
    wait_for_ink(window, "tensors.mark.NaN", "legend", (0xE4, 0xE5, 0xE8))
    window.click("tensors.play.0")
    time.sleep(1)
    window.click("tensors.play.0")
    print("slices chosen with the slider, NaN in a distinct color, playback")


def choose_member(window):
    window.click("tensors.tensor")
    window.wait("the list", widgets_are("tensors.tensor.1"))
    window.click("tensors.tensor.1")
    state = window.wait("the other array", widgets_are("tensors.picture", without=["tensors.index.0"]))
    x, y, width, height = state["widgets"]["tensors.picture"]
    window.screen.move(x + width / 2, y + height / 2)
    window.wait("a value", widgets_are("tensors.readout"))
    print("a different array of the archive")


def range_by_hand(window):
    gray_before = picture_of(window, "before")
    x, y, width, height = window.state()["widgets"]["tensors.histogram"]
    window.screen.move(x + width - 2, y + height / 2)
    window.screen.press()
    window.screen.move(x + width / 2, y + height / 2)
    time.sleep(0.2)
    window.screen.release()
    time.sleep(0.3)
    check(list(picture_of(window, "after")) != list(gray_before), "dragging the range's end changes no color")
    print("the range set with its handle in the histogram")


def wrong_files(window):
    open_file(window, "damaged.npz")
    window.wait("the reason", widgets_are("tensors.error.tensor", "tensors.picture"))
    open_file(window, "deflated.npz")
    window.wait("no error", widgets_are("tensors.caption", "tensors.picture", without=["tensors.error.tensor"]))
    print("a damaged archive is reported, and a deflated archive is read")


def session_and_layout(window):
    window.screen.key("ctrl+shift+s")
    state = window.wait("a saved session", lambda s: any(n.endswith(".json") for n in s["notices"]))
    path = [n for n in state["notices"] if n.endswith(".json")][0].removeprefix("Saved ")
    kept = json.loads(pathlib.Path(path).read_text())["labs"]["tensors"]
    check(kept["tensor"] == "noise" and kept["file"].endswith("deflated.npz"), f"the session has {kept}")
    window.screen.key("y")
    window.wait("the layout", lambda s: s["lab"] == "layouts")
    window.screen.key("F11")
    window.wait("the lab again", lambda s: s["lab"] == "tensors" and "tensors.picture" in s["widgets"])
    window.close()
    print("session, layout, back again, end: exit code 0")


if __name__ == "__main__":
    run_steps(__doc__, (open_lab, slices, choose_member, range_by_hand, wrong_files, session_and_layout))
