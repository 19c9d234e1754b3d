"""Tests that the code in docs/library.md, docs/texture-unit-library.md and docs/access-recording.md is in the examples verbatim, and
that the tests in the table exist."""

import pathlib
import re
import unittest

import guide_test

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "library.md").read_text()
TEXTURE_UNIT_PAGE = (ROOT / "docs" / "texture-unit-library.md").read_text()
ACCESS_PAGE = (ROOT / "docs" / "access-recording.md").read_text()
BLOCK = re.compile(r"<!-- (examples/\S+) -->\n\n((?: {4}.*\n|\n(?= {4}))+)")
# Features that the library lacks; the table gives the reasons.
LEFT_OUT = ("Windows handles, Direct3D", "sparse arrays, deferred mapping")
MAX_LINES = 80


def lines_of(text):
    """The lines without their common indentation."""
    lines = [line.rstrip() for line in text.rstrip("\n").split("\n")]
    margin = min(len(line) - len(line.lstrip()) for line in lines if line)
    return [line[margin:] for line in lines]


def stands_in(block, source):
    """Whether a block consists of consecutive whole lines of a source, regardless of the indentation."""
    wanted, lines = lines_of(block), source.split("\n")
    return any(lines_of("\n".join(lines[at:at + len(wanted)])) == wanted for at in range(len(lines) - len(wanted) + 1)
               if lines[at].strip() == wanted[0].strip())


def sections(page):
    """Title and text of each task."""
    tasks = page.split("## Twelve tasks\n")[1].split("\n## ")[0]
    return [tuple(task.split("\n", 1)) for task in tasks.split("\n### ")[1:]]


def rows(page):
    table = page.split("## Compared with other libraries\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in re.findall(r"^\|.*\|$", table, flags=re.M)]


class LibraryGuide(unittest.TestCase):
    def test_each_block_is_in_its_example(self):
        blocks = BLOCK.findall(PAGE)
        self.assertGreater(len(blocks), 20)
        self.assertEqual(len(blocks), PAGE.count("<!-- examples/"))
        self.assertEqual(TEXTURE_UNIT_PAGE.count("<!-- examples/"), 5)
        self.assertEqual(ACCESS_PAGE.count("<!-- examples/"), 2)
        for name, block in blocks + BLOCK.findall(TEXTURE_UNIT_PAGE) + BLOCK.findall(ACCESS_PAGE):
            self.assertTrue(stands_in(block, (ROOT / name).read_text()), f"{name} has not:\n{block}")

    def test_an_outdated_block_is_detected(self):
        name, block = next((name, block) for name, block in BLOCK.findall(PAGE) if block.count("\n") > 3 and "(" in block)
        source = (ROOT / name).read_text()
        lines = block.split("\n")
        for other in (block.replace("(", "( ", 1), "\n".join([*lines[:1], *lines[2:]]), "\n".join([lines[1], lines[0], *lines[2:]])):
            self.assertFalse(stands_in(other, source), other)

    def test_there_are_twelve_tasks_each_with_code(self):
        tasks = sections(PAGE)
        self.assertEqual([title.split(".")[0] for title, _ in tasks], [str(number) for number in range(1, 13)])
        for title, text in tasks:
            self.assertTrue(BLOCK.search(text), title)
            self.assertIsNone(re.search(r"^ {4}\S", BLOCK.sub("", text), flags=re.M), f"{title}: a block names no example")

    def test_each_example_is_small_and_in_the_guide_with_its_picture(self):
        # Image tests, live arrays and the texture unit have pages of their own, whose examples other tests run.
        folders = {path.name for path in EXAMPLES.iterdir() if path.is_dir()} - {
            "image_tests", "image_tests_python", "live_arrays", "texture_unit_c", "texture_unit_python"}
        self.assertEqual(folders, {"cmake_project", "cuda_runtime", "egl", "glfw", "pytorch", "qt6", "recorded_kernels", "sdl2", "vulkan"})
        self.assertEqual(folders, {name.split("/")[1] for name, _ in BLOCK.findall(PAGE + ACCESS_PAGE)})
        for folder in sorted(folders):
            self.assertTrue((EXAMPLES / folder / "picture.png").exists(), folder)
            program = next((EXAMPLES / folder).glob("*.cu"))
            self.assertLessEqual(len(program.read_text().splitlines()), MAX_LINES, program)

    def test_each_row_of_the_table_names_a_test(self):
        header, _, *table = rows(PAGE)
        self.assertEqual(header[1:], ["here", "cuda.core", "cuda-api-wrappers", "Warp", "slang-rhi"])
        there = guide_test.declared_tests()
        found = 0
        for row in table:
            self.assertEqual(len(row), len(header), row)
            if row[0].startswith("**"):
                continue
            found += 1
            self.assertNotIn("", row)
            if row[0] in LEFT_OUT:
                self.assertTrue(row[1].startswith("no: "), row)
                continue
            self.assertTrue(row[1].startswith("yes"), row)
            named = guide_test.tests_named_in(row[1])
            self.assertEqual(len(named), 1, row)
            self.assertEqual([name for name in named if not guide_test.is_declared(name, there)], [], row)
        self.assertGreater(found, 50)


if __name__ == "__main__":
    unittest.main()
