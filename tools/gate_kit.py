"""What gates are made with: running the program, reading pictures, and the figures that they report."""

import dataclasses
import json
import os
import pathlib
import shutil
import struct
import subprocess
import zlib


class Failure(Exception):
    """A gate could not finish although it should."""


@dataclasses.dataclass
class Figure:
    """One measurement. `met` is None for a figure without a target."""

    gate: str
    figure: object
    unit: str
    target: str
    met: bool | None

    def cells(self):
        text = f"{self.figure:.2f}" if isinstance(self.figure, float) else str(self.figure)
        return (self.gate, f"{text} {self.unit}".strip(), self.target, {True: "yes", False: "NO", None: "-"}[self.met])


@dataclasses.dataclass
class NotRun:
    """A measurement whose preconditions are missing here."""

    gate: str
    why: str

    def cells(self):
        return (self.gate, f"not run: {self.why}", "", "-")


def at_most(gate, value, limit, unit):
    return Figure(gate, value, unit, f"<= {limit} {unit}", value <= limit)


@dataclasses.dataclass
class Context:
    root: pathlib.Path
    preset: str
    # A folder of the gate's own, gone afterwards.
    work: pathlib.Path

    @property
    def build(self):
        return self.root / "build" / self.preset

    @property
    def program(self):
        return self.build / "bin" / "texelscope"

    @property
    def photo(self):
        return self.root / "assets" / "photo.png"

    def run(self, *arguments, is_checked=True, under_xvfb=False, environment=None, timeout=300):
        """Runs the program. @raises Failure for a code other than 0, unless not checked."""
        command = [str(self.program), *map(str, arguments)]
        if under_xvfb:
            command = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x720x24", *command]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False,
                                  stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        except subprocess.TimeoutExpired as error:
            raise Failure(f"ran longer than {timeout} s: {' '.join(command)}") from error
        if is_checked and done.returncode != 0:
            raise Failure(f"code {done.returncode}: {' '.join(command[-8:])}: {last_line(done.stderr)}")
        return done

    def missing(self, needs_xvfb=False):
        """Why a gate of the program cannot run; None when it can."""
        if not self.program.exists():
            return f"there is no {self.program.relative_to(self.root)}"
        if needs_xvfb and not (shutil.which("xvfb-run") and shutil.which("xauth")):
            return "no xvfb-run (packages xvfb, xauth)"
        return None

    def cuda_missing(self):
        """Why no CUDA device can be used; None when one can."""
        if why := self.missing():
            return why
        reports = json.loads(self.run("devices", "--json").stdout)
        reports = reports["devices"] if isinstance(reports, dict) else reports
        why = "this build has no CUDA device"
        for report in reports:
            if str(report.get("id", report.get("name"))).startswith("cuda"):
                if not report.get("reason"):
                    return None
                why = report["reason"]
        return why

    def has_command(self, name):
        return self.run(name, "--help", is_checked=False).returncode == 0


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no output"


def read_png(path):
    """Width, height, channels and bytes of a PNG with 8 bits a channel, not interlaced."""
    data = pathlib.Path(path).read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Failure(f"{path} is no PNG")
    at, packed, header = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        header = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        at += size + 12
    width, height, depth, colour, _, _, interlace = header
    if depth != 8 or interlace or colour == 3:
        raise Failure(f"{path}: only 8-bit PNG files without palette and interlacing are read here")
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    raw, stride = zlib.decompress(packed), width * channels
    pixels, above = bytearray(), bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = unfilter(raw[start], raw[start + 1:start + 1 + stride], above, channels)
        pixels += above
    return width, height, channels, bytes(pixels)


def unfilter(kind, row, above, step):
    """A row of a PNG, with what the encoder subtracted put back (PNG specification, 9.2)."""
    row = bytearray(row)
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            row[i] = (row[i] + left) & 255
        elif kind == 2:
            row[i] = (row[i] + above[i]) & 255
        elif kind == 3:
            row[i] = (row[i] + (left + above[i]) // 2) & 255
        elif kind == 4:
            estimate = left + above[i] - corner
            distances = (abs(estimate - left), abs(estimate - above[i]), abs(estimate - corner))
            row[i] = (row[i] + (left, above[i], corner)[distances.index(min(distances))]) & 255
    return bytes(row)


def differing_pixels(first, second):
    """How many pixels of two PNG files differ, and by how much at most."""
    if pathlib.Path(first).read_bytes() == pathlib.Path(second).read_bytes():
        return 0, 0
    a, b = read_png(first), read_png(second)
    if a[:3] != b[:3]:
        raise Failure(f"{first} is {a[:3]} and {second} is {b[:3]} (width, height, channels)")
    channels, count, largest = a[2], 0, 0
    for i in range(0, len(a[3]), channels):
        if a[3][i:i + channels] != b[3][i:i + channels]:
            count += 1
            largest = max(largest, *(abs(x - y) for x, y in zip(a[3][i:i + channels], b[3][i:i + channels])))
    return count, largest
