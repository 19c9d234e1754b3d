"""Pairs of one line of text each: one character changed, or the same text by a different rasterizer.

Drawn by Pillow with fonts of Debian's packages fonts-dejavu-core, fonts-liberation and fonts-roboto-unhinted. The pixels depend on
the versions of FreeType and the fonts, so that nothing is recorded about them.
"""

import pathlib
import subprocess

import numpy as np
from PIL import Image, ImageDraw, ImageFont

# Differences that a reader sees: separators, digits, accents, letters that resemble others, signs.
CHANGES = [("1.000", "1,000"), ("12:30", "12.30"), ("3.5", "35"), ("1,5", "1.5"), ("10:20", "10;20"), ("7.25", "725"),
           ("380", "360"), ("0.8", "0.6"), ("B08", "BO8"), ("1995", "1996"), ("café", "cafe"), ("naïve", "naive"),
           ("año", "ano"), ("über", "uber"), ("170", "110"), ("5 kg", "6 kg"), ("3 m", "8 m"), ("done", "dome"),
           ("i", "l"), ("C4", "G4"), ("E1", "F1"), ("Port", "Part"), ("cell", "call"), ("not", "hot"),
           ("+4", "-4"), ("x = 2", "x - 2"), ("Q3", "O3"), ("won!", "won")]
FONTS = {"dejavu": "DejaVuSans.ttf", "liberation": "LiberationSans-Regular.ttf", "roboto": "Roboto-Regular.ttf",
         "mono": "DejaVuSansMono.ttf"}
# Ink and ground.
COLORS = {"black": ((0, 0, 0), (255, 255, 255)), "gray": ((117, 117, 117), (255, 255, 255)),
          "blue": ((25, 103, 190), (227, 241, 253)), "white": ((236, 236, 236), (40, 42, 48))}
SIZES = (10, 11, 12, 14, 16)
SAMPLES = 16


def path_of(file):
    found = subprocess.run(["fc-list", "--format", "%{file}\n"], capture_output=True, text=True, check=True).stdout.split("\n")
    return next(path for path in sorted(found) if pathlib.Path(path).name == file)


def colored(coverage, color):
    ink, ground = (np.array(each, float) for each in COLORS[color])
    return np.floor(ground + (ink - ground) * coverage[:, :, None] + 0.5).astype(np.uint8)


def hinted(font, text, x, y, size):
    """The coverage, as a window system draws it: hinted, at whole pixels."""
    image = Image.new("L", size)
    ImageDraw.Draw(image).text((x, y), text, 255, font=font)
    return np.asarray(image) / 255


def sampled(font, text, x, y, size, shift=(0, 0), samples=SAMPLES):
    """The coverage without hinting, from samples × samples points in a pixel; the font is SAMPLES times as large."""
    image = Image.new("1", (size[0] * SAMPLES, size[1] * SAMPLES))
    ImageDraw.Draw(image).text(((x + shift[0]) * SAMPLES, (y + shift[1]) * SAMPLES), text, 1, font=font)
    step = SAMPLES // samples
    points = np.asarray(image)[step // 2::step, step // 2::step]
    return points.reshape(size[1], samples, size[0], samples).mean(axis=(1, 3))


def changed_pairs():
    """Yields (name, expected, actual) for each change, font, size and color."""
    for label, file in FONTS.items():
        path = path_of(file)
        for size in SIZES:
            font = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
            for color in COLORS:
                for number, texts in enumerate(CHANGES):
                    images = [colored(hinted(font, "Sum " + text, 8, 8, (120, 32)), color) for text in texts]
                    yield f"{label}_{size}_{color}_{number:02}", *images


def harmless_pairs():
    """Yields 24 pairs (name, expected, actual) of equal text: for each font, 1/8 pixel off in both directions, bolder, lighter, and
    with fewer samples."""
    kinds = [("right", {"shift": (0.125, 0)}, 1), ("down", {"shift": (0, 0.125)}, 1), ("bolder", {}, 0.85), ("lighter", {}, 1.15),
             ("samples_4", {"samples": 4}, 1), ("samples_8", {"samples": 8, "shift": (0.0625, 0.0625)}, 1)]
    for row, (label, file) in enumerate(FONTS.items()):
        for column, (kind, change, exponent) in enumerate(kinds):
            size, color = SIZES[(row + column) % len(SIZES)], list(COLORS)[(row + column) % len(COLORS)]
            font = ImageFont.truetype(path_of(file), size * SAMPLES, layout_engine=ImageFont.Layout.BASIC)
            text = "Sum 1.000 café 380"
            place = (8, 8, (200, 32))
            yield (f"same_{label}_{size}_{color}_{kind}", colored(sampled(font, text, *place), color),
                   colored(sampled(font, text, *place, **change) ** exponent, color))
