"""The tests that a complete run must include, and the allowed skips: tests/test_list.json, and the sources of the tests.

Each test in a source, and each script, must have run or been skipped; a test of the CPU device must also run on every other device.
A skip for lack of something is valid only if that is missing.
"""

import dataclasses
import glob
import json
import pathlib
import re
import shutil
import subprocess

DECLARATION = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.MULTILINE)
# "On/Suite.Name/cpu", "Suite.Name<Type>": the names of one that a source declares.
NAME = re.compile(r"(?:\w+/)?([A-Za-z]\w*)(?:/\d+)?\.(\w+)(?:[/<].*)?$")
ON_CPU = re.compile(r"/cpu(?=$|_)")


@dataclasses.dataclass
class Need:
    """Something that tests need and a machine or build may lack."""

    name: str
    # A pattern that matches the skip reasons of tests that need it.
    reason: str
    files: list = dataclasses.field(default_factory=list)
    programs: list = dataclasses.field(default_factory=list)
    # A Python expression: modules to import, and assertions.
    python: str = ""
    # A pattern that matches a line in the build's CMakeCache.txt.
    build: str = ""
    # Alternatives, each with files, programs and so on.
    others: list = dataclasses.field(default_factory=list)
    # Why its presence cannot be detected; skips for lack of it are then always valid.
    unknown: str = ""

    def is_there(self, build=None):
        """Whether this machine, or the build in that folder, has all of it; never for needs that cannot be detected."""
        found = [bool(glob.glob(file)) for file in self.files]
        found += [shutil.which(program) is not None for program in self.programs]
        if self.python:
            command = [shutil.which("python3", path="/usr/bin") or "python3", "-c", f"import {self.python}"]
            found.append(subprocess.run(command, capture_output=True, check=False).returncode == 0)
        if self.build:
            cache = pathlib.Path(build or ".") / "CMakeCache.txt"
            found.append(cache.exists() and re.search(self.build, cache.read_text(encoding="utf-8"), re.MULTILINE) is not None)
        return (bool(found) and all(found)) or any(Need(self.name, self.reason, **other).is_there(build) for other in self.others)


class TestList:
    def __init__(self, path, root):
        self.root = pathlib.Path(root)
        self.data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.needs = [Need(**need) for need in self.data["needs"]]

    def need_of(self, reason):
        return next((need for need in self.needs if re.search(need.reason, reason)), None)

    def scripts(self):
        """Names of tests that are commands; "Python.*" with files stands for each of these: view_test.py is Python.View."""
        for row in self.data["commands"]:
            if "files" not in row:
                yield from row["tests"]
                continue
            for file in sorted(self.root.glob(row["files"])):
                yield row["tests"].replace("*", file.stem.removesuffix("_test").replace("_", ""))

    def declared(self, has_cuda):
        """"Suite.Name" of each test in the sources, with its file."""
        sources = self.data["sources"]
        for file in sorted(path for folder in sources["folders"] for path in (self.root / folder).rglob("*_test.c[pu]*")):
            name = str(file.relative_to(self.root))
            if not has_cuda and re.search(sources["only_with_cuda"], name):
                continue
            for suite, test in DECLARATION.findall(file.read_text(encoding="utf-8")):
                if suite not in sources["may_be_none"]:
                    yield f"{suite}.{test}", name

    def unknown(self, names):
        """The names of a run that neither the list nor a source contains, so that nobody would miss them."""
        listed = {name.lower() for name in self.scripts()}
        declared = {name for name, _ in self.declared(has_cuda=True)}
        may_be_none = set(self.data["sources"]["may_be_none"])
        for name in names:
            match = NAME.match(name)
            is_declared = match and (f"{match[1]}.{match[2]}" in declared or match[1] in may_be_none)
            if not is_declared and name.lower() not in listed:
                yield name

    def missing(self, names, has_cuda):
        """The listed tests that are not among the names of a run."""
        lower = {name.lower() for name in names}
        for name in self.scripts():
            if name.lower() not in lower:
                yield name
        seen = {f"{match[1]}.{match[2]}" for name in names if (match := NAME.match(name))}
        for name, file in self.declared(has_cuda):
            if name not in seen:
                yield f"{name} ({file})"

    @staticmethod
    def is_on_cpu(name):
        return ON_CPU.search(name) is not None

    def missing_on_devices(self, names, devices, pattern):
        """Tests that ran on the CPU device but not on another available one; only those that the filter would select."""
        names = set(names)
        for device in devices:
            for name in sorted(names):
                other = ON_CPU.sub("/" + device.replace(":", "_"), name)
                if other not in names and re.search(pattern, other):
                    yield other

    def has_gpu(self):
        return any(glob.glob(file) for file in self.data["gpu"])
