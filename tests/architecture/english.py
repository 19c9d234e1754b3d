"""Finds words and openings in texts that docs/terms.md bans: in comments, strings, pages and lessons."""

import pathlib
import re

from tree import SOURCES

PAGE = "docs/terms.md"
SECTION = "\n## Banned words\n"
# Marks where a text begins, ends, or is interrupted by code; no phrase extends across this mark.
CUT = "\0"

_STRINGS = r'"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*'
_CXX = re.compile(rf"""R"(\w*)\((?s:.*?)\)\1"|'(?:\\.|[^'\\\n])'|(?P<comment>//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*(?s:.*?)\*/)|(?P<string>{_STRINGS})""")
_PYTHON = re.compile(
    r'''(?P<string>[rfb]*"{3}(?s:.*?)"{3}|[rfb]*"(?:\\.|[^"\\\n])*"(?:\s*[rf]*"(?:\\.|[^"\\\n])*")*|[rfb]*'(?:\\.|[^'\\\n])*')'''
    r"|(?P<comment>#[^\n]*(?:\n[ \t]*#[^\n]*)*)"
)
_SHELL = re.compile(r'"(?:\\.|[^"\\])*"|' r"'[^']*'" r"|(?P<comment>(?:^|(?<=\s))#[^\n]*(?:\n[ \t]*#[^\n]*)*)")
_JSON = re.compile(r'(?P<string>"(?:\\.|[^"\\\n])*")')
_CODE = re.compile(r"^```(?s:.*?)^```|`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>|^ {4,}[^\n]*$", re.MULTILINE)


def _blank(text):
    return re.sub(r"[^\n]", CUT, text)


def _prose(match):
    """A comment or string with its delimiters blanked; its length is unchanged, so that line numbers remain valid."""
    text = match.group()
    if match.lastgroup == "comment":
        text = re.sub(r"(?m)^[ \t]*(?:/[/*]+[!<]?|#+!?|\*(?!/))", lambda mark: " " * len(mark[0]), text)
        return CUT + text.replace("*/", "  ")[1:]
    if match.lastgroup != "string" or " " not in text:
        return _blank(text)
    text = re.sub(r"\\(?:\n|.)", lambda escape: CUT * 2 if escape[0][1] in "\"'" else "  ", text)
    return CUT + re.sub(r'["\']', " ", text)[1:-1] + CUT


def prose_of(path, text):
    """The text with everything but prose blanked; length and lines are unchanged. None for a file without prose."""
    if path.endswith(".json") and not path.startswith("assets/lessons/"):
        return None
    for endings, pattern in (
        ((*SOURCES, ".glsl", ".vert", ".frag", ".comp"), _CXX),
        ((".py", ".pyi"), _PYTHON),
        ((".sh", ".cmake", "CMakeLists.txt"), _SHELL),
        ((".json",), _JSON),
    ):
        if path.endswith(endings):
            parts, end = [], 0
            for match in pattern.finditer(text):
                parts += [_blank(text[end : match.start()]), _prose(match)]
                end = match.end()
            return "".join([*parts, _blank(text[end:])])
    if path.endswith(".md"):
        prose = _CODE.sub(lambda code: _blank(code.group()), text)
        if path == PAGE:
            head, _, banned = prose.partition(SECTION)
            head = re.sub(r"(?m)\|[^|\n]*\|$", lambda cell: _blank(cell.group()), head)
            prose = head + SECTION + _blank(banned)
        return re.sub(r"\||^#+ .*|^[ \t]*[-*] |\n(?=\n)", lambda mark: re.sub(r"[^\n]", CUT, mark.group()), prose, flags=re.MULTILINE)
    return None


def _phrase(words):
    return r"(?<![\w-])" + r"\s+".join(re.escape(word) for word in words.split()) + r"(?![\w-])"


def _begins_a_sentence(prose, start):
    before = prose[max(start - 200, 0) : start]
    stripped = before.rstrip(" \n")
    return stripped.endswith(CUT) or (stripped.endswith((".", ":", "!", "?")) and stripped != before)


def banned(page):
    """The rows of the page's table: words, their pattern, the pattern of phrases in which they are fine, and the
    replacement."""
    for row in re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", page.partition(SECTION)[2], re.MULTILINE)[1:]:
        words, instead, fine = (re.split(r",\s*", cell) for cell in row)
        allowed = re.compile("|".join(_phrase(phrase) for phrase in fine), re.IGNORECASE)
        for word in words:
            if word.endswith("…"):
                # A question may begin like this.
                pattern = re.compile(rf"{_phrase(word[:-1])}(?![^.?!{CUT}]*\?)")
            else:
                pattern = re.compile(_phrase(word), re.IGNORECASE)
            yield word, pattern, allowed, row[1]


def banned_words(tree):
    page = (pathlib.Path(__file__).parents[2] / PAGE).read_text()
    rows = [(row[0].removesuffix("…").lower(), *row) for row in banned(page)]
    for path, text in tree.items():
        prose = prose_of(path, text) if text is not None else None
        if prose is None:
            continue
        spaced = " ".join(prose.lower().split())
        for phrase, word, pattern, allowed, instead in rows:
            if phrase in spaced:
                found = [
                    match for match in pattern.finditer(prose) if not word.endswith("…") or _begins_a_sentence(prose, match.start())
                ]
                fine = [match.span() for match in allowed.finditer(prose)] if found else []
                for match in found:
                    if not any(start <= match.start() and match.end() <= end for start, end in fine):
                        line = prose.count("\n", 0, match.start()) + 1
                        yield f"{path}:{line}: “{' '.join(match[0].split())}” is banned; write {instead} ({PAGE})"
