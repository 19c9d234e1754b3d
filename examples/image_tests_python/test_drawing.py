"""Tests of images with pytest: the fixture image_regression is part of texelscope."""

import numpy as np

SIZE = 96


def draw_disk(moved=0.0, radius=24.0):
    """A bright disk with smooth edges on a dark gradient, moved to the right by a number of pixels."""
    y, x = np.mgrid[:SIZE, :SIZE]
    distance = np.hypot(x + 0.5 - moved - SIZE / 2, y + 0.5 - SIZE / 2)
    inside = np.clip(radius - distance + 0.5, 0, 1)[..., None]
    ground = (0.11 + 0.2 * y / SIZE)[..., None]
    return np.rint((ground + inside * (np.array([0.96, 0.72, 0.2]) - ground)) * 255).astype(np.uint8)


def test_disk(image_regression):
    image_regression(draw_disk())


def test_disk_may_move_by_a_tenth_of_a_pixel(image_regression):
    image_regression(draw_disk(moved=0.1), preset="visual")


def test_larger_disk(image_regression):
    """Fails on purpose: the expected image is that of an older, smaller disk."""
    image_regression(draw_disk(radius=26))
