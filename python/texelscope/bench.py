"""What it costs to take a tensor, next to cuda.core in the same run: python -m texelscope.bench [--json]

Reading the metadata is timed in C++; views as Python calls them, less an empty call; each is the cheapest of some rounds
in some processes, because some ns hang on the addresses that a process was given. "torch calls" is what PyTorch itself
takes for the seven calls that cuda.core makes. Needs PyTorch; cuda.core, NumPy and CuPy are timed where they are
installed. Ends with code 1 above a limit.
"""

import argparse
import json
import subprocess
import sys
import time

import texelscope
from texelscope import _native

METADATA_LIMITS = {"torch": 14, "torch calls": float("inf"), "exchange": 60, "struct": 10}


def cheapest(call, rounds=15, repetitions=20_000):
    """Nanoseconds of one call, with the loop's own cost."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter_ns()
        for _ in range(repetitions):
            call()
        best = min(best, (time.perf_counter_ns() - start) / repetitions)
    return best


def tensors(torch):
    """Tensors of three axes by their name."""
    made = {"torch cpu": torch.zeros(2, 3, 4)}
    if torch.cuda.is_available():
        made["torch cuda"] = made["torch cpu"].cuda()
    try:
        import numpy

        made["numpy"] = numpy.zeros((2, 3, 4), numpy.float32)
        import cupy

        made["cupy"] = cupy.zeros((2, 3, 4), cupy.float32)
    except ImportError:
        pass
    return made


def peer():
    """cuda.core's way to a view; None where it is not installed."""
    try:
        from cuda.core.utils import StridedMemoryView
    except ImportError:
        return None
    return StridedMemoryView.from_any_interface


def measure():
    """The figures of this process."""
    import torch

    all_tensors = tensors(torch)
    # Some milliseconds each, in turns: machines are shared, and a neighbor may fill all of one.
    metadata = dict.fromkeys(METADATA_LIMITS, float("inf"))
    for _ in range(20):
        for way in metadata:
            metadata[way] = min(metadata[way], _native._time_metadata(all_tensors["torch cpu"], way))
        time.sleep(0.05)
    other = peer()

    def nothing(tensor, stream):
        pass

    views = {}
    for name, tensor in all_tensors.items():
        # In turns, so that both meet the same machine.
        costs = {"texelscope": [], "cuda.core": []}
        for _ in range(3):
            empty = cheapest(lambda: nothing(tensor, -1), rounds=5)
            costs["texelscope"].append(cheapest(lambda: texelscope.view(tensor, -1), rounds=5) - empty)
            if other is not None:
                costs["cuda.core"].append(cheapest(lambda: other(tensor, -1), rounds=5) - empty)
        views[name] = {by: min(found) for by, found in costs.items() if found}
    return {"torch": torch.__version__, "metadata_ns": metadata, "view_ns": views}


def measure_apart(processes):
    """The figures of some processes: of each the cheapest, and of metadata all."""
    found = []
    for _ in range(processes):
        child = subprocess.run([sys.executable, "-m", "texelscope.bench", "--json", "--processes", "1"],
                               stdout=subprocess.PIPE, text=True)
        if child.returncode > 1:
            sys.exit(child.returncode)
        found.append(json.loads(child.stdout))

    def least(costs):
        return {name: least([each[name] for each in costs]) if isinstance(cost, dict) else
                min(each[name] for each in costs) for name, cost in costs[0].items()}

    each = {way: [figures["metadata_ns"][way] for figures in found] for way in METADATA_LIMITS}
    return {"torch": found[0]["torch"], "metadata_ns": least([figures["metadata_ns"] for figures in found]),
            "view_ns": least([figures["view_ns"] for figures in found]), "metadata_of_each_process_ns": each}


def failures(figures):
    """What is above its limit: metadata in nanoseconds, a PyTorch tensor's view what cuda.core takes."""
    found = [f"metadata by {way}" for way, limit in METADATA_LIMITS.items() if figures["metadata_ns"][way] > limit]
    for name, costs in figures["view_ns"].items():
        if name.startswith("torch") and costs["texelscope"] > costs.get("cuda.core", float("inf")):
            found.append(f"view of {name}")
    return found


def print_table(figures):
    print(f"PyTorch {figures['torch']}, tensors of three axes, ns")
    for way, cost in figures["metadata_ns"].items():
        each = " ".join(f"{one:.1f}" for one in figures.get("metadata_of_each_process_ns", {}).get(way, []))
        limit = f"limit {METADATA_LIMITS[way]}" if METADATA_LIMITS[way] < float("inf") else ""
        print(f"  metadata by {way:<11} {cost:7.1f}   {limit:<9} {each}")
    for name, costs in figures["view_ns"].items():
        print(f"  view of {name:<14}" + "".join(f"   {by} {cost:7.1f}" for by, cost in costs.items()))


def main():
    parser = argparse.ArgumentParser(prog="python -m texelscope.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--processes", type=int, default=5, help="how many are started to measure (default 5)")
    arguments = parser.parse_args()
    try:
        figures = measure() if arguments.processes <= 1 else measure_apart(arguments.processes)
    except ImportError as error:
        print(f"texelscope: error: {error}: the benchmark measures PyTorch's tensors", file=sys.stderr)
        return 3
    above = failures(figures)
    if arguments.json:
        print(json.dumps({**figures, "above_limit": above}))
    else:
        print_table(figures)
        for what in above:
            print(f"  above its limit: {what}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
