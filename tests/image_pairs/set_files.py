"""Writes a set of labeled pairs, as tools/check_image_sets.py reads it."""

import json
import pathlib


def write_set(folder, pairs):
    """Writes expected/NAME.png, actual/NAME.png and labels.json for (name, "harmless" or "broken", expected, actual), images of Pillow.
    Leaves out pairs of equal images."""
    folder, labels = pathlib.Path(folder), {}
    for side in ("expected", "actual"):
        (folder / side).mkdir(parents=True, exist_ok=True)
    for name, label, *images in pairs:
        if images[0].tobytes() != images[1].tobytes():
            labels[name] = {"label": label}
            for side, image in zip(("expected", "actual"), images):
                image.save(folder / side / f"{name}.png")
    (folder / "labels.json").write_text(json.dumps({"pairs": labels}, indent=1) + "\n", encoding="utf-8")
