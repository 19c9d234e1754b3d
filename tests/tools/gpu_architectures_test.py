"""Runs cmake/GPUArchitectures.cmake beside fabricated nvidia-smi and nvcc programs.

usage: gpu_architectures_test.py CMAKE
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

MODULE = pathlib.Path(__file__).resolve().parents[2] / "cmake" / "GPUArchitectures.cmake"
SCRIPT = f"""include({MODULE})
texelscope_find_gpu_architectures(CMAKE_CUDA_ARCHITECTURES)
texelscope_find_copy_architectures(copies)
message("${{CMAKE_CUDA_ARCHITECTURES}} copies ${{copies}}")
"""


def write_program(path, line):
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def both_architectures(nvidia_smi, known, options=()):
    """Those of all kernels and those of copies, where nvidia-smi runs this shell command and nvcc knows these GPUs."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_program(folder / "nvidia-smi", nvidia_smi)
        write_program(folder / "nvcc", f"printf '%s\\n' {known}")
        (folder / "script.cmake").write_text(SCRIPT)
        done = subprocess.run([CMAKE, "-D", f"CMAKE_CUDA_COMPILER={folder / 'nvcc'}",
                               "-D", f"TEXELSCOPE_NVIDIA_SMI={folder / 'nvidia-smi'}", *options, "-P", folder / "script.cmake"],
                              capture_output=True, text=True, check=True)
        return done.stderr.strip().split(" copies ")


def architectures(nvidia_smi, known="sm_75 sm_80 sm_90"):
    return both_architectures(nvidia_smi, known)[0]


class GPUArchitectures(unittest.TestCase):
    def test_the_gpus_of_the_machine_are_found_once_each(self):
        self.assertEqual(architectures("echo 9.0"), "90")
        self.assertEqual(architectures("echo 8.0; echo 8.0; echo 9.0"), "80;90")
        self.assertEqual(architectures("echo 12.0", known="sm_90 sm_120"), "120")

    def test_gpus_that_nvcc_does_not_know_use_ptx(self):
        self.assertEqual(architectures("echo 12.0"), "75-virtual")
        self.assertEqual(architectures("echo 10.3", known="sm_100 sm_103a"), "75-virtual")

    def test_gpus_that_the_library_does_not_support_use_ptx(self):
        self.assertEqual(architectures("echo 6.1", known="sm_61 sm_75"), "75-virtual")

    def test_a_machine_without_a_usable_gpu_uses_ptx(self):
        self.assertEqual(architectures("echo 'No devices were found'"), "75-virtual")
        self.assertEqual(architectures("echo '[N/A]'; exit 6"), "75-virtual")
        self.assertEqual(architectures("exit 9"), "75-virtual")

    def test_copies_without_a_gpu_also_have_ptx_with_asynchronous_loads(self):
        self.assertEqual(both_architectures("exit 9", "sm_75 sm_90")[1], "75-virtual;80-virtual")
        self.assertEqual(both_architectures("echo 9.0", "sm_75 sm_90")[1], "90")

    def test_copies_of_packages_have_code_for_each_gpu_that_nvcc_knows(self):
        found = both_architectures("echo 9.0", "sm_61 sm_75 sm_110 sm_90 sm_90a sm_120", ["-D", "TEXELSCOPE_ALL_GPUS=ON"])[1]
        self.assertEqual(found, "75-real;90-real;110-real;120-real;120-virtual")


if __name__ == "__main__":
    CMAKE = sys.argv.pop(1)
    unittest.main()
