"""Functions and classes for gates: running the program, and reporting figures."""

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys


class Failure(Exception):
    """Raised if a gate fails to finish."""


class Missing(Exception):
    """Raised if a prerequisite of a gate is missing."""


@dataclasses.dataclass
class Figure:
    """One measurement. `met` is None for a figure without a target."""

    gate: str
    figure: object
    unit: str
    target: str
    met: bool | None

    def cells(self):
        text = f"{self.figure:.2f}" if isinstance(self.figure, float) else str(self.figure)
        return (self.gate, f"{text} {self.unit}".strip(), self.target, {True: "yes", False: "NO", None: "-"}[self.met])


@dataclasses.dataclass
class NotRun:
    """A measurement that was not run because a prerequisite is missing."""

    gate: str
    why: str

    def cells(self):
        return (self.gate, f"not run: {self.why}", "", "-")


# The peak memory of a process starts with that of its parent, which here may include images.
LAUNCHER = """
import os, subprocess, sys, time
with open(sys.argv[1], "w") as out:
    start = time.perf_counter()
    process = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    print(time.perf_counter() - start, usage.ru_maxrss * 1024, process.returncode)
"""


def at_most(gate, value, limit, unit):
    return Figure(gate, value, unit, f"<= {limit} {unit}".strip(), value <= limit)


def at_least(gate, value, limit, unit):
    return Figure(gate, value, unit, f">= {limit} {unit}".strip(), value >= limit)


@dataclasses.dataclass
class Context:
    root: pathlib.Path
    preset: str
    # A temporary folder for the gate, which is deleted afterward.
    work: pathlib.Path

    @property
    def build(self):
        return self.root / "build" / self.preset

    @property
    def program(self):
        return self.build / "bin" / "texelscope"

    @property
    def photo(self):
        return self.root / "assets" / "photo.png"

    def run(self, *arguments, is_checked=True, under_xvfb=False, environment=None, timeout=300):
        """Runs the program that has the command. @raises Failure for a code other than 0, unless not checked."""
        is_instrument = arguments[0] in ("sweep", "stress") or (arguments[0] == "bench" and arguments[1] != "copies")
        command = [f"{self.program}{'-dev' if is_instrument else ''}", *map(str, arguments)]
        if under_xvfb:
            command = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x720x24", *command]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False,
                                  stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        except subprocess.TimeoutExpired as error:
            raise Failure(f"timed out after {timeout} s: {' '.join(command)}") from error
        if is_checked and done.returncode != 0:
            raise Failure(f"code {done.returncode}: {' '.join(command[-8:])}: {last_line(done.stderr)}")
        return done

    def timed(self, command, codes=(0,)):
        """The duration in seconds and the peak memory in bytes of a run. @raises Failure for any other exit code."""
        log = self.work / "log"
        done = subprocess.run([sys.executable, "-c", LAUNCHER, log, *map(str, command)], capture_output=True, text=True, check=True)
        seconds, memory, code = done.stdout.split()
        if int(code) not in codes:
            raise Failure(f"code {code}: {' '.join(map(str, command))}: {last_line(log.read_text(errors='replace'))}")
        return float(seconds), int(memory)

    def report(self, *arguments, timeout=300):
        """The output of a command with --json, and its exit code. @raises Failure if it prints nothing."""
        done = self.run(*arguments, "--json", is_checked=False, timeout=timeout)
        if not done.stdout:
            raise Failure(f"{' '.join(map(str, arguments))}: code {done.returncode}: {last_line(done.stderr)}")
        return json.loads(done.stdout), done.returncode

    def require(self, *tools):
        """@raises Missing if the program, one of these tools, or one of their dependencies is missing."""
        if not self.program.exists():
            raise Missing(f"{self.program.relative_to(self.root)} does not exist")
        for tool in tools:
            for needed in (tool, "xauth") if tool == "xvfb-run" else (tool,):
                if not shutil.which(needed):
                    raise Missing(f"no {needed}")

    def on_each_device(self, gate, measure):
        """The figures of measure(device) for the CPU device, and for a CUDA device if one is usable."""
        self.require()
        yield from measure("cpu")
        if why := self.cuda_missing():
            yield NotRun(f"{gate}, cuda", why)
        else:
            yield from measure("cuda")

    def cuda_missing(self):
        """Why no CUDA device is usable; None if one is."""
        self.require()
        reports = json.loads(self.run("devices", "--json").stdout)
        reports = reports["devices"] if isinstance(reports, dict) else reports
        why = "this build has no CUDA device"
        for report in reports:
            if str(report.get("id", report.get("name"))).startswith("cuda"):
                if not report.get("reason"):
                    return None
                why = report["reason"]
        return why

    def differing_pixels(self, first, second):
        """The number of pixels that differ between two images, and the largest difference."""
        if pathlib.Path(first).read_bytes() == pathlib.Path(second).read_bytes():
            return 0, 0
        report, _ = self.report("compare", first, second)
        return report["pairs"][0]["differing_pixels"], report["pairs"][0]["max_error"]


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no output"
