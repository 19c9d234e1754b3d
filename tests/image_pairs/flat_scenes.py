"""Flat drawings: a settings window, a chart, a map, sprites. Each scene receives the change of a case as a named
argument.

A `Variant` chooses the positions, colors and words, so that the pictures of all cases and sets differ.
"""

import zlib

import numpy as np

from glyphs import draw_text, text_width
from raster import Canvas, disc, polygon, rectangle, ring, stroke, to_bytes

WORDS = ("Exposure", "Gamma", "Shadows", "Filter", "Anisotropy", "Samples", "Depth bias", "Resolution", "Far plane", "Vertical sync",
         "Tone map", "Bloom", "Field of view", "Texture pool", "Ambient", "Mip bias", "Frame limit", "Motion blur")
VALUES = ("0.85", "2.20", "1024", "Linear", "16x", "8", "0.005", "1920", "500.0", "On", "Filmic", "0.30", "75.0", "2048", "0.12", "-0.5")
NAMES = ("North", "Harbor", "Old Mill", "Station", "Lakeside", "Castle", "Market", "Bridge", "Airport", "Forest")
INKS = ((196, 57, 57), (46, 125, 196), (38, 150, 84), (214, 138, 28), (128, 76, 186), (18, 148, 150))


class Variant:
    """Random choices from a generator that NumPy keeps stable across versions."""

    def __init__(self, seed, name):
        self.random = np.random.RandomState((seed * 1000003 + zlib.crc32(name.encode())) % 2**32)

    def number(self, low, high):
        return low + (high - low) * self.random.random_sample()

    def whole(self, low, high):
        """A number from low to high, inclusive."""
        return int(self.random.randint(low, high + 1))

    def choose(self, items, count=None):
        order = self.random.permutation(len(items))
        return items[order[0]] if count is None else [items[i] for i in order[:count]]


def panel(variant, text=None, shapes=None, wrong_glyph=None, kerning=0, button_grows=0, has_status=True, size=(336, 248)):
    """A settings window over a desktop. wrong_glyph: (glyphs, their replacements); the first of these glyphs that occurs is replaced."""
    is_dark = variant.whole(0, 1) == 1
    ground, face, field, ink, faint = ((42, 46, 54), (58, 62, 70), (38, 41, 47), (226, 228, 232), (84, 88, 96)) if is_dark else \
        ((150, 172, 192), (244, 244, 242), (255, 255, 255), (32, 34, 40), (206, 206, 204))
    accent = variant.choose(INKS)
    words, values = variant.choose(WORDS, 5), variant.choose(VALUES, 5)
    width, height = size
    canvas = Canvas(width, height, ground, text, shapes)
    canvas.values += np.linspace(0, 14, height)[:, None, None]
    left, top, right, bottom = variant.whole(18, 26), variant.whole(14, 20), width - variant.whole(20, 30), height - variant.whole(22, 28)
    for step in range(10):
        canvas.fill(rectangle(left - step, top - step + 4, right + step, bottom + step + 4, 8 + step), (0, 0, 0), 0.035)
    canvas.fill(rectangle(left, top, right, bottom, 6), face)
    canvas.fill(rectangle(left, top, right, top + 26, 6), accent)
    canvas.fill(rectangle(left, top + 18, right, top + 26), accent)
    draw_text(canvas, left + 12, top + 18, variant.choose(("Settings", "Preferences", "Render options", "Display")), 10, (255, 255, 255))
    canvas.fill(stroke([(right - 18, top + 9), (right - 10, top + 17)], 1.5), (255, 255, 255))
    canvas.fill(stroke([(right - 10, top + 9), (right - 18, top + 17)], 1.5), (255, 255, 255))
    changed = False
    for row, (word, value) in enumerate(zip(words, values)):
        base = top + 48 + 26 * row
        moved = {}
        if wrong_glyph and not changed:
            shown, instead = wrong_glyph
            at = next((i for i, glyph in enumerate(word) if glyph in shown and i > 0), None)
            if at is not None:
                word, changed = word[:at] + instead[shown.index(word[at])] + word[at + 1:], True
        if kerning and row == 2:
            at = word.find(" ") + 3
            # A space that moves is not visible ("Field of view").
            moved = {at - (word[at] == " "): kerning}
        draw_text(canvas, left + 14, base, word, 8, ink, moved)
        edge = right - 92
        canvas.fill(rectangle(edge, base - 13, right - 14, base + 5, 3), faint)
        canvas.fill(rectangle(edge + 1, base - 12, right - 15, base + 4, 2), field)
        draw_text(canvas, edge + 7, base, value, 8, ink)
        canvas.fill(polygon([(right - 28, base - 6), (right - 20, base - 6), (right - 24, base - 1)]), faint)
        if row < 4:
            canvas.fill(rectangle(left + 12, base + 8, right - 12, base + 9), faint, 0.5)
    if wrong_glyph:
        assert changed, f"none of {wrong_glyph[0]} is in {words}"
    button_top = bottom - 28
    for number, (name, fill, letters) in enumerate((("Cancel", faint, ink), ("Apply", accent, (255, 255, 255)))):
        edge = right - 144 + 68 * number
        canvas.fill(rectangle(edge, button_top, edge + 60 + (button_grows if number == 0 else 0), button_top + 19, 4), fill)
        draw_text(canvas, edge + 30 - text_width(name, 8) / 2, button_top + 13, name, 8, letters)
    canvas.fill(ring(left + 24, button_top + 9, 5, 2), faint)
    for turn in range(8):
        x, y = ((1, 0), (0.7071, 0.7071), (0, 1), (-0.7071, 0.7071), (-1, 0), (-0.7071, -0.7071), (0, -1), (0.7071, -0.7071))[turn]
        canvas.fill(stroke([(left + 24 + 6 * x, button_top + 9 + 6 * y), (left + 24 + 8 * x, button_top + 9 + 8 * y)], 2), faint)
    canvas.fill(ring(left + 50, button_top + 8, 5, 1.6), faint)
    canvas.fill(stroke([(left + 54, button_top + 12), (left + 58, button_top + 16)], 2), faint)
    if has_status:
        canvas.fill(rectangle(left + 70, button_top + 8, left + 73, button_top + 11), (214, 64, 52))
    return canvas.bytes()


def chart(variant, text=None, shapes=None, has_all_gridlines=True, size=(360, 240)):
    """Three series over a grid, bars below them, ticks, and a legend."""
    width, height = size
    canvas = Canvas(width, height, (252, 252, 250), text, shapes)
    left, top, right, bottom = 38, 26, width - 16, height - 30
    missing = variant.whole(1, 3)
    for line in range(5):
        y = top + (bottom - top) * line // 5
        if has_all_gridlines or line != missing:
            canvas.fill(rectangle(left, y, right, y + 1), (222, 224, 228))
        draw_text(canvas, 12, y + 3, str(100 - 20 * line), 6, (92, 96, 104))
    count = variant.whole(9, 12)
    inks = variant.choose(INKS, 4)
    for bar in range(count):
        x = left + (right - left) * (bar + 0.5) / count
        tall = variant.number(8, 46)
        canvas.fill(rectangle(x - 7.3, bottom - tall, x + 7.3, bottom), inks[3], 0.35)
        draw_text(canvas, x - 4, bottom + 12, str(bar + 1), 6, (92, 96, 104))
    for series in range(3):
        y, points = variant.number(top + 30, bottom - 60), []
        for step in range(25):
            y = min(max(y + variant.number(-15, 15), top + 6), bottom - 20)
            points.append((left + 4 + (right - left - 8) * step / 24, y))
        canvas.fill(stroke(points, 1.0 + 0.6 * series), inks[series])
        if series == 2:
            for x, y in points[::4]:
                canvas.fill(disc(x, y, 3.2), (255, 255, 255))
                canvas.fill(ring(x, y, 3.2, 1.3), inks[series])
    canvas.fill(rectangle(left, top - 4, left + 1, bottom + 1), (60, 62, 68))
    canvas.fill(rectangle(left, bottom, right, bottom + 1), (60, 62, 68))
    x = left + 6
    for series, name in enumerate(variant.choose(NAMES, 3)):
        canvas.fill(stroke([(x, 13), (x + 14, 13)], 2), inks[series])
        draw_text(canvas, x + 20, 16, name, 7, (40, 42, 48))
        x += 34 + text_width(name, 7)
    return canvas.bytes()


def city_map(variant, text=None, shapes=None, ghost=0.0, size=(352, 264)):
    """Land, water, parks, buildings, roads and names. ghost: the opacity of an unwanted watermark."""
    width, height = size
    canvas = Canvas(width, height, (240, 237, 230), text, shapes)
    for _ in range(3):
        x, y = variant.number(40, width - 40), variant.number(40, height - 40)
        points = [(x + variant.number(30, 62) * dx, y + variant.number(24, 50) * dy)
                  for dx, dy in ((1, 0), (0.6, 0.8), (-0.2, 1), (-0.9, 0.5), (-0.9, -0.5), (0, -1), (0.7, -0.7))]
        canvas.fill(polygon(points), (205, 228, 190))
    shore = [(-4.0, variant.number(60, 150))]
    while shore[-1][0] < width + 4:
        shore.append((shore[-1][0] + variant.number(24, 48), min(max(shore[-1][1] + variant.number(-26, 26), 40), height - 60)))
    canvas.fill(stroke(shore, 22), (160, 200, 226))
    tilt = variant.number(-0.16, 0.16)
    for street in range(7):
        y = height * (street + 0.5) / 7 + variant.number(-6, 6)
        x = width * (street + 0.5) / 7 + variant.number(-6, 6)
        along = [(-5, y - tilt * x), (width + 5, y + tilt * (width - x))]
        down = [(x + tilt * y, -5), (x - tilt * (height - y), height + 5)]
        for points, thick in ((along, 3.4), (down, 2.6)):
            canvas.fill(stroke(points, thick + 1.4), (206, 200, 190))
            canvas.fill(stroke(points, thick), (255, 255, 255))
    for _ in range(46):
        x, y, w, h = variant.number(4, width - 20), variant.number(4, height - 20), variant.number(7, 15), variant.number(6, 12)
        corners = [(x, y), (x + w, y + tilt * w), (x + w - tilt * h, y + h + tilt * w), (x - tilt * h, y + h)]
        canvas.fill(polygon(corners), (222, 212, 200))
    for name in variant.choose(NAMES, 6):
        x, y = variant.number(10, width - 70), variant.number(16, height - 12)
        canvas.fill(disc(x - 5, y - 4, 2.6), (190, 70, 60))
        draw_text(canvas, x, y, name, 8, (58, 54, 60))
    if ghost:
        watermark(canvas, ghost)
    return canvas.bytes()


def watermark(canvas, opacity):
    height, width, _ = canvas.values.shape
    over = Canvas(width, height, (0, 0, 0))
    draw_text(over, width / 2 - text_width("PREVIEW", 40) / 2, height / 2 + 20, "PREVIEW", 40, (1, 1, 1))
    canvas.values *= 1 - opacity * over.values


def sprites(variant, hidden=(0, 0, 0), transparent=None, swapped=None, premultiplied=False, size=(320, 240)):
    """An atlas of sprites with alpha, straight (not premultiplied): gems, glows, leaves and rings in a grid.

    hidden: the color of pixels whose alpha is 0. transparent, swapped: the number of the sprite that has alpha 0, or whose red and blue are
    exchanged. premultiplied: colors are multiplied by alpha, rounded to 8 bits, and divided by alpha.
    """
    width, height = size
    rgba, is_empty = np.zeros((height, width, 4)), np.ones((height, width), bool)
    across, cell = 5, width // 5
    for number in range(across * (height // cell)):
        cell_left, cell_top = number % across * cell, number // across * cell
        x, y = cell_left + cell / 2 + variant.number(-3, 3), cell_top + cell / 2 + variant.number(-3, 3)
        radius, ink, kind = variant.number(17, 25), np.array(variant.choose(INKS), float), variant.whole(0, 3)
        box = np.s_[cell_top:cell_top + cell, cell_left:cell_left + cell]
        rows, columns = np.mgrid[box].astype(float)
        dx, dy = (columns + 0.5 - x) / radius, (rows + 0.5 - y) / radius
        square = dx * dx + dy * dy
        if kind == 0:  # a glow
            alpha = np.clip(1 - square, 0, 1) ** 2
            color = ink + (255 - ink) * np.clip(1 - 2 * square, 0, 1)[:, :, None]
        else:
            shape = {1: disc(x, y, radius), 2: ring(x, y, radius * 0.8, radius * 0.5),
                     3: polygon([(x - radius, y), (x - radius / 3, y - radius * 0.9), (x + radius / 3, y - radius * 0.9),
                                 (x + radius, y), (x, y + radius)])}[kind]
            mask = Canvas(width, height, (0, 0, 0))
            mask.fill(shape, (1, 1, 1))
            alpha = mask.values[box][:, :, 0] * (0.72 if kind == 2 else 1)
            shade = np.clip(0.9 - 0.35 * dy - 0.2 * dx, 0.3, 1.3)
            gloss = np.clip(1 - 6 * ((dx + 0.35) ** 2 + (dy + 0.4) ** 2), 0, 1)
            color = ink * shade[:, :, None] + 60 * gloss[:, :, None]
        is_empty[box] = alpha * 255 < 0.5
        if number == transparent:
            alpha = alpha * 0
        if number == swapped:
            color = color[:, :, ::-1]
        rgba[box][:, :, :3], rgba[box][:, :, 3] = color, alpha * 255
    result = to_bytes(rgba)
    if premultiplied:
        alpha = result[:, :, 3:].astype(float)
        stored = to_bytes(result[:, :, :3] * alpha / 255).astype(float)
        result[:, :, :3] = to_bytes(stored * 255 / np.maximum(alpha, 1))
    result[is_empty, :3] = hidden
    return result


def layers(variant, rounds_each=False, size=(320, 240)):
    """Overlapping translucent shapes. rounds_each: the target has 8 bits, so that every blend is rounded."""
    width, height = size
    canvas = Canvas(width, height, (28, 34, 48))
    canvas.values += np.linspace(0, 60, width)[None, :, None] * (0.4, 0.7, 1.0)
    if rounds_each:
        canvas.values = to_bytes(canvas.values).astype(float)
    for _ in range(16):
        x, y, radius = variant.number(30, width - 30), variant.number(30, height - 30), variant.number(24, 70)
        shape = disc(x, y, radius) if variant.whole(0, 1) else rectangle(x - radius, y - radius * 0.7, x + radius, y + radius * 0.7, 10)
        canvas.fill(shape, variant.choose(INKS), variant.number(0.25, 0.6))
        if rounds_each:
            canvas.values = to_bytes(canvas.values).astype(float)
    return canvas.bytes()
