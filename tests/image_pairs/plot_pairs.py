"""A set of a kind that no limit was fixed on: plots of Matplotlib. 10 harmless and 12 broken pairs per seed.

usage: plot_pairs.py FOLDER SEED…     writes expected/NAME.png, actual/NAME.png and labels.json; needs python3-matplotlib and python3-pil
"""

import io
import sys

import matplotlib
import numpy as np
from PIL import Image
from set_files import write_set

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.transforms import ScaledTranslation  # noqa: E402


def plot(kind, seed, style=None, moved=(0, 0), factor=1, **change):
    """A plot of 480 × 320 pixels. moved: in pixels, of all lines. factor: it is drawn larger, and reduced."""
    random = np.random.RandomState(seed)
    with matplotlib.rc_context({"font.size": 8, **(style or {})}):
        figure, axes = plt.subplots(figsize=(4.8, 3.2), dpi=100 * factor)
        x = np.linspace(0, 10, 60)
        series = np.cumsum(random.randn(3, 60), axis=1)
        marks, heights = random.rand(2, 40), random.rand(9) * 40 + 5
        field = random.rand(12, 16)
        if kind == "lines":
            for number, y in enumerate(series):
                axes.plot(x, y, linewidth=change.get("width", 1.2) if number == 1 else 1.2, label=f"Run {number + 1}",
                          linestyle=change.get("dash", "-") if number == 2 else "-", color=f"C{number + (number == 0) * change.get('color', 0)}")
            axes.legend(loc="upper left", frameon=change.get("frame", True))
            axes.grid(linewidth=0.5, alpha=0.5 if change.get("grid", True) else 0)
        elif kind == "points":
            shown = marks[:, change.get("first", 0):].copy()
            shown[:, -1] += change.get("off", 0)
            axes.scatter(*shown, s=change.get("size", 14), marker="o")
        elif kind == "bars":
            heights[4] += change.get("higher", 0)
            axes.bar(range(9), heights, color=["C0"] * 8 + [change.get("ink", "C0")])
        else:
            field[5, 7] += change.get("cell", 0)
            axes.imshow(field, cmap=change.get("colors", "viridis"), aspect="auto", interpolation=change.get("filter", "nearest"))
        axes.set_title(change.get("title", "Samples per second"))
        axes.set_xlabel("time (s)")
        if any(moved):
            shift = ScaledTranslation(moved[0] / 100, moved[1] / 100, figure.dpi_scale_trans)
            for artist in axes.lines:
                artist.set_transform(artist.get_transform() + shift)
        figure.canvas.draw()
        image = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())[:, :, :3].copy())
        plt.close(figure)
    return image if factor == 1 else image.resize((480, 320), Image.BOX)


def as_jpeg(image, quality):
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=quality, subsampling=0)
    return Image.open(stream).convert("RGB")


def brighter(image, factor):
    return Image.fromarray(np.floor(np.asarray(image) * factor + 0.5).clip(0, 255).astype(np.uint8))


# Otherwise, Matplotlib rounds positions to whole pixels.
FREE = {"path.snap": False}
CASES = {
    "harmless": {
        # Not of points: Matplotlib moves them by whole pixels.
        "lines_moved_an_eighth": ("lines", {"style": FREE}, {"style": FREE, "moved": (0.125, 0.125)}),
        "lines_other_hinting": ("lines", {}, {"style": {"text.hinting_factor": 4}}),
        "lines_simplified": ("lines", {"style": {"path.simplify": False}}, {"style": {"path.simplify_threshold": 0.2}}),
        "lines_4_and_8_samples": ("lines", {"factor": 8}, {"factor": 4}),
        "points_4_and_8_samples": ("points", {"factor": 8}, {"factor": 4}),
        "bars_4_and_8_samples": ("bars", {"factor": 8}, {"factor": 4}),
        "field_jpeg_98": ("field", {"filter": "bilinear"}, {"filter": "bilinear", "jpeg": 98}),
        "lines_jpeg_98": ("lines", {}, {"jpeg": 98}),
        "field_darker": ("field", {}, {"factor_of_light": 0.996}),
        "bars_darker": ("bars", {}, {"factor_of_light": 0.996})},
    "broken": {
        "title_letter": ("lines", {}, {"title": "Sarnples per second"}),
        "title_digit": ("bars", {"title": "Samples 1.6"}, {"title": "Samples 1.8"}),
        "thinner_line": ("lines", {}, {"width": 0.7}),
        "dashed_line": ("lines", {}, {"dash": "--"}),
        "other_color": ("lines", {}, {"color": 3}),
        "no_frame": ("lines", {}, {"frame": False}),
        "no_grid": ("lines", {}, {"grid": False}),
        "missing_point": ("points", {}, {"first": 1}),
        "larger_points": ("points", {}, {"size": 20}),
        "moved_point": ("points", {}, {"off": 0.006}),
        "higher_bar": ("bars", {}, {"higher": 0.25}),
        "other_cell": ("field", {}, {"cell": 0.06})}}


def drawn(kind, seed, options):
    options = dict(options)
    quality, light = options.pop("jpeg", 0), options.pop("factor_of_light", 0)
    image = plot(kind, seed, **options)
    return as_jpeg(image, quality) if quality else brighter(image, light) if light else image


def pairs(seed):
    for label, cases in CASES.items():
        for name, (kind, expected, actual) in cases.items():
            yield f"{name}_{seed}", label, drawn(kind, seed, expected), drawn(kind, seed, actual)


if __name__ == "__main__":
    write_set(sys.argv[1], (pair for seed in map(int, sys.argv[2:]) for pair in pairs(seed)))
