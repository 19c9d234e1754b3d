"""The time to compile every header alone, and whether each compiles."""

import subprocess
import time

from gate_kit import Figure, Missing, at_most, last_line


def measure(context):
    if not (context.build / "build.ninja").exists():
        raise Missing(f"build/{context.preset} is not configured")
    base = ["cmake", "--build", context.build, "--target"]
    start = time.monotonic()
    done = subprocess.run([*base, "texelscope_headers"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        yield Figure("headers alone", f"fails: {last_line(done.stdout)}", "", "all compile", False)
        return
    yield at_most("headers alone", time.monotonic() - start, 40.0, "s")
