"""Tests tools/summarize_tests.py with fabricated runs of ctest."""

import json
import pathlib
import re
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


NOT_BUILT = '<testcase name="A.IsNotBuilt" time="0" status="notrun"><skipped message="Unable to find executable"/></testcase>'
SILENT = '<testcase name="A.IsSilent" time="0" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/><system-out></system-out></testcase>'

# The list that runs are compared with: one test, and requirements that may be missing here.
LIST = {
    "sources": {"folders": ["tests"], "only_with_cuda": "^tests/cuda/", "may_be_none": []},
    "commands": [{"tests": ["Golden"]}],
    "gpu": [],
    "needs": [{"name": "a thing", "reason": "no thing", "files": ["/nowhere/thing"]},
              {"name": "a root", "reason": "no root", "files": ["/"]}],
}
GOLDEN = PASSED.replace("A.Passes", "Golden")
ON_CPU = PASSED.replace("A.Passes", "On/B.Runs/cpu")
CPU = {"id": "cpu", "is_available": True}
NO_GPU = {"id": "cuda:0", "is_available": False, "reason": "check CUDA_VISIBLE_DEVICES"}
GPU = {"id": "cuda:0", "is_available": True}


DECLARED = re.compile(r'name="(?:On/)?(\w+)\.(\w+)')


def skipped(name, reason):
    return SKIPPED.replace("A.IsSkipped", name).replace("no GL here", reason)


def summarize(cases, max_skipped=20, ctest_status=0, has_results=True, devices=(CPU,), pattern="Some", sources=None, cache="", **changes):
    """`sources` declare the tests; without sources, each test of the run counts as declared."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        results, log = folder / "results.xml", folder / "log.txt"
        log.write_text("No tests were found!!!\n")
        if has_results:
            results.write_text(f'<?xml version="1.0"?><testsuite>{"".join(cases)}</testsuite>')
        (folder / "CMakeCache.txt").write_text(cache)
        (folder / "tests").mkdir()
        if sources is None:
            sources = "".join(f"TEST({suite}, {test}) {{}}\n" for suite, test in DECLARED.findall("".join(cases)))
        (folder / "tests" / "a_test.cpp").write_text(sources)
        (folder / "list.json").write_text(json.dumps({**LIST, **changes}))
        (folder / "devices.json").write_text(json.dumps({"devices": devices}))
        done = subprocess.run(
            [sys.executable, "-B", TOOL, results, "--log", log, "--max-skipped", str(max_skipped), "--ctest-status", str(ctest_status),
             "--devices", folder / "devices.json", "--list", folder / "list.json", "--root", folder, "--filter", pattern],
            capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr


class SummaryOfTests(unittest.TestCase):
    def test_ends_with_the_counts(self):
        code, out, _ = summarize([PASSED, PASSED, SKIPPED])
        self.assertEqual(code, 0)
        self.assertEqual(out.splitlines()[-1], "2 passed, 0 failed, 1 skipped")

    def test_reports_the_reason_of_a_skip(self):
        _, out, _ = summarize([SKIPPED])
        self.assertIn("skipped, no GL here:\n  A.IsSkipped", out)

    def test_shows_the_output_of_a_failure(self):
        code, out, _ = summarize([PASSED, FAILED], ctest_status=8)
        self.assertEqual(code, 1)
        self.assertIn("failed: A.Fails\nexpected 3", out)
        self.assertEqual(out.splitlines()[-1], "1 passed, 1 failed, 0 skipped")

    def test_too_many_skips_are_a_failure(self):
        code, _, error = summarize([PASSED, SKIPPED, skipped("A.IsSkippedToo", "no GL here")], max_skipped=1)
        self.assertEqual(code, 1)
        self.assertIn("2 tests were skipped for unlisted reasons, more than the 1 allowed: A.IsSkipped", error)

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
        self.assertIn("ctest exited with code 8", error)

    def test_a_test_without_its_program_failed(self):
        code, out, _ = summarize([PASSED, NOT_BUILT])
        self.assertEqual(code, 1)
        self.assertIn("failed: A.IsNotBuilt\nUnable to find executable", out)

    def test_a_skip_without_a_reason_is_a_failure(self):
        self.assertEqual(summarize([PASSED, SILENT])[0], 1)

    def test_a_failure_that_was_skipped_too_is_a_failure(self):
        failed_too = SKIPPED.replace("no GL here", "no GL here\n[  FAILED  ] A.IsSkipped")
        self.assertEqual(summarize([PASSED, failed_too])[0], 1)


def suite(*tests, status="run", count=None):
    """A suite named S in one process, whose tests are pairs of a name and the text from its start to its end."""
    said = "".join(f"[ RUN      ] S.{name}\n{text}" for name, text in tests)
    return (f'<testcase name="S" time="1" status="{status}"><system-out>[==========] Running {count or len(tests)} tests from 1 test suite.\n'
            f"{said}</system-out></testcase>")


class SuitesInOneProcess(unittest.TestCase):
    OK = ("Runs", "[       OK ] S.Runs (12 ms)\n")
    SKIPPED = ("IsSkipped", "a.cpp:3: Skipped\nno GL here\n[  SKIPPED ] S.IsSkipped (0 ms)\n")
    FAILED = ("Fails", "expected 3\n[  FAILED  ] S.Fails, where GetParam() = 4 (7 ms)\n")
    SOURCES = "".join(f"TEST(S, {name}) {{}}\n" for name in ("Runs", "IsSkipped", "Fails", "Ends"))

    def summarize(self, case):
        return summarize([case], sources=self.SOURCES, ctest_status=0 if 'status="run"' in case else 8)

    def test_count_as_their_tests(self):
        code, out, error = self.summarize(suite(self.OK, self.SKIPPED))
        self.assertEqual((code, error), (0, ""))
        self.assertIn("skipped, no GL here:\n  S.IsSkipped\n", out)
        self.assertTrue(out.endswith("1 passed, 0 failed, 1 skipped\n"), out)

    def test_report_only_the_failed_test_with_its_output(self):
        code, out, _ = self.summarize(suite(self.OK, self.FAILED, status="fail"))
        self.assertEqual(code, 1)
        self.assertIn("failed: S.Fails\n[ RUN      ] S.Fails\nexpected 3\n", out)
        self.assertTrue(out.endswith("1 passed, 1 failed, 0 skipped\n"), out)

    def test_report_the_test_that_ended_the_process(self):
        code, out, _ = self.summarize(suite(self.OK, ("Ends", "about to crash\n"), status="fail", count=3))
        self.assertEqual(code, 1)
        self.assertIn("failed: S.Ends\n[ RUN      ] S.Ends\nabout to crash\n", out)
        self.assertIn("failed: S\n2 of its 3 tests ran\n", out)

    def test_fail_if_the_process_failed_after_its_tests(self):
        code, out, _ = self.summarize(suite(self.OK, status="fail"))
        self.assertEqual(code, 1)
        self.assertIn("failed: S\nits process failed, but none of its tests did\n", out)

    def test_accept_a_result_after_text_without_a_line_end(self):
        code, out, _ = self.summarize(suite(("Runs", "so far[       OK ] S.Runs (1 ms)\n")))
        self.assertEqual((code, out.splitlines()[-1]), (0, "1 passed, 0 failed, 0 skipped"))


class WhatWasNotTested(unittest.TestCase):
    def test_a_run_of_all_that_lacks_one_is_a_failure(self):
        self.assertEqual(summarize([GOLDEN, ON_CPU, PASSED], pattern="")[0], 0)
        code, _, error = summarize([ON_CPU], pattern="")
        self.assertEqual(code, 1)
        self.assertIn("1 listed tests did not run: Golden;", error)
        code, _, error = summarize([GOLDEN], pattern="", sources="TEST(A, Passes) {}\n")
        self.assertEqual(code, 1)
        self.assertIn("A.Passes (tests/a_test.cpp)", error)

    def test_a_run_of_all_has_tests_of_the_cpu_device(self):
        self.assertIn("no device test ran", summarize([GOLDEN, PASSED], pattern="")[2])

    def test_tests_that_a_filter_excludes_are_not_missing(self):
        self.assertEqual(summarize([PASSED], pattern="Passes")[0], 0)

    def test_a_missing_requirement_is_reported_and_does_not_count_toward_the_limit(self):
        code, out, _ = summarize([PASSED, skipped("A.One", "there is no thing"), skipped("A.Two", "no thing here")], max_skipped=0)
        self.assertEqual(code, 0)
        self.assertIn("not tested, because a thing is missing: A.One, A.Two\n", out)

    def test_an_available_requirement_is_not_a_reason_to_skip(self):
        code, _, error = summarize([PASSED, skipped("A.One", "there is no root")])
        self.assertEqual(code, 1)
        self.assertIn("1 tests were skipped because a root is missing, but it is available: A.One", error)

    def test_a_command_is_skipped_only_for_a_missing_requirement(self):
        self.assertEqual(summarize([PASSED, skipped("Golden", "no thing")])[0], 0)
        code, _, error = summarize([PASSED, skipped("Golden", "a check failed")])
        self.assertEqual(code, 1)
        self.assertIn("Golden was skipped for an invalid reason: a check failed", error)

    def test_a_part_of_a_python_test_is_skipped_like_a_test(self):
        def part(reason):
            said = f"setUpClass (__main__.InAWindow) ... skipped '{reason}'\nOK (skipped=1)"
            return PASSED.replace("A.Passes", "Golden").replace("fine", said)
        code, out, _ = summarize([part("no thing")])
        self.assertEqual(code, 0)
        self.assertIn("skipped, no thing:\n  Golden, setUpClass\n", out)
        self.assertTrue(out.endswith("1 passed, 0 failed, 1 skipped\n"))
        self.assertEqual(summarize([part("no root")])[0], 1)
        self.assertIn("was skipped for an invalid reason: no reason of the list", summarize([part("no reason of the list")])[2])

    def test_a_part_that_is_skipped_without_its_name_is_a_failure(self):
        def run_that_said(text):
            return summarize([PASSED.replace("A.Passes", "Golden").replace("fine", text)], max_skipped=0)
        code, out, _ = run_that_said("..s\nRan 3 tests in 0.1s\n\nOK (skipped=1)")
        self.assertEqual(code, 1)
        self.assertIn("1 of its parts were skipped, but 0 are listed with a reason", out)
        one = "test_a (__main__.Case.test_a) ... skipped 'no thing'\n"
        self.assertEqual(run_that_said(one + "Ran 3 tests in 0.1s\n\nOK (skipped=1)")[0], 0)
        self.assertEqual(run_that_said(one + "Ran 3 tests in 0.1s\n\nOK (skipped=2, expected failures=1)")[0], 1)

    def test_a_python_test_without_parts_is_a_failure(self):
        def run_that_said(text):
            return summarize([PASSED.replace("A.Passes", "Golden").replace("fine", text)])
        code, out, _ = run_that_said("Ran 0 tests in 0.000s\n\nOK")
        self.assertEqual(code, 1)
        self.assertIn("none of its parts ran", out)
        skipped_class = "setUpClass (__main__.InAWindow) ... skipped 'no thing'\nRan 0 tests in 0.1s\n\nOK (skipped=1)"
        self.assertEqual(run_that_said(skipped_class)[0], 0)

    def test_a_test_that_the_list_lacks_is_a_failure(self):
        code, _, error = summarize([PASSED, GOLDEN], sources="TEST(A, Passes) {}")
        self.assertEqual(code, 0, error)
        code, _, error = summarize([PASSED, GOLDEN, PASSED.replace("A.Passes", "Tools.New")], sources="TEST(A, Passes) {}")
        self.assertEqual(code, 1)
        self.assertIn("not in tests/test_list.json, so a removal would go unnoticed: Tools.New; add it there", error)

    def test_the_features_of_a_build_are_read_from_its_cache(self):
        needs = [{"name": "a plain build", "reason": "no plain build", "build": "^MODE=$"}]
        for cache, code in (("MODE=\n", 1), ("MODE=thread\n", 0)):
            self.assertEqual(summarize([PASSED, skipped("A.One", "no plain build")], cache=cache, needs=needs)[0], code, cache)

    def test_a_missing_device_is_reported(self):
        code, out, _ = summarize([PASSED], devices=(CPU, NO_GPU))
        self.assertEqual(code, 0)
        self.assertIn("not tested: device cuda:0: check CUDA_VISIBLE_DEVICES\n", out)

    def test_a_gpu_that_is_hidden_is_a_failure(self):
        code, _, error = summarize([PASSED], devices=(CPU, NO_GPU), gpu=["/"])
        self.assertEqual(code, 1)
        self.assertIn("a GPU is present, but no CUDA device was tested", error)
        without = {**NO_GPU, "reason": "cuda:0: this build has no CUDA device: install the CUDA toolkit"}
        self.assertEqual(summarize([PASSED], devices=(CPU, without), gpu=["/"])[0], 0)

    def test_tests_of_the_cpu_device_run_on_each_device(self):
        on_cpu, on_gpu = (PASSED.replace("A.Passes", f"On/A.Passes/{device}") for device in ("cpu", "cuda_0"))
        self.assertEqual(summarize([on_cpu, on_gpu], devices=(CPU, GPU), pattern="A")[0], 0)
        code, _, error = summarize([on_cpu], devices=(CPU, GPU), pattern="A")
        self.assertEqual(code, 1)
        self.assertIn("device tests not run on an available device (1): On/A.Passes/cuda_0", error)
        self.assertEqual(summarize([on_cpu], devices=(CPU, GPU), pattern="cpu")[0], 0)


if __name__ == "__main__":
    unittest.main()
