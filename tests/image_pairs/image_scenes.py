"""Pictures computed pixel by pixel: a sky, a landscape, magnified tiles, and the noise of a path tracer."""

import numpy as np

from raster import to_bytes, to_srgb
from textures import bilinear, layered_noise, smooth_noise


def ordered(height, width):
    """Bayer's 8×8 thresholds, −0.5 to 0.5."""
    matrix = np.zeros((1, 1))
    for _ in range(3):
        matrix = np.block([[4 * matrix, 4 * matrix + 2], [4 * matrix + 3, 4 * matrix + 1]])
    return np.tile((matrix + 0.5) / 64 - 0.5, (height // 8 + 1, width // 8 + 1))[:height, :width, None]


def sky(variant, dither=None, bits=8, half_floats=False, size=(320, 240)):
    """An evening sky with the glow of the sun. dither: "ordered", "random" or None. half_floats: stored as 16-bit floats before
    rounding."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width] / height
    top, low = variant.choose([((22, 34, 82), (228, 150, 96)), ((30, 62, 120), (190, 206, 214)), ((16, 20, 44), (120, 80, 130))])
    part = (y * y * (3 - 2 * y))[..., None]
    values = np.array(top, float) * (1 - part) + np.array(low, float) * part
    sun_x, sun_y = variant.number(0.3, 1.0), variant.number(0.55, 0.8)
    square = (x - sun_x) ** 2 + (y - sun_y) ** 2
    values = values + (70 / (1 + 26 * square))[..., None] * (1.0, 0.78, 0.5)
    if half_floats:
        values = (values / 255).astype(np.float16).astype(float) * 255
    if dither == "ordered":
        values = values + ordered(height, width)
    elif dither == "random":
        values = values + variant.random.random_sample((height, width, 1)) - 0.5
    steps = 255 / (2**bits - 1)
    return to_bytes(to_bytes(values / steps) * steps)


def landscape(variant, size=(352, 240)):
    """Values 0–255 of mountains, clouds and water: smooth areas, texture and edges like those of a photograph."""
    width, height = size
    random = variant.random
    y, x = np.mgrid[0:height, 0:width].astype(float)
    clouds = layered_noise(random, height, width, 64)
    tone = variant.choose([(96, 142, 196), (150, 150, 170), (190, 150, 120)])
    values = np.array(tone, float) * (0.85 + 0.35 * (y / height)[..., None]) + 150 * np.clip(clouds - 0.5, 0, 1)[..., None]
    grain = layered_noise(random, height, width, 16)
    for depth in range(3):
        ridge = height * (0.3 + 0.15 * depth) + 80 * (layered_noise(random, 1, width, 96)[0] - 0.5)
        covered = np.clip(y + 0.5 - ridge[None, :], 0, 1)[..., None]
        ground = np.array([(92, 108, 128), (66, 92, 74), (52, 66, 40)][depth], float) * (0.6 + 0.8 * grain[..., None])
        values = values * (1 - covered) + ground * covered
    shore = height * 0.78
    below = np.clip(y + 0.5 - shore, 0, 1)[..., None]
    ripple = smooth_noise(random, height * 4, width // 4 + 1, 8)[::4, :].repeat(4, axis=1)[:, :width]
    water = np.array(tone, float) * 0.7 * (0.75 + 0.4 * ripple[..., None])
    return values * (1 - below) + water * below


def photo(variant, size=(352, 240)):
    return to_bytes(landscape(variant, size))


def cosines():
    """The transform of JPEG's 8×8 blocks."""
    row, column = np.mgrid[0:8, 0:8]
    matrix = np.cos((2 * column + 1) * row * np.pi / 16) / 2
    matrix[0] /= np.sqrt(2)
    return matrix


# ITU-T T.81, table K.1.
QUANTIZATION = np.array([
    [16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56],
    [14, 17, 22, 29, 51, 87, 80, 62], [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92],
    [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99]])


def through_blocks(image, quality):
    """The image after JPEG's quantization at a quality from 50 to 100, applied to red, green and blue separately."""
    scale = (200 - 2 * quality) / 100
    table = np.maximum(np.floor(QUANTIZATION * scale + 0.5), 1)
    transform = cosines()
    height, width, _ = image.shape
    blocks = image.astype(float).reshape(height // 8, 8, width // 8, 8, 3).transpose(0, 2, 4, 1, 3) - 128
    spectrum = product(product(transform, blocks), transform.T)
    # Slightly more than a half, so that a difference in the last bit does not change how halves are rounded.
    spectrum = np.floor(spectrum / table + (0.5 + 2**-20)) * table
    back = product(product(transform.T, spectrum), transform) + 128
    return to_bytes(back.transpose(0, 3, 1, 4, 2).reshape(height, width, 3))


def product(a, b):
    """A matrix product that adds in a fixed order."""
    return sum(a[..., :, i, None] * b[..., None, i, :] for i in range(8))


def box_with_noise(variant, noise=0.9, noise_seed=0, size=(320, 240)):
    """A box with colored walls and a lamp, as drawn by a path tracer with many samples. noise: standard deviation in 8-bit steps."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width]
    px, py = (x + 0.5 - width / 2) / (height / 2), (y + 0.5 - height / 2) / (height / 2)
    back = 0.52
    outside = np.maximum(np.abs(px) / 1.15, np.abs(py))
    depth = np.where(outside > back, back / np.maximum(outside, 1e-6), 1.0)
    walls = [((0.5, 0.1, 0.08), (0.1, 0.36, 0.12)), ((0.12, 0.2, 0.5), (0.5, 0.34, 0.1)), ((0.36, 0.1, 0.36), (0.1, 0.36, 0.36))]
    left, right = variant.choose(walls)
    color = np.empty((height, width, 3))
    color[:] = (0.55, 0.53, 0.5)
    is_side = (np.abs(px) / 1.15 > np.abs(py)) & (outside > back)
    color[is_side & (px < 0)], color[is_side & (px > 0)] = left, right
    lamp_x = variant.number(-0.2, 0.2)
    wx, wy = px * depth, py * depth
    away = (wx - lamp_x) ** 2 + (wy + 0.42) ** 2 + (depth - 0.8) ** 2
    light = 0.12 + 0.30 / (0.35 + 2.6 * away)
    ball_x, ball_y, radius = variant.number(-0.25, 0.3), 0.36, 0.2
    square = ((px - ball_x) ** 2 + (py - ball_y) ** 2) / radius**2
    under = np.clip(1 - ((px - ball_x - 0.05) ** 2 / 0.1 + (py - 0.58) ** 2 / 0.012), 0, 1)
    light = light * (1 - 0.55 * under)
    light = np.where(square < 1, 0.14 + 0.6 * np.clip(0.35 - (px - ball_x) + -1.6 * (py - ball_y), 0, 1), light)
    color = np.where((square < 1)[..., None], (0.7, 0.68, 0.64), color) * light[..., None]
    is_lamp = (np.abs(px - lamp_x) < 0.22) & (py < -0.62) & (py > -0.72)
    values = to_srgb(np.where(is_lamp[..., None], 1.0, color))
    random = np.random.RandomState(noise_seed + 17 * variant.whole(1, 10**6))
    spread = random.random_sample((height, width, 3, 6)) - 0.5
    # The sum of six uniform values: nearly Gaussian, and within ±3, like averages of many paths.
    wave = (spread[..., 0] + spread[..., 1] + spread[..., 2] + spread[..., 3] + spread[..., 4] + spread[..., 5]) / np.sqrt(0.5)
    return to_bytes(values + np.clip(wave * noise, -1.5, 1.5))


def magnified_tiles(variant, offset=0.5, size=(320, 240)):
    """A small texture of stone, bricks and grass, magnified eight times with a bilinear filter. offset: the center of a texel."""
    random = variant.random
    texture = np.empty((64, 64, 3))
    kinds = random.randint(0, 3, (8, 8))
    colors = np.array([(92, 148, 78), (168, 120, 84), (132, 132, 140)], float)
    for row in range(8):
        for column in range(8):
            block = colors[kinds[row, column]] * (0.7 + 0.6 * random.random_sample((8, 8, 1)))
            if kinds[row, column] == 1:
                block[[0, 4]] *= 0.6
                block[1:4, 4] *= 0.6
            texture[row * 8:row * 8 + 8, column * 8:column * 8 + 8] = block
    width, height = size
    y, x = np.mgrid[0:height, 0:width]
    return to_bytes(bilinear(texture, (x + 0.5) / 512, (y + 0.5) / 512, None, offset))


def terrain(variant, seam=0, size=(320, 256)):
    """Land from above, in tiles of 64 pixels that join seamlessly. seam: the steps by which one row and one column at
    the edge are too bright."""
    width, height = size
    random = variant.random
    high = layered_noise(random, height, width, 64, 6)
    shade = np.zeros((height, width))
    shade[:, 1:] = (high[:, 1:] - high[:, :-1]) * 3
    mixed = np.clip((high - 0.42) / 0.16, 0, 1)[..., None]
    values = np.array((104, 128, 76), float) * mixed + np.array((176, 160, 116), float) * (1 - mixed)
    values = values * (0.85 + 0.3 * high[..., None] + shade[..., None])
    if seam:
        values[128, :] += seam
        values[:, 64 * variant.whole(1, 4)] += seam
    return to_bytes(values)
