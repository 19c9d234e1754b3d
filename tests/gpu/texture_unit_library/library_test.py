"""Tests the built C library from outside: its header, its exported names, its dependencies and size, unloading, fork, and the
example in Python.

usage: library_test.py LIBRARY C_COMPILER CXX_COMPILER [TESTS…]
"""

import _ctypes
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
INCLUDE = ROOT / "gpu/texture_unit_library/include"
HEADER = INCLUDE / "texelscope_texture_unit.h"
EXAMPLE = ROOT / "examples/texture_unit_python"
sys.path[:0] = [str(ROOT / "tools"), str(EXAMPLE)]
import png_reference  # noqa: E402
import texture_unit  # noqa: E402

LIBRARY, C_COMPILER, CXX_COMPILER = (pathlib.Path(path) for path in sys.argv[1:4])
# The C and C++ runtime, and the loader.
RUNTIME = r"lib(c|m|stdc\+\+|gcc_s)\.so\.\d+|ld-linux.*"
MAX_BYTES = 1_000_000


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def fetch_many(library, count):
    """Fetches from a texture of one texel, on two threads, and returns the results."""
    library.texelscope_texture_destroy.argtypes = [ctypes.c_void_p]
    descriptor = texture_unit.Descriptor(
        struct_size=ctypes.sizeof(texture_unit.Descriptor), shape=texture_unit.SHAPE_2D, format=texture_unit.FLOAT32,
        num_channels=1, width=1, height=1)
    texel = ctypes.c_float(7)
    level = texture_unit.Level(ctypes.addressof(texel), 4, 0, 0)
    handle = ctypes.c_void_p()
    assert library.texelscope_texture_create(ctypes.byref(descriptor), ctypes.byref(level), ctypes.byref(handle)) == 0
    results = (ctypes.c_float * count)()
    fetches = texture_unit.FetchList(
        struct_size=ctypes.sizeof(texture_unit.FetchList), count=count, max_threads=2, results=ctypes.addressof(results),
        result_stride_bytes=4, num_results=1)
    assert library.texelscope_texture_fetch_many(handle, ctypes.byref(fetches)) == 0
    library.texelscope_texture_destroy(handle)
    return set(results)


class TextureUnitLibrary(unittest.TestCase):
    def test_the_header_is_c99_and_cxx(self):
        for compiler, suffix, standards in ((C_COMPILER, "c", ("c99", "c11")), (CXX_COMPILER, "cpp", ("c++11", "c++20"))):
            for standard in standards:
                with tempfile.TemporaryDirectory() as folder:
                    source = pathlib.Path(folder) / f"user.{suffix}"
                    source.write_text("#include <texelscope_texture_unit.h>\nint main(void) { return 0; }\n")
                    output_of(compiler, f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                              f"-I{INCLUDE}", source)

    def test_it_exports_the_declared_functions_alone(self):
        declared = re.findall(r"^TEXELSCOPE_API[^;(]*?\b(\w+)\(", HEADER.read_text(), re.MULTILINE)
        exported = output_of("nm", "--dynamic", "--defined-only", "--format=posix", LIBRARY)
        self.assertGreater(len(declared), 15)
        self.assertEqual(sorted(declared), sorted(line.split()[0] for line in exported.splitlines()))

    def test_it_depends_on_the_runtime_alone(self):
        needed = re.findall(r"NEEDED.*\[(.*)\]", output_of("readelf", "--dynamic", LIBRARY))
        self.assertIn("libc.so.6", needed)
        self.assertEqual([], [name for name in needed if not re.fullmatch(RUNTIME, name)])
        linked = output_of("ldd", LIBRARY)
        self.assertIsNone(re.search("cuda|GL|vulkan|fmt|hwy|not found", linked), linked)

    def test_it_is_smaller_than_1_mb(self):
        with tempfile.TemporaryDirectory() as folder:
            stripped = pathlib.Path(folder) / "stripped.so"
            output_of("strip", "-o", stripped, LIBRARY)
            print(f"{stripped.stat().st_size:,} bytes")
            self.assertLess(stripped.stat().st_size, MAX_BYTES)

    def test_it_works_after_a_fork_and_can_be_unloaded(self):
        library = ctypes.CDLL(LIBRARY)
        self.assertEqual(fetch_many(library, 100_000), {7})
        child = os.fork()
        if child == 0:
            os._exit(0 if fetch_many(library, 100_000) == {7} else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(len(os.listdir("/proc/self/task")), 1)
        path = str(LIBRARY.resolve())
        self.assertIn(path, pathlib.Path("/proc/self/maps").read_text())
        _ctypes.dlclose(library._handle)
        self.assertNotIn(path, pathlib.Path("/proc/self/maps").read_text())

    def test_structures_of_the_example_are_those_of_the_header(self):
        names = {"texture_descriptor": "Descriptor", "level": "Level", "column": "Column", "fetch_list": "FetchList"}
        sizes = ", ".join(f"(int)sizeof(texelscope_{name})" for name in names)
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "sizes.c"
            source.write_text(f'#include <stdio.h>\n#include <texelscope_texture_unit.h>\n'
                              f'int main(void) {{ printf("%d %d %d %d", {sizes}); return 0; }}\n')
            output_of(C_COMPILER, f"-I{INCLUDE}", source, "-o", source.with_suffix(""))
            expected = [int(size) for size in output_of(source.with_suffix("")).split()]
        self.assertEqual(expected, [ctypes.sizeof(getattr(texture_unit, name)) for name in names.values()])

    def test_the_example_draws_its_picture_and_that_of_tex2d(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("no NumPy for the example")
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "picture.ppm"
            said = output_of(sys.executable, "-B", EXAMPLE / "main.py", picture, LIBRARY)
            data = picture.read_bytes()
        print(said.strip())
        self.assertTrue(said.startswith(("not compared", "0 of 262144 channels differ")), said)
        width = int(data.split()[1])
        rows = data[data.index(b"255\n") + 4:]
        mine = b"".join(rows[3 * width * y:][:3 * 256] for y in range(256))
        *facts, samples = png_reference.decode((EXAMPLE / "picture.png").read_bytes())
        self.assertEqual(facts, [256, 256, 3, 8])
        self.assertTrue(bytes(samples) == mine, "the library's picture differs from picture.png")


if __name__ == "__main__":
    if missing := [program for program in ("nm", "readelf", "strip", "ldd") if shutil.which(program) is None]:
        print(f"skipped: nm is not installed, or {missing[0]}")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]], verbosity=2)
