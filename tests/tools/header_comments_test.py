"""Tests that the filter of the API reference gives each declaration the comment that applies to it, and none if there is none."""

import pathlib
import re
import subprocess
import sys
import unittest

FILTER = pathlib.Path(__file__).resolve().parents[2] / "tools" / "api_reference" / "filter.py"

HEADER = """\
/// A shape.
class Shape {
 public:
  explicit Shape(int edges) : edges_{edges} {}

  int bare() const;
  bool is_closed() const noexcept { return edges_ == 0; }

  /// How far
  /// it reaches.
  int width() const;
  int height() const {
    return edges_;
  }

 private:
  int edges_;
};

struct Bare {
  int member;
  enum class Side { left, right };  ///< A side of a road.
};

/// A place.
struct Point {
  float x, y = 0;
  bool operator==(const Point&) const = default;
};
void free_function(const char* text = "};");
"""

# The comment of each name; other names have none.
TOLD = {
    "Shape(int": "A shape.",
    "is_closed": "Whether it was closed or moved from.",
    "height": "How far it reaches.",
    "x": "A place.",
    "y": "A place.",
    "operator==": "Whether all members are equal.",
    "enum class Side": "A side of a road.",
    "free_function": "A place.",
}


class Filter(unittest.TestCase):
    def setUp(self):
        result = subprocess.run([sys.executable, "-B", FILTER, "/dev/stdin"], input=HEADER, capture_output=True, text=True, check=True)
        self.lines = result.stdout.split("\n")[:-1]

    def test_lines_keep_their_numbers(self):
        self.assertEqual(len(self.lines), len(HEADER.split("\n")))
        for before, after in zip(HEADER.split("\n"), self.lines):
            if "x, y" not in before:
                self.assertEqual(re.sub(r"/\*\*.*?\*/ ", "", after).strip(), re.sub("///<.*", "", before).strip())

    def test_each_declaration_gets_its_comment(self):
        found = {}
        for line in self.lines:
            for text, code in re.findall(r"/\*\* *(.*?) *\*/ ([^/]*)", line):
                name = next((name for name in TOLD if re.search(rf"\b{re.escape(name)}", code)), code)
                found[name] = re.sub(" +", " ", text)
        self.assertEqual(found, TOLD)


if __name__ == "__main__":
    unittest.main()
