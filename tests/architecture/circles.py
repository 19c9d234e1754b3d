"""Finds circles of includes: files that can only be understood, tested and changed together.

A header and the source beside it count as one, because whoever uses the header needs its source, too.
"""

import collections

from tree import INCLUDE, SOURCES, matches, resolve, texts

# gpu/ and render/ still have circles.
FOLDERS = ("app/",)


def stem(path):
    return path.rpartition(".")[0]


def include_circles(tree):
    steps = collections.defaultdict(dict)
    for path, text in texts(tree, SOURCES):
        for number, match in matches(text, INCLUDE) if path.startswith(FOLDERS) else []:
            target = resolve(tree, match[1])
            if target in tree and target.startswith(FOLDERS) and stem(target) != stem(path):
                steps[stem(path)].setdefault(stem(target), f"{path}:{number} includes {target}")
    reached = {}
    for first in steps:
        found, ahead = set(), [first]
        while ahead:
            new = steps.get(ahead.pop(), {}).keys() - found
            found |= new
            ahead += new
        reached[first] = found
    for first in steps:
        circle = [other for other in steps if other in reached[first] and first in reached[other]]
        if circle[:1] == [first]:
            closed = [steps[one][other] for one in circle for other in circle if other in steps[one]]
            yield f"{'; '.join(closed)}: a circle; move what they share into the lowest of these files, or merge them"
