"""Compiles the correct version of all cases, which must succeed, and then the wrong version of each case, for example
without a stream, which must fail with a separate error, for the given reason. Also finds calls of the public headers
that are missing from stream_is_required_test.cpp.

    check.py COMPILER PUBLIC_HEADERS TABLE
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from cases import CASES, HEADERS, REFUSED

STREAM = re.compile(r"\{(, )?stream\}")
# To the compiler, each case is a separate file: its errors and their notes begin with this name.
FILE_OF_CASE = re.compile(r"^case_(\d+)\.cpp:", re.MULTILINE)


def compile_text(compiler, headers, text):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(text)
        file.flush()
        # clang++ stops after 20 errors; g++ does not, and rejects the option.
        options = ["-ferror-limit=0"] if "clang" in pathlib.Path(compiler).name else []
        done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *options, "-I", headers, file.name], capture_output=True,
                              text=True, check=False)
    return done.returncode == 0, done.stderr


def cases():
    """Title, parameters, the version that compiles, the version that must not, and the reason."""
    for title, parameters, body, reason in CASES:
        right = STREAM.sub(lambda match: (match.group(1) or "") + "stream", body)
        yield title + " without a stream", parameters + ", const Stream& stream", "(void)stream; " + right, STREAM.sub("", body), reason
    yield from REFUSED


def program(functions):
    """A function for each pair of parameters and body; the compiler sees each function as a separate file."""
    text = "".join(f"#include <texelscope/gpu/{header}>\n" for header in HEADERS) + "using namespace texelscope::gpu;\n"
    return text + "".join(f'#line 1 "case_{number}.cpp"\nvoid call_{number}({parameters}) {{ {body} }}\n'
                          for number, (parameters, body) in enumerate(functions))


def messages_of_cases(text):
    """The compiler's messages for each case with an error, by the case's number."""
    messages = {}
    parts = FILE_OF_CASE.split(text)
    for number, part in zip(map(int, parts[1::2]), parts[2::2]):
        messages[number] = messages.get(number, "") + part
    return {number: said for number, said in messages.items() if " error: " in said}


def check_cases(compiler, headers):
    rows = list(cases())
    is_compiled, text = compile_text(compiler, headers, program([(parameters, right) for _, parameters, right, _, _ in rows]))
    if not is_compiled:
        yield f"the correct versions do not compile:\n{text}"
    _, text = compile_text(compiler, headers, program([(parameters, wrong) for _, parameters, _, wrong, _ in rows]))
    messages = messages_of_cases(text)
    for number, (title, _, _, _, reason) in enumerate(rows):
        if number not in messages:
            yield f"{title} compiles; all messages of the compiler:\n{text}"
        elif not re.search(reason, messages[number]):
            yield f"{title} fails for a different reason:\n{messages[number]}"


def scheduling_calls(headers):
    """Name: the number of public functions of that name that take a stream."""
    calls = {}
    for path in sorted(pathlib.Path(headers).rglob("*.h")):
        # These headers require external headers: one converts handles, the other uses types of CCCL.
        if path.name in ("native.h", "cuda_memory_resource.h"):
            continue
        text = re.sub(r"//[^\n]*", "", path.read_text())
        text = re.sub(r"[^;{}]*= delete;", "", text)
        if match := re.search(r"Stream& \w+ = [^;,)]*", text):
            raise SystemExit(f"{path.name}: a stream has a default: {match.group(0)}")
        for match in re.finditer(r"(\w+)\(([^()]*(?:const )?(?:gpu::)?Stream&[^()]*)\)", text):
            calls[match.group(1)] = calls.get(match.group(1), 0) + 1
    return calls


def check_table(headers, table):
    rows = re.sub(r"//[^\n]*", "", pathlib.Path(table).read_text())
    rows = " ".join(re.findall(r"static_assert\((.*?)\);", rows, re.DOTALL))
    for name, count in scheduling_calls(headers).items():
        listed = len(re.findall(rf"[.:]{name}\(", rows))
        if listed < count:
            yield (f"{count} public functions named {name} take a stream, but the table lists {listed}: add a row to "
                   f"{pathlib.Path(table).name}")


def main():
    compiler, headers, table = sys.argv[1:]
    problems = [*check_table(headers, table), *check_cases(compiler, headers)]
    print("\n".join(problems) or f"{len(list(cases()))} cases")
    return 1 if problems else 0


sys.exit(main())
