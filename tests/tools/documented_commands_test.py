"""Each command of the program in README.md and docs/ is accepted: it exits with code 0, 1 (a comparison differs) or 3 (no GPU here), or is
still running at the timeout.

usage: documented_commands_test.py TEXELSCOPE
"""

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
# Generated from the program itself.
GENERATED = {"docs/command-line.md"}
LINE = re.compile(r"^(?: {4}|\$ )?(?:nsys profile [^a-z]*-t \S+ )?(texelscope(?:-compare)?(?: [^\n]*)?)$", re.MULTILINE)
# Values for the placeholders in the pages; placeholders are in capitals.
PLACES = {
    "EXPECTED": "expected.png", "ACTUAL": "actual.png", "FILE.cu": "kernel.cu", "FILE": "ada_results.json", "DIR": "made",
    "NAME": "frame", "D": "cpu", "R": "gl",
}
# In seconds. A command that runs for a long time or opens a window does not have to finish.
PATIENCE, LONG_PATIENCE = 60, 0.7
LONG = re.compile(r"^texelscope (bench|stress|sweep(?! --list)|conformance|golden|explore|--renderer|[\w./]+$)|--review|--frames? |lessons")


def commands_of(page):
    """The commands in a page's code blocks, without the comments after them."""
    text = re.sub(r"\\\n +", "", page)
    blocks = "\n".join(re.findall(r"^```(?:sh|text|console)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    found = LINE.findall("\n".join(line for line in text.split("\n") if line.startswith("    ")) + "\n" + blocks)
    for command in found:
        command = re.split(r"\s+#\s|\s{2,}(?![-\[./])", command)[0]
        if " = " in command or command.endswith(":") or "(" in command.split()[0]:
            continue
        yield from (part if part.startswith("texelscope") else f"texelscope {part}" for part in command.split(" | "))


def concrete(command):
    """The command as a reader would type it: without optional words, and with values for placeholders."""
    command = re.sub(r"\[[^\[\]]*(\[[^\[\]]*\][^\[\]]*)*\]…?", "", command).replace("…", " …")
    return " ".join(PLACES.get(word, word) for word in command.split() if word != "…")


def documented():
    """Each command once, with its page. README.md also contains some within sentences."""
    commands = {}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        name, text = page.relative_to(ROOT).as_posix(), page.read_text()
        inline = re.findall(r"`(texelscope [^`\n]+)`", text) if name == "README.md" else []
        for command in [*commands_of(text), *inline] if name not in GENERATED else []:
            commands.setdefault(concrete(command), name)
    return commands


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
    (folder / "kernel.cu").write_text(functor.format("Blur") + "namespace mine {\n" + functor.format("Add") + "}\n")
    (folder / "session.json").write_text('{"texelscope_session": 1, "scene": "plasma"}')
    (folder / "week_3.json").write_text(
        '{"texelscope_course": 1, "title": "Week 3: sampling", "language": "en", "lessons": ["srgb"]}')
    (folder / "ada_results.json").write_text(
        '{"texelscope_lesson_results": 1, "student": "Ada", "course": "Week 3: sampling", "is_built_in": false,'
        ' "saved": "2026-11-26T19:44:18Z", "lessons": []}')


def outcome(command, folder, environment):
    """The exit code and the errors of a command; None if it is still running at the timeout."""
    seconds = LONG_PATIENCE if LONG.search(command) else PATIENCE
    process = subprocess.Popen(
        ["sh", "-c", f"exec {command}"], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        errors = process.communicate(timeout=seconds)[1]
        return process.returncode, errors
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()
        return None, f"still running after {seconds} s"


def check(program):
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        prepare(folder)
        environment = {
            **os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": temporary, "XDG_CONFIG_HOME": f"{temporary}/c",
            "XDG_STATE_HOME": f"{temporary}/s", "TEXELSCOPE_ASSETS": str(ROOT / "assets"), "TMPDIR": temporary}
        outcome("texelscope conformance --device cpu --samples 100 --record corpus.bin", folder, environment)
        for shard in range(1, 17):
            outcome(f"texelscope compare expected/ out/ --shard {shard}/16 --report shard-{shard}", folder, environment)
        commands = documented()
        for command, page in commands.items():
            code, errors = outcome(command, folder, environment)
            is_long = LONG.search(command) is not None
            print(f"{'at work' if code is None else code}: {command}")
            if not (code in (0, 1, 3) or code is None and is_long):
                wrong.append(f"{page}: {command}: {'exit code ' + str(code) if code is not None else ''} {errors.strip()}")
    if len(commands) < 50:
        wrong.append(f"only {len(commands)} commands were found: the pages are parsed incorrectly")
    return wrong


if __name__ == "__main__":
    found = check(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(found), file=sys.stderr)
    sys.exit(1 if found else 0)
