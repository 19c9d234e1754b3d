"""Draws shapes by their coverage of each pixel. A pixel (column, row) is the square between these coordinates and the next integers; y
points down.

A sample set is a list of (x, y, weight) within a pixel; the weights add up to 1. Whether a sample is inside a shape is computed by exact
IEEE arithmetic, so pictures have the same bytes on every machine.
"""

import dataclasses

import numpy as np


def regular(count):
    """count × count samples at the centers of equal squares."""
    return [((x + 0.5) / count, (y + 0.5) / count, 1 / count**2) for y in range(count) for x in range(count)]


def sixteenths(*points):
    """Samples in sixteenths of a pixel from its center, as graphics APIs specify their patterns."""
    return [((x + 8) / 16, (y + 8) / 16, 1 / len(points)) for x, y in points]


def mirrored(samples):
    return [(1 - x, y, weight) for x, y, weight in samples]


def tent(count, radius):
    """A tent filter with a radius in pixels around the center: 0.5 is slightly sharper than a box of one pixel, 1 is the usual tent."""
    offsets = [((i + 0.5) / count - 0.5) * 2 * radius for i in range(count)]
    heights = [radius - abs(offset) for offset in offsets]
    whole = sum(heights) ** 2
    return [(0.5 + x, 0.5 + y, a * b / whole) for y, b in zip(offsets, heights) for x, a in zip(offsets, heights)]


CENTER = [(0.5, 0.5, 1.0)]
# Direct3D 11, standard multisample patterns.
MSAA_4 = sixteenths((-2, -6), (6, -2), (-6, 2), (2, 6))
MSAA_8 = sixteenths((1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7))
FINE = regular(8)


@dataclasses.dataclass
class Look:
    """How a rasterizer computes the coverage of a shape: its samples, its shift of shapes, and the exponent applied to the coverage."""

    samples: list = dataclasses.field(default_factory=lambda: FINE)
    shift: tuple = (0.0, 0.0)
    gamma: float = 1.0


class Shape:
    """A function that returns whether samples at x and y are inside, and the box (left, top, right, bottom) around the shape.

    x has the shape (samples, 1, columns), and y (samples, rows, 1), so that a term of only one of them is not computed for each pixel.
    """

    def __init__(self, box, inside):
        self.box = box
        self.inside = inside

    def coverage(self, look, width, height):
        """The covered fraction of each pixel, with the rows and columns; None outside the picture."""
        left, top, right, bottom = self.box
        dx, dy = look.shift
        columns = slice(max(int(left + dx) - 2, 0), min(int(right + dx) + 3, width))
        rows = slice(max(int(top + dy) - 2, 0), min(int(bottom + dy) + 3, height))
        if columns.start >= columns.stop or rows.start >= rows.stop:
            return None
        y, x = (numbers.astype(float) for numbers in np.ogrid[rows, columns])
        covered = np.zeros((y.size, x.size))
        for first in range(0, len(look.samples), 16):
            samples = look.samples[first:first + 16]
            at_x, at_y, weights = (np.array(part)[:, None, None] for part in zip(*samples))
            for weight, inside in zip(weights, self.inside(x + (at_x - dx), y + (at_y - dy))):
                covered += weight * inside
        return rows, columns, np.minimum(covered, 1.0) ** look.gamma


def near_segment(x, y, ax, ay, bx, by, radius):
    dx, dy = x - ax, y - ay
    length = (bx - ax) ** 2 + (by - ay) ** 2
    if length > 0:
        along = np.clip((dx * (bx - ax) + dy * (by - ay)) / length, 0.0, 1.0)
        dx, dy = dx - along * (bx - ax), dy - along * (by - ay)
    return dx ** 2 + dy ** 2 <= radius * radius


def stroke(points, thickness):
    """A polyline with round ends."""
    radius = thickness / 2
    xs, ys = [x for x, _ in points], [y for _, y in points]

    def inside(x, y):
        result = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            columns, rows = (slice(max(int(min(ends) - radius - first) - 2, 0), max(int(max(ends) + radius - first) + 3, 0))
                             for ends, first in (((ax, bx), x[0, 0, 0]), ((ay, by), y[0, 0, 0])))
            result[:, rows, columns] |= near_segment(x[:, :, columns], y[:, rows, :], ax, ay, bx, by, radius)
        return result

    return Shape((min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius), inside)


def polygon(points):
    """A polygon filled by the even-odd rule."""
    def inside(x, y):
        result = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
            if ay != by:
                result ^= ((ay <= y) != (by <= y)) & (x < ax + (y - ay) * ((bx - ax) / (by - ay)))
        return result

    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Shape((min(xs), min(ys), max(xs), max(ys)), inside)


def disc(x0, y0, radius):
    return Shape((x0 - radius, y0 - radius, x0 + radius, y0 + radius),
                 lambda x, y: (x - x0) ** 2 + (y - y0) ** 2 <= radius * radius)


def ring(x0, y0, radius, thickness):
    inner, outer = radius - thickness / 2, radius + thickness / 2

    def inside(x, y):
        square = (x - x0) ** 2 + (y - y0) ** 2
        return (square <= outer * outer) & (square >= inner * inner)

    return Shape((x0 - outer, y0 - outer, x0 + outer, y0 + outer), inside)


def rectangle(left, top, right, bottom, corner=0.0):
    def inside(x, y):
        dx = np.maximum(np.maximum(left + corner - x, x - (right - corner)), 0)
        dy = np.maximum(np.maximum(top + corner - y, y - (bottom - corner)), 0)
        return (dx * dx + dy * dy <= corner * corner) & ((x >= left) & (x < right)) & ((y >= top) & (y < bottom))

    return Shape((left, top, right, bottom), inside)


class Canvas:
    """A picture of values 0–255 on which shapes are drawn. Text and other shapes may use different rasterizers."""

    def __init__(self, width, height, background, text=None, shapes=None):
        self.values = np.empty((height, width, 3))
        self.values[:] = background
        self.text_look = text or Look()
        self.shape_look = shapes or Look()

    def blend(self, rows, columns, coverage, color):
        under = self.values[rows, columns]
        under += (np.asarray(color, float) - under) * coverage[:, :, None]

    def fill(self, shape, color, opacity=1.0, look=None):
        height, width, _ = self.values.shape
        covered = shape.coverage(look or self.shape_look, width, height)
        if covered is not None:
            rows, columns, coverage = covered
            self.blend(rows, columns, coverage * opacity, color)

    def bytes(self):
        return to_bytes(self.values)


def to_bytes(values):
    """Rounds to 8 bits. Many coverages yield exact halves, which machines round differently; the small offset avoids
    them."""
    return np.floor(np.clip(values, 0, 255) + (0.5 + 2**-20)).astype(np.uint8)


def to_srgb(linear):
    """Maps 0–1 to 0–255 (IEC 61966-2-1)."""
    linear = np.clip(linear, 0, 1)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 0.0031308) ** (1 / 2.4) - 0.055)
