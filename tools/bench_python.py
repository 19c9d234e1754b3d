"""Measures the cost of viewing a tensor, compared with cuda.core in the same run: tools/bench_python.py [--json]

Metadata reads are timed in C++; views are timed as Python calls, minus an empty call. Each figure is the minimum over multiple rounds in multiple processes, because a few ns depend on the addresses that a process received. "torch calls" is PyTorch's own
time for the seven calls that cuda.core makes. The constructors of views of a PyTorch tensor are timed by name, next to a view
through the DLPack protocol. Requires PyTorch; cuda.core, NumPy and CuPy are timed if installed. Exits with code 1 if a figure
exceeds its limit.
"""

import argparse
import functools
import json
import subprocess
import sys
import time
import warnings

import texelscope
from texelscope import _native

METADATA_LIMITS = {"torch": 14, "torch calls": float("inf"), "exchange": 60, "struct": 10}


def cheapest(call, rounds=15, repetitions=20_000):
    """Nanoseconds per call, including the loop overhead."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter_ns()
        for _ in range(repetitions):
            call()
        best = min(best, (time.perf_counter_ns() - start) / repetitions)
    return best


def tensors(torch):
    """Tensors of rank 3, by name."""
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


WAYS = ("from_any_interface", "from_dlpack", "from_cuda_array_interface", "from_array_interface")


def peer():
    """The view class of cuda.core; None if it is not installed."""
    try:
        from cuda.core.utils import StridedMemoryView
    except ImportError:
        return None
    return StridedMemoryView


def ways_to(views, tensor):
    """The constructors of a view class that accept this tensor, by name."""
    calls = {way: getattr(views, way) for way in WAYS if hasattr(views, way)}
    found = {}
    for way, make in {**calls, "constructor": views}.items():
        # cuda.core's from_array_interface takes no stream.
        for arguments in ((-1,), ()):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    make(tensor, *arguments)
            except Exception:  # every library raises its own errors
                continue
            found[way] = functools.partial(timed, make, tensor, *arguments)
            break
    return found


def timed(make, *arguments):
    """Nanoseconds per view, minus an empty call."""
    def nothing(*_):
        pass

    empty = cheapest(lambda: nothing(*arguments), rounds=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cheapest(lambda: make(*arguments), rounds=5) - empty


def measure():
    """The figures of this process."""
    import torch

    all_tensors = tensors(torch)
    # A few milliseconds each, interleaved: machines are shared, and a neighbor may saturate one.
    metadata = dict.fromkeys(METADATA_LIMITS, float("inf"))
    for _ in range(20):
        for way in metadata:
            metadata[way] = min(metadata[way], _native._time_metadata(all_tensors["torch cpu"], way))
        time.sleep(0.05)
    other = peer()

    def in_turns(measures):
        """The minimum over interleaved rounds, so that all run under the same load."""
        rounds = [{by: measure() for by, measure in measures.items()} for _ in range(3)]
        return {by: min(each[by] for each in rounds) for by in measures}

    views, ways = {}, {}
    for name, tensor in all_tensors.items():
        measures = {"texelscope": functools.partial(timed, texelscope.view, tensor, -1)}
        if other is not None:
            measures["cuda.core"] = functools.partial(timed, other.from_any_interface, tensor, -1)
        views[name] = in_turns(measures)
        if name.startswith("torch"):
            ours, theirs = ways_to(texelscope.StridedMemoryView, tensor), ways_to(other, tensor) if other else {}
            ways[name] = {way: in_turns({by: found[way] for by, found in (("texelscope", ours), ("cuda.core", theirs)) if way in found})
                          for way in ours}
            # The saving of the fast path: the same tensor through an object that has only the Python protocol.
            ways[name]["__dlpack__ alone"] = in_turns({"texelscope": functools.partial(timed, texelscope.view, ByProtocol(tensor), -1)})
    return {"torch": torch.__version__, "metadata_ns": metadata, "view_ns": views, "ways_ns": ways}


class ByProtocol:
    """A tensor with only the two DLPack methods."""

    def __init__(self, tensor):
        self.__dlpack__, self.__dlpack_device__ = tensor.__dlpack__, tensor.__dlpack_device__


def measure_apart(processes):
    """The minimum over multiple processes and, for metadata, also the figure of each process."""
    found = []
    for _ in range(processes):
        child = subprocess.run([sys.executable, __file__, "--json", "--processes", "1"],
                               stdout=subprocess.PIPE, text=True)
        if child.returncode > 1:
            sys.exit(child.returncode)
        found.append(json.loads(child.stdout))

    def least(costs):
        return {name: least([each[name] for each in costs]) if isinstance(cost, dict) else
                min(each[name] for each in costs) for name, cost in costs[0].items()}

    each = {way: [figures["metadata_ns"][way] for figures in found] for way in METADATA_LIMITS}
    return {"torch": found[0]["torch"], "metadata_ns": least([figures["metadata_ns"] for figures in found]),
            "view_ns": least([figures["view_ns"] for figures in found]), "ways_ns": least([figures["ways_ns"] for figures in found]),
            "metadata_of_each_process_ns": each}


def failures(figures):
    """The figures that exceed their limits: for metadata, a time in nanoseconds; for each view of a PyTorch tensor, the time of cuda.core."""
    found = [f"metadata by {way}" for way, limit in METADATA_LIMITS.items() if figures["metadata_ns"][way] > limit]
    for name, costs in figures["view_ns"].items():
        if name.startswith("torch") and costs["texelscope"] > costs.get("cuda.core", float("inf")):
            found.append(f"view of {name}")
    for name, ways in figures["ways_ns"].items():
        found += [f"{way} of {name}" for way, costs in ways.items() if costs["texelscope"] > costs.get("cuda.core", float("inf"))]
    return found


def print_table(figures):
    print(f"PyTorch {figures['torch']}, tensors of rank 3, in ns")
    for way, cost in figures["metadata_ns"].items():
        each = " ".join(f"{one:.1f}" for one in figures.get("metadata_of_each_process_ns", {}).get(way, []))
        limit = f"limit {METADATA_LIMITS[way]}" if METADATA_LIMITS[way] < float("inf") else ""
        print(f"  metadata by {way:<11} {cost:7.1f}   {limit:<9} {each}")
    for name, costs in figures["view_ns"].items():
        print(f"  view of {name:<14}" + "".join(f"   {by} {cost:7.1f}" for by, cost in costs.items()))
    for name, ways in figures["ways_ns"].items():
        for way, costs in ways.items():
            print(f"  {name}, {way:<26}" + "".join(f"   {by} {cost:7.1f}" for by, cost in costs.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--processes", type=int, default=5, help="number of processes to measure (default: 5)")
    arguments = parser.parse_args()
    try:
        figures = measure() if arguments.processes <= 1 else measure_apart(arguments.processes)
    except ImportError as error:
        print(f"texelscope: error: {error}; the benchmark requires PyTorch", file=sys.stderr)
        return 3
    above = failures(figures)
    if arguments.json:
        print(json.dumps({**figures, "above_limit": above}))
    else:
        print_table(figures)
        for what in above:
            print(f"  above limit: {what}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
