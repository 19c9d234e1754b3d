"""Runs an example on a device and compares its image with the image stored next to its source.

usage: example_test.py FOLDER DEVICE [--frames N] [--display] [--update] COMMAND…
The command receives the device, the number of frames if specified, and a file name for the image.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import png_reference  # noqa: E402
import test_list  # noqa: E402
import xvfb  # noqa: E402

HEADER = b"P6\n256 256\n255\n"


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def pixels_of(path):
    """The pixels of a 256 × 256 image that a program wrote."""
    data = path.read_bytes()
    if not data.startswith(HEADER) or len(data) != len(HEADER) + 256 * 256 * 3:
        sys.exit(f"{path} is not an image of 256 × 256 pixels: {len(data)} bytes that begin with {data[:20]}")
    return data[len(HEADER):]


def run(command, display):
    """Runs the program. Skips the test if the program has no device to run on; the list of tests verifies that this was
    expected."""
    environment = dict(os.environ, QT_QPA_PLATFORM="xcb", SDL_VIDEODRIVER="x11")
    environment.pop("WAYLAND_DISPLAY", None)
    if display:
        environment["DISPLAY"] = display
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)
    said = (result.stdout + result.stderr).strip()
    if result.returncode == 0:
        return
    needs = test_list.TestList(ROOT / "tests" / "test_list.json", ROOT)
    lines = [line for line in said.splitlines() if (need := needs.need_of(line)) and not need.is_there()]
    if lines:
        skip(lines[-1])
    sys.exit(f"{' '.join(command)}: {result.returncode}\n{said}")


def differences(expected, actual):
    """The number of differing pixels, the largest difference, and the position of the first; empty if none differ."""
    at = [i for i in range(0, len(expected), 3) if expected[i:i + 3] != actual[i:i + 3]]
    if not at:
        return ""
    largest = max(abs(a - b) for a, b in zip(expected, actual))
    x, y = at[0] // 3 % 256, at[0] // 3 // 256
    return (f"{len(at)} pixels differ, by {largest} at most; the first is ({x}, {y}): {tuple(actual[at[0]:at[0] + 3])}, "
            f"expected {tuple(expected[at[0]:at[0] + 3])}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("device")
    parser.add_argument("--frames", default="")
    parser.add_argument("--display", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        picture = pathlib.Path(folder) / "picture.ppm"
        command = [*options.command, options.device, *([options.frames] if options.frames else []), str(picture)]
        if options.display:
            try:
                with xvfb.Xvfb("800x600") as display:
                    run(command, display)
            except (RuntimeError, TypeError):
                skip("Xvfb is not installed, or does not start")
        else:
            run(command, "")
        actual = pixels_of(picture)
    kept = options.folder / "picture.png"
    if options.update:
        kept.write_bytes(png_reference.encode(256, 256, 3, 8, actual))
    width, height, channels, bits, samples = png_reference.decode(kept.read_bytes())
    if (width, height, channels, bits) != (256, 256, 3, 8):
        sys.exit(f"{kept} is {width} × {height} pixels of {channels} channels of {bits} bits")
    if problem := differences(bytes(samples), actual):
        sys.exit(f"{options.folder.name} on {options.device}: {problem}")
    # A wrong image must be detected.
    if not differences(bytes(samples), bytes([actual[0] ^ 1]) + actual[1:]):
        sys.exit("a pixel that is off by one is not detected")


if __name__ == "__main__":
    main()
