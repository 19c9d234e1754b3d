"""Pictures with light and textures: a room with shadows, a floor in perspective, and a mesh."""

import numpy as np

from raster import MSAA_4, MSAA_8, to_bytes, to_srgb
from textures import bilinear, floor_texture, layered_noise, levels_of, nearest, trilinear


def points_of(size, sample):
    """x and y of a sample of each pixel, from −1 to 1 across the picture's height; y points up."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(float)
    return (x + sample[0] - width / 2) / (height / 2), (height / 2 - y - sample[1]) / (height / 2)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def sphere_hit(origin, direction, center, radius):
    """The distance along a unit direction; infinite without an intersection."""
    to = [origin[i] - center[i] for i in range(3)]
    half = dot(to, direction)
    root = half * half - (dot(to, to) - radius * radius)
    distance = -half - np.sqrt(np.maximum(root, 0))
    return np.where((root >= 0) & (distance > 1e-4), distance, np.inf)


def disc_samples(random, count):
    """Points spread over the unit disc along a randomly rotated spiral."""
    turn = random.random_sample() * 2 * np.pi
    i = np.arange(count)
    radius, angle = np.sqrt((i + 0.5) / count), i * 2.399963229728653 + turn
    return list(zip(radius * np.cos(angle), radius * np.sin(angle)))


class Room:
    """Three spheres on a textured floor in front of a wall, lit by an area light.

    The parameters of draw() may differ: ball_shadow (how dark the first sphere's shadow is, 0 to 1), texture_gamma (of the first sphere's
    texture), decal ("on top" of the floor, or "fights": at the floor's depth), encode (from linear 0–1 to 0–255), and
    lamp_points (where the lamp is sampled for shadows).
    """

    def __init__(self, variant, size=(320, 240)):
        self.size = size
        self.lamp = np.array([variant.number(-3.2, -1.2) * (1 if variant.whole(0, 1) else -1), 4.2, -1.0])
        self.balls = [((-1.0 + variant.number(-0.15, 0.15), 0.62, 1.0), 0.62),
                      ((0.45 + variant.number(-0.15, 0.15), 0.42, 0.15 + variant.number(-0.2, 0.2)), 0.42),
                      ((1.25 + variant.number(-0.15, 0.15), 0.8, 1.9), 0.8)]
        hues = [(0.55, 0.18, 0.12), (0.1, 0.34, 0.5), (0.45, 0.42, 0.36), (0.2, 0.42, 0.18), (0.5, 0.36, 0.08)]
        self.colors = variant.choose(hues, 3)
        self.wall = variant.choose([(0.42, 0.4, 0.36), (0.3, 0.36, 0.42), (0.38, 0.42, 0.36)])
        self.texture = levels_of(floor_texture(variant.random))
        self.pattern = layered_noise(variant.random, 128, 128, 16)[:, :, None]
        self.decal_at = (variant.number(-0.5, 0.1), variant.number(-0.7, -0.5))
        self.lamp_points = disc_samples(variant.random, 16)

    def draw(self, ball_shadow=1.0, texture_gamma=2.2, decal=None, encode=to_srgb, lamp_points=None):
        total = 0.0
        for sample in MSAA_4:
            color = self.shade(*points_of(self.size, sample), ball_shadow, texture_gamma, decal, lamp_points or self.lamp_points)
            total = total + sample[2] * np.clip(color, 0, 1)
        return to_bytes(encode(total))

    def shade(self, x, y, ball_shadow, texture_gamma, decal, lamp_points):
        origin = (0.0, 1.25, -3.6)
        direction = (x * 0.62, y * 0.62 - 0.2, np.ones(x.shape))
        length = np.sqrt(dot(direction, direction))
        direction = tuple(part / length for part in direction)
        floor_at = np.where(direction[1] < 0, -origin[1] / np.minimum(direction[1], -1e-9), np.inf)
        wall_at = (3.2 - origin[2]) / direction[2]
        distances = np.stack([floor_at, wall_at, *(sphere_hit(origin, direction, *ball) for ball in self.balls)])
        hit = distances.argmin(axis=0)
        distance = distances.min(axis=0)
        place = tuple(origin[i] + distance * direction[i] for i in range(3))
        normal = [np.zeros(x.shape), np.where(hit == 0, 1.0, 0.0), np.where(hit == 1, -1.0, 0.0)]
        detail = np.log2(np.maximum(distance * distance * 0.0052 * 256 / 3.2 / 1.25, 1e-3))
        tiles = trilinear(self.texture, place[0] / 3.2, place[2] / 3.2, np.where(hit == 0, detail, 0))
        color = np.where((hit == 0)[..., None], tiles, self.wall)
        if decal is not None:
            color = self.with_decal(color, hit, place, distance, decal)
        for number, (center, radius) in enumerate(self.balls):
            at = hit == number + 2
            for i in range(3):
                normal[i] = np.where(at, (place[i] - center[i]) / radius, normal[i])
            own = np.array(self.colors[number])
            if number == 0:
                texels = bilinear(self.pattern, (place[0] - center[0]) / radius * 0.5 + 0.5, (place[1] - center[1]) / radius * 0.5 + 0.5)
                own = own * 1.5 * (0.15 + 1.2 * texels) ** (texture_gamma / 2.2 * 1.4)
            color = np.where(at[..., None], own, color)
        to_lamp = [self.lamp[i] - place[i] for i in range(3)]
        away = np.sqrt(dot(to_lamp, to_lamp))
        to_lamp = [part / away for part in to_lamp]
        lit = self.lit_part(place, normal, ball_shadow, lamp_points)
        diffuse = np.maximum(dot(normal, to_lamp), 0) * lit * 15 / (away * away)
        middle = [to_lamp[i] - direction[i] for i in range(3)]
        scale = np.sqrt(dot(middle, middle))
        gloss = np.maximum(dot(normal, middle) / scale, 0)
        gloss = np.where(hit >= 2, gloss**40, 0) * lit * 0.5
        return color * (0.24 + 0.16 * normal[1] + diffuse)[..., None] + gloss[..., None]

    def lit_part(self, place, normal, ball_shadow, lamp_points):
        lit = np.zeros(place[0].shape)
        start = tuple(place[i] + 1e-3 * normal[i] for i in range(3))
        for across, along in lamp_points:
            lamp = (self.lamp[0] + 0.7 * across, self.lamp[1], self.lamp[2] + 0.7 * along)
            to = [lamp[i] - start[i] for i in range(3)]
            length = np.sqrt(dot(to, to))
            to = [part / length for part in to]
            seen = np.ones(place[0].shape)
            for number, (center, radius) in enumerate(self.balls):
                seen = np.where(sphere_hit(start, to, center, radius) < length, seen * (1 - ball_shadow if number == 0 else 0), seen)
            lit += seen
        return lit / len(lamp_points)

    def with_decal(self, color, hit, place, distance, decal):
        dx, dz = place[0] - self.decal_at[0], place[2] - self.decal_at[1]
        on = (hit == 0) & (np.abs(dx) < 0.75) & (np.abs(dz) < 0.5)
        if decal == "fights":  # 16 bits of depth, and a decal that is 1/4000 nearer
            depth = 1 / distance
            on &= np.floor(depth * 1.0002 * 3000 + 0.15 * dx) > np.floor(depth * 3000)
        stripe = (np.floor((dx + dz) * 6) % 2 == 0)[..., None]
        return np.where(on[..., None], np.where(stripe, (0.55, 0.42, 0.06), (0.05, 0.05, 0.05)), color)


def floor(variant, weight_bits=None, bias=0.0, probes=8, filtering="anisotropic", size=(336, 240)):
    """A floor in perspective, up to the horizon.

    weight_bits: the precision of the filter's weights; None for floats. bias: added to the level. probes: the reads along the longer axis
    of the footprint, and thus the largest ratio of the axes. filtering: "anisotropic" or "nearest".
    """
    levels = levels_of(floor_texture(variant.random))
    turn, forward, tall = variant.number(0.1, 0.5), variant.number(0, 3), variant.number(0.8, 1.1)
    sky = np.array(variant.choose([(0.35, 0.5, 0.72), (0.62, 0.55, 0.5), (0.4, 0.46, 0.5)]))
    x, y = points_of(size, (0.5, 0.5))
    down = np.maximum(0.45 - y, 1e-3)
    depth = tall / down
    across = x * depth
    u, v = ((across * np.cos(turn) + depth * np.sin(turn)) / 2, (depth * np.cos(turn) - across * np.sin(turn)) / 2 + forward)
    pixel = 2 / size[1]
    minor, major = depth * pixel / 2 * 256, depth * depth / tall * pixel / 2 * 256
    if filtering == "nearest":
        color = nearest(levels[0], u, v)
    else:
        detail = np.log2(np.maximum(np.maximum(minor, major / probes), 1e-3)) + bias
        step_u, step_v = major / 256 * np.sin(turn), major / 256 * np.cos(turn)
        color = 0
        for probe in range(probes):
            part = (probe + 0.5) / probes - 0.5
            color = color + trilinear(levels, u + part * step_u, v + part * step_v, detail, weight_bits) / probes
    haze = np.clip(depth / 16, 0, 1)[..., None]
    color = np.where((y < 0.4)[..., None], color * 1.2 * (1 - haze) + sky * haze, sky * (1.1 - 0.3 * y[..., None]))
    return to_bytes(to_srgb(color))


def mesh(variant, samples=None, snap=None, size=(336, 252)):
    """Hills of flat-shaded triangles. snap: corners are moved to multiples of 1/snap pixel."""
    width, height = size
    across, deep = 26, 18
    heights = layered_noise(variant.random, deep + 1, across + 1, 8, 3)
    ink = np.array(variant.choose([(96, 150, 84), (176, 130, 90), (120, 134, 170)]), float)
    samples = samples or MSAA_8
    target = np.empty((len(samples), height, width, 3))
    target[:] = np.linspace(0, 1, height)[:, None, None] * (60, 40, 20) + (150, 180, 214)
    rows, columns = np.mgrid[0:deep + 1, 0:across + 1].astype(float)
    far = 7.0 - rows * 0.25
    sx = width / 2 + (columns / across - 0.5) * 13 / far * width * 0.55
    sy = height * 0.3 + (2.6 - 2.2 * heights) / far * height * 1.1
    if snap:
        sx, sy = (np.floor(value * snap + 0.5) / snap for value in (sx, sy))
    for row in range(deep):
        for column in range(across):
            corners = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            for chosen in (corners[:3], corners[1:]):
                draw_triangle(target, samples, [(sx[c], sy[c]) for c in chosen], ink * shade_of([heights[c] for c in chosen]))
    resolved = sum(sample[2] * layer for sample, layer in zip(samples, target))
    return to_bytes(resolved)


def shade_of(heights):
    slope = (heights[1] - heights[0]) * 2.2 + (heights[2] - heights[0]) * 1.4
    return min(max(0.86 + 1.5 * slope, 0.25), 1.45)


def draw_triangle(target, samples, corners, color):
    """Rasterizes by edge functions; later triangles cover earlier ones."""
    (ax, ay), (bx, by), (cx, cy) = corners
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if area == 0:
        return
    if area < 0:
        (bx, by), (cx, cy) = (cx, cy), (bx, by)
    _, height, width, _ = target.shape
    left, right = max(int(min(ax, bx, cx)) - 1, 0), min(int(max(ax, bx, cx)) + 2, width)
    top, bottom = max(int(min(ay, by, cy)) - 1, 0), min(int(max(ay, by, cy)) + 2, height)
    if left >= right or top >= bottom:
        return
    rows, columns = np.mgrid[top:bottom, left:right].astype(float)
    for (sample_x, sample_y, _), layer in zip(samples, target):
        x, y = columns + sample_x, rows + sample_y
        inside = (((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0) & ((cx - bx) * (y - by) - (cy - by) * (x - bx) >= 0)
                  & ((ax - cx) * (y - cy) - (ay - cy) * (x - cx) >= 0))
        layer[top:bottom, left:right][inside] = color
