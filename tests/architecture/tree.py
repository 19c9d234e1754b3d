"""A tree of sources as a dictionary: the path of each file from the project's root, and its text, or None for binary files."""

import fnmatch
import re

import arrows

FOLDERS = ("gpu", "inspect", "render", "app", "tools", "tests", "shaders", "cmake", "packaging", "python", "docs", "examples", "assets")
SOURCES = (".h", ".cpp", ".cu", ".cuh")
HEADERS = (".h", ".cuh")
TEXTS = (*SOURCES, ".py", ".sh", ".cmake", ".md", ".txt", ".json", ".vert", ".frag", ".comp", ".glsl", ".in")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


def read_tree(root):
    """The project's files, without builds and caches."""
    found = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.is_file()]
    found += [path for path in sorted(root.glob("*")) if path.is_file()]
    return {
        path.relative_to(root).as_posix(): path.read_text(errors="replace") if path.suffix in TEXTS else None
        for path in found
        if "__pycache__" not in path.parts
    }


def texts(tree, suffixes):
    return ((path, text) for path, text in tree.items() if path.endswith(suffixes))


def matches(text, pattern):
    """Line number and match of each occurrence in a text."""
    return ((text.count("\n", 0, match.start()) + 1, match) for match in re.finditer(pattern, text))


def resolve(tree, name):
    """The project's file that an #include names; None for an external header."""
    for prefix, root in arrows.PUBLIC_ROOTS.items():
        if name.startswith(prefix):
            return root + name
    return name if name in tree or name.split("/")[0] in ("gpu", "inspect", "render", "app", "tests", "tools") else None


def include_name(path):
    """The name of a project's header in an #include."""
    for root in arrows.PUBLIC_ROOTS.values():
        path = path.removeprefix(root)
    return path


def folder_of(path):
    """The folder in the table of arrows that a file belongs to; None if the table has none."""
    while path and path not in arrows.ARROWS:
        path = path.rpartition("/")[0]
    return path or None


def allowed(path):
    """Patterns of the folders that a file may include without an exception."""
    folder = folder_of(path)
    shared = ["gpu/include"] if path.startswith("app/") else []
    return [folder, *shared, *arrows.ARROWS[folder]]


def is_one_of(folder, patterns):
    return any(fnmatch.fnmatchcase(folder, pattern) for pattern in patterns)
