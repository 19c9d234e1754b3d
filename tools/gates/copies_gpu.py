"""Strided copies within GPU memory and between it and the host, compared with memcpy, PyTorch and CuPy in the same run."""

import statistics

from copy_report import measure_copies, name_of, wrong_elements
from gate_kit import Figure, NotRun

PEERS = ("torch", "cupy")
TEN = {("transpose", "float32"), ("transpose", "uint8"), ("transpose", "float16"), ("transpose", "float64"), ("transpose", "complex128"),
       ("NHWC to NCHW", "uint8"), ("NHWC to NCHW", "float32"), ("NCHW to NHWC", "float32"), ("last two axes", "float32"),
       ("first two axes", "float32")}
MANY_AXES = ("five axes", "six axes reversed")
# Relative to the limit of the sectors that a step of 2 touches.
STEPS = ("every other column", "every other row")
LONG_ROW = 4096
# The host packs pageable memory first, which is one more pass over memory.
LIMITS = {"pinned": {"long": 0.85, "short": 0.50}, "pageable": {"long": 0.70, "short": 0.40}}


def at_least(gate, value, limit, unit):
    return Figure(gate, value, unit, f">= {limit:.2f}", value >= limit)


def against_memcpy(figures):
    ten = [figure for figure in figures if (figure["name"], figure["dtype"]) in TEN]
    yield Figure("measured of the ten main cases", len(ten), "", "10", len(ten) == 10)
    for figure in ten:
        yield at_least(name_of(figure), figure["ratio"], 0.80, "of memcpy")
    if ten:
        yield at_least("median of these", statistics.median(figure["ratio"] for figure in ten), 0.90, "of memcpy")
    for figure in figures:
        if figure["name"] in MANY_AXES:
            yield at_least(name_of(figure), figure["ratio"], 0.60, "of memcpy")
        elif figure["name"] in STEPS:
            yield at_least(name_of(figure), figure["ratio"] / figure["limit"], 0.90, f"of what the sectors allow ({figure['limit']:.2f} of memcpy)")
        elif figure not in ten:
            yield Figure(name_of(figure), figure["ratio"], "of memcpy", "", None)


def against_peer(figures, peer):
    entries = [(figure["peers"][peer], figure) for figure in figures]
    measured = [(entry["times"], figure) for entry, figure in entries if "times" in entry]
    reasons = {}
    for entry, figure in entries:
        if "why" in entry:
            reasons.setdefault(entry["why"], []).append(name_of(figure))
    for why, names in reasons.items():
        yield NotRun(f"against {peer}: {'all cases' if len(names) == len(entries) else '; '.join(names)}", why)
    if measured:
        times, figure = min(measured, key=lambda entry: entry[0])
        yield Figure(f"against {peer}, slowest of {len(measured)} cases", times, f"× its speed ({name_of(figure)})", "> 1", times > 1)


def between_host_and_device(figures):
    groups = {}
    for figure in figures:
        length = "transpose" if "row_bytes" not in figure else "long" if figure["row_bytes"] >= LONG_ROW else "short"
        groups.setdefault((figure["direction"], figure["host_memory"], figure["strided"], length), []).append(figure)
    for (direction, memory, side, length), members in groups.items():
        least = min(members, key=lambda figure: figure["ratio"])
        where = f"{direction}, {memory}, strided on the {side}"
        if length == "transpose":
            yield Figure(f"{where}, transpose", least["ratio"], "of a pinned copy", "", None)
        else:
            rows = f"rows of {LONG_ROW} B and more" if length == "long" else "shorter rows"
            yield at_least(f"{where}, {rows}", least["ratio"], LIMITS[memory][length],
                           f"of a pinned copy (rows of {least['row_bytes']} B)")


def measure(context):
    if why := context.cuda_missing():
        yield NotRun("strided copies on a GPU", why)
        return
    report = measure_copies(context, "cuda", PEERS)
    wrong = wrong_elements(report)
    yield Figure("strided copies on a GPU", wrong, "elements wrong", "0", wrong == 0)
    yield from against_memcpy(report["figures"])
    for peer in PEERS:
        yield from against_peer(report["figures"], peer)
    yield from between_host_and_device(report["host_figures"])
