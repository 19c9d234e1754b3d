"""Configures the project with toolkits whose files lie in other places than NVIDIA's installer puts them.

usage: toolkit_layouts_test.py CMAKE NVCC
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As CMake's own module, with one more folder: pip's and conda's toolkits have their headers in several.
MODULE = """include(${CMAKE_ROOT}/Modules/FindCUDAToolkit.cmake)
list(APPEND CUDAToolkit_INCLUDE_DIRS ${TEST_FOLDER})
"""


def configure(folder, path, *options):
    return subprocess.run([CMAKE, "-S", ROOT, "-B", folder / "build", "-G", "Ninja", *options], capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": path})


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


if __name__ == "__main__":
    NVCC = sys.argv.pop()
    CMAKE = sys.argv.pop()
    unittest.main()
