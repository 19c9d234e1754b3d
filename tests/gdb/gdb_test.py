"""gdb sends arrays of a stopped program to a window that speaks the protocol. All arrays have the values 0, 1, 2, … in C order."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from fake_window import FakeWindow

SCRIPT = HERE.parent.parent / "inspect/gdb/texelscope-gdb.py"
OPTIONS = None
CASES = {
    # Expression: type, shape.
    "field": ("float32", (3, 4)), "numbers": ("int32", (6,)), "nested": ("int16", (2, 3)), "vector": ("float64", (6,)),
    "points": ("float32", (2, 3)), "waves": ("complex64", (3,)), "none": ("int32", (0,)), "alias": ("float64", (6,)), "address": ("float64", (6,)),
    "grid": ("float64", (6,)), "all": ("float64", (6,)), "two": ("float64", (2,)), "colors": ("uint8", (2, 4)), "corners": ("float32", (2, 3)),
    "bytes": ("uint8", (2,)), "levels": ("uint16", (2,)), "flags": ("bool", (2,)), "right": ("float32", (2, 3)), "left": ("float32", (2, 3)),
    "strided": ("float32", (2, 3)), "mat": ("float32", (2, 3)), "typed": ("uint8", (1, 2, 2)), "array": ("float32", (3, 2)),
    "&array": ("float32", (3, 2)), "object": ("float32", (3, 2)), "pointer as 2x3": ("float32", (2, 3)), "*pointer@6": ("float32", (6,)),
    "pointer as (height, 1 + 2)": ("float32", (2, 3)), "untyped as 3x2 float32": ("float32", (3, 2)), "vector as 2 x 3": ("float64", (2, 3)),
    "numbers as 3x2": ("int32", (3, 2)), "(long)pointer as 6 float32": ("float32", (6,)), "(PyObject*)&array": ("float32", (3, 2)),
    "(long)object as numpy": ("float32", (3, 2)),
}
EIGEN_CASES = {"fixed": ("float32", (2, 3)), "rows": ("float64", (2, 3)), "dynamic": ("float32", (2, 3)), "list": ("int32", (4,)),
               "mapped": ("float32", (2, 3)), "strided_map": ("float32", (2, 3)), "normals": ("float32", (2, 3))}
ERRORS = {
    "pointer": "as 480x640", "bits": "bits", "words": "numbers of one type", "mixed": "members", "wide": "not an array of numbers", "missing": 'No symbol "missing"',
    "untyped": "as 480x640", "untyped as 2x3": "void pointer", "pointer as 2x3 float": "unknown", "vector as 9x9": "48 bytes", "(char*)16 as 3": "cannot be read",
    "pointer as 99999x99999 float64": "2 GiB", "vector as big": "480x640", "--all": "--list", "height as 2x2": "", "frame + 1": "registers",
}


class Stopped(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.window = FakeWindow(self.folder / "window" / "inspect")
        self.addCleanup(self.window.close)

    def gdb(self, *commands, place=None):
        """Runs gdb on the program, and returns what it printed, line by line."""
        options = [part for command in commands for part in ("-ex", command)]
        done = subprocess.run(["gdb", "-nx", "-batch", "-ex", "set debuginfod enabled off", "-ex", f"source {SCRIPT}", *options,
                               OPTIONS.program], env=os.environ | {"TEXELSCOPE_INSPECT": place or self.window.path}, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=240)
        return done.stdout.splitlines()

    def stop(self):
        number = next(number for number, line in enumerate((HERE / "arrays.cpp").read_text().splitlines(), 1) if "// stop in main" in line)
        return f"break arrays.cpp:{number}", "run"

    def check(self, cases):
        printed = self.gdb(*self.stop(), *(f"texelscope {text}" for text in cases))
        for text, expected in cases.items():
            with self.subTest(text):
                name = text.split(" as ")[0]
                found = [each for each in self.window.arrays if (each.name, each.type, each.shape) == (name, *expected)]
                self.assertTrue(found, [line for line in printed if name in line] or printed)
                self.assertEqual(found[0].values(), list(range(len(found[0].values()))))

    def test_arrays_of_each_class_arrive(self):
        self.check(CASES)
        self.assertEqual({each["program"] for each in self.window.programs}, {pathlib.Path(OPTIONS.program).name + " in gdb"})

    def test_arrays_of_eigen_arrive(self):
        if b"normals" not in pathlib.Path(OPTIONS.program).read_bytes():
            self.skipTest("the program was built without Eigen")
        self.check(EIGEN_CASES)
        self.gdb(*self.stop(), "texelscope part")
        self.assertEqual(self.window.arrays[-1].values(), [1, 2, 4, 5])

    def test_errors_are_one_line_with_advice(self):
        printed = [line for line in self.gdb(*self.stop(), *(f"texelscope {text}" for text in ERRORS)) if line.startswith("texelscope: ")]
        self.assertEqual(len(printed), len(ERRORS), "\n".join(printed))
        for (text, advice), line in zip(ERRORS.items(), printed):
            with self.subTest(text):
                self.assertIn(advice, line)
        self.assertFalse(self.window.arrays)

    def test_it_is_drawn_again_at_each_stop(self):
        printed = self.gdb(*self.stop(), "texelscope pointer as 2x3", "texelscope field", "texelscope --list", "break inner", "continue", "continue",
                           "texelscope --forget field", "continue", "info frame", "texelscope --list", "texelscope --forget", "texelscope --list",
                           "texelscope --forget never")
        self.assertEqual([each.values()[0] for each in self.window.arrays if each.name == "pointer"], [0, 0, 10, 20])
        self.assertEqual(len([each for each in self.window.arrays if each.name == "field"]), 3)
        self.window.wait(lambda window: len(window.ended) == 2)
        text = "\n".join(printed)
        self.assertIn("pointer as 2x3\nfield\n", text)
        self.assertIn("Nothing is shown.", text)
        self.assertIn("never is not shown", text)
        # The frame that the user sees is still selected.
        self.assertRegex(text, r"in inner \(.*arrays.cpp")

    def test_a_failed_command_drops_nothing(self):
        printed = self.gdb(*self.stop(), "texelscope pointer as 2x3", "texelscope pointer as 2x3 floot", "texelscope --list", "break inner",
                           "continue", "texelscope pointer", "continue")
        self.assertIn("pointer as 2x3", printed)
        self.assertEqual([each.values()[0] for each in self.window.arrays if each.name == "pointer"], [0, 0, 10])

    def test_core_files_are_read_alike(self):
        core = self.folder / "core"
        self.gdb(*self.stop(), f"generate-core-file {core}")
        if not core.exists():
            self.skipTest("gdb writes no core file here")
        printed = self.gdb("up", f"core-file {core}", "texelscope vector", "texelscope pointer as 2x3")
        self.assertEqual([(each.name, each.values()) for each in self.window.arrays], [("vector", list(range(6))), ("pointer", list(range(6)))], printed)

    def test_it_works_without_a_window(self):
        printed = [line for line in self.gdb(*self.stop(), "texelscope vector", place=str(self.folder / "nothing")) if "texelscope: " in line]
        self.assertEqual(len(printed), 1, printed)
        self.assertIn("open texelscope first", printed[0])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    OPTIONS, rest = parser.parse_known_args()
    if shutil.which("gdb") is None:
        print("no gdb: install the package gdb")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *rest])
