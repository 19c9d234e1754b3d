"""Finds names that a source uses without including the project's header for them, directly or indirectly.

Sources of a folder are compiled together, so the compiler does not notice an include that is missing in one and present in
another. Names are the types, functions, constants and macros that headers declare in a namespace; a name that several headers
declare may come from any of them.
"""

import collections
import functools
import re

from std_includes import NO_CODE
from tree import HEADERS, INCLUDE, SOURCES, allowed, folder_of, is_one_of, resolve, texts

TYPE = re.compile(r"^(?:template <[^{;]*>\s+)?(?:class|struct|union|enum(?: class)?) (?:alignas\(\w+\) )?(\w+)(?: final)?(?: : [^;{]*)?\s*\{", re.M)
ALIAS = re.compile(r"^(?:template <[^{;]*>\s+)?(?:using|concept) (\w+) =", re.M)
FUNCTION = re.compile(r"^(?:\[\[nodiscard\]\] )?(?:[\w:<>,&*]+ )+[&*]?([a-z]\w+)\(", re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define (TEXELSCOPE_\w+)", re.M)
# Sources that declare names of the project's headers for other purposes, and the reason.
NAMESAKES = {
    "gpu/cpu/texture_unit/fast_fetch.cpp": "declares its readers once for each instruction set, with a macro",
    "gpu/cuda/driver_functions.h": "names functions of the driver API by the ends of their names",
    "render/window/x11_errors.cpp": "uses Xlib's Display",
}
# Names that a source itself declares, in any scope.
LOCAL = re.compile(r"\b(?!(?:return|throw|else|case|co_\w+|new|delete) )"
                   r"(?:class|struct|union|enum|enum class|typename|auto|concept|using|[\w>&*]+[ &*]) ?[&*]*(\w+)\b(?= *[(){=;,>:])")
WORD = re.compile(r"(?<![\w.>:])(?:texelscope::)?(?:(?:gpu|app|render|kernels|driver|cpu|cuda|vulkan|tests|detail)::)*(\w+)\b(\()?")


def keep_lines(match):
    return "\n" * match[0].count("\n")


def declared(text):
    return {name for pattern in (TYPE, ALIAS, FUNCTION, MACRO) for name in pattern.findall(text)}


def missing_project_includes(tree):
    code = {path: NO_CODE.sub(keep_lines, text) for path, text in texts(tree, SOURCES)}
    homes = collections.defaultdict(set)
    for path, text in code.items():
        if path.endswith(HEADERS):
            for name in declared(text):
                homes[name].add(path)

    def target(path, name):
        """Examples include their own headers as an external project would: relative to the including file."""
        beside = f"{path.rpartition('/')[0]}/{name}"
        return beside if path.startswith("examples/") and beside in tree else resolve(tree, name)

    includes = {path: [target(path, name) for name in INCLUDE.findall(tree[path])] for path in code}

    @functools.cache
    def reached(path):
        found, ahead = set(), [path]
        while ahead:
            for header in includes.get(ahead.pop(), ()):
                if header and header not in found:
                    found.add(header)
                    ahead.append(header)
        return found | {path}

    words = {path: set(re.findall(r"\w+", text)) for path, text in code.items()}
    for path, text in code.items():
        if path.startswith("tests/") or path in NAMESAKES:
            continue
        seen = {"alignas"} | set(LOCAL.findall(text)) | declared(text)
        around = [words.get(header, ()) for header in reached(path) - {path}]
        for match in WORD.finditer(text):
            name = match[1]
            if name in seen or name not in homes or (name[0].islower() and not match[2]):
                continue
            seen.add(name)
            near = sorted(home for home in homes[name] if is_one_of(folder_of(home), allowed(path)))
            if near and not any(name in others for others in around):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: uses {name} without #include of {' or '.join(near[:3])}"
