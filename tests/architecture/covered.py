"""Finds library sources that have neither a test of the same name nor a test listed in covered_by.py."""

import re

from covered_by import COVERED_BY
from tree import INCLUDE

LIBRARIES = ("app/text/", "app/files/", "app/images/", "app/texture/", "app/scene/", "app/labs/")
SUBCOMMAND = re.compile(r'RegisteredSubcommand \w+\{\s*\{\.name = "([\w-]+)"')


def topic_of(path):
    """The folder of a source; for subfolders of a lab, the folder of the lab."""
    return re.sub(r"^(app/labs/\w+/).*", r"\1", path.rpartition("/")[0] + "/")


def unrun_subcommands(tree):
    """Finds subcommands whose name is not among the arguments of any test."""
    tests = "".join(text for path, text in tree.items() if path.startswith("tests/app/") and path.endswith(".cpp"))
    for path in tree:
        if path.startswith("app/cli/commands/") and path.endswith(".cpp"):
            for name in SUBCOMMAND.findall(tree[path]):
                if f'"{name}"' not in tests:
                    yield f'{path}: no test in tests/app/ runs the subcommand: none has "{name}" among its arguments'


def uncovered_sources(tree):
    yield from unrun_subcommands(tree)
    idle = set(COVERED_BY)
    for path in tree:
        name = path.rpartition(".")[0]
        if not (path.startswith(LIBRARIES) and path.endswith((".cpp", ".cu"))) or f"tests/{name}_test.cpp" in tree:
            continue
        found = next(filter(None, (re.fullmatch(pattern, path) for pattern in COVERED_BY)), None)
        if found is None:
            yield (f"{path}: no test of the same name, "
                   "and no line in tests/architecture/covered_by.py names a test that covers it")
            continue
        idle.discard(found.re.pattern)
        test = "tests/" + found.expand(COVERED_BY[found.re.pattern])
        if test not in tree:
            yield f"{path}: there is no {test}"
        elif not any(header.startswith(topic_of(path)) for header in INCLUDE.findall(tree[test])):
            yield f"{path}: {test} includes no header of {topic_of(path)}"
    for pattern in sorted(idle):
        yield f"tests/architecture/covered_by.py: the line of {pattern} matches no source"
