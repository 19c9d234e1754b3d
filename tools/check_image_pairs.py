#!/usr/bin/env python3
"""Judges `texelscope compare` and other programs by 40 labeled image pairs: 20 harmless, 20 broken (tests/image_pairs/cases.py).

    check_image_pairs.py write FOLDER [--seed N]         expected/NAME.png, actual/NAME.png, labels.json
    check_image_pairs.py table --program TEXELSCOPE      which tools pass broken pairs, or fail harmless ones

A program is wrong about a pair if it passes a broken one or fails a harmless one. The table shows each tool with its default
settings, with common settings, and with the setting and limit that are best on the set, among all that were tried. The last column
judges the same setting and limit on a sibling set, with different positions, words and colors, which did not influence the choice. For a
missing tool, the table shows the results recorded in tests/image_pairs/peers.json, marked as such. Exits with 1 if texelscope is
wrong about a pair of the set.
"""

import argparse
import json
import math
import pathlib
import shlex
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "image_pairs"))
try:
    import image_pairs
except ImportError:
    print("texelscope: error: this Python has no NumPy; install python3-numpy", file=sys.stderr)
    sys.exit(3)
from image_pair_peers import Missing, measure_peers, measure_program  # noqa: E402

RECORDED = ROOT / "tests" / "image_pairs" / "peers.json"
# The seeds of the set and of its sibling set.
SEEDS = ("1", "2")


def mistakes(labels, values, limit):
    """Names of broken pairs that pass, and of harmless ones that fail."""
    passed = [name for (name, is_broken), value in zip(labels, values) if is_broken and value <= limit]
    failed = [name for (name, is_broken), value in zip(labels, values) if not is_broken and not value <= limit]
    return passed, failed


def count(labels, values, limit):
    return sum(map(len, mistakes(labels, values, limit)))


def best_of(labels, settings):
    """(setting, limit) with the fewest mistakes over all settings and limits; on ties, the first, with the lowest limit."""
    _, number, limit = min((count(labels, each["values"], limit), number, limit) for number, each in enumerate(settings)
                           for limit in {0, *filter(math.isfinite, each["values"])})
    return settings[number], limit


def rows_of(labels, note, measurement, sibling=None):
    """(tool, setting, limit, passed, failed, mistakes in the sibling set) for the default, common and best settings. The last is
    None without a sibling set."""
    title = f"{measurement['tool']} {measurement['version']}".strip() + note
    others = {each["name"]: each["values"] for each in sibling["settings"]} if sibling else None

    def row(what, setting, limit):
        other = None if others is None else count(labels, others[setting["name"]], limit)
        return title, f"{what}: {setting['name']}", limit, *mistakes(labels, setting["values"], limit), other

    settings = measurement["settings"]
    for use in ("default", "common"):
        yield from (row(use, setting, 0) for setting in settings if setting["use"] == use)
    if len(settings) > 1 or settings[0]["use"] is None:
        yield row("best", *best_of(labels, settings))


def limit_text(limit):
    return f"{limit:.4g}"


def as_markdown(labels, rows):
    yield "| tool | setting | at most | wrong of 40 | broken, but passed | harmless, but failed | wrong in the sibling set |"
    yield "|---|---|---|---|---|---|---|"
    for tool, setting, limit, passed, failed, other in rows:
        cells = [tool, setting, limit_text(limit), str(len(passed) + len(failed)), names_text(passed, labels, True),
                 names_text(failed, labels, False), "" if other is None else str(other)]
        yield "| " + " | ".join(cells) + " |"


def as_text(labels, rows):
    for tool, setting, limit, passed, failed, other in rows:
        of_sibling = "" if other is None else f" ({other} in the sibling set)"
        yield f"{len(passed) + len(failed):3} wrong{of_sibling}  {tool}, {setting}, at most {limit_text(limit)}"
        yield f"          broken pairs that pass: {names_text(passed, labels, True)}; harmless pairs that fail: {names_text(failed, labels, False)}"


def names_text(names, labels, is_broken):
    """The names, or, if most of a kind are listed, "all but" the others."""
    others = [name for name, kind in labels if kind == is_broken and name not in names]
    if len(names) <= 2 * len(others):
        return ", ".join(name.replace("_", " ") for name in names) or "none"
    return "all but " + names_text(others, labels, is_broken) if others else "all"


def read_recorded(digests):
    """Recorded results in the format of measure(); empty if they are for different pixels."""
    if RECORDED.exists():
        recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
        if all(recorded["digests"][seed] == digest for seed, digest in digests.items()):
            return recorded["peers"]
    return {seed: [] for seed in digests}


def digest_in(folder, seed):
    """The checksum of the pairs that `write` has written."""
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    if labels["seed"] != int(seed):
        raise Missing(f"{folder} has the pairs of seed {labels['seed']}: write those of seed {seed}")
    return labels["digest"]


def measure(arguments, names):
    """The checksum of the pixels, and the measurements of this program and of the peers, by seed."""
    digests, own, peers = {}, {}, {}
    with tempfile.TemporaryDirectory(prefix="texelscope-pairs-") as base:
        for seed in arguments.seeds:
            folder = pathlib.Path(arguments.pairs or pathlib.Path(base) / seed)
            digests[seed] = digest_in(folder, seed) if arguments.pairs else image_pairs.write_pairs(folder, int(seed))
            own[seed] = list(measure_program(arguments.program, folder, names, shlex.split(arguments.options)))
            peers[seed] = [] if arguments.no_peers else list(measure_peers(folder, names, arguments.node_modules))
    return digests, own, peers


def table(arguments):
    labels = [(case.name, case.is_broken) for case in image_pairs.CASES]
    digests, own, peers = measure(arguments, [name for name, _ in labels])
    missing = {each["tool"]: each["why"] for each in sum(peers.values(), []) if "why" in each}
    if arguments.record:
        if missing or arguments.no_peers or arguments.seeds != SEEDS:
            raise Missing("cannot record the results: all peers and both sets are required; " + "; ".join(f"{tool}: {why}" for tool, why in missing.items()))
        RECORDED.write_text(recorded_text(digests, peers), encoding="utf-8")
    recorded = read_recorded(digests)
    rows = [row for pair in zip(*own.values()) for row in rows_of(labels, "", *pair)]
    for tool in [each["tool"] for each in peers[SEEDS[0]]]:
        source = recorded if tool in missing else peers
        pair = [next((each for each in source[seed] if each["tool"] == tool), None) for seed in arguments.seeds]
        if None not in pair:
            rows += rows_of(labels, " (recorded)" if tool in missing else "", *pair)
    print("\n".join((as_markdown if arguments.markdown else as_text)(labels, rows)))
    for tool, why in missing.items():
        print(f"texelscope: note: {tool}: {why}", file=sys.stderr)
    return 1 if rows[0][3] or rows[0][4] else 0


def recorded_text(digests, peers):
    """JSON with one line per setting."""
    def line(setting):
        return json.dumps(setting, ensure_ascii=False)

    seeds = []
    for seed, measurements in peers.items():
        tools = [f'    {{"tool": "{each["tool"]}", "version": "{each["version"]}", "settings": [\n      '
                 + ",\n      ".join(map(line, each["settings"])) + "\n    ]}" for each in measurements]
        seeds.append(f'  "{seed}": [\n' + ",\n".join(tools) + "\n  ]")
    return f'{{"digests": {json.dumps(digests)}, "peers": {{\n' + ",\n".join(seeds) + "\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    write = commands.add_parser("write", help="write the pairs into a folder")
    write.add_argument("folder")
    write.add_argument("--seed", type=int, default=int(SEEDS[0]),
                       help="seed of the pairs; a different seed creates a sibling set (default: %(default)s)")
    judge = commands.add_parser("table", help="run the program and its peers on the pairs")
    judge.add_argument("--program", required=True, help="the texelscope to judge")
    judge.add_argument("--options", default="--preset visual", help="options of `texelscope compare` (default: %(default)s)")
    judge.add_argument("--node-modules", help="the folder with odiff-bin, pixelmatch, pngjs and looks-same (default: NODE_PATH)")
    judge.add_argument("--no-peers", action="store_true", help="judge only texelscope")
    judge.add_argument("--no-sibling", dest="seeds", action="store_const", const=SEEDS[:1], default=SEEDS, help="without the sibling set")
    judge.add_argument("--pairs", help="a folder that `write` has written, instead of drawing the pairs; requires --no-sibling")
    judge.add_argument("--markdown", action="store_true")
    judge.add_argument("--record", action="store_true", help="store the peers' results in the source tree; requires all peers")
    arguments = parser.parse_args()
    try:
        if arguments.command == "table":
            if arguments.pairs and len(arguments.seeds) > 1:
                raise Missing("--pairs has the pairs of one seed: add --no-sibling")
            return table(arguments)
        print(f"{arguments.folder}: {image_pairs.write_pairs(arguments.folder, arguments.seed)}")
        return 0
    except (Missing, OSError) as error:
        print(f"texelscope: error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
