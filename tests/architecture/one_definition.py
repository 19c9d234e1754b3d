"""Finds classes of a namespace that are defined more than once in the sources of a program.

To the linker, two classes with one name are the same: it silently uses the constructors and destructors of one for both.
"""

import collections
import re

from std_includes import NO_CODE
from tree import SOURCES, texts

TOKEN = re.compile(
    r"\bnamespace\s+(?P<space>[\w:]*)\s*\{"
    r"|\b(?:class|struct|union|enum)\s+(?:alignas\([^)]*\)\s*)?(?P<type>[A-Za-z]\w*)(?:\s+final)?(?:\s*:[^:;{}()][^;{}()]*)?\s*\{"
    r"|(?P<open>\{)|(?P<close>\})"
)
# Separate programs, which are never linked together.
PROGRAMS = ("examples/", "tests/compile_fail/", "tests/package/", "tests/fuzz/", "tools/")


def types_of(text):
    """Qualified name and position of each class that a text defines in a named namespace."""
    scopes = []
    for token in TOKEN.finditer(NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)):
        if token["close"]:
            if scopes:
                scopes.pop()
            continue
        is_reachable = all(scopes)
        if token["type"] and is_reachable:
            yield "::".join([*scopes, token["type"]]), token.start("type"), token.string
        scopes.append(token["space"] if token["space"] else None)


def doubled_types(tree):
    places = collections.defaultdict(list)
    for path, text in texts(tree, SOURCES):
        program = next((folder for folder in PROGRAMS if path.startswith(folder)), "")
        if program:
            program = path
        for name, start, code in types_of(text):
            places[program, name].append(f"{path}:{code.count(chr(10), 0, start) + 1}")
    for (_, name), found in places.items():
        for place in found[1:]:
            yield f"{place}: {name} is defined at {found[0]} too; rename one of them, or put it into an unnamed namespace"
