"""Gives tools/gate_runner.py made-up gates, and tools/gate_kit.py made-up pictures."""

import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

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


def write_png(path, width, height, rows, filters):
    """An RGB picture whose rows are stored with the given filter types, by the definitions of the PNG specification."""
    raw, above = b"", bytes(3 * width)
    for row, kind in zip(rows, filters):
        left = bytes(3) + row[:-3]
        corner = bytes(3) + above[:-3]
        def predict(i):
            a, b, c = left[i], above[i], corner[i]
            estimate = a + b - c
            paeth = min((a, b, c), key=lambda v: (abs(estimate - v), (a, b, c).index(v)))
            return (0, a, b, (a + b) // 2, paeth)[kind]
        raw += bytes([kind]) + bytes((row[i] - predict(i)) & 255 for i in range(len(row)))
        above = row
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


class Gates(unittest.TestCase):
    def test_a_met_gate_ends_with_0(self):
        code, out = run_gates({"speed": 'yield at_most("speed", 3.0, 5, "ms")'})
        self.assertEqual(code, 0)
        self.assertRegex(out, r"speed +3\.00 ms +<= 5 ms +yes")

    def test_a_gate_that_is_not_met_ends_with_1(self):
        code, out = run_gates({"speed": 'yield at_most("speed", 7.0, 5, "ms")'})
        self.assertEqual(code, 1)
        self.assertIn("NO", out)

    def test_a_missing_precondition_is_told_and_no_failure(self):
        code, out = run_gates({"gpu": 'yield NotRun("gpu", "no CUDA device")'})
        self.assertEqual(code, 0)
        self.assertIn("not run: no CUDA device", out)

    def test_a_gate_that_breaks_is_not_met(self):
        code, out = run_gates({"broken": 'raise Failure("it broke"); yield'})
        self.assertEqual(code, 1)
        self.assertIn("it broke", out)

    def test_an_unknown_gate_is_bad_usage(self):
        self.assertEqual(run_gates({}, "--gate", "none")[0], 2)

    def test_reads_every_filter_of_png(self):
        rows = [bytes((7 * x * (y + 3) + 91 * y) & 255 for x in range(12)) for y in range(5)]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.png"
            write_png(path, 4, 5, rows, range(5))
            self.assertEqual(gate_kit.read_png(path), (4, 5, 3, b"".join(rows)))

    def test_counts_the_pixels_that_differ(self):
        rows = [bytes(12), bytes(12)]
        other = [bytes(12), bytes([0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 200, 1])]
        with tempfile.TemporaryDirectory() as folder:
            first, second = pathlib.Path(folder) / "a.png", pathlib.Path(folder) / "b.png"
            write_png(first, 4, 2, rows, [0, 0])
            write_png(second, 4, 2, other, [0, 4])
            self.assertEqual(gate_kit.differing_pixels(first, second), (2, 200))


if __name__ == "__main__":
    unittest.main()
