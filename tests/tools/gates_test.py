"""Tests tools/gate_runner.py with fabricated gates, and tools/gate_kit.py with fabricated reports."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
import gate_kit  # noqa: E402


def run_gates(gates, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        for name, body in gates.items():
            (pathlib.Path(folder) / f"{name}.py").write_text(f"from gate_kit import *\n\ndef measure(context):\n    {body}\n")
        done = subprocess.run([sys.executable, "-B", TOOLS / "gate_runner.py", "--folder", folder, *arguments],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


class Gates(unittest.TestCase):
    def test_a_met_gate_ends_with_0(self):
        code, out = run_gates({"speed": 'yield at_most("speed", 3.0, 5, "ms")'})
        self.assertEqual(code, 0)
        self.assertRegex(out, r"speed +3\.00 ms +<= 5 ms +yes")

    def test_a_gate_that_is_not_met_ends_with_1(self):
        code, out = run_gates({"speed": 'yield at_most("speed", 7.0, 5, "ms")'})
        self.assertEqual(code, 1)
        self.assertIn("NO", out)

    def test_a_missing_precondition_is_reported_without_a_failure(self):
        code, out = run_gates({"gpu": 'yield NotRun("gpu", "no CUDA device")'})
        self.assertEqual(code, 0)
        self.assertIn("not run: no CUDA device", out)

    def test_a_gate_that_breaks_is_not_met(self):
        code, out = run_gates({"broken": 'raise Failure("it broke"); yield'})
        self.assertEqual(code, 1)
        self.assertIn("it broke", out)

    def test_an_unknown_gate_is_a_usage_error(self):
        self.assertEqual(run_gates({}, "--gate", "none")[0], 2)

    def test_a_missing_program_is_reported_without_a_failure(self):
        code, out = run_gates({"window": 'raise Missing("no xvfb-run"); yield'})
        self.assertEqual(code, 0)
        self.assertIn("not run: no xvfb-run", out)

    def test_counts_the_pixels_that_differ(self):
        class Context(gate_kit.Context):
            def report(self, *arguments, timeout=300):
                return {"pairs": [{"differing_pixels": 2, "max_error": 200}]}, 1

        with tempfile.TemporaryDirectory() as folder:
            context = Context(TOOLS.parent, "release", pathlib.Path(folder))
            first, second = context.work / "a.png", context.work / "b.png"
            first.write_bytes(b"one")
            second.write_bytes(b"other")
            self.assertEqual(context.differing_pixels(first, first), (0, 0))
            self.assertEqual(context.differing_pixels(first, second), (2, 200))


if __name__ == "__main__":
    unittest.main()
