"""The tests of a GoogleTest suite that ran in one process, from its output."""

import dataclasses
import re

COUNT = re.compile(r"^\[==========\] Running (\d+) tests? from 1 test suite\.$", re.MULTILINE)
START = re.compile(r"\[ RUN      \] (\S+)$", re.MULTILINE)
# A result line ends in a time; lines without one belong to the list at the end.
RESULT = r"\[ +(OK|FAILED|SKIPPED) +\] {}(?:,.*)? \((\d+) ms\)$"


@dataclasses.dataclass
class SuiteTest:
    name: str
    # "OK", "FAILED" or "SKIPPED"; "" if the process ended during the test.
    result: str
    output: str
    seconds: float


def tests_of_suite(suite, output, has_passed):
    """The tests, or None if this is not the output of a complete suite. If the process failed and no test did, or if tests
    are missing, the last one is a failure with the suite's name."""
    count = COUNT.search(output)
    # A forked child may flush a copy of a line.
    starts = list({start[1]: start for start in reversed(list(START.finditer(output)))}.values())[::-1]
    if count is None or not all(start[1].startswith(suite + ".") for start in starts):
        return None
    tests = []
    for start, end in zip(starts, [*(next_start.start() for next_start in starts[1:]), len(output)]):
        result = re.search(RESULT.format(re.escape(start[1])), output[start.start() : end], re.MULTILINE)
        said = output[start.start() : start.start() + result.end() if result else end]
        tests.append(SuiteTest(start[1], result[1] if result else "", said, float(result[2]) / 1000 if result else 0.0))
    is_complete = len(tests) == int(count[1])
    if not is_complete or (not has_passed and all(test.result in ("OK", "SKIPPED") for test in tests)):
        why = "its process failed, but none of its tests did" if is_complete else f"{len(tests)} of its {count[1]} tests ran"
        tests.append(SuiteTest(suite, "", f"{why}\n{output}", 0.0))
    return tests
