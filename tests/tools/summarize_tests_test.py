"""Gives tools/summarize_tests.py made-up runs of ctest and reads what it says of them."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "summarize_tests.py"

PASSED = '<testcase name="A.Passes" time="0.2" status="run"><system-out>fine</system-out></testcase>'
FAILED = '<testcase name="A.Fails" time="0.1" status="fail"><failure message=""/><system-out>expected 3</system-out></testcase>'
SKIPPED = (
    '<testcase name="A.IsSkipped" time="0" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>'
    "<system-out>[ RUN      ] A.IsSkipped\n../a_test.cpp:12: Skipped\nno GL here\n[  SKIPPED ] A.IsSkipped (0 ms)</system-out></testcase>"
)


def summarize(cases, max_skipped=20, ctest_status=0, has_results=True):
    with tempfile.TemporaryDirectory() as folder:
        results = pathlib.Path(folder) / "results.xml"
        log = pathlib.Path(folder) / "log.txt"
        log.write_text("No tests were found!!!\n")
        if has_results:
            results.write_text(f'<?xml version="1.0"?><testsuite>{"".join(cases)}</testsuite>')
        done = subprocess.run(
            [sys.executable, "-B", TOOL, results, "--log", log, "--max-skipped", str(max_skipped), "--ctest-status", str(ctest_status)],
            capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr


class SummaryOfTests(unittest.TestCase):
    def test_ends_with_the_counts(self):
        code, out, _ = summarize([PASSED, PASSED, SKIPPED])
        self.assertEqual(code, 0)
        self.assertEqual(out.splitlines()[-1], "2 passed, 0 failed, 1 skipped")

    def test_gives_the_reason_of_a_skip(self):
        _, out, _ = summarize([SKIPPED])
        self.assertIn("skipped, no GL here:\n  A.IsSkipped", out)

    def test_shows_the_output_of_a_failure(self):
        code, out, _ = summarize([PASSED, FAILED], ctest_status=8)
        self.assertEqual(code, 1)
        self.assertIn("failed: A.Fails\nexpected 3", out)
        self.assertEqual(out.splitlines()[-1], "1 passed, 1 failed, 0 skipped")

    def test_too_many_skips_are_a_failure(self):
        code, _, error = summarize([PASSED, SKIPPED, SKIPPED], max_skipped=1)
        self.assertEqual(code, 1)
        self.assertIn("2 tests were skipped, more than the 1 allowed", error)

    def test_a_run_without_results_is_a_failure(self):
        code, _, error = summarize([], ctest_status=8, has_results=False)
        self.assertEqual(code, 1)
        self.assertIn("No tests were found", error)

    def test_a_run_without_tests_is_a_failure(self):
        code, _, error = summarize([])
        self.assertEqual(code, 1)
        self.assertIn("no test ran", error)

    def test_an_unexplained_code_of_ctest_is_a_failure(self):
        code, _, error = summarize([PASSED], ctest_status=8)
        self.assertEqual(code, 1)
        self.assertIn("ctest ended with 8", error)


if __name__ == "__main__":
    unittest.main()
