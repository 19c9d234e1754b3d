"""Builds the package texelscope_compare with CMake, which puts its files together."""

import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[2]


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = pathlib.Path(self.build_temp).resolve()
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DTEXELSCOPE_APP=OFF", "-DTEXELSCOPE_COMPARE=ON",
                        "-DTEXELSCOPE_TESTS=OFF", "-DTEXELSCOPE_CUDA=OFF", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "texelscope_compare_python"], check=True)
        self.copy_tree(str(folder / "python_compare" / "texelscope_compare"), str(target.parent))


version = re.search(r"project\(texelscope VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
# In the folder of builds, because pip builds in the source tree.
BUILT = ROOT / "build" / "wheel"
BUILT.mkdir(parents=True, exist_ok=True)
setup(version=version, options={"build": {"build_base": str(BUILT)}, "egg_info": {"egg_base": str(BUILT)}},
      ext_modules=[Extension("texelscope_compare._native", sources=[])], cmdclass={"build_ext": BuildByCMake})
