"""The report of `texelscope bench copies` with the results of its peers, for the gates."""

import json
import shutil
import subprocess
import sys

from gate_kit import Failure, last_line


def python_with(module):
    """A Python interpreter that has a module, because a different one may precede the system Python in PATH. The first one if none has the
    module."""
    pythons = [sys.executable, shutil.which("python3"), shutil.which("python3", path="/usr/bin")]
    for python in filter(None, pythons):
        if subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0:
            return python
    return sys.executable


def measure_copies(context, device, peers):
    """Creates the report, and saves it in the build folder as copies-DEVICE.json, for `copy_peers.py --table`."""
    # Wrong elements are reported as a separate figure.
    report, code = context.report("bench", "copies", "--device", device, timeout=900)
    if code not in (0, 1):
        raise Failure(f"bench copies: code {code}")
    path = context.build / f"copies-{device}.json"
    path.write_text(json.dumps(report))
    for peer in peers:
        # Each peer runs in a separate process, so that its memory is released before the next one starts.
        done = subprocess.run([python_with(peer), "-B", context.root / "tools" / "copy_peers.py", "--peer", peer, path],
                              capture_output=True, text=True, check=False, timeout=900)
        if done.returncode != 0:
            raise Failure(f"copy_peers.py --peer {peer}: {last_line(done.stderr)}")
        path.write_text(done.stdout)
    return json.loads(path.read_text())


def name_of(figure):
    return f"{figure['name']}, {figure['dtype']} {'×'.join(map(str, figure['shape']))}"


def wrong_elements(report):
    return sum(figure["differences"] for figure in (*report["figures"], *report["host_figures"]))
