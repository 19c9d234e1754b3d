"""Uses fabricated sources to test the list that tools/summarize_tests.py checks a run against, and what the list requires
of a test program."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import test_list  # noqa: E402

SOURCE = """TEST(Png, RefusesAFlippedByte) {}
TEST_P(Stream,
       RunsInOrder) {}
// TEST(Not, ATest)
TYPED_TEST(Tensor, IsSeen) {}
RC_GTEST_PROP(Layout, ComesBack, (int a)) {}
TEST_P(FastFetch, MayBeNone) {}
"""
DATA = {
    "sources": {"folders": ["tests/gpu"], "only_with_cuda": "^tests/gpu/cuda/", "may_be_none": ["FastFetch"]},
    "commands": [{"tests": "Python.*", "files": "tests/python/*_test.py"}, {"tests": ["GoldenFrames"]}],
    "gpu": [],
    "needs": [{"name": "a thing", "reason": "no thing", "files": ["/nowhere/thing"]},
              {"name": "a root", "reason": "no root", "files": ["/"]},
              {"name": "a shell", "reason": "no shell", "programs": ["sh", "no-such-program"]},
              {"name": "a module", "reason": "no module", "python": "no_such_module"},
              {"name": "luck", "reason": "no luck"},
              {"name": "either", "reason": "no either", "files": ["/nowhere/a"],
               "others": [{"files": ["/nowhere/b"]}, {"files": ["/"], "programs": ["sh"]}]}],
}
FILES_OF_CMAKE = [*(ROOT / "tests").rglob("*.cmake"), *(ROOT / "tests").rglob("CMakeLists.txt")]
# Does not match names in variables.
NAME_OF_TEST = re.compile(r"add_test\(NAME ([\w.]+)\s")
ALL = ["Python.CuPy", "Python.View", "GoldenFrames", "Png.RefusesAFlippedByte", "On/Stream.RunsInOrder/cpu",
       "Tensor.IsSeen<int>", "Layout.ComesBack"]


class List(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        root = pathlib.Path(self.folder.name)
        for name, text in (("tests/gpu/a_test.cpp", SOURCE), ("tests/gpu/cuda/b_test.cu", "TEST(Cuda, Opens) {}\n"),
                           ("tests/python/cupy_test.py", ""), ("tests/python/view_test.py", "")):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        (root / "list.json").write_text(json.dumps(DATA))
        self.list = test_list.TestList(root / "list.json", root)

    def test_a_complete_run_misses_no_test(self):
        self.assertEqual(list(self.list.missing(ALL, has_cuda=False)), [])

    def test_a_typed_test_has_two_names(self):
        names = [name.replace("Tensor.IsSeen<int>", "Tensor/0.IsSeen") for name in ALL]
        self.assertEqual(list(self.list.missing(names, has_cuda=False)), [])
        self.assertEqual(list(self.list.unknown(names)), [])

    def test_each_omitted_test_is_missing(self):
        for name in ALL:
            missing = list(self.list.missing([other for other in ALL if other != name], has_cuda=False))
            self.assertEqual(len(missing), 1, name)
        self.assertEqual(list(self.list.missing(ALL, has_cuda=True)), ["Cuda.Opens (tests/gpu/cuda/b_test.cu)"])

    def test_a_test_in_neither_the_sources_nor_the_list_is_unknown(self):
        others = ["FastFetch.MayBeNone/0", "Cuda.Opens", "On/Stream.RunsInOrder/cuda_0", "python.view"]
        self.assertEqual(list(self.list.unknown([*ALL, *others])), [])
        self.assertEqual(list(self.list.unknown([*ALL, "Tools.New", "Png.Gone"])), ["Tools.New", "Png.Gone"])

    def test_each_requirement_of_this_tree_can_be_checked_or_has_a_reason_why_not(self):
        tests = test_list.TestList(ROOT / "tests" / "test_list.json", ROOT)
        for need in tests.needs:
            can_be = need.files or need.programs or need.python or need.build or need.others
            self.assertNotEqual(bool(can_be), bool(need.unknown), need.name)

    def test_the_list_of_this_tree_has_each_test_that_a_file_of_cmake_adds(self):
        scripts = {name.lower() for name in test_list.TestList(ROOT / "tests" / "test_list.json", ROOT).scripts()}
        added = [name for file in FILES_OF_CMAKE for name in NAME_OF_TEST.findall(file.read_text())]
        self.assertGreater(len(added), 20)
        self.assertEqual([name for name in added if name.lower() not in scripts], [])

    def test_a_test_of_the_cpu_device_is_required_on_each_other_device(self):
        names = ["On/Stream.A/cpu", "On/Stream.A/cuda_0", "On/Memory.B/cpu_pool", "Png.C"]
        def missing(*arguments):
            return list(self.list.missing_on_devices(names, *arguments))
        self.assertEqual(missing(["cpu", "cuda:0"], ""), ["On/Memory.B/cuda_0_pool"])
        self.assertEqual(missing(["cpu", "cuda:1"], ""), ["On/Memory.B/cuda_1_pool", "On/Stream.A/cuda_1"])
        self.assertEqual(missing(["cpu", "cuda:1"], "Stream"), ["On/Stream.A/cuda_1"])
        self.assertEqual(missing(["cpu", "cuda:1"], "cpu"), [])

    def test_a_requirement_is_available_if_all_its_parts_are_found(self):
        def is_there(reason):
            return self.list.need_of(f"there is {reason} here").is_there()
        self.assertEqual([is_there(reason) 
                          for reason in ("no thing", "no root", "no shell", "no module", "no luck", "no either")],
                         [False, True, False, False, False, True])
        self.assertIsNone(self.list.need_of("another reason"))

    def test_the_list_of_this_tree_has_tests_of_each_kind(self):
        tests = test_list.TestList(ROOT / "tests" / "test_list.json", ROOT)
        scripts = {name.lower() for name in tests.scripts()}
        self.assertLessEqual({"python.module", "endtoend.window", "endtoend.windowvulkan", "goldenframesvulkan"}, scripts)
        declared = dict(tests.declared(has_cuda=True))
        self.assertGreater(len(declared), 2000)
        self.assertLess(len(dict(tests.declared(has_cuda=False))), len(declared))

    def test_permissions_of_some_users_are_requirements_of_this_tree(self):
        # Otherwise, a run by a different user reports only that some test was skipped.
        tests = test_list.TestList(ROOT / "tests" / "test_list.json", ROOT)
        reasons = {reason for path in (ROOT / "tests").rglob("*_test.c*")
                   for reason in re.findall(r'GTEST_SKIP\(\)\s*<<\s*"([^"]+)"', path.read_text(encoding="utf-8"))}
        of_users = {reason for reason in reasons if re.search(r"mount|superuser|\broot\b|\buser\b", reason)}
        self.assertGreaterEqual(len(of_users), 4)
        for reason in of_users:
            self.assertIsNotNone(tests.need_of(reason), reason)


class TestProgram(unittest.TestCase):
    PROGRAM = None

    def test_fails_when_its_filter_names_no_test(self):
        # Like a test of a device that has disappeared since the tests were listed.
        done = subprocess.run([self.PROGRAM, "--gtest_filter=On/Stream.*/cuda_99"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no test is named 'On/Stream.*/cuda_99'", done.stderr)

    def test_lists_its_tests(self):
        done = subprocess.run([self.PROGRAM, "--gtest_list_tests", "--gtest_filter=Extent.*"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Extent.", done.stdout)


if __name__ == "__main__":
    TestProgram.PROGRAM = sys.argv.pop(1)
    unittest.main()
