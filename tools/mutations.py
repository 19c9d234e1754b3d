#!/usr/bin/env python3
"""Counts the small changes of meaning that the tests notice.

`build` copies the sources, writes all mutations into the copy (tools/mutants.py), and builds it without CUDA in a folder of its own; what
does not compile is dropped. `run` first runs each test once to learn which mutations it reaches, then runs each mutation with the tests
that reach it until one fails. A test that also fails without the mutation, or that needs something this machine lacks, counts for nothing.

    tools/mutations.py build --draw 100 --seed 1       # 100 changes, over all folders by lines
    tools/mutations.py build --list tools/mutations.json
    tools/mutations.py run                             # suites of the two test programs; prints a table of what no test notices
    tools/mutations.py run --survivors --tests 'EndToEnd|Python|Compare|Guide|Lessons|Golden'
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import mutants

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("gpu", "app", "render")
# Not compiled without CUDA, or measured instead of tested.
EXCLUDED = r"^gpu/cuda/|/bench|/measured_"
PROGRAMS = ("texelscope_gpu_tests", "texelscope_app_tests")
# These test the sources themselves, or build other projects.
NO_TESTS = r"^(Architecture|Assets|CompileFail|Examples|Package|Tools)\."
ERROR = re.compile(r"^(?:In file included from |\s+from )?(/[^:\n]+):(\d+)(?::\d+)?[:,](.*)$", re.MULTILINE)
LIMIT_OF_MEMORY = 8 << 30


def sources_of(root, suffixes=(".cpp", ".h", ".cu")):
    names = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return [name for name in names if name.endswith(suffixes) and (pathlib.Path(root) / name).is_file()]


def write_if_changed(path, data):
    """Keeps the time of a file that has these bytes already, so that it is not compiled again."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class Mutants:
    """The copy of the sources with its mutations, numbered from 0; one that does not compile keeps its number and is None."""

    def __init__(self, root, folder):
        self.root, self.folder = pathlib.Path(root), pathlib.Path(folder)
        self.source, self.file = self.folder / "source", self.folder / "mutations.json"
        self.changes = []

    def load(self):
        if not self.file.exists():
            raise SystemExit(f"mutations: error: {self.file} is missing; run `tools/mutations.py build` first")
        self.changes = [change and mutants.Mutation(**change) for change in json.loads(self.file.read_text(encoding="utf-8"))]
        return self

    def numbered(self):
        return [(number, change) for number, change in enumerate(self.changes) if change]

    def write(self):
        """Writes the copy of the sources; returns the names of the changed files."""
        header = self.folder / "mutant.h"
        write_if_changed(header, mutants.HEADER.encode())
        by_file = collections.defaultdict(list)
        for number, change in self.numbered():
            by_file[change.file].append((number, change))
        kept = set()
        for name in sources_of(self.root, ("",)):
            data = (self.root / name).read_bytes()
            if name in by_file:
                data = mutants.rewrite(data.decode(), by_file[name], header).encode()
            write_if_changed(self.source / name, data)
            if os.access(self.root / name, os.X_OK):
                (self.source / name).chmod(0o755)
            kept.add(self.source / name)
        for path in self.source.rglob("*"):
            if path.is_file() and path not in kept:
                path.unlink()
        self.file.write_text(json.dumps([change and dataclasses.asdict(change) for change in self.changes], indent=1), encoding="utf-8")

    def drop(self, errors):
        """Drops the mutations in the lines that a compiler's output names, or else in the files it names. Returns the number."""
        places = [(os.path.relpath(path, self.source), int(line), text) for path, line, text in ERROR.findall(errors)]
        for is_near in (lambda change, line, text: change.line <= line <= change.line + change.old.count("\n") and "error" in text,
                        lambda change, line, text: change.line <= line <= change.line + change.old.count("\n"),
                        lambda change, line, text: True):
            wrong = [number for number, change in self.numbered()
                     if any(change.file == file and is_near(change, line, text) for file, line, text in places)]
            for number in wrong:
                print(f"dropped, because it does not compile: {self.changes[number].file}:{self.changes[number].line}: {self.changes[number].what}")
                self.changes[number] = None
            if wrong:
                return len(wrong)
        return 0

    def build(self, targets, jobs, options):
        binary = self.folder / "build"
        if not (binary / "build.ninja").exists():
            subprocess.run(["cmake", "-S", self.source, "-B", binary, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DTEXELSCOPE_CUDA=OFF",
                            "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DCMAKE_CXX_FLAGS=-w -Wno-narrowing -DTEXELSCOPE_MUTATIONS", *options], check=True,
                           stdout=subprocess.DEVNULL)
        while True:
            done = subprocess.run(["ninja", "-C", binary, "-k", "0", f"-j{jobs}", *targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, check=False)
            if done.returncode == 0:
                return
            if not self.drop(re.sub(r"\x1b\[[\d;]*[mK]", "", done.stdout)):
                raise SystemExit(f"mutations: error: the build fails without a mutation's fault:\n{done.stdout[-4000:]}")
            self.write()


@dataclasses.dataclass
class Test:
    name: str
    command: list
    folder: str = "."
    environment: dict = dataclasses.field(default_factory=dict)
    skipped_code: int = -1
    # Without a mutation: whether it passes, its time, the number of skipped tests, and the mutations it reaches.
    is_usable: bool = True
    seconds: float = 0
    skips: int = 0
    reached: list = dataclasses.field(default_factory=list)

    def run(self, limit_s, environment):
        """Returns what happened, "" if it passes, and the number of skipped tests. Ends all its processes."""
        with tempfile.TemporaryDirectory(prefix="mutant", ignore_cleanup_errors=True) as scratch:
            variables = {**os.environ, **self.environment, **environment, "TMPDIR": scratch, "GTEST_FAIL_FAST": "1", "GTEST_BRIEF": "1"}
            with open(f"{scratch}/output", "w+", encoding="utf-8", errors="replace") as output:
                process = subprocess.Popen(["prlimit", f"--as={LIMIT_OF_MEMORY}", "--core=0", *self.command], cwd=self.folder, env=variables,
                                           stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
                try:
                    code = process.wait(limit_s)
                    result = "" if code in (0, self.skipped_code) else f"signal {-code}" if code < 0 else f"exit code {code}"
                except subprocess.TimeoutExpired:
                    result = f"no end in {limit_s:.0f} s"
                finally:
                    try:
                        os.killpg(process.pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                    process.wait()
                output.seek(0)
                text = output.read()
        failed = re.search(r"\[  FAILED  \] (\S+?)[,\s]", text)
        skips = re.search(r"^\[  SKIPPED \] (\d+) tests?[.,]", text, re.MULTILINE)
        return result and f"{failed[1] if failed else self.name} ({result})", int(skips[1]) if skips else 0


def tests_of(build, pattern):
    """The tests of a build as ctest lists them: suites of the test programs, and commands."""
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, env={**os.environ, "TEXELSCOPE_TEST_SUITES": "1"}, check=True,
                            capture_output=True, text=True).stdout
    for entry in json.loads(listed)["tests"]:
        properties = {item["name"]: item["value"] for item in entry.get("properties", [])}
        if "command" in entry and re.search(pattern, entry["name"]) and not re.search(NO_TESTS, entry["name"]) and not properties.get("DISABLED"):
            yield Test(entry["name"], entry["command"], properties.get("WORKING_DIRECTORY", str(build)),
                       dict(item.split("=", 1) for item in properties.get("ENVIRONMENT", [])), properties.get("SKIP_RETURN_CODE", -1))


def reach(test, count):
    """Runs a test without a mutation, to learn which ones it reaches."""
    with tempfile.NamedTemporaryFile() as file:
        file.truncate(65536)
        begin = time.monotonic()
        result, test.skips = test.run(900, {"TEXELSCOPE_MUTANTS_REACHED": file.name})
        test.seconds = time.monotonic() - begin
        test.is_usable = not result
        test.reached = [number for number, byte in enumerate(file.read()[:count]) if byte]
    if result:
        print(f"not used, because it fails without a mutation: {result}", flush=True)
    return test


def kill(number, change, tests, least_limit_s, budget_s):
    """The first failure of the tests that reach a mutation: those with its file's name come first, then the quickest."""
    stem = re.sub(r"\W|_", "", pathlib.Path(change.file).stem.lower())
    reaching = sorted((test for test in tests if test.is_usable and number in test.reached),
                      key=lambda test: (stem not in test.name.lower(), test.seconds))
    end = time.monotonic() + budget_s
    for done, test in enumerate(reaching):
        if time.monotonic() + test.seconds > end:
            return f"survived {done} of {len(reaching)} tests"
        limit_s = least_limit_s + 10 * test.seconds
        result, skips = test.run(limit_s, {"TEXELSCOPE_MUTANT": str(number)})
        if skips > test.skips:
            result = result or f"{test.name} ({skips} tests are skipped instead of {test.skips})"
        if result and not test.run(limit_s, {})[0]:
            return f"killed by {result}"
    return "survived" if reaching else "not reached"


def table(changes, results):
    lines = ["| folder | mutations | killed | survived | not reached |", "|---|---|---|---|---|"]
    folders = collections.defaultdict(collections.Counter)
    for number, change in changes:
        how = results.get(str(number), "open")
        for folder in (change.file.split("/")[0], "all"):
            folders[folder][how.split()[0]] += 1
    for folder, counts in sorted(folders.items(), key=lambda item: (item[0] == "all", item[0])):
        lines.append(f"| {folder} | {counts.total()} | {counts['killed']} | {counts['survived']} | {counts['not']} |")
    lines += ["", "| number | place | change | result |", "|---|---|---|---|"]
    for number, change in changes:
        how = results.get(str(number), "open")
        if not how.startswith("killed"):
            lines.append(f"| {number} | `{change.file}:{change.line}` | {change.what.replace('|', chr(92) + '|')} | {how} |")
    return "\n".join(lines)


def build(arguments):
    copy = Mutants(arguments.root, arguments.folder)
    texts = {name: (copy.root / name).read_text(encoding="utf-8") for name in sources_of(copy.root)
             if name.startswith(tuple(f"{folder}/" for folder in FOLDERS))}
    taken = collections.defaultdict(list)
    for path in arguments.list:
        for record in json.loads(pathlib.Path(path).read_text(encoding="utf-8")):
            try:
                change = mutants.locate(record, texts.get(record["file"], ""))
                if not mutants.select([change], taken, 1):
                    raise ValueError(f"{change.file}:{change.line}: '{change.what}' overlaps another one; give shorter texts")
                copy.changes.append(change)
            except ValueError as error:
                print(f"left out: {error}")
    listed = len(copy.changes)
    if arguments.draw:
        drawable = {name: text for name, text in texts.items() if not re.search(arguments.exclude, name)}
        # Some do not compile.
        copy.changes += mutants.select(mutants.draw(drawable, arguments.seed), taken, arguments.draw * 6 // 5)
    earlier = [change.name for _, change in Mutants(arguments.root, arguments.folder).load().numbered()] if copy.file.exists() else []
    (copy.folder / "reached.json").unlink(missing_ok=True)
    copy.write()
    copy.build(arguments.target, arguments.jobs, arguments.cmake)
    drawn = [number for number, change in copy.numbered() if number >= listed]
    for number in drawn[arguments.draw:]:
        copy.changes[number] = None
    copy.file.write_text(json.dumps([change and dataclasses.asdict(change) for change in copy.changes], indent=1), encoding="utf-8")
    if [change.name for _, change in copy.numbered()] != earlier:
        (copy.folder / "results.json").unlink(missing_ok=True)
    print(f"{len(copy.numbered())} mutations, of which {min(len(drawn), arguments.draw)} were drawn")


def run(arguments):
    copy = Mutants(arguments.root, arguments.folder).load()
    reached, results_file = copy.folder / "reached.json", copy.folder / "results.json"
    known = {entry["name"]: Test(**entry) for entry in json.loads(reached.read_text(encoding="utf-8"))} if reached.exists() else {}
    results = json.loads(results_file.read_text(encoding="utf-8")) if results_file.exists() else {}
    wanted = list(tests_of(copy.folder / "build", arguments.tests or "."))
    if not arguments.tests:
        wanted = [test for test in wanted if pathlib.Path(test.command[0]).name in PROGRAMS]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for test in pool.map(lambda test: known.get(test.name) or reach(test, len(copy.changes)), wanted):
            known[test.name] = test
        reached.write_text(json.dumps([dataclasses.asdict(test) for test in known.values()]), encoding="utf-8")
        tests = [known[test.name] for test in wanted]
        chosen = [(number, change) for number, change in copy.numbered() if not arguments.mutant or number in arguments.mutant]
        open_ones = [item for item in chosen if str(item[0]) not in results or arguments.survivors and not results[str(item[0])].startswith("killed")]
        running = {pool.submit(kill, *item, tests, arguments.limit, arguments.budget): item for item in open_ones}
        for future in concurrent.futures.as_completed(running):
            (number, change), how = running[future], future.result()
            # A test that does not reach it cannot change an earlier result.
            results[str(number)] = how if how != "not reached" else results.get(str(number), how)
            print(f"{number} {change.file}:{change.line}: {change.what}: {how}", flush=True)
            results_file.write_text(json.dumps(results, indent=1), encoding="utf-8")
    print(table(copy.numbered(), results))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/mutations", help="for the copy, its build and the results")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers, or tests, at once")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("build", help="writes and builds mutations")
    command.add_argument("--draw", type=int, default=0, metavar="N", help="draws N of all lines")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--exclude", default=EXCLUDED, metavar="REGEX", help="files that are not drawn from, by default %(default)s")
    command.add_argument("--list", nargs="*", default=[], metavar="FILE", help="mutations as data, see tools/mutations.json")
    command.add_argument("--target", nargs="*", default=list(PROGRAMS), help="what is built; commands need all")
    command.add_argument("--cmake", nargs="*", default=[], metavar="OPTION", help="options for CMake, at the first build")
    command.set_defaults(do=build)
    command = commands.add_parser("run", help="runs the tests against them")
    command.add_argument("--tests", metavar="REGEX", help="which tests, by default the suites of both test programs")
    command.add_argument("--survivors", action="store_true", help="only mutations that earlier runs did not kill")
    command.add_argument("--limit", type=float, default=20, metavar="S", help="seconds that a test may take beyond ten times its usual time")
    command.add_argument("--budget", type=float, default=float("inf"), metavar="S", help="ends a mutation's tests after this time; slow tests come last")
    command.add_argument("--mutant", nargs="*", type=int, metavar="NUMBER", help="only these")
    command.set_defaults(do=run)
    arguments = parser.parse_args()
    arguments.folder = arguments.folder.resolve()
    arguments.do(arguments)


if __name__ == "__main__":
    sys.exit(main())
