"""Draws the pairs of cases.py and writes them as PNG."""

import hashlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from cases import CASES  # noqa: E402
from flat_scenes import Variant  # noqa: E402
from png_reference import encode  # noqa: E402


def images_of(case, seed):
    return case.expected(Variant(seed, case.name)), case.actual(Variant(seed, case.name))


def pairs_of(seed, cases=None):
    """Yields (case, expected, actual). A different seed yields the same cases with different positions, words and colors."""
    for case in CASES if cases is None else cases:
        yield (case, *images_of(case, seed))


def digest_of(pairs):
    """A checksum of all names, labels and pixels."""
    state = hashlib.sha256()
    for case, *images in pairs:
        state.update(f"{case.name} {case.is_broken}".encode())
        for image in images:
            state.update(f"{image.shape}".encode() + image.tobytes())
    return state.hexdigest()


def write_png(path, image):
    height, width, channels = image.shape
    path.write_bytes(encode(width, height, channels, 8, image.tobytes()))


def write_pairs(folder, seed, pairs=None):
    """Writes expected/NAME.png, actual/NAME.png and labels.json, and returns the checksum; `pairs` if they are drawn already."""
    folder = pathlib.Path(folder)
    pairs, labels = list(pairs_of(seed)) if pairs is None else pairs, {}
    for name in ("expected", "actual"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for case, expected, actual in pairs:
        write_png(folder / "expected" / f"{case.name}.png", expected)
        write_png(folder / "actual" / f"{case.name}.png", actual)
        labels[case.name] = {"label": "broken" if case.is_broken else "harmless", "reason": case.reason}
    digest = digest_of(pairs)
    text = json.dumps({"seed": seed, "digest": digest, "pairs": labels}, indent=2, ensure_ascii=False)
    (folder / "labels.json").write_text(text + "\n", encoding="utf-8")
    return digest
