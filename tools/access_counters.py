"""Compares the estimated requests and sectors of recorded kernels (docs/access-recording.md) with a GPU's counters.

tools/access_counters.py --estimate BUILD > estimates.json    without a GPU: the estimates of access_counters.cu
tools/access_counters.py --measure estimates.json             with nvcc, ncu and a GPU: a table with the differences

Exit code 77: ncu is not installed, or not permitted to read counters."""

import argparse
import csv
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
SKIPPED = 77
# The pipeline of each kind of access, as Nsight Compute names it.
PIPES = {"memory read": "lsu_mem_global_op_ld", "memory write": "lsu_mem_global_op_st", "fetch": "tex_mem_texture",
         "surface read": "tex_mem_surface_op_ld", "surface write": "tex_mem_surface_op_st"}


def metric(number, access):
    return f"l1tex__t_{number}_pipe_{PIPES[access]}.sum"


class Skipped(Exception):
    pass


def summed(lines):
    """The estimates of lines of code, summed by kernel and kind of access."""
    sums = {}
    for line in lines:
        sums.setdefault((line["kernel"], line["access"]), {"requests": 0, "sectors": 0})
        for number in ("requests", "sectors"):
            sums[line["kernel"], line["access"]][number] += line[number]
    return sums


def read_counters(text):
    """{kernel's name: {metric: value}} from the output of ncu --csv, with one metric in each row or column."""
    rows = text[text.index('"ID"'):] if '"ID"' in text else ""
    counters = {}
    for row in csv.DictReader(io.StringIO(rows)):
        values = {row["Metric Name"]: row["Metric Value"]} if "Metric Name" in row else row
        numbers = counters.setdefault(row.get("Kernel Name") or "", {})
        for name, value in values.items():
            if name and name.startswith("l1tex__") and value and value.replace(",", "").replace(".", "").isdigit():
                numbers[name] = float(value.replace(",", ""))
    return counters


def difference(estimate, measured):
    if measured is None:
        return "–"
    return "0 %" if estimate == measured else "–" if measured == 0 else f"{100 * (estimate / measured - 1):+.1f} %"


def table(estimates, counters):
    lines = ["| kernel | access | requests, estimated | measured | difference | sectors, estimated | measured | difference |", "|---|---|---|---|---|---|---|---|"]
    for (kernel, access), numbers in summed(estimates).items():
        measured = next((values for name, values in counters.items() if kernel in name), {})
        cells = [kernel, access]
        for number in ("requests", "sectors"):
            value = measured.get(metric(number, access))
            cells += [f"{numbers[number]:,}", "not measured" if value is None else f"{value:,.0f}", difference(numbers[number], value)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def output_of(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def estimate(build):
    code, output = output_of([build / "bin/access_counters", build / "bin/access_counters_recorded.so"])
    if code != 0:
        sys.exit(f"access_counters.py: {output.strip()}; build the target access_counters")
    return json.loads(output)


def known_metrics(ncu, wanted):
    """Those that the GPU has: names differ between generations."""
    _, listed = output_of([ncu, "--query-metrics"])
    return [name for name in wanted if name.removesuffix(".sum") in listed] or wanted


def measure(estimates):
    ncu, nvcc = shutil.which("ncu"), shutil.which("nvcc")
    if not ncu or not nvcc:
        raise Skipped(f"{'nvcc' if ncu else 'ncu'} is not installed")
    accesses = {access for _, access in summed(estimates)}
    wanted = sorted(metric(number, access) for number in ("requests", "sectors") for access in accesses)
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "access_counters"
        code, output = output_of([nvcc, "-std=c++20", "-O2", "-arch=native", "-DON_GPU", "-I", ROOT / "gpu/include", "-I", ROOT, ROOT / "tools/access_counters.cu",
                                  "-o", program])
        if code != 0:
            raise Skipped(f"nvcc: {output.strip()[:200]}")
        code, output = output_of([ncu, "--csv", "--page", "raw", "--clock-control", "none", "--metrics", ",".join(known_metrics(ncu, wanted)), program])
    counters = read_counters(output)
    if not any(counters.values()):
        reason = next((line for line in output.splitlines() if "ERR_" in line or "Failed" in line or "==ERROR==" in line), f"exit code {code}")
        raise Skipped(f"ncu read no counters: {reason.strip()}")
    return counters


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--estimate", metavar="BUILD", type=pathlib.Path)
    parser.add_argument("--measure", metavar="FILE", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.estimate:
        print(json.dumps(estimate(arguments.estimate), indent=1))
        return 0
    if not arguments.measure:
        parser.error("pass --estimate or --measure")
    estimates = json.loads(arguments.measure.read_text())
    try:
        print(table(estimates, measure(estimates)))
    except Skipped as reason:
        print(f"access_counters.py: {reason}", file=sys.stderr)
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
