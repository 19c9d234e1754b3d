"""Checks the rules of arrows.py, after verifying that each can fail.

usage: check_rules.py ROOT [RULE]
"""

import pathlib
import sys
from unittest.mock import patch

import arrows
import covered
import rules
from tree import include_name, read_tree

GUARD = "#pragma once\n"
SPACE = "namespace texelscope::app {\n"
LEVELS = "class Levels final : public Base<int> {\n};\n"
TEST = '#include "app/text/wide.h"\n'

# A rule, the planted files, and a part of the rule's message about the first file. Arrows are planted from their table,
# below.
PLANTED = [
    ("includes", {"gpu/elsewhere/a.h": ""}, "no arrow names its folder"),
    ("includes", {"app/text/below/a.h": ""}, "no arrow names its folder"),
    ("includes", {"app/text/a.cpp": '#include "app/text/missing.h"\n'}, "there is no app/text/missing.h"),
    ("includes", {"app/text/a.h": '#  include "render/gl/planted.h"\n'}, "app/text may not include render/gl"),
    (
        "circles",
        {"app/text/a.h": '#include "app/text/b.h"\n', "app/text/b.cpp": '\n#include "app/text/a.h"\n', "app/text/b.h": ""},
        "app/text/a.h:1 includes app/text/b.h; app/text/b.cpp:2 includes app/text/a.h: a circle",
    ),
    (
        "circles",
        {
            "app/labs/a.cpp": '#include "app/labs/a.h"\n#include "app/text/b.h"\n#include "app/text/c.h"\n',
            "app/text/b.h": '#include "app/files/d.h"\n',
            "app/files/d.cu": '#include "app/labs/a.h"\n#include "app/text/planted.h"\n',
            **{header: "" for header in ("app/labs/a.h", "app/text/c.h", "app/files/d.h")},
        },
        "app/labs/a.cpp:2 includes app/text/b.h; app/text/b.h:1 includes app/files/d.h; app/files/d.cu:1 includes app/labs/a.h: a circle",
    ),
    ("folders", {f"app/text/{i:02}.cpp": "" for i in range(40)}, "app/text: 41 sources, more than 40"),
    ("folders", {f"gpu/cuda/{i:02}.cu": "" for i in range(60)}, "gpu/cuda: 61 sources, more than 60"),
    ("folders", {"tests/app/core/a_test.cpp": ""}, "there is no folder app/core"),
    ("length", {"app/text/long.cpp": "\n" * (arrows.MAX_LINES + 1)}, "split it by topic"),
    ("words", {"gpu/object/path.cpp": 'open("/' + 'work/main/file");\n'}, "a path on a build machine"),
    ("words", {"tools/later.sh": "# TO" + "DO: later\n"}, "unfinished work"),
    ("english", {"app/text/a.cpp": "int a;  // It stays for" + " ever.\n"}, "a.cpp:1: “for" + " ever” is banned; write forever"),
    ("english", {"app/text/a.h": GUARD + "/// One that blocks for\n///" + " ever.\n"}, "a.h:2: “for" + " ever” is banned"),
    ("english", {"gpu/layout/a.cpp": "\n/// Of" + " a layout.\nint a;\n"}, "a.cpp:2: “Of a” is banned"),
    ("english", {"render/gl/a.cpp": 'throw Error("this is' + '" " no image");\n'}, "a.cpp:1: “is" + " no” is banned"),
    ("english", {"python/texelscope/a.py": 'def a():\n    """Runs. What' + ' is run stays."""\n'}, "a.py:2: “What is” is banned"),
    ("english", {"tools/a.sh": "# It is men" + "ded.\n"}, "a.sh:1: “men" + "ded” is banned"),
    ("english", {"docs/page.md": "Everything outside" + " of `for" + " ever`.\n"}, "page.md:1: “outside" + " of” is banned"),
    ("english", {"assets/lessons/a.json": '{"text": "Each is look' + 'ed at."}'}, "a.json:1: “look" + "ed at” is banned"),
    ("guards", {"app/text/bare.h": "struct Bare {};\n"}, "without #pragma once"),
    ("std_includes", {"app/text/wide.h": GUARD + "std::int64_t count();\n"}, "uses int64_t without #include <cstdint>"),
    ("std_includes", {"app/text/a.cpp": "#include <string>\nstd::ranges::find(std::string{}, 'a');\n"}, "#include <algorithm>"),
    ("std_includes", {"app/text/a.cpp": "auto s = fmt::format(\"std::span\");  // std::map\n"}, "#include <fmt/format.h>"),
    ("std_includes", {"app/cli/a.h": GUARD + "void add(CLI::App& app);\n"}, "#include <CLI/CLI.hpp>"),
    (
        "project_includes",
        {"app/text/a.cpp": "Width width = wide();\n", "app/text/width.h": GUARD + "struct Width {\n};\n"},
        "uses Width without #include of app/text/width.h",
    ),
    (
        "project_includes",
        {"app/text/a.h": GUARD + "inline int b = wide_of(1);\n", "app/text/width.h": GUARD + "int wide_of(int a);\n"},
        "uses wide_of without #include of app/text/width.h",
    ),
    (
        "project_includes",
        {"app/text/a.cpp": "int b() {\n  return wide_of(1);\n}\n", "app/text/width.h": GUARD + "int wide_of(int a);\n"},
        "uses wide_of without #include of app/text/width.h",
    ),
    (
        "own_headers",
        {"render/gl/a.cpp": '#include <string>\n\n#include "render/gl/a.h"\n', "render/gl/a.h": GUARD},
        "before its own header",
    ),
    (
        "own_headers",
        {"gpu/object/stream/stream.cpp": "int i;\n", "gpu/include/texelscope/gpu/stream.h": GUARD},
        "before its own header, texelscope/gpu/stream.h",
    ),
    (
        "definitions",
        {"app/text/b.cpp": f"namespace texelscope {{\nnamespace app {{\n{LEVELS}}}\n}}\n", "app/cli/a.h": SPACE + LEVELS + "}\n"},
        "app/cli/a.h:2: texelscope::app::Levels is defined at app/text/b.cpp:3 too",
    ),
    ("definitions", {"app/text/b.h": SPACE + "enum class Kind : int { a };\n}\n", "app/cli/a.h": SPACE + "union Kind {};\n}\n"}, "::Kind is"),
    ("colors", {"app/window/panels/a.cpp": "draw(IM_COL32(255, 0, 0, 255));\n"}, "a color that is not a token"),
    ("writers", {"app/text/a.cpp": "std::ofstream file(path);\n"}, "writes a file directly (ofstream)"),
    ("writers", {"gpu/layout/a.cpp": "open(path, O_WRONLY | O_CREAT);\n"}, "writes a file directly (O_CREAT)"),
    ("writers", {"render/gl/a.cpp": "std::filesystem::rename(a, b);\n"}, "writes a file directly"),
    ("writers", {"app/text/a.cpp": "std::fstream file(path);\n"}, "writes a file directly (fstream)"),
    ("writers", {"app/text/a.cpp": "auto file = std::make_unique<std::ofstream>(path);\n"}, "writes a file directly (ofstream)"),
    ("writers", {"app/text/a.cpp": "std::basic_ofstream<char> file(path);\n"}, "writes a file directly (basic_ofstream)"),
    ("writers", {"app/text/a.cpp": "std::filebuf file;\n"}, "writes a file directly (filebuf)"),
    ("writers", {"app/text/a.cpp": "fs::copy(a, b);\n"}, "writes a file directly (fs::copy()"),
    ("writers", {"app/text/a.cpp": "std::filesystem::copy(a, b, options);\n"}, "writes a file directly (filesystem::copy()"),
    ("writers", {"app/text/a.cpp": "fs::resize_file(path, 0);\n"}, "writes a file directly"),
    ("writers", {"app/text/a.cpp": "fs::create_symlink(a, b);\n"}, "writes a file directly"),
    ("writers", {"gpu/layout/a.cpp": "::open(path, O_WRONLY | O_CLOEXEC);\n"}, "writes a file directly (O_WRONLY)"),
    ("writers", {"gpu/layout/a.cpp": "::openat(folder, path, O_RDWR);\n"}, "writes a file directly (O_RDWR)"),
    ("writers", {"gpu/layout/a.cpp": "::renameat(folder, a, folder, b);\n"}, "writes a file directly"),
    ("writers", {"gpu/layout/a.cpp": "::renameat2(folder, a, folder, b, 0);\n"}, "writes a file directly"),
    ("writers", {"gpu/layout/a.cpp": "::truncate(path, 0);\n"}, "writes a file directly"),
    ("writers", {"app/window/a.cpp": "std::filesystem::create_directories(path);\n"}, "creates a folder directly"),
    ("writers", {"python/texelscope/a.py": 'with open(path, "wb") as file:\n'}, "writes a file directly"),
    ("writers", {"app/workspace/autosave.cpp": "int i;\n"}, "app/workspace/autosave.cpp in NO_WRITERS writes nothing"),
    ("paths", {"README.md": "look into `app/core/`\n"}, "there is no app/core/"),
    ("paths", {"README.md": "\n    app/core → public headers\n"}, "there is no app/core"),
    ("paths", {"docs/page.md": "how `render/missing.h` does it\n"}, "there is no render/missing.h"),
    ("paths", {"gpu/DESIGN.md": "see `driver/missing.h`\n"}, "there is no driver/missing.h"),
    ("paths", {"CONTRIBUTING.md": "a line in `cli.cpp`\n"}, "there is no cli.cpp"),
    ("paths", {"app/text/a.cpp": "int a;  // as missing.cu does\n"}, "a.cpp:1: there is no missing.cu"),
    ("paths", {"app/text/a.h": GUARD + "/// See planted.h and\n/// (files/planted.h, missing.h).\n"}, "a.h:3: there is no missing.h"),
    ("paths", {"app/text/a.h": "/* for\n   elsewhere/planted.h */\n"}, "there is no elsewhere/planted.h"),
    ("paths", {"app/text/a.cpp": "char c = '\"';  // in missing.cpp\n"}, "there is no missing.cpp"),
    ("covered", {"app/text/wide.cpp": TEST}, "no test of the same name"),
    ("covered", {"app/text/narrow.cpp": TEST}, "there is no tests/app/text/absent_test.cpp"),
    (
        "covered",
        {"app/cli/commands/planted.cpp": 'const RegisteredSubcommand registered{{.name = "planted",\n'},
        "no test in tests/app/ runs the subcommand",
    ),
    (
        "covered",
        {"app/text/thin.cpp": "", "tests/app/text/other_test.cpp": "#include <string>\n"},
        "other_test.cpp includes no header of app/text/",
    ),
]
COVERED_BY = {"app/text/narrow.cpp": "app/text/absent_test.cpp", "app/text/thin.cpp": "app/text/other_test.cpp"}

# Files that no rule may report.
FINE = [
    (
        "std_includes",
        {
            "app/text/a.cpp": '#include "app/text/b.h"\nstd::string s = "std::map";  // std::set\n',
            "app/text/b.h": GUARD + "#include <string>\n",
        },
    ),
    ("std_includes", {"app/cli/a.h": GUARD + "namespace CLI {\nclass App;\n}\nvoid add(CLI::App& app);\n"}),
    (
        "circles",
        {
            "app/text/a.cpp": '#include "app/text/a.h"\n#include "app/text/b.h"\n#include "app/text/c.h"\n',
            "app/text/b.h": '#include "app/text/c.h"\n',
            "app/text/c.cpp": '#include "app/text/c.h"\n',
            "app/text/a.h": "",
            "app/text/c.h": "",
        },
    ),
    ("own_headers", {"render/gl/a.cpp": '#include "render/gl/a.h"\n\n#include <string>\n', "render/gl/a.h": GUARD}),
    ("definitions", {"app/text/b.h": SPACE + "class Levels;\n" + LEVELS + "}\n", "app/cli/a.cpp": SPACE + "class Levels;\n}\n"}),
    ("definitions", {"app/cli/a.h": SPACE + LEVELS + "}\n", "app/text/b.cpp": SPACE + "namespace {\n" + LEVELS + "}\n}\n"}),
    ("definitions", {"app/cli/a.h": SPACE + LEVELS + "}\n", "app/text/b.h": SPACE + "struct B {\n" + LEVELS + "};\n}\n"}),
    ("writers", {"gpu/files/a.cpp": "std::ofstream file(path);\n", "tests/app/a.cpp": "std::ofstream file(path);\n"}),
    (
        "writers",
        {"app/text/a.cpp": "#include <fstream>\nstd::ifstream file(path);\ncopy(a, b);\n::open(path, O_RDONLY);\n::ftruncate(memory, 1);\n"},
    ),
    ("paths", {"README.md": "`app/text/NAME.h`, `app/*/planted.h`, `build/release`, `and/or`, https://host/app/none\n"}),
    (
        "paths",
        {
            "app/text/a.cpp": '#include <jpeglib.h>\n#include <hwy/targets.h>\n// For jpeglib.h and hwy/targets.h, targets.h; text/NAME.h.\n'
            'auto text = "// missing.h";  // text/planted.h: no a.hpp.in, no x.height\nauto raw = R"(\n// missing.h)";\n'
        },
    ),
    ("covered", {"app/text/wide.cpp": TEST, "tests/app/text/wide_test.cpp": TEST}),
    ("covered", {"app/text/thin.cpp": TEST, "tests/app/text/other_test.cpp": TEST}),
]


def header_in(folder):
    inside = {"gpu/include": "/texelscope/gpu", "inspect/include": "/texelscope/inspect", "app/compare/include": "/texelscope/compare"}
    return folder + inside.get(folder, "") + "/planted.h"


def include_of(folder):
    return f'#include "{include_name(header_in(folder))}"\n'


def clean_tree():
    """A header in each folder, and the files of the exceptions."""
    tree = {row if row.endswith(".cpp") else header_in(row): GUARD for row in arrows.ARROWS}
    exceptions = {path: GUARD + "".join(map(include_of, extra)) for path, (extra, _) in arrows.EXCEPTIONS.items()}
    return tree | exceptions


def find_blind_arrows():
    """Lets each folder include every other folder: exactly those that the table does not allow must be reported."""
    folders = [row for row in arrows.ARROWS if not row.endswith(".cpp")]
    tree = clean_tree()
    expected = set()
    for row, targets in arrows.ARROWS.items():
        source = row if row in tree else header_in(row).replace(".h", ".cpp")
        tree[source] = "".join(include_of(folder) for folder in folders)
        seen = [row, *targets, *(["gpu/include"] if row.startswith("app/") else [])]
        expected |= {f"{row} may not include {folder} " for folder in folders if not rules.is_one_of(folder, seen)}
    said = {line.partition(": ")[2].partition("(")[0] for line in rules.wrong_includes(tree)}
    yield from (f"rule 'includes' misses: {line}" for line in sorted(expected - said))
    yield from (f"rule 'includes' wrongly reports: {line}" for line in sorted(said - expected))
    for row, targets in arrows.ARROWS.items():
        idle = [name for name in targets if not any(rules.is_one_of(folder, [name]) for folder in folders)]
        yield from (f"the row of {row}: {name} matches no folder" for name in idle)


def find_blind_foreign_rules():
    """Lets each folder include every external header."""
    for patterns, folders in arrows.FOREIGN:
        for name in (pattern.replace("*", "x") for pattern in patterns):
            for row in arrows.ARROWS:
                source = row if row.endswith(".cpp") else header_in(row)
                may = any(rules.is_one_of(source, [folder + "/*"]) for folder in [*folders, "examples", "tests"])
                said = list(rules.wrong_includes({source: f"#include <{name}>\n"}))
                if bool(said) == may:
                    yield f"rule 'includes' {'wrongly reports' if may else 'misses'} <{name}> in {source}"


def find_blind_idle_arrows():
    """Lets each folder include everything that its rows name, then all but one arrow, which must be reported."""
    folders = [row for row in arrows.ARROWS if not row.endswith(".cpp")]

    def tree_without(place, missing):
        tree = {header_in(folder): GUARD for folder in folders}
        for at, name, folder, targets in arrows.expanded(arrows.TABLE):
            if name is not None and (at, name) != (place, missing):
                source = folder if folder.endswith(".cpp") else header_in(folder)
                served = (one for one in folders if one != folder and rules.is_one_of(one, targets))
                tree[source] = tree.get(source, "") + "".join(map(include_of, served))
        return tree

    yield from (f"rule 'arrows' wrongly reports: {line}" for line in rules.idle_arrows(tree_without(None, None)))
    for place, missing in (("app/gui", "app/scenes"), ("OBJECT", "gpu/layout"), ("app/labs/copy", "app/labs/layout"), ("app/cli", "PROGRAM")):
        at = next(i for i, (row, names) in enumerate(arrows.TABLE) if row == place and missing in names)
        said = list(rules.idle_arrows(tree_without(at, missing)))
        if len(said) != 1 or f"from {place} to {missing} matches no include" not in said[0]:
            yield f"rule 'arrows' misses that {place} to {missing} matches no include, and reports {said}"


def find_blind_exceptions():
    """Checks that each exception is needed, and that it is reported without its reason, include or file, or if the row
    allows it anyway."""
    tree = clean_tree()
    for path, (extra, reason) in arrows.EXCEPTIONS.items():
        with patch.dict(arrows.EXCEPTIONS, clear=True):
            if not list(rules.wrong_includes({**tree, path: tree[path]})):
                yield f"rule 'includes' misses the includes of {path}"
        cases = [
            ({path: (extra, "")}, tree, "has no reason"),
            ({path: (extra, reason)}, {**tree, path: GUARD}, "is not needed"),
            ({path: ([rules.folder_of(path)], reason)}, {**tree, path: include_of(rules.folder_of(path))}, "is not needed"),
            ({path: (extra, reason)}, {name: text for name, text in tree.items() if name != path}, "there is no such file"),
        ]
        for exceptions, planted, expected in cases:
            with patch.dict(arrows.EXCEPTIONS, exceptions, clear=True):
                if not any(expected in line and path in line for line in rules.idle_exceptions(planted)):
                    yield f"rule 'exceptions' misses: that of {path} {expected}"


def find_blind_rules(chosen):
    """Plants each violation in a separate tree, and yields those that are not reported."""
    for rule in chosen:
        with patch.dict(covered.COVERED_BY, clear=True):
            said = [] if rule == "arrows" else rules.RULES[rule](clean_tree())
            yield from (f"rule '{rule}' wrongly reports, in a clean tree: {line}" for line in said)
    for rule, files, expected in (row for row in PLANTED if row[0] in chosen):
        path = next(iter(files))
        with patch.dict(covered.COVERED_BY, {p: t for p, t in COVERED_BY.items() if p in files}, clear=True):
            said = list(rules.RULES[rule](clean_tree() | files))
        if not any(expected in line and (path in line or rule == "folders") for line in said):
            yield f"rule '{rule}' misses {path} with {files[path].strip()[:60]!r}"
    for rule, files in (row for row in FINE if row[0] in chosen):
        with patch.dict(covered.COVERED_BY, {p: t for p, t in COVERED_BY.items() if p in files}, clear=True):
            yield from (f"rule '{rule}' wrongly reports: {line}" for line in rules.RULES[rule](clean_tree() | files))
    with patch.dict(covered.COVERED_BY, {"app/text/none_.*": "app/text/other_test.cpp"}, clear=True):
        if not any("matches no source" in line for line in rules.RULES["covered"](clean_tree())):
            yield "rule 'covered' misses lines that match no source"
    with patch.dict(arrows.ARROWS, {"app/gone": []}):
        if not any("app/gone matches no source" in line for line in rules.full_folders({})):
            yield "rule 'folders' misses rows of deleted folders"


def main():
    tree = read_tree(pathlib.Path(sys.argv[1]).resolve())
    chosen = sys.argv[2:] or list(rules.RULES)
    blind = list(find_blind_rules(chosen))
    if "includes" in chosen:
        blind += [*find_blind_arrows(), *find_blind_foreign_rules()]
    if "arrows" in chosen:
        blind += find_blind_idle_arrows()
    if "exceptions" in chosen:
        blind += find_blind_exceptions()
    broken = [line for rule in chosen for line in rules.RULES[rule](tree)]
    for line in blind + broken:
        print(line)
    print(f"{len(broken)} violations of {', '.join(chosen)}; {len(blind)} planted violations were missed")
    return 1 if blind or broken else 0


if __name__ == "__main__":
    sys.exit(main())
