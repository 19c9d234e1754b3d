"""Strided copies of the package's build on a GPU, compared in turns with a build for that GPU.

Both presets must be built: `cmake --preset package && cmake --build build/package`, and `release` on this machine.
"""

import dataclasses

from copy_report import name_of
from gate_kit import Failure, Figure, NotRun

TURNS = 2


def kernel_code(context):
    """Which code the copies of this program run, as doctor reports it."""
    checks = context.report("doctor", "--device", "cuda")[0]["checks"]
    return next(check["text"] for check in checks if check["name"] == "kernels").partition(";")[0].removeprefix("copies run ")


def shares_of_memcpy(context):
    report, code = context.report("bench", "copies", "--device", "cuda", timeout=900)
    if code not in (0, 1):
        raise Failure(f"bench copies: code {code}")
    return {name_of(figure): figure["ratio"] for figure in report["figures"]}


def measure(context):
    if why := context.cuda_missing():
        yield NotRun("copies of the package on a GPU", why)
        return
    package = dataclasses.replace(context, preset="package")
    package.require()
    for of, built in (("the package", package), (f"the build '{context.preset}'", context)):
        code = kernel_code(built)
        yield Figure(f"copies of {of} run", code, "", "machine code", code.startswith("machine code"))
    best = {"package": {}, context.preset: {}}
    for _ in range(TURNS):
        for built in (package, context):
            for name, share in shares_of_memcpy(built).items():
                best[built.preset][name] = max(share, best[built.preset].get(name, 0))
    for name, share in best[context.preset].items():
        ratio = best["package"][name] / share
        yield Figure(name, ratio, f"of the build for this GPU ({share:.3f} of memcpy)", ">= 0.98", ratio >= 0.98)
