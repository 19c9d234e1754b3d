"""Every command line in the code blocks of README.md and docs/ runs as written, comments included, in a shell: it exits with code 0, or 3 (no
GPU here), or with 1 where a comparison differs, or is still running at the timeout. Commands of other programs are replaced by programs that
only check their options, if they are of tools/. In a console block, the output is also compared.

usage: documented_commands_test.py TEXELSCOPE
"""

import ast
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Generated from the programs themselves.
GENERATED = {"docs/command-line.md", "docs/instruments.md"}
# The first words of shell lines. In an indented block, one such line makes all lines shell lines; a fenced block names its language.
OTHERS = ("sudo", "cmake", "ctest", "pytest", "pip", "xdg-open", "nsys", "my_program", "my_renderer")
SHELL = re.compile(r"^(?:\(?cd |cp |[A-Z_]+=\S+ )*(?:texelscope(?:-compare|-dev)? |tools/|(?:%s) )" % "|".join(OTHERS))
# Languages whose blocks other tests read (Guide.CodeOfTheLibraryIsThatOfExamples, Examples.RecipeOfImageTestsGoesFromRedToGreen).
LANGUAGES = {"sh", "console", "cpp", "cmake", "yaml", "json"}
# In seconds. A command that runs for a long time or opens a window does not have to finish.
PATIENCE, LONG_PATIENCE = 60, 0.7
LONG = re.compile(r"texelscope(?:-dev)? (bench|stress|sweep(?! --list)|conformance|golden|explore|--renderer|[\w./]+( +#|$))|--review|--frames? |lessons")
# Commands whose result may be that something differs.
MAY_DIFFER = re.compile(r"texelscope(-compare)? (compare|golden check)|# .*\bcode 1\b")


def joined(lines):
    """The lines with continued ones joined."""
    return re.sub(r"\\\n *", "", "\n".join(lines)).split("\n")


def blocks_of(page):
    """The code blocks of a page: language, or None if indented, and lines."""
    block, language = [], None
    for line in page.split("\n") + [""]:
        if line.startswith("```"):
            if language is None:
                language = line[3:]
            else:
                yield language, block
                language = None
            block = []
        elif language is not None or (line.startswith("    ") and (block or line.strip())):
            block.append(line if language is not None else line[4:])
        elif block:
            yield None, block
            block = []


def parsed(parse, block):
    """A command that fails if the block cannot be parsed; nothing if it can."""
    try:
        parse("\n".join(block))
    except ValueError as error:
        yield f"exit 2 # {error}", None
    except SyntaxError as error:
        yield f"exit 2 # {error.text.strip()}: {error}", None


# Declarations that the C++ of the pages uses. Other tests compile the code of the image tests.
CPP = {
    "docs/layouts.md": "void code() {{\n{}\n}}",
    "docs/graphs.md": """
#include <texelscope/gpu/buffer.h>
#include <texelscope/gpu/cuda_array.h>
#include <texelscope/gpu/device.h>
#include <texelscope/gpu/graph.h>
#include <texelscope/gpu/graph_builder.h>
#include <texelscope/gpu/stream.h>
#include <texelscope/kernels/condition.h>
#include <texelscope/kernels/launch.h>
using namespace texelscope;
using namespace texelscope::gpu;
struct Kernel {{ TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index) const {{}} }};
void code(const Device& device, const CUDAArray& array, const Buffer& buffer, const Stream& stream, const GraphBuilder& builder, int n,
          int width, int height, float* error, Kernel kernel, Kernel left, Kernel right, Kernel sum, Kernel iterate) {{ {{\n{}\n}} }}
"""}


def cpp_files(folder):
    """Writes a source for each block of C++ above, and returns the commands that compile them, with their pages."""
    for page, around in CPP.items():
        blocks = [block for language, block in blocks_of((ROOT / page).read_text()) if language == "cpp"]
        for number, block in enumerate(blocks):
            includes = [line for line in block if line.startswith(("#include", "using namespace"))]
            source = folder / f"{pathlib.Path(page).stem}_{number}.cpp"
            source.write_text("\n".join([*includes, around.format("\n".join(line for line in block if line not in includes))]))
            yield f"c++ -std=c++20 -w -fsyntax-only -I {ROOT}/gpu/include {source}", page


def commands_of(page):
    """The shell lines of a page, each with the output that follows it in a console block, or None."""
    for language, block in blocks_of(page):
        if language == "console":
            for command in re.split(r"^\$ ", "\n".join(block), flags=re.MULTILINE)[1:]:
                line, _, output = command.partition("\n")
                yield line, output and output + "\n"
        elif language == "sh" or (language is None and any(SHELL.match(line) for line in block)):
            yield from ((line, None) for line in joined(block) if line.strip())
        elif language is None and any(line.startswith("texelscope.") for line in block):
            # Some code of Python has names instead of objects, so it is only parsed.
            yield from parsed(ast.parse, block)
        elif language == "json":
            yield from parsed(json.loads, block)
        elif language is not None and language not in LANGUAGES:
            yield f"exit 2 # a block names no known language: '{language}'", None


def documented():
    """Each command once, with its page and its output. README.md also contains some within sentences."""
    commands = {}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        name, text = page.relative_to(ROOT).as_posix(), page.read_text()
        inline = re.findall(r"`(texelscope [^`\n]+)`", text) if name == "README.md" else []
        for command, output in [*commands_of(text), *((each, None) for each in inline)] if name not in GENERATED else []:
            commands.setdefault(command, (name, output))
    return commands


# Stands for a program of tools/: every option must occur in the program, and files must be those of the page.
TOOL = """#!/bin/sh
for word; do
  case $word in
    -*) grep -q -e "[^a-z-]${word%%=*}\\b" "TOOL" || { echo "TOOL has no option $word" >&2; exit 2; };;
  esac
done
"""


def make_programs(folder):
    """Creates stand-ins for the programs that change the system or take minutes."""
    programs = folder / "programs"
    programs.mkdir()
    for name in (*OTHERS, "cpack"):
        (programs / name).write_text("#!/bin/sh\nexit 0\n")
    (programs / "nsys").write_text("#!/bin/sh\nwhile [ $# -gt 0 ] && [ $1 != texelscope ]; do shift; done\nexec \"$@\"\n")
    (folder / "tools").mkdir()
    for tool in (ROOT / "tools").iterdir():
        if os.access(tool, os.X_OK) and tool.is_file():
            (folder / "tools" / tool.name).write_text(TOOL.replace("TOOL", str(tool)))
    for program in (*programs.iterdir(), *(folder / "tools").iterdir()):
        program.chmod(0o755)


def png(width, height, color):
    rows = b"".join(b"\0" + bytes(color) * width for _ in range(height))
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def npy(shape, values):
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (63 - (10 + len(head)) % 64) + b"\n"
    return b"\x93NUMPY\x01\0" + len(head).to_bytes(2, "little") + head + values


def prepare(folder):
    """Creates the files that the pages name."""
    for name, color in {"photo": (9, 90, 200), "expected": (1, 2, 3), "actual": (1, 2, 3), "expected/frame": (4, 5, 6), "out/frame": (4, 5, 6)}.items():
        path = folder / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(png(8, 8, color))
    (folder / "assets").symlink_to(ROOT / "assets")
    shutil.copytree(ROOT / "tests/golden/frames", folder / "tests/golden/frames")
    shutil.copytree(folder / "expected", folder / "golden")
    shutil.copytree(folder / "expected", folder / "frames")
    for name in ("c", "weights", "in"):
        (folder / f"{name}.npy").write_bytes(npy((2, 2), bytes(16)))
    with zipfile.ZipFile(folder / "arrays.npz", "w") as archive:
        archive.write(folder / "weights.npy", "weights.npy")
    functor = "struct {} {{ TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {{ (void)at; }} }};\n"
    (folder / "functors.cu").write_text(functor.format("Blur") + "namespace mine {\n" + functor.format("Add") + "}\n")
    (folder / "kernel.cu").write_text("TEXELSCOPE_KERNEL_FUNCTION void pixel(Index, const Frame&) {}\n")
    (folder / "rules.json").write_text('{"texelscope_compare": 1, "rules": [{"match": "**", "preset": "visual"}]}')
    make_programs(folder)
    for name in ("build/compare", "examples/image_tests", "examples/image_tests_python"):
        (folder / name).mkdir(parents=True)
    (folder / "session.json").write_text('{"texelscope_session": 1, "scene": "plasma"}')
    (folder / "week_3.json").write_text(
        '{"texelscope_course": 1, "title": "Week 3: sampling", "language": "en", "lessons": ["srgb"]}')
    (folder / "ada_results.json").write_text(
        '{"texelscope_lesson_results": 1, "student": "Ada", "course": "Week 3: sampling", "is_built_in": false,'
        ' "saved": "2026-11-26T19:44:18Z", "lessons": []}')


def outcome(command, folder, environment, seconds=None):
    """The exit code, the output and the errors of a command; None if it is still running at the timeout."""
    seconds = seconds or (LONG_PATIENCE if LONG.search(command) else PATIENCE)
    process = subprocess.Popen(
        ["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=seconds)
        return process.returncode, output, errors
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()
        return None, "", f"still running after {seconds} s"


def has_output(expected, output):
    """Whether the output is the expected one, in which the line … stands for any lines."""
    parts = [re.escape(part) for part in expected.removesuffix("…\n").split("…\n")]
    return re.fullmatch(r"(?:.*\n)*?".join(parts) + (r"(?:.*\n)*" if expected.endswith("…\n") else ""), output) is not None


def check(program):
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        prepare(folder)
        environment = {
            **os.environ, "PATH": f"{folder}/programs:{program.parent}:{os.environ['PATH']}", "HOME": temporary, "XDG_CONFIG_HOME": f"{temporary}/c",
            "XDG_STATE_HOME": f"{temporary}/s", "TEXELSCOPE_ASSETS": str(ROOT / "assets"), "TMPDIR": temporary}
        outcome("texelscope conformance --device cpu --samples 100 --record corpus.bin", folder, environment, PATIENCE)
        for shard in range(1, 17):
            outcome(f"texelscope compare expected/ out/ --shard {shard}/16 --report shard-{shard}", folder, environment)
        commands = documented()
        if shutil.which("c++"):
            commands.update({command: (page, None) for command, page in cpp_files(folder)})
        for command, (page, expected) in commands.items():
            code, output, errors = outcome(command, folder, environment)
            is_long = LONG.search(command) is not None
            print(f"{'at work' if code is None else code}: {command}")
            if not (code in (0, 3) or code == 1 and MAY_DIFFER.search(command) or code is None and is_long):
                wrong.append(f"{page}: {command}: {'exit code ' + str(code) if code is not None else ''} {errors.strip()}")
            elif expected and not has_output(expected, output):
                wrong.append(f"{page}: {command}: the output is different:\n{output}")
    if len(commands) < 80:
        wrong.append(f"only {len(commands)} commands were found: the pages are parsed incorrectly")
    return wrong


if __name__ == "__main__":
    found = check(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(found), file=sys.stderr)
    sys.exit(1 if found else 0)
