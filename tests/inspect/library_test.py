"""Tests the built library for programs that show their arrays from outside: its headers, exported names, dependencies and
size, and calls that are compiled out.

usage: library_test.py LIBRARY C_COMPILER CXX_COMPILER [TESTS…]
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "inspect/include"
LIBRARY, C_COMPILER, CXX_COMPILER = (pathlib.Path(path) for path in sys.argv[1:4])
# The C and C++ runtime, and the loader.
RUNTIME = r"lib(c|m|stdc\+\+|gcc_s)\.so\.\d+|ld-linux.*"
MAX_BYTES = 300_000

CXX_USER = """
#include <texelscope/inspect.h>
#include <texelscope/inspect_gl.h>
#include <array>
#include <vector>
int main() {
  std::vector<double> values(6);
  std::array<unsigned char, 4> bytes{};
  using namespace texelscope::inspect;
  show("values", values);
  show("matrix", values, {2, 3});
  show("bytes", bytes);
  show("column", values.data(), {3}, {2});
  end("values");
  GLReader gl([](const char*) -> void* { return nullptr; });
  gl.show("color", GLTexture{1});
  gl.show("points", GLBuffer::of<float>(2, {3, 4}));
  gl.finish();
  return wait_for_window(0) || !flush(0) ? 1 : 0;
}
"""
C_USER = """
#include <texelscope_inspect.h>
int main(void) {
  const double values[6] = {0};
  const int64_t shape[2] = {2, 3};
  texelscope_inspect_array array = {sizeof array};
  array.name = "matrix";
  array.data = values;
  array.type = "float64";
  array.rank = 2;
  array.shape = shape;
  return texelscope_inspect_show(&array) != TEXELSCOPE_INSPECT_NOT_WATCHED;
}
"""


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class InspectLibrary(unittest.TestCase):
    def build(self, compiler, source, standard, options=(), libraries=(LIBRARY,)):
        """Compiles a program, as its path."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = pathlib.Path(folder.name) / ("user.c" if standard.startswith("c9") else "user.cpp")
        file.write_text(source)
        subprocess.run([compiler, f"-std={standard}", "-Wall", "-Wextra", "-Wconversion", "-Wno-missing-field-initializers",
                        "-pedantic", "-Werror", "-isystem", INCLUDE, "-I", INCLUDE, *options, file, "-o", file.with_suffix(""),
                        *libraries, f"-Wl,-rpath,{LIBRARY.parent}"], check=True)
        return file.with_suffix("")

    def run_without_window(self, program):
        subprocess.run([program], check=True, timeout=60, env={"TEXELSCOPE_INSPECT": str(program) + ".socket"})

    def test_the_headers_are_c99_and_cxx17(self):
        self.run_without_window(self.build(C_COMPILER, C_USER, "c99"))
        for standard in ("c++17", "c++20"):
            self.run_without_window(self.build(CXX_COMPILER, CXX_USER, standard))

    def test_calls_can_be_compiled_out(self):
        """Then the program does not need the library."""
        self.run_without_window(self.build(CXX_COMPILER, CXX_USER, "c++17", ["-DTEXELSCOPE_INSPECT_OFF"], []))

    def test_it_depends_on_the_runtime_alone(self):
        needed = re.findall(r"NEEDED.*\[(.*)\]", output_of("readelf", "--dynamic", LIBRARY))
        self.assertEqual([name for name in needed if not re.fullmatch(RUNTIME, name)], [])

    def test_it_exports_its_own_functions_alone(self):
        names = re.findall(r" [TBD] (\S+)$", output_of("nm", "--dynamic", "--defined-only", LIBRARY), re.MULTILINE)
        self.assertIn("texelscope_inspect_send", names)
        self.assertEqual([name for name in names if not name.startswith("texelscope_inspect_")], [])

    def test_it_is_small(self):
        with tempfile.TemporaryDirectory() as folder:
            stripped = pathlib.Path(folder) / "library.so"
            subprocess.run(["strip", "-o", stripped, LIBRARY], check=True)
            self.assertLess(stripped.stat().st_size, MAX_BYTES)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
