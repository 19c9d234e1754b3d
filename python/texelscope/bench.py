"""What it costs to take a tensor, next to cuda.core in the same run: python -m texelscope.bench [--json]

Reading the metadata is timed in C++; views as Python calls them, less an empty call; each is the cheapest of some rounds
in some processes, because some ns hang on the addresses that a process was given. "torch calls" is what PyTorch itself
takes for the seven calls that cuda.core makes. The ways to a view of a PyTorch tensor are timed by their names, beside a view by
DLPack's protocol. Needs PyTorch; cuda.core, NumPy and CuPy are timed where they are installed. Ends with code 1 above a limit.
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


WAYS = ("from_any_interface", "from_dlpack", "from_cuda_array_interface", "from_array_interface")


def peer():
    """cuda.core's class of views; None where it is not installed."""
    try:
        from cuda.core.utils import StridedMemoryView
    except ImportError:
        return None
    return StridedMemoryView


def ways_to(views, tensor):
    """What makes a view of a class, by its name, as far as it takes this tensor."""
    calls = {way: getattr(views, way) for way in WAYS if hasattr(views, way)}
    found = {}
    for way, make in {**calls, "constructor": views}.items():
        # cuda.core's array interface of the host has no stream.
        for arguments in ((-1,), ()):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    make(tensor, *arguments)
            except Exception:  # an error of whichever library
                continue
            found[way] = functools.partial(timed, make, tensor, *arguments)
            break
    return found


def timed(make, *arguments):
    """Nanoseconds of one view, less those of an empty call."""
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
    # Some milliseconds each, in turns: machines are shared, and a neighbor may fill all of one.
    metadata = dict.fromkeys(METADATA_LIMITS, float("inf"))
    for _ in range(20):
        for way in metadata:
            metadata[way] = min(metadata[way], _native._time_metadata(all_tensors["torch cpu"], way))
        time.sleep(0.05)
    other = peer()

    def in_turns(measures):
        """The least of some rounds, so that all meet the same machine."""
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
            # What the fast path saves: the same tensor by Python's protocol, through an object that has nothing else.
            ways[name]["__dlpack__ alone"] = in_turns({"texelscope": functools.partial(timed, texelscope.view, ByProtocol(tensor), -1)})
    return {"torch": torch.__version__, "metadata_ns": metadata, "view_ns": views, "ways_ns": ways}


class ByProtocol:
    """A tensor with DLPack's two methods alone."""

    def __init__(self, tensor):
        self.__dlpack__, self.__dlpack_device__ = tensor.__dlpack__, tensor.__dlpack_device__


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
            "view_ns": least([figures["view_ns"] for figures in found]), "ways_ns": least([figures["ways_ns"] for figures in found]),
            "metadata_of_each_process_ns": each}


def failures(figures):
    """What is above its limit: metadata in nanoseconds, a PyTorch tensor's view, by each way, what cuda.core takes for it."""
    found = [f"metadata by {way}" for way, limit in METADATA_LIMITS.items() if figures["metadata_ns"][way] > limit]
    for name, costs in figures["view_ns"].items():
        if name.startswith("torch") and costs["texelscope"] > costs.get("cuda.core", float("inf")):
            found.append(f"view of {name}")
    for name, ways in figures["ways_ns"].items():
        found += [f"{way} of {name}" for way, costs in ways.items() if costs["texelscope"] > costs.get("cuda.core", float("inf"))]
    return found


def print_table(figures):
    print(f"PyTorch {figures['torch']}, tensors of three axes, ns")
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
