"""Prepares headers for Doxygen. In a header, a comment applies to all adjacent declarations below it, and the comment of a
class also to its first members without one, such as constructors: each receives a copy of the comment. Members that have the
same meaning in every class are described here, once. Line numbers do not change.

usage: filter.py HEADER, which is printed; filter.py FOLDER OUT, which writes each header of a folder into another folder
"""

import pathlib
import re
import sys

# Declarations with the same meaning everywhere.
COMMON = [
    (r"operator==\(.*= default;", "Whether all members are equal."),
    (r"operator<=>\(.*= default;", "Lexicographic order of the members."),
    (r"operator==\(const \w+& other\) const noexcept \{ return box_ == other\.box_; \}", "Whether both refer to the same object."),
    (r"bool is_closed\(\)", "Whether it was closed or moved from."),
    (r"Device device\(\) const", "The device of this object."),
    (r"explicit \w+\(std::(shared|unique)_ptr<\w+Box> box\)", "For internal use."),
    (r"^struct (\w+)Options \{", r"Options of a \1."),
    (r"= delete;", "Deleted."),
    (r"~\w+\(\)", "Releases its resources."),
    (r"operator[-+*]\(Float\d \w, \w+ \w\)", "Channel by channel."),
    (r"\w+Box>?& (box|pool)\(\) const", "For internal use."),
]


class Run:
    """Follows the declarations of a header, line by line."""

    def __init__(self):
        self.depth = 0  # of braces
        self.parentheses = 0
        self.is_fresh = True  # whether the next word starts a declaration
        self.comment = ""  # the comment above the next declaration
        self.above = ""  # the comment above the current declaration
        self.shared = {}  # the comment of a run of declarations, by depth
        self.statement = ""  # the current statement so far
        self.body = None  # depth of the function that is being defined

    def told(self, line):
        """The line, with the comment that it needs before its first word."""
        code = line.strip()
        if code.startswith("///"):
            self.comment += code.replace("///", " ")
            return line
        if not code:
            self.comment = ""
            self.shared.pop(self.depth, None)
            return line
        if code.startswith(("#", "//")):
            return line
        begins = self.is_fresh and self.body is None and not code.startswith("}") and not re.match(r"(public|protected|private):", code)
        text = self._text(code) if begins else ""
        self._follow(code)
        self.above, self.comment = self.comment, ""
        if members := re.match(r"((?:std::)?\w+) (\w+(?: = \d)?(?:, \w+(?: = \d)?)+);$", code):
            # Doxygen assigns the comment only to the first of them.
            return " ".join(f"/** {text or self.above} */ {members[1]} {name};" for name in members[2].split(", "))
        return f"/** {text} */ {re.sub('///<.*', '', code)}" if text else line

    def _text(self, code):
        if trailing := re.search(r"///< (.*)", code):
            return trailing[1]
        if self.comment:
            self.shared[self.depth] = self.comment
        if re.match(r"(template <.*> )?(class|struct) .*{$", code):
            self.shared[self.depth + 1] = self.shared.get(self.depth, "")
        if self.comment:
            return ""
        for pattern, text in COMMON:
            if match := re.search(pattern, code):
                return match.expand(text)
        return self.shared.get(self.depth, "")

    def _follow(self, code):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'|//.*', "", code)
        for character in code:
            self.parentheses += {"(": 1, ")": -1}.get(character, 0)
            if self.parentheses == 0 and character in "{};":
                self._end(character)
            elif not character.isspace():
                self.is_fresh = False
            self.statement = "" if self.is_fresh else self.statement + character
        self.statement += "" if self.is_fresh else " "
        if re.match(r"(public|protected|private):", code):
            self.is_fresh = True

    def _end(self, character):
        if character == "{":
            if self.body is None and not re.match(r"(template *<.*> *)?(namespace|class|struct|enum)\b", self.statement):
                self.body = self.depth
            self.depth += 1
        elif character == "}":
            self.depth -= 1
            if self.body == self.depth:
                self.body = None
        self.is_fresh = True


def filtered(header):
    run = Run()
    return "\n".join(run.told(line) for line in header.read_text("utf-8").split("\n"))


def main():
    source = pathlib.Path(sys.argv[1])
    if len(sys.argv) == 2:
        print(filtered(source))
        return
    for header in source.rglob("*.h"):
        copy = pathlib.Path(sys.argv[2]) / header.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(filtered(header), "utf-8")


if __name__ == "__main__":
    main()
