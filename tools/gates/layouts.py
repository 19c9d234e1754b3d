"""The cost of layout operations, the speed of `layout --batch`, and the agreement of random chains with NumPy."""

import shutil
import subprocess
import time

from gate_kit import Figure, NotRun, at_most, last_line

BATCH = 20_000
CHAINS = 100_000
CASE = ('{"id": %d, "shape": [5, 3, 4, 6], "strides": null, "itemsize": 4, "order": "C", "ops": ["permuted(2,0,1,3)", '
        '"sliced(::-2, 1:, :, 3)", "unsqueezed(0)", "broadcast_to(2,2,4,3)", "to_dense(C)", "reshaped(4,-1)"]}\n')


def measure(context):
    context.require()
    report, _ = context.report("bench", "layouts")
    for figure in report["figures"]:
        yield at_most(f"layout of rank 4, {figure['name']}, median", float(figure["median_ns"]), float(figure["limit_ns"]), "ns")
    allocations = sum(figure["allocations"] for figure in report["figures"])
    yield Figure("layouts of rank 4", allocations, "allocations", "0", allocations == 0)

    batch = context.work / "cases.jsonl"
    batch.write_text("".join(CASE % number for number in range(BATCH)))
    start = time.monotonic()
    answers = context.run("layout", "--batch", batch).stdout.splitlines()
    yield at_most(f"layout --batch, {BATCH} cases of 6 operations", time.monotonic() - start, 1.0, "s")
    errors = sum('"error"' in answer for answer in answers)
    yield Figure("layout --batch", len(answers) - errors, "answers", str(BATCH), len(answers) - errors == BATCH)

    # The system Python, because a different one without NumPy may precede it in PATH.
    python = shutil.which("python3", path="/usr/bin")
    if python is None or subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False).returncode != 0:
        yield NotRun(f"{CHAINS} chains of operations against NumPy", "no NumPy (package python3-numpy)")
        return
    done = subprocess.run([python, "-B", context.root / "tools" / "check_layouts.py", context.program, "--cases", str(CHAINS)],
                          capture_output=True, text=True, check=False)
    yield Figure(f"{CHAINS} chains of operations against NumPy", last_line(done.stdout + done.stderr), "", "0 wrong", done.returncode == 0)
