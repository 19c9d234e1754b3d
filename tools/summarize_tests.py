"""Says how a run of ctest went, from its JUnit file: failures with their output, skips with their reasons, and counts.

Ends with 1 when a test failed, when more were skipped than allowed, or when ctest did not get as far as a result.
"""

import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


def skip_reason(output):
    """The message of GTEST_SKIP, which stands after its file and line, or the last line that a script printed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for index, line in enumerate(lines):
        if re.search(r":\d+: Skipped$", line) and index + 1 < len(lines):
            return lines[index + 1]
    for line in lines:
        if line.lower().startswith("skipped: "):
            return line[len("skipped: "):]
    return lines[-1] if lines else "no reason given"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--log", type=pathlib.Path, required=True, help="what ctest printed")
    parser.add_argument("--max-skipped", type=int, required=True)
    parser.add_argument("--ctest-status", type=int, required=True)
    arguments = parser.parse_args()

    if not arguments.results.exists():
        print(arguments.log.read_text(errors="replace"), file=sys.stderr)
        print("texelscope: error: ctest left no results, see above", file=sys.stderr)
        print("0 passed, 1 failed, 0 skipped")
        return 1

    passed, failed, skipped = [], [], {}
    slowest = []
    for case in ElementTree.parse(arguments.results).getroot().iter("testcase"):
        name, output = case.get("name"), case.findtext("system-out") or ""
        slowest.append((float(case.get("time") or 0), name))
        if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
            skipped.setdefault(skip_reason(output), []).append(name)
        elif case.get("status") == "run":
            passed.append(name)
        else:
            failed.append((name, output))

    for name, output in failed:
        print(f"--- failed: {name}\n{output.rstrip()}\n")
    for reason, names in sorted(skipped.items()):
        print(f"skipped, {reason}:")
        for name in names:
            print(f"  {name}")
    slowest.sort(reverse=True)
    print("slowest: " + ", ".join(f"{name} {seconds:.1f} s" for seconds, name in slowest[:3]))

    skip_count = sum(map(len, skipped.values()))
    status = 1 if failed else 0
    if not passed and not failed and not skipped:
        print("texelscope: error: no test ran; does --filter name any?", file=sys.stderr)
        status = 1
    if skip_count > arguments.max_skipped:
        print(f"texelscope: error: {skip_count} tests were skipped, more than the {arguments.max_skipped} allowed", file=sys.stderr)
        status = 1
    if arguments.ctest_status != 0 and not failed and not status:
        print(f"texelscope: error: ctest ended with {arguments.ctest_status}, see {arguments.log}", file=sys.stderr)
        status = 1
    print(f"{len(passed)} passed, {len(failed)} failed, {skip_count} skipped")
    return status


if __name__ == "__main__":
    sys.exit(main())
