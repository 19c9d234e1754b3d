"""Which test covers each source of the libraries: one of its name, or that of a line of covered_by.py."""

import fnmatch

from covered_by import COVERED_BY
from tree import INCLUDE

LIBRARIES = ("app/text/", "app/files/", "app/images/", "app/texture/", "app/labs/")


def uncovered_sources(tree):
    used = set()
    for path in tree:
        if not (path.startswith(LIBRARIES) and path.endswith((".cpp", ".cu"))):
            continue
        name = path.rpartition(".")[0]
        if f"tests/{name}_test.cpp" in tree:
            continue
        line = next((pattern for pattern in COVERED_BY if fnmatch.fnmatchcase(path, pattern)), None)
        if line is None:
            yield f"{path}: no test of its name, and no line of tests/architecture/covered_by.py says which covers it"
            continue
        used.add(line)
        test = "tests/" + COVERED_BY[line]
        if test not in tree:
            yield f"{path}: there is no {test}"
        elif not set(INCLUDE.findall(tree[test])) & {name + ".h", *INCLUDE.findall(tree[path])}:
            yield f"{path}: {test} does not include its header, nor one that it includes"
    for pattern in COVERED_BY.keys() - used:
        yield f"tests/architecture/covered_by.py: the line of {pattern} stands for no source"
