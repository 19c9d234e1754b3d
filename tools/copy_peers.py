#!/usr/bin/env python3
"""Measures the copies of `texelscope bench copies --json` with NumPy, PyTorch or CuPy.

Reads the report from a file or standard input and prints it with the results of the peers added to each figure: the same array, viewed
through the same operation, is copied into an existing dense array. GB/s count read and written bytes, as in the report. With --table, it
prints the figures as a Markdown table instead. For a peer that is missing or does not support a copy, the reason replaces the figure.
"""

import argparse
import ast
import gc
import importlib
import json
import re
import statistics
import sys
import time

ROUNDS = 5
# One copy on a GPU would end before the host starts to wait, so several are timed together.
CALLS_ON_GPU = 10


class NotPossible(Exception):
    """Raised if a peer does not support a copy."""


def slices_of(text):
    """The arguments of sliced(…) as Python slices and integers."""
    def number(part):
        return int(part) if part.strip() else None
    parts = [part.strip() for part in text.split(",")]
    return tuple(slice(*map(number, part.split(":"))) if ":" in part else int(part) for part in parts)


def view_of(array, operation, permute):
    """The array after an operation of `layout --op`. `permute` is the peer's function for permuting axes."""
    name, arguments = re.fullmatch(r"(\w+)\((.*)\)", operation).groups()
    if name == "permuted":
        return permute(array, ast.literal_eval(f"({arguments},)"))
    if name == "sliced":
        return array[slices_of(arguments)]
    raise NotPossible(f"unsupported operation {operation}")


class Numpy:
    """numpy.copyto on one core, into memory that has already been written."""

    def __init__(self):
        self.numpy = importlib.import_module("numpy")
        self.version = self.numpy.__version__

    def seconds(self, figure):
        np = self.numpy
        array = np.empty(figure["shape"], figure["dtype"])
        # Writes every byte, because untouched pages all map to one page of zeros.
        array.view(np.uint8).fill(1)
        view = view_of(array, figure["permutation"], np.transpose)
        destination = np.full(view.shape, 2, view.dtype)
        np.copyto(destination, view)
        times = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            np.copyto(destination, view)
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    def release(self):
        pass


class Torch:
    """destination.copy_(view) by PyTorch on the first GPU; uses flip() for negative steps."""

    def __init__(self):
        self.torch = importlib.import_module("torch")
        self.version = self.torch.__version__
        if not self.torch.cuda.is_available():
            raise NotPossible(f"PyTorch {self.version} finds no GPU")

    def seconds(self, figure):
        torch = self.torch
        dtype = getattr(torch, figure["dtype"])
        need_memory(figure, torch.cuda.mem_get_info()[0])
        array = torch.ones(figure["shape"], dtype=dtype, device="cuda")
        copy = self.copy_of(array, figure["permutation"])

        def timed():
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            for _ in range(CALLS_ON_GPU):
                copy()
            end.record()
            end.synchronize()
            return begin.elapsed_time(end) / 1000 / CALLS_ON_GPU

        timed()
        return statistics.median(timed() for _ in range(ROUNDS))

    def copy_of(self, array, operation):
        backwards = re.fullmatch(r"sliced\(((::-1|:)(, *|$))*(::-1|:)\)", operation)
        if backwards and "-" in operation:
            axes = [axis for axis, part in enumerate(slices_of(operation[7:-1])) if part.step == -1]
            return lambda: self.torch.flip(array, axes)
        if "::-" in operation:
            raise NotPossible("PyTorch does not support negative strides")
        view = view_of(array, operation, lambda any, axes: any.permute(axes))
        destination = self.torch.empty(tuple(view.shape), dtype=array.dtype, device=array.device)
        return lambda: destination.copy_(view)

    def release(self):
        self.torch.cuda.empty_cache()


class Cupy:
    """cupy.copyto(destination, view), which uses a kernel for single elements, on the first GPU."""

    def __init__(self):
        self.cupy = importlib.import_module("cupy")
        self.version = self.cupy.__version__
        try:
            self.cupy.cuda.runtime.getDeviceCount()
            self.cupy.ones(1).sum().item()
        except Exception as error:
            raise NotPossible(f"CuPy {self.version}: {first_line(error)}") from error

    def seconds(self, figure):
        cupy = self.cupy
        need_memory(figure, cupy.cuda.runtime.memGetInfo()[0])
        array = cupy.ones(figure["shape"], dtype=figure["dtype"])
        view = view_of(array, figure["permutation"], cupy.transpose)
        destination = cupy.empty(view.shape, dtype=view.dtype)

        def timed():
            begin, end = cupy.cuda.Event(), cupy.cuda.Event()
            begin.record()
            for _ in range(CALLS_ON_GPU):
                cupy.copyto(destination, view)
            end.record()
            end.synchronize()
            return cupy.cuda.get_elapsed_time(begin, end) / 1000 / CALLS_ON_GPU

        timed()
        return statistics.median(timed() for _ in range(ROUNDS))

    def release(self):
        self.cupy.get_default_memory_pool().free_all_blocks()


PEERS = {"numpy": Numpy, "torch": Torch, "cupy": Cupy}


def first_line(error):
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def need_memory(figure, free):
    # The array, which is twice the size of the slice that is copied, and the destination.
    needed = 4 * figure["bytes"]
    if free < needed:
        raise NotPossible(f"needs {needed >> 20} MiB, but {free >> 20} MiB are free")


def add_peer(report, name):
    """Measures all cases with one peer, or records why not, in figure["peers"][name]."""
    try:
        peer = PEERS[name]()
    except ImportError as error:
        peer, why = None, f"not installed: {first_line(error)}"
    except NotPossible as error:
        peer, why = None, str(error)
    report.setdefault("peer_versions", {})[name] = peer.version if peer else why
    for figure in report["figures"]:
        entry = figure.setdefault("peers", {})
        if peer is None:
            entry[name] = {"why": why}
            continue
        try:
            speed = 2e-9 * figure["bytes"] / peer.seconds(figure)
            entry[name] = {"gigabytes_per_second": speed, "times": figure["gigabytes_per_second"] / speed}
        except NotPossible as error:
            entry[name] = {"why": str(error)}
        except Exception as error:  # peers raise arbitrary exceptions; the other cases are still measured
            entry[name] = {"why": f"{type(error).__name__}: {first_line(error)}"}
        gc.collect()
        peer.release()


def times_text(entry):
    return f"{entry['times']:.1f}×" if "times" in entry else "–"


def table(report):
    """The figures in Markdown, followed by the versions of the peers, and the reasons for missing figures."""
    names = list(report.get("peer_versions", {}))
    head = ["copy", "type", "shape", "view", "GB/s", "memcpy", "share", *(f"against {name}" for name in names)]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    reasons = []
    for figure in report["figures"]:
        peers = figure.get("peers", {})
        cells = [figure["name"], figure["dtype"], "×".join(map(str, figure["shape"])), f"`{figure['permutation']}`",
                 f"{figure['gigabytes_per_second']:.0f}", f"{figure['memcpy_gigabytes_per_second']:.0f}", f"{figure['ratio']:.2f}",
                 *(times_text(peers.get(name, {})) for name in names)]
        lines.append("| " + " | ".join(cells) + " |")
        reasons += [f"{name}, {figure['name']}: {peers[name]['why']}" for name in names if "why" in peers.get(name, {})]
    lines += ["", f"{report['device_name']}; " + "; ".join(f"{name} {version}" for name, version in report.get("peer_versions", {}).items())]
    missing = [name for name in names if all("why" in figure["peers"][name] for figure in report["figures"])]
    lines += [f"- {reason}" for reason in reasons if not reason.startswith(tuple(f"{name}," for name in missing))]
    if report.get("host_figures"):
        lines += ["", *host_table(report["host_figures"])]
    return "\n".join(lines)


def host_table(figures):
    """One line per kind of rows; one column per direction, kind of host memory and strided side."""
    def column(figure):
        return f"{figure['direction']}, {figure['host_memory']}, strided on the {figure['strided']}"
    def row(figure):
        return f"rows of {figure['row_bytes']} B" if "row_bytes" in figure else "transpose"
    columns = list(dict.fromkeys(map(column, figures)))
    rows = list(dict.fromkeys(map(row, figures)))
    ratios = {(row(figure), column(figure)): f"{figure['ratio']:.2f}" for figure in figures}
    yield "| | " + " | ".join(columns) + " |"
    yield "|" + "---|" * (len(columns) + 1)
    for name in rows:
        yield f"| {name} | " + " | ".join(ratios.get((name, each), "–") for each in columns) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", nargs="?", default="-", help="output of `bench copies --json`; -: standard input")
    parser.add_argument("--peer", action="append", choices=PEERS, default=[], help="a peer to measure; repeatable")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    try:
        if arguments.report == "-":
            report = json.load(sys.stdin)
        else:
            with open(arguments.report, encoding="utf-8") as file:
                report = json.load(file)
        figures = report["figures"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"texelscope: error: {arguments.report} is not a report of `bench copies --json`: {error}", file=sys.stderr)
        return 2
    if not figures:
        print(f"texelscope: error: {arguments.report} has no figures", file=sys.stderr)
        return 2
    for name in arguments.peer:
        print(f"measuring {name} …", file=sys.stderr)
        add_peer(report, name)
    if arguments.table:
        print(table(report))
    else:
        json.dump(report, sys.stdout, indent=2)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
