"""Which test covers each source of the libraries: one of its name, or that of a line of covered_by.py."""

import re

from covered_by import COVERED_BY
from tree import INCLUDE

LIBRARIES = ("app/text/", "app/files/", "app/images/", "app/texture/", "app/labs/")


def topic_of(path):
    """The folder of a source; the lab's for what lies in folders of a lab."""
    return re.sub(r"^(app/labs/\w+/).*", r"\1", path.rpartition("/")[0] + "/")


def uncovered_sources(tree):
    idle = set(COVERED_BY)
    for path in tree:
        name = path.rpartition(".")[0]
        if not (path.startswith(LIBRARIES) and path.endswith((".cpp", ".cu"))) or f"tests/{name}_test.cpp" in tree:
            continue
        found = next(filter(None, (re.fullmatch(pattern, path) for pattern in COVERED_BY)), None)
        if found is None:
            yield f"{path}: no test of its name, and no line of tests/architecture/covered_by.py says which covers it"
            continue
        idle.discard(found.re.pattern)
        test = "tests/" + found.expand(COVERED_BY[found.re.pattern])
        if test not in tree:
            yield f"{path}: there is no {test}"
        elif not any(header.startswith(topic_of(path)) for header in INCLUDE.findall(tree[test])):
            yield f"{path}: {test} includes no header of {topic_of(path)}"
    for pattern in sorted(idle):
        yield f"tests/architecture/covered_by.py: the line of {pattern} stands for no source"
