"""Textures, their levels and filters, and common mistakes with them."""

import numpy as np


def smooth_noise(random, height, width, cell):
    """Random values on a lattice of `cell` pixels, interpolated smoothly; 0 to 1."""
    rows, columns = height // cell + 2, width // cell + 2
    lattice = random.random_sample((rows, columns))
    y, x = np.arange(height) / cell, np.arange(width) / cell
    row, column = y.astype(int), x.astype(int)
    fy, fx = ((3 - 2 * f) * f * f for f in ((y - row)[:, None], (x - column)[None, :]))
    row, column = row[:, None], column[None, :]
    upper = lattice[row, column] * (1 - fx) + lattice[row, column + 1] * fx
    lower = lattice[row + 1, column] * (1 - fx) + lattice[row + 1, column + 1] * fx
    return upper * (1 - fy) + lower * fy


def layered_noise(random, height, width, cell, layers=5):
    """Each layer has half the cell size and 0.55 of the amplitude of the previous one; 0 to 1."""
    total, weight, whole = np.zeros((height, width)), 1.0, 0.0
    for _ in range(layers):
        total += weight * smooth_noise(random, height, width, max(cell, 1))
        whole += weight
        weight, cell = weight * 0.55, cell // 2
    return total / whole


def floor_texture(random, size=256):
    """Tiles of two kinds with joints and grain, linear 0–1."""
    row, column = np.mgrid[0:size, 0:size]
    tile = size // 4
    odd = ((row // tile + column // tile) % 2)[:, :, None]
    grain = layered_noise(random, size, size, 32)[:, :, None]
    light, dark = np.array([0.62, 0.56, 0.46]), np.array([0.16, 0.2, 0.26])
    texture = np.where(odd == 1, light, dark) * (0.65 + 0.7 * grain)
    joint = ((row % tile < 3) | (column % tile < 3))[:, :, None]
    return np.where(joint, 0.05, texture)


def levels_of(texture):
    """All levels; each texel is the mean of four texels of the previous level."""
    levels = [texture]
    while levels[-1].shape[0] > 1:
        last = levels[-1]
        levels.append((last[0::2, 0::2] + last[1::2, 0::2] + last[0::2, 1::2] + last[1::2, 1::2]) / 4)
    return levels


def bilinear(level, u, v, weight_bits=None, offset=0.5):
    """Linear filtering with wrapping; u and v are normalized. offset: the center of a texel. weight_bits: the precision of the weights."""
    size = level.shape[0]
    x, y = u * size - offset, v * size - offset
    if weight_bits:
        x, y = (np.floor(value * 2**weight_bits + 0.5) / 2**weight_bits for value in (x, y))
    column, row = np.floor(x), np.floor(y)
    fx, fy = (x - column)[..., None], (y - row)[..., None]
    column, row = column.astype(int) % size, row.astype(int) % size
    right, below = (column + 1) % size, (row + 1) % size
    upper = level[row, column] * (1 - fx) + level[row, right] * fx
    lower = level[below, column] * (1 - fx) + level[below, right] * fx
    return upper * (1 - fy) + lower * fy


def nearest(level, u, v):
    size = level.shape[0]
    return level[np.floor(v * size).astype(int) % size, np.floor(u * size).astype(int) % size]


def trilinear(levels, u, v, detail, weight_bits=None):
    """detail: the level, with a fraction."""
    detail = np.clip(detail, 0, len(levels) - 1.001)
    if weight_bits:
        detail = np.floor(detail * 2**weight_bits + 0.5) / 2**weight_bits
    lower = np.minimum(np.floor(detail).astype(int), len(levels) - 2)
    part = (detail - lower)[..., None]
    result = np.zeros((*u.shape, 3))
    for level in range(lower.min(), lower.max() + 1):
        at = lower == level
        first, second = (bilinear(levels[i], u[at], v[at], weight_bits) for i in (level, level + 1))
        result[at] = first * (1 - part[at]) + second * part[at]
    return result
