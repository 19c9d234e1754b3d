#!/usr/bin/env python3
"""Counts the mistakes of `texelscope compare --preset visual` and of other programs on several sets of labeled image pairs.

    check_image_sets.py --program TEXELSCOPE [--node-modules DIR] [--set NAME=FOLDER]…

The sets: the 40 pairs of tests/image_pairs/cases.py, the same with six further seeds, lines of text with one changed character, and
equal text by other rasterizers (tests/image_pairs/text_pairs.py), and each folder that --set names: expected/NAME.png,
actual/NAME.png, and labels.json with {"pairs": {NAME: {"label": "harmless" or "broken"}}}. docs/peers.md has a recipe for photos and
pages of a browser. A peer's best setting and limit are those with the fewest mistakes on the same set, which favors the peer.
"""

import argparse
import json
import pathlib
import sys
import tempfile

from check_image_pairs import best_of, count, image_pairs
from image_pair_peers import Missing, measure_peers, measure_program

# Beside seed 1, which the limits were fixed on, and its sibling, seed 2.
FURTHER_SEEDS = range(3, 9)


def write_text(folder, every):
    """Writes every n-th changed line of text, or, for 0, all harmless ones. Returns (name, is broken) of each."""
    try:
        import text_pairs
    except ImportError as error:
        raise Missing("this Python has no Pillow; install python3-pil") from error
    labels = []
    for side in ("expected", "actual"):
        (folder / side).mkdir(parents=True)
    pairs = list(text_pairs.changed_pairs())[::every] if every else text_pairs.harmless_pairs()
    for name, *images in pairs:
        for side, image in zip(("expected", "actual"), images):
            image_pairs.write_png(folder / side / f"{name}.png", image)
        labels.append((name, bool(every)))
    return labels


def labels_of(folder):
    pairs = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["pairs"]
    return [(name, pair["label"] == "broken") for name, pair in pairs.items()]


def sets_of(arguments, base):
    """Yields the name of each set, and (folder, labels) of its parts."""
    for name, seeds in (("40 pairs", [1]), ("six further seeds", FURTHER_SEEDS)):
        parts = []
        for seed in seeds:
            image_pairs.write_pairs(base / str(seed), seed)
            parts.append((base / str(seed), labels_of(base / str(seed))))
        yield name, parts
    yield "one character changed", [(base / "text", write_text(base / "text", arguments.text_every))]
    yield "equal text", [(base / "same", write_text(base / "same", 0))]
    for name, _, folder in (each.partition("=") for each in arguments.set):
        yield name, [(pathlib.Path(folder), labels_of(pathlib.Path(folder)))]


def joined(measurements):
    """One measurement of a tool over the parts of a set."""
    settings = [{**each, "values": sum((part["settings"][number]["values"] for part in measurements), [])}
                for number, each in enumerate(measurements[0]["settings"])]
    return {**measurements[0], "settings": settings}


def mistakes_of(labels, measurement):
    """(tool, mistakes of its default, mistakes at best)."""
    default = next(each for each in measurement["settings"] if each["use"] == "default")
    setting, limit = best_of(labels, measurement["settings"])
    return measurement["tool"], count(labels, default["values"], 0), count(labels, setting["values"], limit)


def rows_of(arguments, parts):
    labels = sum((labels for _, labels in parts), [])
    names = [[name for name, _ in labels] for _, labels in parts]
    own = [next(iter(measure_program(arguments.program, folder, each, ["--preset", "visual"]))) for (folder, _), each in zip(parts, names)]
    yield "visual", count(labels, joined(own)["settings"][0]["values"], 0), None
    peers = [] if arguments.no_peers else [list(measure_peers(folder, each, arguments.node_modules)) for (folder, _), each in zip(parts, names)]
    for of_tool in zip(*peers):
        if any("why" in each for each in of_tool):
            print(f"texelscope: note: {of_tool[0]['tool']}: {next(each['why'] for each in of_tool if 'why' in each)}", file=sys.stderr)
        else:
            yield mistakes_of(labels, joined(of_tool))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the texelscope to judge")
    parser.add_argument("--node-modules", help="the folder with odiff-bin, pixelmatch, pngjs and looks-same (default: NODE_PATH)")
    parser.add_argument("--no-peers", action="store_true", help="judge only texelscope")
    parser.add_argument("--text-every", type=int, default=1, help="use every n-th changed line of text: the peers take hours for all (default: %(default)s)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=FOLDER", help="a further set")
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="texelscope-sets-") as base:
            for name, parts in sets_of(arguments, pathlib.Path(base)):
                rows = [f"{tool} {default}{'' if best is None else f' (best {best})'}" for tool, default, best in rows_of(arguments, parts)]
                print(f"| {name} | {sum(len(labels) for _, labels in parts)} | {' | '.join(rows)} |", flush=True)
        return 0
    except (Missing, OSError) as error:
        print(f"texelscope: error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
