"""Tests tools/check_image_pairs.py with scripts in place of the program and its peers, and four pairs of a few pixels.

usage: check_image_pairs_test.py
"""

import contextlib
import dataclasses
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

try:
    import numpy
except ImportError:
    print("this Python has no NumPy: install python3-numpy")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_image_pairs  # noqa: E402
import image_pair_peers  # noqa: E402

# The option --fail lists the pairs that `compare` fails.
PROGRAM = '''#!/usr/bin/env python3
import json, sys
if sys.argv[1] == "--version":
    print("texelscope 9.9\\nmore")
    sys.exit(0)
failed = sys.argv[sys.argv.index("--fail") + 1].split(",") if "--fail" in sys.argv else []
names = ["quiet", "noisy", "spot", "shift"]
print(json.dumps({"pairs": [{"name": name + ".png", "passed": name not in failed, "flip": {"mean": number / 10}, "ssim": 1 - number / 10,
                             "mean_error": number, "max_error": [1, 9, 5, 200][number]} for number, name in enumerate(names)]}))
sys.exit(1 if failed else 0)
'''
# Differs by 3 pixels in `spot`, and by 2 in `noisy` without --antialiasing.
ODIFF = '''#!/usr/bin/env python3
import pathlib, sys
if sys.argv[1] == "--version":
    print("odiff 7.5.1 - a peer", file=sys.stderr)
    sys.exit(0)
assert pathlib.Path(sys.argv[1]).exists() and pathlib.Path(sys.argv[2]).exists()
number = {"spot": 3, "noisy": 0 if "--antialiasing" in sys.argv else 2}.get(pathlib.Path(sys.argv[1]).stem, 0)
if number:
    print(f"{number};0.1")
sys.exit(22 if number else 0)
'''


@dataclasses.dataclass
class Case:
    name: str
    is_broken: bool
    reason: str = "a reason of some words"

    def expected(self, _):
        return numpy.zeros((2, 2, 3), numpy.uint8)

    actual = expected


CASES = [Case("quiet", False), Case("noisy", False), Case("spot", True), Case("shift", True)]


class Table(unittest.TestCase):
    def setUp(self):
        self.base = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.write("texelscope", PROGRAM)
        # The only programs in PATH: the machine's own `compare` or odiff must not be found.
        (self.base / "python3").symlink_to(sys.executable)
        for patch in (unittest.mock.patch.object(check_image_pairs.image_pairs, "CASES", CASES),
                      unittest.mock.patch.object(check_image_pairs, "RECORDED", self.base / "peers.json"),
                      unittest.mock.patch.dict(os.environ, {"PATH": str(self.base), "NODE_PATH": ""})):
            self.enterContext(patch)

    def write(self, name, text):
        (self.base / name).write_text(text, encoding="utf-8")
        (self.base / name).chmod(0o755)

    def table(self, *arguments, options=""):
        """Exit code, standard output and standard error."""
        command = ["check_image_pairs.py", "table", "--program", str(self.base / "texelscope"), f"--options={options}", "--markdown", *arguments]
        with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(io.StringIO()) as errors, \
                unittest.mock.patch.object(sys, "argv", command):
            code = check_image_pairs.main()
        return code, output.getvalue(), errors.getvalue()

    def test_a_program_without_a_mistake_ends_with_0(self):
        code, output, errors = self.table("--no-peers", options="--fail spot,shift")
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("| texelscope 9.9 | default: --fail spot,shift | 0 | 0 | none | none | 0 |", output)

    def test_passing_a_broken_pair_or_failing_a_harmless_one_ends_with_1(self):
        code, output, _ = self.table("--no-peers", options="--fail spot")
        self.assertEqual(code, 1)
        self.assertIn("| 0 | 1 | shift | none | 1 |", output)
        _, output, _ = self.table("--no-peers")
        self.assertIn("| 0 | 2 | all | none | 2 |", output)
        code, output, _ = self.table("--no-peers", "--no-sibling", options="--fail spot")
        self.assertEqual(code, 1)
        self.assertIn("| 0 | 1 | shift | none |  |", output)
        code, output, _ = self.table("--no-peers", options="--fail spot,shift,noisy")
        self.assertEqual(code, 1)
        self.assertIn("| 0 | 1 | none | noisy | 1 |", output)

    def test_pairs_that_were_written_before_are_judged_without_drawing_them(self):
        folder = self.base / "pairs"
        check_image_pairs.image_pairs.write_pairs(folder, 1)
        with unittest.mock.patch.object(Case, "expected", side_effect=AssertionError("drawn")):
            code, output, _ = self.table("--no-peers", "--no-sibling", "--pairs", str(folder), options="--fail spot")
        self.assertEqual(code, 1)
        self.assertIn("| 0 | 1 | shift | none |  |", output)
        code, _, errors = self.table("--no-peers", "--pairs", str(folder))
        self.assertEqual(code, 2)
        self.assertIn("--pairs has the pairs of one seed: add --no-sibling", errors)
        check_image_pairs.image_pairs.write_pairs(folder, 2)
        code, _, errors = self.table("--no-peers", "--no-sibling", "--pairs", str(folder))
        self.assertEqual(code, 2)
        self.assertIn("has the pairs of seed 2: write those of seed 1", errors)

    def test_an_average_is_shown_with_its_best_limit(self):
        _, output, _ = self.table("--no-peers")
        self.assertIn("| one average: mean ꟻLIP | best: any limit | 0.1 | 0 | none | none | 0 |", output)
        self.assertIn("| one average: largest error | best: any limit | 1 | 1 | none | noisy | 1 |", output)

    def test_a_peer_is_shown_with_its_default_and_its_best_settings(self):
        self.write("odiff", ODIFF)
        _, output, errors = self.table()
        self.assertIn("| odiff 7.5.1 | default: --threshold 0.1 | 0 | 2 | shift | noisy | 2 |", output)
        self.assertIn("| odiff 7.5.1 | common: --threshold 0.1 --antialiasing | 0 | 1 | shift | none | 1 |", output)
        self.assertIn("| odiff 7.5.1 | best: --threshold 0.01 | 2 | 1 | shift | none | 1 |", output)
        self.assertIn("pixelmatch: no folder of node modules is specified", errors)
        self.assertIn("ImageMagick: `compare` of ImageMagick is not", errors)

    def record(self, digests):
        settings = [image_pair_peers.setting("threshold 0.1", [0, 4, 9, 9], "default")]
        measurement = {"tool": "pixelmatch", "version": "1.2", "settings": settings}
        text = check_image_pairs.recorded_text(digests, {seed: [measurement] for seed in digests})
        (self.base / "peers.json").write_text(text, encoding="utf-8")
        self.assertEqual(json.loads(text)["peers"]["1"], [measurement])

    def test_a_missing_peer_is_shown_only_by_recorded_results_of_the_same_pixels(self):
        pairs = list(check_image_pairs.image_pairs.pairs_of(1))
        digest = check_image_pairs.image_pairs.digest_of(pairs)
        self.record({"1": digest, "2": digest})
        _, output, _ = self.table()
        self.assertIn("| pixelmatch 1.2 (recorded) | default: threshold 0.1 | 0 | 1 | none | noisy | 1 |", output)
        self.record({"1": digest, "2": "other pixels"})
        _, output, _ = self.table()
        self.assertNotIn("pixelmatch", output)

    def test_results_are_not_recorded_while_a_peer_is_missing(self):
        code, _, errors = self.table("--record")
        self.assertEqual(code, 2)
        self.assertIn("cannot record the results: all peers and both sets are required; odiff: odiff is neither", errors)
        self.assertFalse((self.base / "peers.json").exists())

    def test_a_program_that_is_missing_or_fails_is_an_error(self):
        self.write("texelscope", "#!/bin/sh\necho broken >&2\nexit 5\n")
        code, _, errors = self.table()
        self.assertEqual(code, 2)
        self.assertIn("ended with 5: broken", errors)
        (self.base / "texelscope").unlink()
        code, _, errors = self.table()
        self.assertEqual(code, 2)
        self.assertIn("No such file", errors)


class Best(unittest.TestCase):
    def test_of_all_settings_and_limits_the_first_with_the_fewest_mistakes_and_the_lowest_limit(self):
        random = numpy.random.RandomState(5)
        labels = [(str(number), number % 2 == 1) for number in range(9)]
        for _ in range(50):
            settings = [image_pair_peers.setting(str(number), random.randint(0, 6, 9).tolist()) for number in range(3)]
            tried = [(sum((value <= limit) == is_broken for (_, is_broken), value in zip(labels, each["values"])), number, limit)
                     for number, each in enumerate(settings) for limit in range(6)]
            wrong, number, limit = min(tried)
            setting, best_limit = check_image_pairs.best_of(labels, settings)
            self.assertEqual(check_image_pairs.count(labels, setting["values"], best_limit), wrong)
            self.assertEqual((setting["name"], best_limit), (str(number), limit))


class Page(unittest.TestCase):
    def test_the_page_has_the_rows_of_the_recorded_results(self):
        page = (check_image_pairs.ROOT / "docs" / "peers.md").read_text(encoding="utf-8").split("\n")
        labels = [(case.name, case.is_broken) for case in check_image_pairs.image_pairs.CASES]
        peers = json.loads(check_image_pairs.RECORDED.read_text(encoding="utf-8"))["peers"]
        rows = [row for pair in zip(*peers.values()) for row in check_image_pairs.rows_of(labels, "", *pair)]
        self.assertGreater(len(rows), 8)
        for line in check_image_pairs.as_markdown(labels, rows):
            self.assertIn(line, page)


if __name__ == "__main__":
    unittest.main()
