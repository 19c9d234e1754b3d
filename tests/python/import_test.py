"""The errors of importing the module if its native part is missing, belongs to a different Python version, or cannot be loaded."""

import importlib.machinery
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import require_numpy  # noqa: F401
import texelscope

PACKAGE = pathlib.Path(texelscope.__file__).parent


class Import(unittest.TestCase):
    def said(self, native):
        """The last line of the error from importing a copy of the package whose native part has this name, but is not a
        library."""
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "texelscope"
            copy.mkdir()
            for file in PACKAGE.glob("*.py"):
                shutil.copy(file, copy)
            if native:
                (copy / native).write_bytes(b"no library")
            done = subprocess.run([sys.executable, "-B", "-c", "import texelscope"], cwd=folder, env={"PYTHONPATH": folder},
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stderr)
            return done.stderr.strip().splitlines()[-1]

    def test_a_module_of_another_python_is_named(self):
        said = self.said("_native.cpython-27-x86_64-linux-gnu.so")
        self.assertIn("_native.cpython-27-x86_64-linux-gnu.so", said)
        self.assertIn(sys.implementation.cache_tag, said)
        self.assertIn("pip install", said)

    def test_a_library_that_cannot_be_loaded_is_reported_with_what_to_install(self):
        said = self.said("_native" + importlib.machinery.EXTENSION_SUFFIXES[0])
        self.assertIn("cannot be loaded", said)
        self.assertIn("libgl1 libegl1", said)

    def test_a_missing_native_part_is_reported(self):
        self.assertIn("has no native part", self.said(None))

    def test_the_command_of_a_build_folder_says_where_the_program_is(self):
        done = subprocess.run([sys.executable, "-B", "-m", "texelscope"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("run bin/texelscope there", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
