"""The fixture image_regression in real pytest sessions."""

import importlib
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

for package, name in (("numpy", "NumPy"), ("pytest", "pytest")):
    if importlib.util.find_spec(package) is None:
        print(f"no {name}, which the fixture needs")
        sys.exit(77)

import numpy as np

# The package with the fixture: texelscope, or the comparison alone, texelscope_compare.
PACKAGE = os.environ.get("TEXELSCOPE_PYTHON_PACKAGE", "texelscope")
texelscope = importlib.import_module(PACKAGE)
ROOT = pathlib.Path(__file__).resolve().parents[2]
HAS_XDIST = importlib.util.find_spec("xdist") is not None
# Each session is a separate process: `python3 -m pytest`, forked after importing pytest and NumPy.
SESSIONS = """
import json, os, sys
import numpy, pytest
for line in sys.stdin:
    folder, output, arguments = json.loads(line)
    process = os.fork()
    if process == 0:
        os.chdir(folder)
        file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (file, 1), (file, 2)):
            os.dup2(source, target)
        sys.path[0] = folder
        sys.exit(pytest.main(arguments))
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""
MODULE = """
import numpy as np
import pytest

def picture(value):
    image = np.full((20, 30, 3), 100, np.uint8)
    image[3:6, 4:9] = value
    return image
"""


class Sessions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sessions = subprocess.Popen([sys.executable, "-B", "-c", SESSIONS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})

    @classmethod
    def tearDownClass(cls):
        cls.sessions.communicate()

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, body, name="test_menu.py"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MODULE + textwrap.dedent(body))

    def run_pytest(self, *arguments, code=0):
        with tempfile.NamedTemporaryFile("r") as output:
            session = str(self.folder), output.name, ["-p", "no:cacheprovider", f"--basetemp={self.folder}/temporary", *arguments]
            self.sessions.stdin.write(json.dumps(session) + "\n")
            self.sessions.stdin.flush()
            ended = self.sessions.stdout.readline()
            said = output.read()
        self.assertEqual(ended, f"{code}\n", said)
        return said

    def expected(self, name):
        return self.folder / "expected_images" / name

    def test_an_image_is_red_until_it_is_accepted(self):
        self.write("def test_open(image_regression):\n    image_regression(picture(200))\n")
        said = self.run_pytest(code=1)
        self.assertIn("--image-update", said)
        page = pathlib.Path(re.search(r"report: +(.*index.html)", said)[1])
        self.assertIn("test_open.png", page.read_text())
        self.assertFalse(self.expected("test_menu/test_open.png").exists())
        self.assertIn("wrote", self.run_pytest("--image-update"))
        self.run_pytest()
        kept = texelscope.compare(self.expected("test_menu/test_open.png"), np.full((20, 30, 3), 100, np.uint8))
        self.assertEqual((kept.differing_pixels, kept.max_error), (15, 100))
        self.write("def test_open(image_regression):\n    image_regression(picture(201))\n")
        self.assertIn("15 of 600 pixels differ", self.run_pytest(code=1))
        self.assertNotIn("wrote", self.run_pytest("--image-update", "-k", "nothing_of_this_name", code=5))

    def test_limits_have_the_names_of_the_command(self):
        self.write("def test_it(image_regression):\n    image_regression(picture(200))\n")
        self.run_pytest("--image-update")
        for limits, code in (("max_error=2", 0), ("max_error=1", 1), ("max_error=1, max_differing=15", 0),
                             ("max_error=1, max_differing='2%'", 1), ("preset='visual'", 0), ("max_errors=2", 1)):
            self.write(f"def test_it(image_regression):\n    image_regression(picture(202), {limits})\n")
            said = self.run_pytest(code=code)
        self.assertIn("unknown limit 'max_errors'", said)

    def test_names_come_from_the_test(self):
        self.write("""
            @pytest.mark.parametrize("mode", ["dark/1", "light"])
            def test_it(image_regression, mode):
                image_regression(picture(200))
                image_regression(picture(100))
                image_regression(picture(50), "by_name/" + mode[:3])
                image_regression(picture(50).astype(np.float32) * 1000)

            class TestClass:
                def test_it(self, image_regression):
                    image_regression(picture(200))
            """)
        self.run_pytest("--image-update")
        found = sorted(path.relative_to(self.expected("test_menu")).as_posix() for path in self.expected("test_menu").rglob("*.*"))
        self.assertEqual(found, ["TestClass_test_it.png", "by_name/dar.png", "by_name/lig.png", "test_it_dark_1.png", "test_it_dark_1_2.png", "test_it_dark_1_3.exr",
                                 "test_it_light.png", "test_it_light_2.png", "test_it_light_3.exr"])
        self.run_pytest()

    def look_at_unused(self, *arguments):
        """Modules of which tests were removed, skipped or not selected, and a module that was removed."""
        tests = "".join(f"def test_{name}(image_regression):\n    image_regression(picture(200))\n\n" for name in "abc")
        for module in ("test_menu.py", "test_gone.py", "more/test_other.py"):
            self.write(tests, module)
        self.run_pytest("--image-update")
        (self.folder / "test_gone.py").unlink()
        self.write(tests.split("def test_c")[0])
        for kept in ("test_menu/test_c.linux.png", "notes/screenshot.png"):
            self.expected(kept).parent.mkdir(exist_ok=True)
            self.expected(kept).write_bytes(self.expected("test_menu/test_a.png").read_bytes())
        self.expected("compare.json").write_text('{"texelscope_compare": 1, "rules": [{"match": "test_menu/*", "accepted": ["{stem}.linux.png"]}]}')
        unused = {"test_menu/test_c.png", *(f"test_gone/test_{name}.png" for name in "abc")}

        def found(*more, code=0):
            said = self.run_pytest(*arguments, *more, code=code)
            return {str(pathlib.Path(path).relative_to(self.expected("."))) for path in re.findall(r"texelscope: no test used (.*?);", said)}

        self.assertEqual(found(), unused)
        # Images of tests that did not run, or not to their end, may be used.
        self.assertEqual(found("more"), set())
        self.assertEqual(found("test_menu.py"), unused)
        self.assertEqual(found("test_menu.py", "-k", "test_a"), set())
        self.assertEqual(found("test_menu.py::test_a"), set())
        self.write(tests.split("def test_c")[0].replace("def test_b", "@pytest.mark.skip\ndef test_b"))
        self.assertEqual(found("test_menu.py"), set())
        self.write(tests.split("def test_c")[0] + "    raise ValueError\n")
        self.assertEqual(found("test_menu.py", code=1), set())
        # A failing image is used.
        self.write(tests.split("def test_c")[0].replace("picture(200)", "picture(9)"))
        self.assertEqual(found("test_menu.py", code=1), unused)
        said = self.run_pytest(*arguments, "--image-prune", code=1)
        self.assertEqual(len(re.findall("texelscope: removed .*png, which no test used", said)), 4)
        left = sorted(path.relative_to(self.expected(".")).as_posix() for path in self.expected(".").rglob("*.png"))
        self.assertEqual(left, ["notes/screenshot.png", "test_menu/test_a.png", "test_menu/test_b.png", "test_menu/test_c.linux.png"])
        self.assertTrue((self.folder / "more/expected_images/test_other/test_c.png").exists())

    def test_unused_images_are_reported_and_removed_on_request(self):
        self.look_at_unused()

    @unittest.skipUnless(HAS_XDIST, "there is no pytest-xdist")
    def test_unused_images_are_those_that_no_process_used(self):
        self.look_at_unused("-n", "2")

    def test_a_path_and_another_folder(self):
        (self.folder / "pytest.ini").write_text("[pytest]\nimage_folder = kept\n")
        self.write("""
            def test_it(image_regression, tmp_path):
                path = tmp_path / "made.ppm"
                path.write_bytes(b"P6\\n30 20\\n255\\n" + picture(9).tobytes())
                image_regression(path)
            """)
        self.run_pytest("--image-update")
        self.assertTrue((self.folder / "kept/test_menu/test_it.png").exists())
        self.run_pytest()

    def write_suite(self):
        self.write("""
            @pytest.mark.parametrize("index", range(6))
            def test_it(image_regression, index):
                image_regression(picture(200 + index // 5), max_error=0)
            """)
        self.write("def test_it(image_regression):\n    image_regression(picture(51), max_error=1)\n", "more/test_other.py")
        self.run_pytest("--image-update")
        self.write("""
            @pytest.mark.parametrize("index", range(6))
            def test_it(image_regression, index):
                image_regression(picture(200), max_error=0)
            """)
        self.write("def test_it(image_regression):\n    image_regression(picture(50), max_error=np.float32(1))\n", "more/test_other.py")

    def look_at_report(self, *arguments):
        """Six passing images, one of them within its limit, and a failing one. The report contains each image once."""
        self.write_suite()
        said = self.run_pytest("--image-report", "report", *arguments, code=1)
        self.assertIn("the images of 7 comparisons", said)
        page = (self.folder / "report/index.html").read_text()
        names = [f"test_menu/test_it_{index}.png" for index in range(6)] + ["more/test_other/test_it.png"]
        self.assertEqual(sorted(set(re.findall(r'"name":"([^"]*)"', page))), sorted(names))
        # For a merge with the reports of other tests.
        self.assertIn('"test":"test_menu.py::test_it[5]"', (self.folder / "report/results.json").read_text())
        self.assertEqual(len(re.findall(r'"passed":false', page)), 1)
        kinds = {re.fullmatch(r"_.*-[0-9a-f]{12}-(\w+)\.\w+", path.name)[1] for path in (self.folder / "report/pictures").iterdir()}
        self.assertEqual(kinds, {"expected", "actual", "difference", "flip", "pack"} & kinds | {"expected", "actual"})
        actual = sorted(path.name[:-len("-012345678901-actual.png")] for path in (self.folder / "report").rglob("*-actual.png"))
        self.assertEqual(actual, ["_more_test_other_test_it.png", "_test_menu_test_it_5.png"])
        self.assertEqual(sorted(path.name for path in (self.folder / "report").iterdir()), ["index.html", "pictures", "results.json"])

    def test_a_report_has_the_whole_session(self):
        self.look_at_report()

    @unittest.skipUnless(HAS_XDIST, "no xdist")
    def test_a_report_has_the_images_of_all_workers(self):
        self.look_at_report("-n", "2")

    def test_rules_are_next_to_the_expected_images(self):
        self.write("def test_it(image_regression):\n    image_regression(picture(200))\n")
        self.run_pytest("--image-update")
        self.write("def test_it(image_regression):\n    image_regression(picture(210))\n")
        rule = '{"texelscope_compare": 1, "rules": [{"match": "test_menu/*", "masks": [[%s]]}]}'
        for mask, code in (("0, 0, 4, 9", 1), ("4, 3, 5, 3", 0)):
            (self.folder / "expected_images/compare.json").write_text(rule % mask)
            self.run_pytest(code=code)

    def test_an_array_that_is_not_an_image_is_reported(self):
        self.write("def test_it(image_regression):\n    image_regression(np.zeros((2, 3, 7), np.uint8))\n")
        self.run_pytest(code=1)
        for dtype in ("bool", "int8", "int16", "int32", "uint32", "int64", "float16", "float64", "complex64"):
            self.write(f"def test_it(image_regression):\n    image_regression(np.full((2000, 2000, 4), 1, np.{dtype.replace('bool', 'bool_')}), 'q8.exr')\n")
            said = self.run_pytest("--image-update", code=1)
            self.assertIn(f"an array of {dtype} cannot be compared as an image", said)
            self.assertIn(".astype(", said)
        self.assertFalse(self.expected("test_menu").exists())

    def test_all_images_of_a_test_are_compared(self):
        body = """
            def test_it(image_regression):
                image_regression(picture({0}))
                image_regression(picture({0} + 1))
                image_regression(picture(7), "same.png")
                print("after the images")
            """
        self.write(body.format(200))
        self.run_pytest("--image-update")
        self.write(body.format(210))
        said = self.run_pytest("--image-report", "report", "-rA", code=1)
        self.assertRegex(said, r"Failed: 15 of 600 pixels differ[^\n]*, the first of 2 failing images\n")
        for line in (11, 12):
            self.assertRegex(said, rf"\nE +test_menu.py:{line}: 15 of 600 pixels differ")
        self.assertIn("after the images", said)
        self.assertIn('"failed":2', (self.folder / "report/results.json").read_text())
        self.run_pytest("--image-update")
        self.run_pytest()

    def test_a_failure_reports_the_line_and_the_reason(self):
        self.write("def test_it(image_regression):\n    image_regression(picture(200))\n")
        self.run_pytest("--image-update")
        self.write("def test_it(image_regression):\n    image_regression(picture(201))\n    assert image_regression is None\n")
        said = self.run_pytest(code=1)
        self.assertRegex(said, r"FAILED test_menu.py::test_it - assert ")
        self.assertRegex(said, r"-+ Captured images call -+\n15 of 600 pixels differ")
        self.write("def test_it(image_regression):\n    image_regression(picture(201))\n")
        said = self.run_pytest(code=1)
        self.assertRegex(said, r"FAILED test_menu.py::test_it - Failed: 15 of 600 pixels differ")
        self.assertRegex(said, r"\ntest_menu.py:10: Failed\n")
        self.write("@pytest.mark.xfail\ndef test_it(image_regression):\n    image_regression(picture(201))\n")
        self.run_pytest()
        self.write("def test_it(image_regression):\n    image_regression(picture(201))\n    pytest.skip()\n")
        self.run_pytest(code=1)

    def test_each_image_has_a_unique_name(self):
        for uses, clash in (
                ("@pytest.mark.parametrize('mode', ['a/b', 'a_b'])\ndef test_p(image_regression, mode):\n    image_regression(picture(1))\n", r"test_p_a_b.png, one of test_menu.py::test_p\[a/b\] and one of test_menu.py::test_p\[a_b\]"),
                ("def test_a(image_regression):\n    image_regression(picture(1), name='same.png')\n"
                 "def test_b(image_regression):\n    image_regression(picture(1), name='same.png')\n", r"same.png, one of test_menu.py::test_[ab] and one of test_menu.py::test_[ab]"),
                ("def test_a(image_regression):\n    image_regression(picture(1), name='x')\n    image_regression(picture(2), 'x.png')\n", r"x.png, one of test_menu.py::test_a and one of test_menu.py::test_a")):
            self.write(uses)
            self.assertRegex(self.run_pytest("--image-update", code=1), clash)
            if HAS_XDIST and "test_b" in uses:
                self.assertRegex(self.run_pytest("-n", "2", code=1), clash)

    def test_an_invalid_file_name_is_reported(self):
        self.write("@pytest.mark.parametrize('text', ['x' * 300])\ndef test_it(image_regression, text):\n    image_regression(picture(1))\n")
        said = self.run_pytest("--image-update", code=1)
        self.assertIn("is too long for a file; use a name of at most 200 bytes", said)
        self.write("def test_it(image_regression):\n    image_regression(picture(1), 'x.jpg')\n")
        self.assertIn("an expected image cannot be 'x.jpg'", self.run_pytest("--image-update", code=1))
        (self.folder / "expected_images").mkdir()
        os.symlink("test_menu", self.folder / "expected_images/test_menu")
        self.write("def test_it(image_regression):\n    image_regression(picture(1))\n")
        self.assertRegex(self.run_pytest(code=1), r"Failed: expected: cannot read .*test_it.png: Too many levels")

    def test_a_report_that_cannot_be_written_is_one_line(self):
        self.write("def test_it(image_regression):\n    image_regression(picture(1))\n")
        self.run_pytest("--image-update")
        (self.folder / "file").write_text("")
        done = self.run_pytest("--image-report", "file/report", code=4)
        self.assertNotIn("Traceback", done)
        # Later failures are reported just as concisely.
        self.write("import pathlib\ndef test_it(image_regression):\n    pathlib.Path('report').write_text('')\n    image_regression(picture(1))\n")
        done = self.run_pytest("--image-report", "report", code=1)
        self.assertRegex(done, r"\ntexelscope: error: cannot create folder .*report")
        self.assertNotIn("Traceback", done)
        self.assertIn("1 passed", done)

    def test_pip_installs_the_plugin_that_the_build_folder_has(self):
        project = (ROOT / ("pyproject.toml" if PACKAGE == "texelscope" else "python/compare/pyproject.toml")).read_text()
        self.assertIn(f'[project.entry-points.pytest11]\ntexelscope = "{PACKAGE}.pytest_plugin"', project)
        metadata = next(pathlib.Path(texelscope.__file__).parents[1].glob(f"{PACKAGE}-*.dist-info"))
        self.assertIn(f"[pytest11]\ntexelscope = {PACKAGE}.pytest_plugin", (metadata / "entry_points.txt").read_text())


if __name__ == "__main__":
    unittest.main()
