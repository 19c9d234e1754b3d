"""Finds what breaks the rules of arrows.py in a tree of sources."""

import fnmatch
import pathlib
import re

import arrows

FOLDERS = ("gpu", "render", "app", "tools", "tests", "shaders", "cmake", "packaging")
SOURCES = {".h", ".cpp", ".cu", ".cuh"}
TEXTS = SOURCES | {".py", ".sh", ".cmake", ".md", ".txt", ".json", ".vert", ".frag", ".comp", ".glsl", ".in"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def files(root, suffixes):
    """Paths of the project's files, relative to the root, without builds and caches."""
    found = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.is_file()]
    found += [path for path in sorted(root.glob("*")) if path.is_file()]
    return [
        path.relative_to(root).as_posix()
        for path in found
        if path.suffix in suffixes and "__pycache__" not in path.parts
    ]


def folder_of(path):
    """The folder of the arrows that a file belongs to; None when no arrow names it."""
    fitting = [folder for folder in arrows.ARROWS if path == folder or path.startswith(folder + "/")]
    return max(fitting, key=len, default=None)


def allowed(path):
    """Patterns of the folders that a file may include; "*" in one stands for any part of a path."""
    folder = folder_of(path)
    extra, _ = arrows.EXCEPTIONS.get(path, ([], ""))
    shared = ["gpu/include"] if path.startswith("app/") else []
    return [folder, *shared, *arrows.ARROWS[folder], *extra]


def is_one_of(folder, patterns):
    return any(fnmatch.fnmatchcase(folder, pattern) for pattern in patterns)


def resolve(root, name):
    """The project's file that an #include names; None when it is a header of others."""
    if name.startswith(arrows.PUBLIC_PREFIX):
        return arrows.PUBLIC_ROOT + name
    return name if (root / name).is_file() or name.split("/")[0] in ("gpu", "render", "app", "tests", "tools") else None


def wrong_includes(root):
    for path in files(root, SOURCES):
        if folder_of(path) is None:
            yield f"{path}: no arrow names its folder; add it to tests/architecture/arrows.py"
            continue
        targets = allowed(path)
        for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            target = resolve(root, match[2])
            where = f"{path}:{number}"
            if target is None:
                for pattern, folders in arrows.FOREIGN:
                    if re.fullmatch(pattern, match[2]) and not is_one_of(path, [f + "/*" for f in [*folders, "tests"]]):
                        yield f"{where}: only {' and '.join(folders)} may include {match[2]}"
            elif not (root / target).is_file():
                yield f"{where}: there is no {target}"
            elif not is_one_of(folder_of(target), targets):
                yield f"{where}: {folder_of(path)} may not include {folder_of(target)} ({match[2]})"


def unused_exceptions(root):
    for path, (extra, _) in arrows.EXCEPTIONS.items():
        if not (root / path).is_file():
            yield f"tests/architecture/arrows.py: {path} is not there and needs no exception"
            continue
        text = (root / path).read_text(errors="replace")
        for folder in extra:
            if not re.search(rf'#\s*include\s*"{re.escape(folder)}/', text):
                yield f"tests/architecture/arrows.py: {path} does not include {folder} and needs no exception"


def long_files(root):
    for path in files(root, TEXTS):
        count = len((root / path).read_text(errors="replace").splitlines())
        if count > arrows.MAX_LINES:
            yield f"{path}: {count} lines, more than {arrows.MAX_LINES}; cut it by concern"


def forbidden_words(root):
    for path in files(root, TEXTS):
        for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
            for pattern, reason in arrows.FORBIDDEN:
                if re.search(pattern, line):
                    yield f"{path}:{number}: {reason}: {line.strip()}"


def missing_guards(root):
    for path in files(root, {".h", ".cuh"}):
        if "#pragma once" not in (root / path).read_text(errors="replace"):
            yield f"{path}: a header without #pragma once"


def implementations(root, header):
    """The sources that bear a header's name: beside it, or for a public one in gpu/object, driver or layout."""
    public = arrows.PUBLIC_ROOT + arrows.PUBLIC_PREFIX + "gpu/"
    if header.startswith(public):
        name = header.removeprefix(public).removesuffix(".h") + ".cpp"
        return sorted(path for path in (root / "gpu").rglob(name) if path.parts[len(root.parts) + 1][0] in "odl")
    source = root / (header.removesuffix(".h") + ".cpp")
    return [source] if source.is_file() else []


def late_own_headers(root):
    """A source that includes its own header first shows that the header compiles alone."""
    for path in files(root, {".h"}):
        name = path.removeprefix(arrows.PUBLIC_ROOT)
        for source in implementations(root, path):
            first = next(filter(None, map(INCLUDE.match, source.read_text(errors="replace").splitlines())), None)
            if first is None or first[2] != name:
                yield f"{source.relative_to(root).as_posix()}: includes something before its own header, {name}"


def missing_cstdint(root):
    """g++ 12 finds these types through other headers, g++ 13 does not."""
    for path in files(root, {".h", ".cuh"}):
        text = (root / path).read_text(errors="replace")
        if re.search(r"std::u?int(8|16|32|64|ptr)_t", text) and "#include <cstdint>" not in text:
            yield f"{path}: uses integers of fixed width without #include <cstdint>"


def stray_colors(root):
    """Each theme has its own colours: a number in a panel would be right in one of them only."""
    literal = re.compile(r"IM_COL32\(\s*\d|\b0x[0-9A-Fa-f]{6}\b|ImVec4\{\s*[\d.]")
    for path in files(root, SOURCES):
        if is_one_of(path, arrows.PANELS) and path != arrows.COLORS:
            for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
                if literal.search(line):
                    yield f"{path}:{number}: a colour that is no token of {arrows.COLORS}: {line.strip()}"


RULES = {
    "includes": wrong_includes,
    "exceptions": unused_exceptions,
    "length": long_files,
    "words": forbidden_words,
    "guards": missing_guards,
    "cstdint": missing_cstdint,
    "own_headers": late_own_headers,
    "colors": stray_colors,
}
