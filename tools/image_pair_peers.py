"""Runs other programs that compare images, each with a small grid of its settings, on a folder of pairs.

A measurement is {"tool", "version", "settings": [{"name", "use", "values"}]}: a figure for each pair and setting; a pair passes if its figure is not above a limit. use: "default" for a tool's default settings, "common" for settings that its users often choose; both with a
limit of 0.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

NODE_SCRIPT = pathlib.Path(__file__).with_name("image_pair_peers.mjs")


class Missing(Exception):
    """A tool is missing, or does not run."""


def run(command, codes=(0,), **options):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    except OSError as error:
        raise Missing(f"{command[0]}: {error.strerror}") from error
    if done.returncode not in codes:
        raise Missing(f"{command[0]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[:200]}")
    return done


def setting(name, values, use=None):
    return {"name": name, "use": use, "values": values}


def pair_files(folder, names):
    return [[str(pathlib.Path(folder) / side / f"{name}.png") for side in ("expected", "actual")] for name in names]


def node_tools(folder, names, node_modules):
    """pixelmatch and looks-same: pixels that differ."""
    matching = [{"threshold": threshold, "includeAA": include, **window} for include in (False, True)
                for threshold in (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3) for window in ({}, {"windowSize": 16})]
    looking = [{"tolerance": tolerance, "ignoreAntialiasing": ignore, **extra} for tolerance in (1, 2.3, 2.5, 5, 8, 12)
               for ignore, extra in ((True, {}), (True, {"antialiasingTolerance": 4}), (False, {}))]
    if not node_modules:
        raise Missing("no folder of node modules is specified; pass --node-modules or set NODE_PATH")
    request = {"folder": str(folder), "names": names, "pixelmatch": matching, "looks_same": looking}
    output = json.loads(run(["node", str(NODE_SCRIPT), node_modules], input=json.dumps(request)).stdout)
    uses = {"pixelmatch": [({"threshold": 0.1, "includeAA": False}, "default"), ({"threshold": 0.2, "includeAA": False}, "common")],
            "looks-same": [({"tolerance": 2.3, "ignoreAntialiasing": True}, "default"), ({"tolerance": 5, "ignoreAntialiasing": True}, "common")]}
    for tool, options in (("pixelmatch", matching), ("looks-same", looking)):
        if "why" in output[tool]:
            yield {"tool": tool, "why": output[tool]["why"]}
            continue
        yield {"tool": tool, "version": output[tool]["version"],
               "settings": [setting(", ".join(f"{key} {str(value).lower()}" for key, value in each.items()), values,
                                    next((use for known, use in uses[tool] if known == each), None))
                            for each, values in zip(options, output[tool]["values"])]}


def odiff_program(node_modules):
    """The path from PATH, or from a folder of node modules, which may be None; None if not found."""
    return shutil.which("odiff") or next(map(str, pathlib.Path(node_modules or "/none").glob("@odiff/*/odiff")), None)


def odiff(folder, names, node_modules):
    """Pixels that differ."""
    program = odiff_program(node_modules)
    if program is None:
        raise Missing("odiff is neither in PATH nor in the folder of --node-modules")
    settings = []
    for antialiasing in (False, True):
        for threshold in (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3):
            options = ["--threshold", str(threshold), *(["--antialiasing"] if antialiasing else [])]
            values = []
            for files in pair_files(folder, names):
                done = run([program, *files, *options, "--parsable-stdout"], codes=(0, 22))
                values.append(int(done.stdout.split(";")[0]) if done.returncode else 0)
            settings.append(setting(" ".join(options), values, ("common" if antialiasing else "default") if threshold == 0.1 else None))
    told = run([program, "--version"])
    version = re.search(r"\d+(\.\d+)+", told.stdout + told.stderr)
    yield {"tool": "odiff", "version": version[0] if version else "of unknown version", "settings": settings}


def imagemagick(folder, names, _):
    """The output of `compare -metric`; for SSIM and NCC, 1 minus it."""
    if shutil.which("compare") is None:
        raise Missing("`compare` of ImageMagick is not in PATH")
    version = re.search(r"ImageMagick (\S+)", run(["compare", "-version"]).stdout)
    if version is None:
        raise Missing("`compare` in PATH is not ImageMagick's")
    metrics = run(["compare", "-list", "metric"]).stdout.split()
    settings = []
    for name, options in [*((f"AE, fuzz {fuzz} %", ["-metric", "AE", "-fuzz", f"{fuzz}%"]) for fuzz in (0, 1, 2, 3, 5, 10, 15)),
                          *((metric, ["-metric", metric]) for metric in ("RMSE", "PAE", "NCC", "SSIM", "PHASH") if metric in metrics)]:
        values = []
        for files in pair_files(folder, names):
            printed = run(["compare", *options, *files, "null:"], codes=(0, 1)).stderr
            numbers = [float(number) for number in re.findall(r"[-+\d.]+(?:e[-+]?\d+)?", printed)]
            # RMSE and PAE print a second number from 0 to 1 in parentheses. NCC and SSIM are 1 for equal images.
            values.append(1 - numbers[0] if name in ("NCC", "SSIM") else numbers[-1])
        settings.append(setting(name, values, {"AE, fuzz 0 %": "default", "AE, fuzz 2 %": "common", "AE, fuzz 5 %": "common"}.get(name)))
    yield {"tool": "ImageMagick", "version": version[1], "settings": settings}


PEERS = {"odiff": odiff, "pixelmatch, looks-same": node_tools, "ImageMagick": imagemagick}


def measure_peers(folder, names, node_modules):
    """A measurement per peer, or {"tool", "why"} if it is missing."""
    for tools, peer in PEERS.items():
        try:
            yield from peer(folder, names, node_modules or os.environ.get("NODE_PATH"))
        except Missing as error:
            yield from ({"tool": tool, "why": str(error)} for tool in tools.split(", "))


# Averages, each used as a limit by itself.
AVERAGES = {"mean ꟻLIP": lambda pair: pair["flip"]["mean"], "1 − SSIM": lambda pair: 1 - pair["ssim"],
            "mean error": lambda pair: pair["mean_error"], "largest error": lambda pair: pair["max_error"]}


def measure_program(program, folder, names, options):
    """This program: 1 for each pair that `compare` fails with its options; then each of its averages."""
    sides = [str(pathlib.Path(folder) / side) for side in ("expected", "actual")]
    version = run([program, "--version"]).stdout.split("\n")[0].removeprefix("texelscope ")
    judged = pairs_of_report(run([program, "compare", *sides, "--json", *options], codes=(0, 1)).stdout, names)
    yield {"tool": "texelscope", "version": version,
           "settings": [setting(" ".join(options) or "no limit given", [0 if pair["passed"] else 1 for pair in judged], "default")]}
    for name, figure in AVERAGES.items():
        yield {"tool": f"one average: {name}", "version": "", "settings": [setting("any limit", list(map(figure, judged)))]}


def pairs_of_report(text, names):
    pairs = {pair["name"].removesuffix(".png"): pair for pair in json.loads(text)["pairs"]}
    missing = [name for name in names if name not in pairs]
    if missing:
        raise Missing(f"the report of `texelscope compare` has no {', '.join(missing)}")
    return [pairs[name] for name in names]
