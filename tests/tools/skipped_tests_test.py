"""Configures the tests of Python and of layouts without pybind11 and without NumPy: each exists, and is skipped with its reason.

usage: skipped_tests_test.py CMAKE CTEST
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

TESTS = pathlib.Path(__file__).resolve().parents[1]
PROJECT = f"""cmake_minimum_required(VERSION 3.25)
project(without NONE)
enable_testing()
include({TESTS}/skipped_tests.cmake)
include({TESTS}/python.cmake)
include({TESTS}/layouts.cmake)
"""


def reasons(*options):
    """The reasons of skipped tests, by test name."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "CMakeLists.txt").write_text(PROJECT)
        done = subprocess.run([CMAKE, "-G", "Ninja", "-S", folder, "-B", folder / "build", *options], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        subprocess.run([CTEST, "--test-dir", folder / "build", "--output-junit", folder / "results.xml"], check=True,
                       capture_output=True)
        cases = ElementTree.parse(folder / "results.xml").getroot().iter("testcase")
        return {case.get("name"): case.findtext("system-out").strip() for case in cases if case.find("skipped") is not None}


class WithoutPackages(unittest.TestCase):
    def test_each_test_is_skipped_with_what_to_install(self):
        skipped = reasons()
        python = {f"Python.{file.stem.removesuffix('_test')}" for file in (TESTS / "python").glob("*_test.py")}
        python.add("ImageRegression.NeedsTheComparisonAlone")
        layouts = {f"Layouts.AgreeWithNumPyOnRandomChains.Seed{seed}" for seed in range(1, 5)}
        self.assertEqual({name.lower() for name in skipped}, {name.lower() for name in python | layouts})
        for name, reason in skipped.items():
            package = "python3-numpy" if name.startswith("Layouts") else "pybind11-dev"
            self.assertRegex(reason, f"^skipped: .*install {package}")

    def test_thread_sanitizer_is_a_separate_reason(self):
        self.assertIn("ThreadSanitizer", reasons("-D", "TEXELSCOPE_SANITIZE=thread")["Python.Module"])


if __name__ == "__main__":
    CMAKE, CTEST = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
