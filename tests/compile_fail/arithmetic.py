"""Compiles the source that rejects floating-point flags with which the CPU device's results would differ from the
hardware's.

    arithmetic.py COMPILER SOURCE
"""

import platform
import subprocess
import sys

REFUSED = {"-ffast-math": "-ffast-math and -Ofast", "-Ofast": "-ffast-math and -Ofast"}
if platform.machine() == "x86_64":
    REFUSED["-mfpmath=387"] = "387"


def compiled(compiler, source, flags):
    return subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *flags, source], capture_output=True, text=True, check=False)


def problems(compiler, source):
    for flags in [], ["-O3"], ["-march=native"]:
        done = compiled(compiler, source, flags)
        if done.returncode != 0:
            yield f"with {flags}, the source is rejected:\n{done.stderr}"
    for flag, reason in REFUSED.items():
        done = compiled(compiler, source, [flag])
        if done.returncode == 0:
            yield f"{flag} is accepted"
        elif reason not in done.stderr:
            yield f"{flag} is rejected for a different reason:\n{done.stderr}"


found = list(problems(*sys.argv[1:]))
print("\n".join(found) or "passed")
sys.exit(1 if found else 0)
