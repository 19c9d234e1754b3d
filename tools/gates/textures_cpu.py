"""Sampling of textures on the CPU device, against the software OpenGL driver in the same run."""

import json

from gate_kit import Failure, Figure, NotRun, last_line

# Least speed against OpenGL's; the median over rounds in turns, as the machine may be shared.
RATIOS = {"2D RGBA8 linear clamp": 1.0, "2D RGBA32F linear clamp": 0.5}
# Of any other configuration.
LEAST = 0.1


def measure(context):
    if why := context.missing():
        yield NotRun("sampling on the CPU", why)
        return
    # Code 1 tells of pictures that differ, which is a figure of its own.
    done = context.run("bench", "textures", "--json", "--device", "cpu", is_checked=False)
    if done.returncode not in (0, 1) or not done.stdout:
        raise Failure(f"bench textures: code {done.returncode}: {last_line(done.stderr)}")
    report = json.loads(done.stdout)
    if report["gl_renderer"] is None:
        yield NotRun("sampling on the CPU", report["gl_missing"])
        return
    yield Figure("sampling on the CPU, pictures unlike OpenGL's", int(done.returncode), "", "0", done.returncode == 0)
    for figure in report["figures"]:
        ratio, least = figure["ratio"]["median"], RATIOS.get(figure["name"], LEAST)
        speed = f"of {report['gl_renderer'].split(' ')[0]} ({figure['mtexels_per_second']['median']:.0f} Mtexels/s)"
        yield Figure(figure["name"], float(ratio), speed, f">= {least}", ratio >= least)
