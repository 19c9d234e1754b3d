"""Builds the Python module with CMake. pyproject.toml declares what is installed."""

import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).parent.resolve()


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = pathlib.Path(self.build_temp).resolve()
        # A wheel may be installed on other machines, as packages are.
        subprocess.run(["cmake", "--preset", "package", "-S", ROOT, "-B", folder, "-DTEXELSCOPE_TESTS=OFF",
                        f"-DPython_EXECUTABLE={sys.executable}"],
                       check=True, cwd=ROOT)
        subprocess.run(["cmake", "--build", folder, "--target", "texelscope_python", "texelscope", "texelscope_changelog"], check=True)
        built = list((folder / "python" / "texelscope").glob("_native*"))
        if len(built) != 1:
            raise RuntimeError(f"CMake built no module in {folder}; install pybind11-dev and the headers of this Python")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built[0], target)
        # Installs the program that the command `texelscope` runs; the module also reads its assets from that folder.
        subprocess.run(["cmake", "--install", folder, "--component", "app", "--strip", "--prefix", target.parent / "program"],
                       check=True)


version = re.search(r"project\(texelscope VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
setup(version=version, ext_modules=[Extension("texelscope._native", sources=[])], cmdclass={"build_ext": BuildByCMake})
