"""Runs the gates in a folder and prints their measurements.

A gate is a Python file with a function measure(context) that yields gate_kit.Figure and gate_kit.NotRun, and may raise
gate_kit.Missing. To add a gate, add a file; its name is the gate's name.
"""

import argparse
import dataclasses
import importlib.util
import json
import pathlib
import sys
import tempfile

import gate_kit

ROOT = pathlib.Path(__file__).resolve().parents[1]


def load(path):
    spec = importlib.util.spec_from_file_location(f"gate_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_gate(path, context):
    """The figures of a gate; a gate that fails is a figure that is not met."""
    try:
        yield from load(path).measure(context)
    except gate_kit.Missing as missing:
        yield gate_kit.NotRun(path.stem, str(missing))
    except gate_kit.Failure as failure:
        yield gate_kit.Figure(path.stem, str(failure), "", "no failure", False)


def print_table(rows):
    header = ("gate", "figure", "target", "met")
    cells = [header] + [row.cells() for row in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(3)]
    for number, line in enumerate(cells):
        print("  ".join(text.ljust(width) for text, width in zip(line, widths)) + "  " + line[3])
        if number == 0:
            print("  ".join("-" * width for width in widths) + "  ---")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="release")
    parser.add_argument("--gate", action="append", default=[])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "tools" / "gates")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check-names", action="store_true", help="only check that the gates exist")
    arguments = parser.parse_args()

    gates = {path.stem: path for path in sorted(arguments.folder.glob("*.py"))}
    for name in arguments.gate:
        if name not in gates:
            print(f"texelscope: error: unknown gate '{name}'; use one of {', '.join(gates)}", file=sys.stderr)
            return 2
    if arguments.check_names:
        return 0
    if arguments.list:
        print("\n".join(gates))
        return 0

    rows = []
    for name in arguments.gate or gates:
        print(f"gate {name} …", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="texelscope-gate-") as folder:
            for row in run_gate(gates[name], gate_kit.Context(ROOT, arguments.preset, pathlib.Path(folder))):
                rows.append(row)
                if arguments.json:
                    print(json.dumps({"kind": type(row).__name__, **dataclasses.asdict(row)}), flush=True)
    if not arguments.json:
        print_table(rows)
    return 0 if all(row.met is not False for row in rows if isinstance(row, gate_kit.Figure)) else 1


if __name__ == "__main__":
    sys.exit(main())
