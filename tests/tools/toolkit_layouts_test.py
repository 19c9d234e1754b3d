"""Configures the project with toolkits whose files lie in other places than NVIDIA's installer puts them.

usage: toolkit_layouts_test.py CMAKE NVCC
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As CMake's own module, with one more folder: pip's and conda's toolkits have their headers in several.
MODULE = """include(${CMAKE_ROOT}/Modules/FindCUDAToolkit.cmake)
list(APPEND CUDAToolkit_INCLUDE_DIRS ${TEST_FOLDER})
"""


def configure(folder, path, *options, **environment):
    return subprocess.run([CMAKE, "-S", ROOT, "-B", folder / "build", "-G", "Ninja", *options], capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": path, **environment})


class ToolkitLayouts(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_headers_may_be_in_several_folders_and_nvcc_outside_of_path(self):
        (self.folder / "FindCUDAToolkit.cmake").write_text(MODULE)
        without_nvcc = os.pathsep.join(each for each in os.environ["PATH"].split(os.pathsep) if not (pathlib.Path(each) / "nvcc").exists())
        done = configure(self.folder, without_nvcc, f"-DCMAKE_CUDA_COMPILER={NVCC}", f"-DCMAKE_MODULE_PATH={self.folder}",
                         f"-DTEST_FOLDER={self.folder}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{self.folder}/cccl", (self.folder / "build" / "build.ninja").read_text())
        self.assertIn("texelscope: CUDA ", done.stdout)

    def test_of_two_toolkits_the_chosen_one_is_used_throughout(self):
        other = self.folder / "cuda-other"
        # The nvcc of PATH may be a script that starts the toolkit's.
        plan = subprocess.run([NVCC, "--dryrun", "-x", "cu", "/dev/null"], capture_output=True, text=True, check=True).stderr
        toolkit = pathlib.Path(re.search(r"^#\$ TOP=(.*)$", plan, re.M).group(1)).resolve()
        (other / "bin").mkdir(parents=True)
        for source, target in ((toolkit, other), (toolkit / "bin", other / "bin")):
            for each in source.iterdir():
                if each.name not in ("bin", "nvcc"):
                    (target / each.name).symlink_to(each)
        # nvcc finds its toolkit beside itself.
        shutil.copy(toolkit / "bin" / "nvcc", other / "bin" / "nvcc")
        done = configure(self.folder, os.environ["PATH"], CUDACXX=other / "bin" / "nvcc")
        self.assertEqual(done.returncode, 0, done.stderr)
        used = set(re.findall(r"[^ =]*/include(?= |$)|[^ ]*/libcudart_static.a", (self.folder / "build" / "build.ninja").read_text(), re.M))
        self.assertEqual({path for path in used if "cuda" in path and not path.startswith(str(other))}, set())
        self.assertIn(f"{other}/include", used)

    def test_a_compiler_that_nvcc_refuses_is_named(self):
        for compiler in ("gcc", "g++"):
            path = self.folder / "new" / compiler
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"#!/bin/sh\nexec {shutil.which(compiler)} -U__GNUC__ -D__GNUC__=99 \"$@\"\n")
            path.chmod(0o755)
        done = configure(self.folder, f"{path.parent}{os.pathsep}{os.environ['PATH']}", CUDACXX=NVCC, CXX=shutil.which("g++"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("unsupported GNU version", done.stderr)
        self.assertIn("CUDAHOSTCXX=", done.stderr)
        self.assertNotIn("nvcc not found", done.stdout)


if __name__ == "__main__":
    NVCC = sys.argv.pop()
    CMAKE = sys.argv.pop()
    unittest.main()
