"""Strided copies of the CPU device, compared with a parallel memcpy and NumPy in the same run."""

from copy_report import measure_copies, name_of, wrong_elements
from gate_kit import Figure, NotRun

LEAST_BYTES = 256 << 20
SHARES = {"rows": 0.70, "transpose": 0.35, "channels": 0.35}
TIMES_NUMPY = 2.0
# Fractions of a parallel memcpy, if that is not TIMES_NUMPY times as fast as NumPy.
SHARE_OF_BOUND = 0.85


def against_numpy(figure):
    entry = figure["peers"]["numpy"]
    gate = f"{name_of(figure)}, against NumPy"
    if "why" in entry:
        return NotRun(gate, entry["why"])
    # The memory bandwidth with all threads, relative to the memory that this copy touches.
    bound = figure["memcpy_gigabytes_per_second"] * figure["limit"] / entry["gigabytes_per_second"]
    if bound * SHARE_OF_BOUND >= TIMES_NUMPY:
        return Figure(gate, entry["times"], "× its speed", f">= {TIMES_NUMPY}", entry["times"] >= TIMES_NUMPY)
    limit = bound * SHARE_OF_BOUND
    return Figure(gate, entry["times"], "× its speed", f">= {limit:.2f}: memory bandwidth allows {bound:.2f}", entry["times"] >= limit)


def measure(context):
    context.require()
    report = measure_copies(context, "cpu", ["numpy"])
    wrong = wrong_elements(report)
    yield Figure("strided copies on the CPU", wrong, "elements wrong", "0", wrong == 0)
    small = [name_of(figure) for figure in report["figures"] if figure["bytes"] < LEAST_BYTES]
    if small:
        yield NotRun("strided copies on the CPU, relative to memcpy", f"too little memory for 256 MiB per side: {', '.join(small)}")
        return
    for figure in report["figures"]:
        share = SHARES.get(figure["kind"])
        target, met = (f">= {share:.2f}", figure["ratio"] >= share) if share else ("", None)
        yield Figure(name_of(figure), figure["ratio"], "of a parallel memcpy", target, met)
        yield against_numpy(figure)
