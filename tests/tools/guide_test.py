"""The guide has a page for each lab, lesson and part of the window, each with its picture, and no link is broken."""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# Besides the pages of the labs, some of which have a different name than the lab.
PARTS = ["window.md", "gallery.md", "palette.md", "about.md", "sessions.md", "lessons.md"]
LAB_PAGES = {"textures": "texture_lab.md", "accesses": "access-recording.md"}

# Where the labs' sources declare texts and names that the window shows: titles, tabs, choices, labels and settings.
LAB_NAMES = [r'\.title = "([^"]+)"', r'(?:Tab|TabOf<\w+>|LabTab|LabChoice)\{+\s*"[\w.]+",\s*"([^"]+)"', r'field_label\(\w+, "([^"]+)"',
             r'\{"([a-z]\w+)", \w+_of', r'"_([a-z]\w+)"']
# Words in those names that have their everyday meaning there.
EVERYDAY = """across against amount angle another as between black blue brightness bytes center clear closed code column content cooling
    coords core count coverage cubemap cuda demo density descending disable drawn drift drying dx dy edited ends eye fading fits
    flow force friction from gravity green grouped growth highest history ink intensity is its keeps life log lowest max min no
    npy numpy on or origin outside pace paused per percent playing population power pressure radius reading red relief rotation
    roughness row run scale second sensor shown side single sky softness span speed spread start steepness sun symmetric tab
    texelscope text thickness threshold tint to trail turn twice typing value version wetness while whirls white wind without
    wrong"""

PROGRAM = ""


def answer(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


def markdown_files():
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]


def text_outside_code(path):
    """The text of a page without code."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^ {4}.*$", "", text, flags=re.MULTILINE)
    return re.sub(r"(?<!\\)`[^`\n]*`", "", text)


def links(path):
    return re.findall(r"(?<!\\)\]\(([^)\s]+)\)", text_outside_code(path))


def anchors(path):
    """The anchors that GitHub generates for a page's headings."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), flags=re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def declared_tests():
    """"Suite.Name" of each TEST in the sources and each add_test in CMake files, and the sources that name parameterized cases."""
    names, cases = set(), ""
    for path in (ROOT / "tests").rglob("*_test.c*"):
        text = path.read_text()
        found = re.findall(r"^(?:TEST(?:_[FP])?|TYPED_TEST|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", text, flags=re.MULTILINE)
        names |= {f"{suite}.{name}" for suite, name in found}
        cases += text if "INSTANTIATE" in text else ""
    for path in [*(ROOT / "tests").rglob("*.cmake"), *(ROOT / "tests").rglob("CMakeLists.txt")]:
        names |= set(re.findall(r"add_test\(NAME ([\w.]+)", path.read_text()))
    listed = json.loads((ROOT / "tests" / "test_list.json").read_text())["commands"]
    return names | {name for row in listed for name in row["tests"]}, cases


def tests_named_in(text):
    """Names in backticks that look like tests: `Suite.Name`, `Some/Suite.Name/Case`; file names begin with a lowercase letter."""
    return set(re.findall(r"`((?:\w+/)?[A-Z]\w*\.\w+(?:/\w+)?)`", text)) - set(re.findall(r"`(\w+\.(?:md|txt|json))`", text))


def is_declared(name, there):
    """A parameterized case must be named, in quotes, in a source with parameterized tests."""
    names, cases = there
    match = re.fullmatch(r"(?:(\w+)/)?(\w+\.\w+)(?:/(\w+))?", name)
    quoted = match[3] is None or f'"{match[3]}"' in cases
    return match[2] in names and quoted and (match[1] is None or f"({match[1]}," in cases)


def statements(page):
    """List items, table rows, and paragraphs that begin in bold, except those about trusted input and known gaps."""
    found = []
    for section in re.split(r"^## ", page, flags=re.M)[1:]:
        title, _, body = section.partition("\n")
        if title != "Trusted inputs":
            held = re.split(r"^(?:\*\*)?The following is not prevented", body, flags=re.M)[0]
            found += re.findall(r"^(?:- |\*\*|\|(?! what runs|---)).*(?:\n(?!- |\*\*|\||\n).+)*", held, flags=re.M)
    return [statement for statement in found if not statement.endswith(":")]


def names_a_test(statement):
    return bool(tests_named_in(statement)) or "`tests/" in statement


def shown_names():
    """The names of labs and of their tabs, choices, labels and settings, and of the scenes' parameters."""
    sources = [path.read_text() for path in (ROOT / "app" / "labs").rglob("*.cpp")]
    names = {name for text in sources for pattern in LAB_NAMES for name in re.findall(pattern, text)}
    return names | {row["name"] for scene in json.loads(answer("scenes", "--json"))["scenes"] for row in scene["parameters"]}


def stems(text):
    """The words of a text without endings: "slice" and "sliced" are the same."""
    return {re.sub("ed?$", "", re.sub("s$", "", re.sub("ies$", "y", word))) for word in re.findall("[a-z]{2,}", text.lower())}


def undefined_words(names, page):
    """The stems of those words in the names that are neither everyday words nor terms of the page; parentheses in terms
    do not count."""
    terms = re.findall(r"^\| (.+?) \|", page.partition("\n## ")[0], flags=re.M)
    return stems(" ".join(names)) - stems(EVERYDAY) - stems(re.sub(r"\([^)]*\)", "", " ".join(terms)))


class Guide(unittest.TestCase):
    def test_names_in_labs_and_scenes_consist_of_known_terms(self):
        names, page = shown_names(), (DOCS / "terms.md").read_text()
        self.assertGreater(len(names), 250)
        self.assertLess({"Tensors", "Shared memory", "Anisotropy", "tile_padding", "tone_map"}, names)
        self.assertEqual(undefined_words(names, page), set(), "docs/terms.md defines none of these")
        planted = re.sub(r"^\| (?:warp|component) \|.*\n", "", page, flags=re.M)
        self.assertEqual(undefined_words(names, planted), stems("warp component"))

    def test_every_link_leads_to_a_file_and_a_heading(self):
        for page in markdown_files():
            for link in links(page):
                if "://" in link:
                    continue
                path, _, anchor = link.partition("#")
                target = page if not path else (page.parent / path).resolve()
                self.assertTrue(target.exists(), f"{page.relative_to(ROOT)} leads to {link}")
                if anchor:
                    self.assertIn(anchor, anchors(target), f"{page.relative_to(ROOT)} leads to {link}")

    def test_security_names_tests_that_exist(self):
        there = declared_tests()
        named = tests_named_in((DOCS / "security.md").read_text())
        self.assertGreater(len(named), 60)
        self.assertLess({"Architecture.SourcesFollowTheRules", "OfEachKind/KernelCrashes.AreReportedAtTheirLineAndLeaveNothing/StaticInitializer"}, named)
        self.assertEqual({name for name in named if not is_declared(name, there)}, set())
        for path in re.findall(r"`((?:tests|tools|app|gpu)/[\w/.]+)`", (DOCS / "security.md").read_text()):
            self.assertTrue((ROOT / path).exists(), path)

    def test_each_statement_of_security_names_a_test(self):
        page = (DOCS / "security.md").read_text()
        self.assertGreater(len(statements(page)), 50)
        self.assertEqual([statement for statement in statements(page) if not names_a_test(statement)], [])
        planted = page.replace("- The program does not wait for a pipe or a device (`LoadImage.RefusesAPipeInsteadOfWaitingForIt`).",
                               "- The program waits for no pipe.")
        self.assertEqual([statement for statement in statements(planted) if not names_a_test(statement)], ["- The program waits for no pipe."])

    def test_a_name_without_a_test_is_detected(self):
        there = declared_tests()
        named = tests_named_in("`Png.RefusesNothing`, `OfEachKind/KernelCrashes.NoSuchTest/A`, `Architecture.NoSuchTest`, "
                               "`OfEachKind/KernelCrashes.AreReportedAtTheirLineAndLeaveNothing/NoSuchCase`, `session.json`")
        self.assertEqual(len(named), 4)
        self.assertEqual([name for name in named if is_declared(name, there)], [])

    def test_every_page_can_be_reached_from_the_readme(self):
        reached, ahead = set(), [ROOT / "README.md"]
        while ahead:
            page = ahead.pop()
            if page in reached or page.suffix != ".md" or not page.exists():
                continue
            reached.add(page)
            ahead += [(page.parent / link.partition("#")[0]).resolve() for link in links(page) if "://" not in link]
        self.assertEqual({str(page.relative_to(ROOT)) for page in markdown_files()} - {"CONTRIBUTING.md"}
                         - {str(page.relative_to(ROOT)) for page in reached}, set())

    def test_every_lab_has_a_page_with_its_picture(self):
        labs = [line.split("\t")[0] for line in answer("complete-words", "--lab", "").splitlines()]
        labs = [lab for lab in labs if lab and lab != "words"]
        self.assertIn("layouts", labs)
        guide = links(DOCS / "guide.md")
        for lab in labs:
            page = LAB_PAGES.get(lab, f"{lab}.md")
            self.assertIn(page, guide)
            self.assertIn(f"pictures/{lab}.png", links(DOCS / page), page)

    def test_every_part_of_the_window_has_a_page_with_a_picture(self):
        guide = links(DOCS / "guide.md")
        for page in PARTS:
            self.assertIn(page, guide)
            self.assertTrue(any(link.startswith("pictures/") for link in links(DOCS / page)), page)

    def test_every_lesson_has_a_page(self):
        names = [lesson["name"] for lesson in json.loads(answer("lessons", "list", "--json"))]
        self.assertEqual([link for link in links(DOCS / "lessons" / "README.md") if not link.startswith("..")],
                         [f"{name}.md" for name in names])
        there = {path.stem for path in (DOCS / "lessons").iterdir() if path.name != "README.md"}
        self.assertEqual(there, set(names), "a lesson's page or picture is left over")

    def test_every_picture_is_on_the_list_and_shown(self):
        listed = {entry["name"] for entry in json.loads((DOCS / "pictures" / "pictures.json").read_text())["pictures"]}
        self.assertEqual({path.stem for path in (DOCS / "pictures").glob("*.png")}, listed)
        shown = {link for page in markdown_files() for link in links(page)}
        for name in listed:
            self.assertTrue(any(link.endswith(f"pictures/{name}.png") for link in shown),
                            f"{name}.png is not shown anywhere")

    def test_the_pictures_are_small_enough_for_the_repository(self):
        size = sum(path.stat().st_size for path in DOCS.rglob("*") if path.is_file())
        self.assertLess(size, 6 * 2**20)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    options, rest = parser.parse_known_args()
    PROGRAM = options.program
    unittest.main(argv=[sys.argv[0], *rest])
