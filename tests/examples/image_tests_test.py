"""Runs the recipe of docs/image-tests.md as a user would: with an installed package, on copies of the examples.

usage: image_tests_test.py CMAKE BUILD COMPILER WORK [PYTHON]
PYTHON runs the pytest part, which is skipped without it.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree

try:
    import yaml
except ImportError:
    yaml = None
try:
    import junitparser
except ImportError:
    junitparser = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "image-tests.md").read_text()
CMAKE, BUILD, COMPILER, WORK, *PYTHON = sys.argv[1:]
PREFIX = pathlib.Path(WORK) / "prefix"
HAS_PYTEST = bool(PYTHON) and subprocess.run([*PYTHON, "-c", "import numpy, pytest"], capture_output=True, check=False).returncode == 0
# Libraries that an image comparison program must not require.
FOREIGN = re.compile(r"lib(GL|EGL|OpenGL|glfw|cuda|cudart|vulkan|X11|wayland)", re.I)
LARGEST_PROGRAM = 5_000_000


def block(name):
    """The commands of a section of the page, one per line."""
    section = PAGE.split(f"<!-- {name} -->\n\n")[1]
    return [line.strip() for line in re.match(r"(?: {4}.*\n)+", section)[0].splitlines()]


def run(command, code=0, **changes):
    """Runs a line in the shell, in the work folder."""
    environment = {**os.environ, "CMAKE_PREFIX_PATH": str(PREFIX), "CXX": COMPILER, "PATH": f"{PREFIX}/bin:{os.environ['PATH']}",
                   "CXXFLAGS": "-Wall -Wextra -Wshadow -Wconversion -Werror", **changes}
    done = subprocess.run(command, shell=isinstance(command, str), cwd=WORK, env=environment, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != code:
        raise AssertionError(f"{command} ended with {done.returncode}, not {code}:\n{done.stdout}")
    return done.stdout


def setUpModule():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    shutil.copytree(ROOT / "examples", pathlib.Path(WORK) / "examples")
    for component in ("compare", "compare_library"):
        run([CMAKE, "--install", BUILD, "--prefix", str(PREFIX), "--component", component, "--strip"])


# The names on the page, and the classes, names and results in JUnit: a test of CTest, or a program and a test of GoogleTest.
RECIPE_PAIRS = sorted(["drawing_test.Drawing.DiskIsTheExpectedOne/disk.png", "draw_larger/disk.png", "draw_moved/disk.png", "moved_disk.png"])
RECIPE_CASES = {("draw_larger", "disk.png", "failure"), ("draw_moved", "disk.png", ""),
                ("drawing_test.Drawing.DiskIsTheExpectedOne", "disk.png", ""),
                ("drawing_test.Drawing.DiskMayMoveByATenthOfAPixel", "moved_disk.png", "")}


class Recipe(unittest.TestCase):
    def names_on(self, page):
        return sorted(pair["name"] for pair in json.loads(re.search(r'<script[^>]*id="results"[^>]*>(.*?)</script>', page, re.S)[1])["pairs"])

    def cases_of(self, path):
        """The test cases of a JUnit file, with the attributes that its schema requires, and as another project reads them."""
        root = xml.etree.ElementTree.parse(pathlib.Path(WORK) / path).getroot()
        self.assertEqual(root.tag, "testsuites")
        cases = set()
        for suite in root:
            self.assertEqual({"name", "tests", "failures", "errors", "time"} - set(suite.keys()), set())
            self.assertEqual(int(suite.get("tests")), len(suite.findall("testcase")))
            for case in suite.iter("testcase"):
                self.assertGreaterEqual(float(case.get("time")), 0)
                faults = case.findall("failure")
                self.assertTrue(all(fault.get("type") and fault.get("message") for fault in faults))
                cases.add((case.get("classname"), case.get("name"), "failure" if faults else ""))
        if junitparser:
            read = junitparser.JUnitXml.fromfile(str(pathlib.Path(WORK) / path))
            self.assertEqual({(case.classname, case.name, "failure" if any(isinstance(result, junitparser.Failure) for result in case.result) else "")
                              for suite in read for case in suite}, cases)
        return cases

    def look_at(self, line):
        page = pathlib.Path(WORK) / line.split()[1]
        self.assertIn("<html", page.read_text()[:200])
        return page.read_text()

    def test_cpp_goes_from_the_package_to_red_to_green_in_ten_commands(self):
        lines = block("recipe for C++")
        self.assertLessEqual(len(lines), 10)
        self.assertTrue(lines[0].startswith("sudo apt install "))
        tested = []
        for line in lines[1:]:
            if line.startswith("xdg-open"):
                # Two tests have an image of this name.
                self.assertEqual(self.names_on(self.look_at(line)), RECIPE_PAIRS)
                self.assertEqual(self.cases_of("my_tests/build/images/image_report/junit.xml"), RECIPE_CASES)
            elif line.startswith("ctest"):
                output = run(line, code=0 if tested else 8)
                tested.append(set(re.findall(r"^\t\s*\d+ - (\w+) \(Failed\)", output, re.M)))
            else:
                run(line)
        self.assertEqual(tested, [{"draw_larger"}, set()])
        # An update replaces only failing images.
        images = "image_tests/expected_images/"
        before, after = ROOT / "examples" / images, pathlib.Path(WORK) / "my_tests" / "expected_images"
        self.assertEqual((before / "disk.png").read_bytes(), (after / "disk.png").read_bytes())
        self.assertNotEqual((before / "larger/disk.png").read_bytes(), (after / "larger/disk.png").read_bytes())
        self.assertEqual(FOREIGN.findall(run("ldd my_tests/build/drawing_test")), [])
        # An update also replaces GoogleTest's images, and reports it.
        (after / "moved_disk.png").unlink()
        self.assertIn("expected_images/moved_disk.png", run("cmake --build my_tests/build --target update_images"))
        self.assertTrue((after / "moved_disk.png").exists())

    def test_the_project_of_the_page_goes_from_red_to_green(self):
        """The project of the page, with programs that the page does not show."""
        folder = pathlib.Path(WORK) / "page"
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(re.search(r"```cmake\n(.*?)```", PAGE, re.S)[1])
        pixels = "std::vector<unsigned char>(640 * 480 * 4, 77)"
        test = re.search(r"```cpp\n(#include.*?)```", PAGE, re.S)[1]
        (folder / "menu_test.cpp").write_text(f"#include <vector>\nstatic std::vector<unsigned char> render_menu() {{ return {pixels}; }}\n{test}")
        (folder / "menu.cpp").write_text(f"#include <texelscope/compare/image.h>\n#include <vector>\nint main(int, char** arguments) {{\n"
                                         f"  const auto pixels = {pixels};\n  texelscope::compare::save_image(arguments[2], {{pixels.data(), 640, 480, 4}});\n}}\n")
        run("cmake -S page -B page/build && cmake --build page/build")
        run("ctest --test-dir page/build", code=8)
        # The artifacts that the CI files of the page upload.
        for path in ("image_report/report/index.html", "image_report/junit.xml", "menu_test/menu/open.png.report/index.html"):
            self.assertTrue((folder / "build/images" / path).exists(), path)
        run("cmake --build page/build --target update_images")
        run("ctest --test-dir page/build")

    @unittest.skipUnless(HAS_PYTEST, "there is no Python module, or no pytest")
    def test_python_goes_from_the_package_to_red_to_green_in_ten_commands(self):
        lines = block("recipe for Python")
        self.assertLessEqual(len(lines), 10)
        self.assertTrue(lines[0].startswith("pip install "))
        # As installed by pip: the package with its metadata, through which pytest finds the fixture.
        packages = pathlib.Path(WORK) / "packages"
        shutil.copytree(pathlib.Path(BUILD) / "python_compare", packages, ignore=shutil.ignore_patterns("CMakeFiles", "*.cmake"))
        tested = []
        for line in lines[1:]:
            if line.startswith("xdg-open"):
                self.assertIn("test_larger_disk.png", self.look_at(line))
            elif line.startswith("pytest"):
                command = f"{PYTHON[0]} -B -m {line} -p no:cacheprovider"
                is_red = "--image-update" not in line and not tested
                output = run(command, code=1 if is_red else 0, PYTHONPATH=str(packages))
                tested.append((is_red, re.search(r"=+ (.*?) in ", output.splitlines()[-1])[1]))
            else:
                run(line)
        self.assertEqual(tested, [(True, "1 failed, 2 passed"), (False, "3 passed"), (False, "3 passed")])


    @unittest.skipUnless(HAS_PYTEST, "there is no Python module, or no pytest")
    def test_reports_of_ctest_and_gtest_and_pytest_become_one_page(self):
        run("cp -r examples/image_tests all_cpp && cmake -S all_cpp -B all_cpp/build && cmake --build all_cpp/build")
        run("ctest --test-dir all_cpp/build", code=8)
        run("cp -r examples/image_tests_python all_python")
        run(f"{PYTHON[0]} -B -m pytest -p no:cacheprovider --rootdir . all_python --image-report all_python/report", code=1,
            PYTHONPATH=f"{BUILD}/python_compare")
        run("texelscope-compare report merge all all_cpp/build/images/image_report/report all_python/report --junit all.xml", code=1)
        of_pytest = {(f"all_python/test_drawing.py::{name}", f"all_python/test_drawing/{name}.png", "failure" if "larger" in name else "")
                     for name in ("test_disk", "test_larger_disk", "test_disk_may_move_by_a_tenth_of_a_pixel")}
        self.assertEqual(self.cases_of("all.xml"), RECIPE_CASES | of_pytest)
        self.assertEqual(self.names_on(self.look_at("view all/index.html")), sorted(RECIPE_PAIRS + [name for _, name, _ in of_pytest]))

    def test_a_report_shows_only_images_of_the_current_program(self):
        run("cp -r examples/image_tests stale && cmake -S stale -B stale/build && cmake --build stale/build")
        run("cmake --build stale/build --target image_report")
        run("ctest --test-dir stale/build -R drawing_test")
        page = "view stale/build/images/image_report/report/index.html"
        self.assertEqual(self.names_on(self.look_at(page)), ["disk.png", "moved_disk.png"])
        test = pathlib.Path(WORK) / "stale/drawing_test.cpp"
        test.write_text(test.read_text().split("TEST(Drawing, DiskMay")[0] + "}\n")
        run("cmake --build stale/build && ctest --test-dir stale/build -R drawing_test")
        self.assertEqual(self.names_on(self.look_at(page)), ["disk.png"])
        # The removed test left its expected image.
        self.assertIn("expected_images/moved_disk.png is unused", run("cmake --build stale/build --target image_report"))
        self.assertIn("expected_images/moved_disk.png removed", run("cmake --build stale/build --target prune_images"))
        left = {path.name for path in (pathlib.Path(WORK) / "stale/expected_images").iterdir()}
        self.assertEqual(left & {"disk.png", "moved_disk.png"}, {"disk.png"})
        # A command that fails leaves no page of an earlier run.
        run("ctest --test-dir stale/build -R draw_moved")
        self.assertEqual(self.names_on(self.look_at(page)), ["draw_moved/disk.png", "drawing_test.Drawing.DiskIsTheExpectedOne/disk.png"])
        run("rm stale/build/draw && ctest --test-dir stale/build -R draw_moved", code=8)
        self.assertEqual(self.names_on(self.look_at(page)), ["disk.png"])


class Pages(unittest.TestCase):
    @unittest.skipUnless(yaml, "there is no yaml module")
    def test_the_ci_files_are_yaml_that_keeps_the_report(self):
        github, python, gitlab, gitlab_python = (yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S))
        for page in (github, python):
            uploads = [step for step in page["jobs"]["images"]["steps"] if "upload-artifact" in step.get("uses", "")]
            self.assertEqual([step["if"] for step in uploads], ["${{ !cancelled() }}"])
            self.assertIn("results.xml", uploads[0]["with"]["path"])
        self.assertEqual(gitlab_python["images"]["artifacts"]["when"], "always")
        self.assertEqual(gitlab_python["images"]["artifacts"]["reports"]["junit"], "results.xml")
        self.assertEqual(gitlab["images"]["artifacts"]["when"], "always")
        # The tests write their output where the CI files expect it.
        self.assertIn("build/images/image_report/report/", gitlab["images"]["artifacts"]["paths"])
        self.assertIn("build/images/image_report\n", github["jobs"]["images"]["steps"][-1]["with"]["path"])
        self.assertEqual(gitlab["images"]["artifacts"]["reports"]["junit"], ["build/results.xml", "build/images/image_report/junit.xml"])


class Package(unittest.TestCase):
    def test_headers_compile_alone_in_cpp_17(self):
        folder = PREFIX / "include" / "texelscope" / "compare"
        headers = sorted(path.name for path in folder.glob("*.h"))
        self.assertIn("gtest.h", headers)
        for header in headers:
            source = pathlib.Path(WORK) / "alone.cpp"
            source.write_text(f"#include <texelscope/compare/{header}>\n#include <texelscope/compare/{header}>\n")
            run(f"{COMPILER} -std=c++17 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror -fsyntax-only -I {PREFIX}/include {source}")

    def configure(self, lines, code=1):
        """CMake's output for a project with these lines, which can find the package only through its folder."""
        folder = pathlib.Path(WORK) / "configured"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES C CXX)\nenable_testing()\n" + lines)
        package = next(PREFIX.glob("lib*/**/cmake/texelscope"))
        output = run([CMAKE, "-S", str(folder), "-B", str(folder / "build"), f"-Dtexelscope_DIR={package}"], code=code,
                     CMAKE_PREFIX_PATH="", PATH="/usr/bin:/bin")
        return " ".join(output.split())

    def test_the_program_is_found_next_to_a_named_package(self):
        self.configure("find_package(texelscope REQUIRED COMPONENTS compare)\n"
                       "texelscope_add_image_test(NAME a EXPECTED a.png OUTPUT b.png)\n", code=0)
        cache = (pathlib.Path(WORK) / "configured/build/CMakeCache.txt").read_text()
        self.assertIn(f"TEXELSCOPE_PROGRAM:FILEPATH={PREFIX}/bin/texelscope-compare\n", cache)

    def test_errors_in_a_project_are_reported(self):
        self.assertIn("unknown component 'comparison'; use gpu, compare or texture_unit",
                      self.configure("find_package(texelscope REQUIRED COMPONENTS comparison)\n"))
        self.assertIn("the component gpu is not installed", self.configure("find_package(texelscope REQUIRED COMPONENTS gpu compare)\n"))
        find = "find_package(texelscope REQUIRED COMPONENTS compare)\n"
        for line, told in (("texelscope_add_image_test(NAME a OUTPUT b.png)", "texelscope_add_image_test requires EXPECTED"),
                           ("texelscope_add_image_test(EXPECTED a.png OUTPUT b.png)", "texelscope_add_image_test requires NAME"),
                           ("texelscope_add_image_test(NAMED a EXPECTED a.png NAME b OUTPUT b.png)", "unknown argument 'NAMED;a' of texelscope_add_image_test"),
                           ("texelscope_add_image_test(NAME a EXPECTED a.png)", "pass a COMMAND, or an existing OUTPUT"),
                           ("texelscope_add_image_test(NAME a EXPECTED a.png OUTPUT b)\n" * 2, "two image tests have the name a"),
                           ("texelscope_image_folders(menu)", "unknown target menu")):
            self.assertIn(told, self.configure(find + line))

    def test_the_program_is_small_and_needs_no_gpu_and_no_window(self):
        program = PREFIX / "bin" / "texelscope-compare"
        self.assertLess(program.stat().st_size, LARGEST_PROGRAM)
        self.assertEqual(FOREIGN.findall(run(["ldd", str(program)])), [])
        self.assertTrue((PREFIX / "share" / "man" / "man1" / "texelscope-compare.1.gz").exists())

    def test_the_library_requires_no_gpu_and_no_window(self):
        targets = list(PREFIX.glob("lib*/**/cmake/texelscope/texelscope*Targets.cmake"))
        self.assertEqual({path.name for path in targets}, {"texelscopeCompareTargets.cmake", "texelscopeLayoutTargets.cmake"})
        for path in targets:
            linked = re.findall(r"INTERFACE_LINK_LIBRARIES \"(.*)\"", path.read_text())
            self.assertTrue(linked)
            self.assertIsNone(re.search(r"GL|glfw|CUDA|vulkan|imgui|X11|stb|texelscope::gpu", " ".join(linked), re.I), linked)

    def test_the_program_compares_with_and_without_the_subcommand(self):
        image = ROOT / "examples" / "image_tests" / "expected_images" / "disk.png"
        for command in (["texelscope-compare"], ["texelscope-compare", "compare"]):
            self.assertIn("1 of 1 pairs passed", run([*command, str(image), str(image)]))
        self.assertRegex(run(["texelscope-compare", "--version"]), r"^texelscope-compare \d")
        self.assertIn("--preset", run(["texelscope-compare", "compare", "--help"]))
        run(["texelscope-compare", "render", "plasma"], code=2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
