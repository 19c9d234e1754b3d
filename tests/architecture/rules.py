"""Finds violations of the rules of arrows.py in a tree of sources."""

import collections
import fnmatch
import re

import arrows
import covered
from circles import include_circles
from english import banned_words
from one_definition import doubled_types
from project_includes import missing_project_includes
from std_includes import missing_std_includes
from tree import FOLDERS, HEADERS, INCLUDE, SOURCES, TEXTS, allowed, folder_of, include_name, is_one_of, matches, resolve, texts


def wrong_includes(tree):
    for path, text in texts(tree, SOURCES):
        folder = folder_of(path)
        if folder not in (path, path.rpartition("/")[0]) and folder not in arrows.WHOLE:
            yield f"{path}: no arrow names its folder; add it to tests/architecture/arrows.py"
            continue
        targets = allowed(path) + arrows.EXCEPTIONS.get(path, ([], ""))[0]
        for number, match in matches(text, INCLUDE):
            target = resolve(tree, match[1])
            where = f"{path}:{number}"
            if target is None:
                for patterns, folders in arrows.FOREIGN:
                    if is_one_of(match[1], patterns) and not is_one_of(path, [pattern for f in [*folders, "examples", "tests"] for pattern in (f, f + "/*")]):
                        yield f"{where}: only {' and '.join(folders)} may include {match[1]}"
            elif target not in tree:
                yield f"{where}: there is no {target}"
            elif not is_one_of(folder_of(target), targets):
                yield f"{where}: {folder} may not include {folder_of(target)} ({match[1]}); tests/architecture/arrows.py lists the allowed folders"


def idle_exceptions(tree):
    for path, (extra, reason) in arrows.EXCEPTIONS.items():
        where = "tests/architecture/arrows.py: the exception of " + path
        if len(reason.split()) < 3:
            yield f"{where} has no reason"
        if path not in tree:
            yield f"{where}: there is no such file"
            continue
        included = {folder_of(target) for name in INCLUDE.findall(tree[path]) if (target := resolve(tree, name))}
        for folder in extra:
            if folder not in included or is_one_of(folder, allowed(path)):
                yield f"{where} is not needed for {folder}"


def idle_arrows(tree):
    """Arrows that no include uses: they permit unneeded dependencies, and make a folder appear to be on a higher layer than it is."""
    used = collections.defaultdict(set)
    for path, text in texts(tree, SOURCES):
        for name in INCLUDE.findall(text):
            if (target := resolve(tree, name)) is not None and folder_of(target) not in (None, folder_of(path)):
                used[folder_of(path)].add(folder_of(target))
    serving = collections.defaultdict(list)
    for place, name, folder, targets in arrows.expanded(arrows.TABLE):
        serving[place, name] += [target for target in used[folder] if is_one_of(target, targets)]
    for (place, name), targets in serving.items():
        if name is not None and not targets:
            yield f"tests/architecture/arrows.py: the arrow from {arrows.TABLE[place][0]} to {name} matches no include; remove it"


def full_folders(tree):
    counts = collections.Counter(path.rpartition("/")[0] for path, _ in texts(tree, SOURCES))
    for folder, count in counts.items():
        row = max((row for row in arrows.MAX_SOURCES if (folder + "/").startswith(row and row + "/")), key=len)
        if count > arrows.MAX_SOURCES[row]:
            yield f"{folder}: {count} sources, more than {arrows.MAX_SOURCES[row]}; split it by topic"
    for folder in counts:
        tested = folder.removeprefix("tests/")
        if tested.startswith(("app/", "gpu/", "render/")) and not any(path.startswith(tested + "/") for path in tree):
            yield f"{folder}: there is no folder {tested} for these tests; move them to the folder of the tested sources"
    for row in arrows.ARROWS:
        if row not in counts and row not in arrows.WHOLE and row not in tree:
            yield f"tests/architecture/arrows.py: the row of {row} matches no source"


def long_files(tree):
    for path, text in texts(tree, TEXTS):
        count = len(text.splitlines())
        if count > arrows.MAX_LINES and not path.startswith(("docs/", "assets/")):
            yield f"{path}: {count} lines, more than {arrows.MAX_LINES}; split it by topic"


def forbidden_words(tree):
    for path, text in texts(tree, TEXTS):
        for pattern, reason in arrows.FORBIDDEN:
            for number, match in matches(text, pattern):
                yield f"{path}:{number}: {reason}: {match[0]}"


def missing_guards(tree):
    for path, text in texts(tree, HEADERS):
        if "#pragma once" not in text:
            yield f"{path}: a header without #pragma once"


def implementations(tree, header):
    """The sources with the same name as a header: next to it, or for a public header, in the folders that implement
    it."""
    for public, folders in (("gpu/include/texelscope/gpu/", r"gpu/[odl]"), ("app/compare/include/texelscope/compare/", "app/compare/library/")):
        if header.startswith(public):
            name = header.removeprefix(public).removesuffix(".h") + ".cpp"
            return [path for path in tree if re.match(folders, path) and path.endswith("/" + name)]
    source = header.removesuffix(".h") + ".cpp"
    return [source] if source in tree else []


def late_own_headers(tree):
    """A source that includes its own header first proves, without precompiled headers, that the header compiles alone."""
    for path, _ in texts(tree, (".h",)):
        name = include_name(path)
        for source in implementations(tree, path):
            first = INCLUDE.search(tree[source])
            # Examples include their headers like external projects.
            names = [name, name.rpartition("/")[2]] if path.startswith("examples/") else [name]
            if first is None or first[1] not in names:
                yield f"{source}: includes something before its own header, {name}"


def stray_colors(tree):
    """Each theme has its own colors: a literal in a panel would be right in only one of them."""
    literal = r"(?m)^.*(IM_COL32\(\s*\d|\b0x[0-9A-Fa-f]{6}\b|ImVec4\{\s*[\d.]).*$"
    for path, text in texts(tree, SOURCES):
        if is_one_of(path, arrows.PANELS) and path != arrows.COLORS:
            for number, match in matches(text, literal):
                yield f"{path}:{number}: a color that is not a token of {arrows.COLORS}: {match[0].strip()}"


def stray_writers(tree):
    """A file that is overwritten in place is lost if the disk is full; a file with a predictable name may be another
    user's link."""
    writing = (r"(?<!include <)\b(w?o?fstream|basic_o?fstream|w?filebuf|basic_filebuf|fopen|freopen|O_CREAT|O_TRUNC|O_WRONLY|O_RDWR"
               r"|O_APPEND|mkstemps?|mkdtemp|mkostemps?|tmpnam|tempnam|tmpfile)\b|\bcreat(64)?\(")
    renaming = (r"\b(rename|renameat2?|copy_file|copy_symlink|resize_file|create_symlink|create_directory_symlink|create_hard_link"
                r"|symlinkat|linkat)\(|\b(fs|filesystem)::copy\(|(?<![\w:])::(truncate|symlink|link)\(")
    making = r"\bcreate_director(y|ies)\("
    python = r"""\bopen\([^)\n]*["'][rb+]*[wax]|\.write_(text|bytes)\(|\b(os|shutil)\.(rename|replace|copy)"""
    for path, text in texts(tree, (*SOURCES, ".py")):
        if not is_one_of(path, arrows.WRITERS) or is_one_of(path, [arrows.WRITING, *arrows.NO_WRITERS]):
            continue
        for pattern in [python] if path.endswith(".py") else [writing, renaming]:
            for number, match in matches(text, pattern):
                yield f"{path}:{number}: writes a file directly ({match[0]}); use write_file() or gpu/files"
    for path, text in texts(tree, SOURCES):
        if is_one_of(path, arrows.WRITERS) and not is_one_of(path, arrows.MAKING):
            for number, match in matches(text, making):
                yield f"{path}:{number}: creates a folder directly ({match[0]}); use make_folder()"
    for path in arrows.NO_WRITERS:
        if path in tree and not re.search(f"{writing}|{renaming}", tree[path]):
            yield f"tests/architecture/arrows.py: {path} in NO_WRITERS writes nothing"


def missing_paths(tree):
    """Pages name files by paths, and some pages also by names in backquotes. NAME and * stand for any name."""
    folders = {path[:end] for path in tree for end in range(len(path)) if path[end] == "/"}
    names = [path.rpartition("/")[2] for path in tree]
    names += [header for patterns, _ in arrows.FOREIGN for header in patterns]
    top = "|".join(FOLDERS)
    named = r"[\w*][\w/.*-]*(/|\.(h|cpp|cu|py|sh|md|json|txt|cmake))"
    for page, text in texts(tree, (".md",)):
        roots = arrows.PAGES.get(page, [""])
        words = [(number, match[0]) for number, match in matches(text, rf"(?<![\w/.<-])({top})/[\w./*<>-]*")]
        for number, span in matches(text, r"`([^`\n]+)`") if page in arrows.PAGES else []:
            words += [(number, word) for word in span[1].split() if re.fullmatch(named, word)]
        for number, word in dict.fromkeys(words):
            pattern = word.rstrip("./").replace("NAME", "*")
            known = [*tree, *folders] if "/" in word else names
            if "build/" in word or "out/" in word:
                continue
            if not any(fnmatch.filter(known, root + pattern) for root in (roots if "/" in word else [""])):
                yield f"{page}:{number}: there is no {word}"


def missing_in_comments(tree):
    """Comments of sources name files by a name or by the end of a path; external headers as in an #include."""
    comment = r"""R"(\w*)\((?s:.*?)\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|(?P<words>//[^\n]*|/\*(?s:.*?)\*/)"""
    named = r"(?<![\w/.*-])[\w*][\w/.*-]*\.(?:h|cpp|cuh?|inl|py|sh)\b(?![/-]|\.\w)"
    included = {name for _, text in texts(tree, SOURCES) for name in INCLUDE.findall(text)}
    ends = {"/" + name for name in (*tree, *included, *arrows.NAMED)}
    known = {end[at:] for end in ends for at in range(len(end)) if end[at] == "/"}
    for path, text in texts(tree, SOURCES):
        for number, match in matches(text, comment):
            for word in re.findall(named, match["words"] or ""):
                pattern = "/" + word.replace("NAME", "*")
                if pattern not in known and not ("*" in pattern and fnmatch.filter(known, pattern)):
                    yield f"{path}:{number}: there is no {word}"


def missing_names(tree):
    yield from missing_paths(tree)
    yield from missing_in_comments(tree)


RULES = {
    "includes": wrong_includes,
    "exceptions": idle_exceptions,
    "arrows": idle_arrows,
    "circles": include_circles,
    "folders": full_folders,
    "length": long_files,
    "words": forbidden_words,
    "english": banned_words,
    "guards": missing_guards,
    "std_includes": missing_std_includes,
    "project_includes": missing_project_includes,
    "own_headers": late_own_headers,
    "definitions": doubled_types,
    "covered": covered.uncovered_sources,
    "colors": stray_colors,
    "writers": stray_writers,
    "paths": missing_names,
}
