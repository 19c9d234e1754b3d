"""Runs tools/mutations.py on a project of one source and three tests, and checks which changes tools/mutants.py finds and writes."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
import mutants  # noqa: E402

SOURCE = """#include "gpu/sum.h"

#include <algorithm>

namespace {
constexpr int most = 4;
// if (a < b) in a comment
const char* const text = "if (a < b)";

bool is_few(const std::array<int, 8>& values, int count) {
  if (count > most && values[0] != 1) {
    return false;
  }
  return true;
}

template <class Number>
constexpr Number half(Number number) { return number / 2; }
static_assert(half(4) == 2);
}  // namespace

int sum(const std::array<int, 8>& values, int count) {
  int total = 0;
  if (!is_few(values, count)) total -= 100;
  for (int i = 0; i < std::min(count, 8); ++i) {
    total += values[static_cast<std::size_t>(i)];
  }
  return half(2 * total);
}

int unused(int number) { return number + 1; }
"""
HEADER = "#pragma once\n#include <array>\nint sum(const std::array<int, 8>& values, int count);\n"
TEST = """#include "gpu/sum.h"
int main() { return sum({1, 2, 3}, 3) == 6 && sum({2, 1, 1, 1}, 4) == 5 ? 0 : 1; }
"""
# Fails with every mutation, and without.
BROKEN = "#include \"gpu/sum.h\"\nint main() { return sum({1}, 1); }\n"
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(sample LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
include_directories(${CMAKE_SOURCE_DIR})
enable_testing()
foreach(name good broken)
  add_executable(${name} ${name}.cpp gpu/sum.cpp)
  add_test(NAME ${name} COMMAND ${name})
endforeach()
add_test(NAME nothing COMMAND ${CMAKE_COMMAND} -E true)
"""
LIST = [
    {"file": "gpu/sum.cpp", "what": "a limit", "kind": "constant", "old": "4", "new": "3", "at": 1},
    {"file": "gpu/sum.cpp", "what": "nonsense", "old": "count > most && values[0] != 1", "new": "no_such_name"},
    {"file": "gpu/sum.cpp", "what": "too few", "old": "std::min(count, 8)", "new": "std::min(count, 8) - 1"},
    {"file": "gpu/sum.cpp", "what": "endless", "old": "++i", "new": "i"},
    {"file": "gpu/sum.cpp", "what": "left out", "kind": "statement", "old": "total -= 100;", "new": ""},
    {"file": "gpu/sum.cpp", "what": "a third", "old": "number / 2", "new": "number / 3", "is_in_constexpr": True},
    {"file": "gpu/sum.cpp", "what": "the same", "old": "2 * total", "new": "total + total"},
    {"file": "gpu/sum.cpp", "what": "never called", "old": "number + 1", "new": "number"},
    {"file": "gpu/sum.cpp", "what": "no longer there", "old": "number + 7", "new": "number"},
]


class Mutants(unittest.TestCase):
    def changes(self, text=SOURCE):
        return {(change.line, change.what): change for change in mutants.candidates("gpu/sum.cpp", text)}

    def test_changes_of_each_kind_are_found_where_code_is(self):
        found = self.changes()
        for line, what, kind in [(6, "4 is one more", "constant"),
                                 (11, "never: if (count > most && values[0] != 1)", "condition"),
                                 (11, "always: if (count > most && values[0] != 1)", "condition"),
                                 (11, "|| for && in: count > most && values[0] != 1", "expression"),
                                 (11, ">= for > in: count > most", "expression"),
                                 (11, "== for != in: values[0] != 1", "expression"),
                                 (12, "not false", "expression"),
                                 (18, "* for / in: number / 2", "expression"),
                                 (24, "leave out: total -= 100;", "statement"),
                                 (25, "<= for < in: i < std::min(count, 8)", "expression"),
                                 (25, "std::max for std::min", "expression"),
                                 (26, "leave out: total += values[static_cast<std::size_t>(i)];", "statement"),
                                 (31, "- for + in: number + 1", "expression")]:
            self.assertIn((line, what), found)
            self.assertEqual(found[line, what].kind, kind)
        # Comments, strings, parameters of templates, static assertions, directives and declarations.
        self.assertFalse({7, 8, 10, 16, 17, 19} & {line for line, _ in found})
        self.assertTrue(found[18, "* for / in: number / 2"].is_in_constexpr)

    def test_operands_end_where_their_precedence_ends(self):
        text = "void f() {\n  x = a + b * c - d < e << 1 == !g;\n  std::vector<int> v(n - 1);\n  p->q(a, b - c);\n}\n"
        found = {what for _, what in self.changes(text)}
        for what in ["- for + in: a + b * c", "/ for * in: b * c", "+ for - in: a + b * c - d", "<= for < in: a + b * c - d < e << 1",
                     "!= for == in: a + b * c - d < e << 1 == !g", "+ for - in: n - 1", "+ for - in: b - c", "leave out: p->q(a, b - c);"]:
            self.assertIn(what, found)
        self.assertFalse([what for what in found if what.startswith("leave out: std::vector")])

    def test_drawing_depends_only_on_the_seed(self):
        texts = {"gpu/sum.cpp": SOURCE, "app/other.cpp": SOURCE}
        first, again, other = (mutants.draw(texts, seed) for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual({change.file for change in first}, set(texts))

    def test_a_project_is_built_once_and_each_mutation_is_killed_or_survives(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "project"
            (root / "gpu").mkdir(parents=True)
            for name, text in {"gpu/sum.cpp": SOURCE, "gpu/sum.h": HEADER, "good.cpp": TEST, "broken.cpp": BROKEN, "CMakeLists.txt": CMAKE,
                               "list.json": json.dumps(LIST)}.items():
                (root / name).write_text(text, encoding="utf-8")
            subprocess.run(["git", "init", "-q", root], check=True)
            command = [sys.executable, "-B", TOOLS / "mutations.py", "--root", root, "--folder", root / "out", "--jobs", "2"]
            built = subprocess.run([*command, "build", "--list", root / "list.json", "--target", "all"], capture_output=True, text=True, check=False)
            self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
            self.assertIn("dropped, because it does not compile: gpu/sum.cpp:11: nonsense", built.stdout)
            self.assertIn("gpu/sum.cpp has no longer 'number + 7'", built.stdout)
            self.assertIn("7 mutations", built.stdout)
            self.assertEqual((root / "gpu/sum.cpp").read_text(encoding="utf-8"), SOURCE)
            ran = subprocess.run([*command, "run", "--tests", ".", "--limit", "2"], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertIn("not used, because it fails without a mutation: broken (exit code 1)", ran.stdout)
            for what, how in {"a limit": "killed by good (exit code 1)", "too few": "killed by good (exit code 1)",
                              "endless": "killed by good (no end in 2 s)", "left out": "not reached", "a third": "killed by good (exit code 1)",
                              "the same": "survived", "never called": "not reached"}.items():
                self.assertRegex(ran.stdout, rf"(?m)^\d+ gpu/sum.cpp:\d+: {what}: {re.escape(how)}$")
            self.assertIn("| gpu | 7 | 4 | 1 | 2 |", ran.stdout)


if __name__ == "__main__":
    unittest.main()
