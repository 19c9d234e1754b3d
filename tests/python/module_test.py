"""The module's public interface: its names, their help and stubs, and the attributes that other libraries read."""

import ast
import pathlib
import shutil
import subprocess
import sys
import unittest

try:
    import numpy
except ImportError:
    print("no NumPy, which the module needs")
    sys.exit(77)

import texelscope


class Module(unittest.TestCase):
    def test_each_name_has_help_and_a_stub(self):
        stub = ast.parse((pathlib.Path(texelscope.__file__).parent / "__init__.pyi").read_text())
        stubbed = {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        self.assertEqual(stubbed | {"__version__"}, set(texelscope.__all__))
        for name in stubbed:
            self.assertTrue(getattr(texelscope, name).__doc__, name)

    def test_the_options_of_sample_are_those_of_its_stub(self):
        stub = ast.parse((pathlib.Path(texelscope.__file__).parent / "__init__.pyi").read_text())
        sample = next(node for node in stub.body if getattr(node, "name", "") == "sample")
        named = {argument.arg for argument in sample.args.kwonlyargs} - {"device"}
        with self.assertRaises(TypeError) as raised:
            texelscope.sample(numpy.zeros((1, 1)), numpy.zeros((1, 2)), nothing_like_it=1)
        self.assertEqual(named, set(str(raised.exception).split("options: ")[1].split(", ")))

    @unittest.skipIf(shutil.which("nm") is None, "nm is not installed (Debian: apt install binutils)")
    def test_no_symbol_can_replace_one_of_another_library(self):
        symbols = subprocess.run(["nm", "-D", "--defined-only", texelscope._native.__file__], check=True, text=True,
                                 capture_output=True).stdout.split()
        self.assertEqual(symbols[1:], ["T", "PyInit__native"])


if __name__ == "__main__":
    # Prints skip reasons, for tools/summarize_tests.py.
    unittest.main(verbosity=2)
