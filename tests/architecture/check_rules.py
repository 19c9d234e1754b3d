"""Holds the rules of arrows.py on the project, and shows first that each is able to fail.

usage: check_rules.py ROOT [RULE]
"""

import pathlib
import sys
import tempfile

import arrows
import rules

# Rule: a file, what is planted in it, and what the rule must say.
PLANTED = {
    "includes": [
        ("gpu/object/a.cpp", '#include "gpu/cuda/driver.h"\n', "gpu/object may not include gpu/cuda"),
        ("gpu/layout/a.cpp", '#include "gpu/driver/driver.h"\n', "gpu/layout may not include gpu/driver"),
        ("gpu/cpu/a.cpp", '#include "render/gl/texture.h"\n', "gpu/cpu may not include render"),
        ("render/gl/a.cpp", '#include "texelscope/gpu/stream.h"\n', "render may not include gpu/include"),
        ("app/panels/a.cpp", '#include "app/interop/frame_runner.h"\n', "app/panels may not include app/interop"),
        ("app/core/a.h", '#  include "render/gl/texture.h"\n', "app/core may not include render"),
        ("gpu/object/b.cpp", "#include <cuda.h>\n", "only gpu/cuda may include cuda.h"),
        ("app/core/b.cpp", '#include <imgui.h>\n', "only app/panels and app/explore may include imgui.h"),
        ("app/core/c.cpp", '#include "app/core/missing.h"\n', "there is no app/core/missing.h"),
        ("gpu/elsewhere/a.h", "", "no arrow names its folder"),
    ],
    "length": [("app/core/long.cpp", "\n" * (arrows.MAX_LINES + 1), "cut it by concern")],
    "words": [
        ("gpu/object/path.cpp", 'open("/' + 'work/main/file");\n', "a path of a build machine"),
        ("tools/later.sh", "# TO" + "DO: later\n", "unfinished work"),
    ],
    "own_headers": [
        ("render/gl/texture.cpp", '#include <string>\n\n#include "render/gl/texture.h"\n', "before its own header"),
        ("gpu/object/stream/stream.cpp", "int i;\n", "before its own header"),
    ],
    "cstdint": [("app/core/wide.h", "#pragma once\nstd::int64_t count();\n", "without #include <cstdint>")],
    "colors": [("app/panels/a.cpp", "draw(IM_COL32(255, 0, 0, 255));\n", "a colour that is no token")],
    "guards": [("app/core/bare.h", "struct Bare {};\n", "without #pragma once")],
}

# Files that the planted ones include, and the files of the exceptions, which then do not need them.
SCENERY = [
    "gpu/cuda/driver.h", "gpu/driver/driver.h", "render/gl/texture.h", "app/interop/frame_runner.h",
    "gpu/include/texelscope/gpu/stream.h",
]


def find_blind_rules():
    """Plants each violation in a tree of its own and names those that no rule reports."""
    for rule, plants in PLANTED.items():
        for path, text, expected in plants:
            with tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for name in SCENERY:
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text("#pragma once\n")
                if found := list(rules.RULES[rule](root)):
                    yield f"rule '{rule}' objects to a clean tree: {found}"
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
                if not any(expected in line and path in line for line in rules.RULES[rule](root)):
                    yield f"rule '{rule}' is blind to {path} with {text.strip()[:60]!r}"
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        if len(list(rules.unused_exceptions(root))) != len(arrows.EXCEPTIONS):
            yield "rule 'exceptions' is blind to exceptions of missing files"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    chosen = sys.argv[2:] or list(rules.RULES)
    blind = list(find_blind_rules())
    broken = [line for rule in chosen for line in rules.RULES[rule](root)]
    for line in blind + broken:
        print(line)
    print(f"{len(broken)} violations of {', '.join(chosen)}; {len(blind)} planted violations went unseen")
    return 1 if blind or broken else 0


if __name__ == "__main__":
    sys.exit(main())
