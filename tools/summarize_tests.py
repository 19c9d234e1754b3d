"""Summarizes a run of ctest from its JUnit file: failures with their output, skips with their reasons, untested needs, and counts.

Exits with 1 if a test failed or did not start, if a listed test (tests/test_list.json) is missing, if a test was skipped
although its needs are met or for an unlisted reason, if an unlisted test ran, or if ctest wrote no results.
"""

import argparse
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

from suite_output import tests_of_suite
from test_list import TestList

ROOT = pathlib.Path(__file__).resolve().parents[1]
MAX_NAMED = 20
# A skipped part of a Python test: "test_it (__main__.Case.test_it) ... skipped 'there is none'".
PART = re.compile(r"^ *(\w+) \(.*skipped ['\"](.*)['\"]$", re.MULTILINE)
# The last lines of Python's unittest: "OK (skipped=2)"; "Ran 0 tests in 0.000s".
SKIPPED_PARTS = re.compile(r"^OK \(.*\bskipped=(\d+)", re.MULTILINE)
NO_PARTS = re.compile(r"^Ran 0 tests in ", re.MULTILINE)


def skip_reason(output):
    """The message of GTEST_SKIP, which follows its file and line, or the last line that a script printed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for index, line in enumerate(lines):
        if re.search(r":\d+: Skipped$", line) and index + 1 < len(lines):
            return lines[index + 1]
    for line in lines:
        if line.lower().startswith("skipped: "):
            return line[len("skipped: "):]
    return lines[-1] if lines else ""


class Run:
    """The tests of a JUnit file."""

    def __init__(self, results):
        self.passed, self.failed, self.skipped, self.seconds = [], [], {}, []
        for case in ElementTree.parse(results).getroot().iter("testcase"):
            name, output = case.get("name"), case.findtext("system-out") or ""
            if suite := tests_of_suite(name, output, case.get("status") == "run"):
                self.take_suite(suite)
                continue
            self.seconds.append((float(case.get("time") or 0), name))
            skip = case.find("skipped")
            # A test without its program, or whose fixture failed, did not skip itself; and one that failed and then reported a
            # skip has failed.
            is_own_word = skip is not None and (skip.get("message") or "").startswith("SKIP_")
            if is_own_word and "[  FAILED  ]" not in output and skip_reason(output):
                self.skipped[name] = skip_reason(output)
            elif case.get("status") == "run":
                self.take_passed(name, output)
            else:
                why = "" if skip is None else skip.get("message") or "skipped without a reason"
                self.failed.append((name, output or why))

    def take_suite(self, suite):
        for test in suite:
            self.seconds.append((test.seconds, test.name))
            if test.result == "OK":
                self.passed.append(test.name)
            elif test.result == "SKIPPED" and skip_reason(test.output):
                self.skipped[test.name] = skip_reason(test.output)
            else:
                self.failed.append((test.name, test.output))

    def take_passed(self, name, output):
        """Fails a Python test that skipped parts without naming them, or ran none."""
        parts = PART.findall(output)
        for part, reason in parts:
            self.skipped[f"{name}, {part}"] = reason
        counted = sum(map(int, SKIPPED_PARTS.findall(output)))
        if counted > len(parts):
            self.failed.append((name, f"{counted} of its parts were skipped, but {len(parts)} are listed with a reason; run it with "
                                      f"verbosity 2, and without docstrings of tests\n{output}"))
        elif NO_PARTS.search(output) and not parts:
            self.failed.append((name, f"none of its parts ran\n{output}"))
        else:
            self.passed.append(name)

    def names(self):
        return [*self.passed, *(name for name, _ in self.failed), *self.skipped]

    def tests(self):
        """Names of complete tests, without their parts."""
        return dict.fromkeys(name.split(", ")[0] for name in self.names())


def named(names):
    names = list(names)
    more = f", and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return ", ".join(names[:MAX_NAMED]) + more


def print_skips(run):
    reasons = {}
    for name, reason in run.skipped.items():
        reasons.setdefault(reason, []).append(name)
    for reason, names in sorted(reasons.items()):
        print(f"skipped, {reason}:")
        for name in names:
            print(f"  {name}")


def skip_errors(run, tests, max_skipped, build):
    """Prints the tests that were not run because something is missing; yields errors about invalid skips."""
    commands = {name.lower() for name in tests.scripts()}
    others, not_tested = [], {}
    for name, reason in run.skipped.items():
        need = tests.need_of(reason)
        if need is not None:
            not_tested.setdefault(need.name, (need, []))[1].append(name)
        elif name.split(", ")[0].lower() in commands:
            yield f"{name} was skipped for an invalid reason: {reason}"
        else:
            others.append(name)
    for need, names in not_tested.values():
        print(f"not tested, because {need.name} is missing: {named(names)}")
        if need.is_there(build):
            yield f"{len(names)} tests were skipped because {need.name} is missing, but it is available: {named(names)}"
    if len(others) > max_skipped:
        yield (f"{len(others)} tests were skipped for unlisted reasons, more than the {max_skipped} allowed: "
               f"{named(others)}")


def device_errors(run, tests, devices, pattern):
    """Prints the devices that were not tested; yields errors about missing device tests."""
    there = [device["id"] for device in devices if device["is_available"]]
    for device in devices:
        if not device["is_available"]:
            print(f"not tested: device {device['id']}: {device['reason']}")
    has_cuda_build = not any("this build has no CUDA device" in device.get("reason", "") for device in devices)
    if has_cuda_build and tests.has_gpu() and not any(device.startswith("cuda") for device in there):
        yield "a GPU is present, but no CUDA device was tested; see the reason above"
    if missing := list(tests.missing_on_devices(run.names(), there, pattern)):
        yield f"device tests not run on an available device ({len(missing)}): {named(missing)}"
    if not pattern and not any(map(tests.is_on_cpu, run.names())):
        yield "no device test ran"
    if not pattern and (missing := list(tests.missing(run.names(), has_cuda_build))):
        yield f"{len(missing)} listed tests did not run: {named(missing)}; rebuild, or correct tests/test_list.json"
    if unknown := list(tests.unknown(run.tests())):
        yield f"not in tests/test_list.json, so a removal would go unnoticed: {named(unknown)}; add it there"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--log", type=pathlib.Path, required=True, help="output of ctest")
    parser.add_argument("--devices", type=pathlib.Path, required=True, help="output of `texelscope devices --json`")
    parser.add_argument("--max-skipped", type=int, required=True, help="number of tests that may be skipped for unlisted reasons")
    parser.add_argument("--ctest-status", type=int, required=True)
    parser.add_argument("--filter", default="", help="regular expression that selected the tests")
    parser.add_argument("--list", type=pathlib.Path, default=ROOT / "tests" / "test_list.json")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="base folder of the listed files")
    arguments = parser.parse_args()

    if not arguments.results.exists():
        print(arguments.log.read_text(errors="replace"), file=sys.stderr)
        print("texelscope: error: ctest wrote no results; see above", file=sys.stderr)
        print("0 passed, 1 failed, 0 skipped")
        return 1

    run = Run(arguments.results)
    tests = TestList(arguments.list, arguments.root)
    devices = json.loads(arguments.devices.read_text(encoding="utf-8"))["devices"]
    for name, output in run.failed:
        print(f"--- failed: {name}\n{output.rstrip()}\n")
    print_skips(run)
    print("slowest: " + ", ".join(f"{name} {seconds:.1f} s" for seconds, name in sorted(run.seconds, reverse=True)[:3]))

    errors = []
    if not run.names():
        errors.append("no test ran; check --filter")
    else:
        errors += skip_errors(run, tests, arguments.max_skipped, arguments.results.parent)
        errors += device_errors(run, tests, devices, arguments.filter)
    if arguments.ctest_status != 0 and not run.failed and not errors:
        errors.append(f"ctest exited with code {arguments.ctest_status}; see {arguments.log}")
    for error in errors:
        print(f"texelscope: error: {error}", file=sys.stderr)
    print(f"{len(run.passed)} passed, {len(run.failed)} failed, {len(run.skipped)} skipped")
    return 1 if run.failed or errors else 0


if __name__ == "__main__":
    sys.exit(main())
