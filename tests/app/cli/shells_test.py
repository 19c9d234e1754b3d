"""Runs the completion scripts in bash, zsh and fish, and formats the manual page with man's formatters. Shells and formatters that are not
installed are omitted; without bash, the test is skipped.

usage: shells_test.py PROGRAM
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77

# The words after the program's name, the last of which is completed, and the resulting words as bash inserts them.
CASES = [
    (["rend"], ["render"]),
    (["render", "plas"], ["plasma"]),
    (["render", "plasma", "--fra"], ["--frame", "--frames"]),
    (["doctor", "--device", "cu"], ["cuda"]),
    (["render", "image", "--set", "filter", "=", "p"], ["point"]),
    (["doctor", "--device", "=", "cp"], ["cpu"]),
    (["render", "plasma", "--out", "some"], ["some file.png"]),
    (["bench", "cop"], ["copies"]),
]


def run(command, text="", folder=None):
    result = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, cwd=folder, check=False)
    return result.returncode, result.stdout, result.stderr


def printed(program, *arguments):
    code, out, err = run([program, *arguments])
    assert code == 0 and err == "", (arguments, code, err)
    return out


def check_bash(program, folder):
    script = folder / "texelscope.bash"
    script.write_text(printed(program, "completion", "bash"))
    code, out, err = run(["bash", "--norc", "-c", f"source '{script}'; complete -p texelscope"])
    assert (code, out, err) == (0, "complete -F _texelscope texelscope\n", ""), (code, out, err)
    for words, expected in CASES:
        line = f"""source '{script}'
            COMP_WORDS=(texelscope "$@"); COMP_CWORD=$#
            _texelscope '{program}'; printf '%s\\n' "${{COMPREPLY[@]}}" """
        code, out, err = run(["bash", "--norc", "-c", line, "bash", *words], folder=folder)
        assert code == 0 and err == "" and sorted(out.splitlines()) == sorted(expected), (words, out, err)


def check_zsh(program, folder):
    script = folder / "_texelscope"
    script.write_text(printed(program, "completion", "zsh"))
    code, out, err = run(["zsh", "-n", str(script)])
    assert (code, out, err) == (0, "", ""), err
    # zsh finds the script by its first line, and loads it on first use.
    code, out, err = run(["zsh", "-f", "-c", f"fpath=('{folder}' $fpath); autoload -U compinit; compinit -u -D; print $_comps[texelscope]"])
    assert out == "_texelscope\n", (out, err)


def check_fish(program, folder):
    script = folder / "texelscope.fish"
    script.write_text(printed(program, "completion", "fish"))
    code, out, err = run(["fish", "--no-execute", str(script)])
    assert (code, out, err) == (0, "", ""), err
    commands = f"source '{script}'; set PATH '{pathlib.Path(program).parent}' $PATH; "
    for words, expected in CASES:
        line = "texelscope " + " ".join(words).replace(" = ", "=")
        code, out, err = run(["fish", "--no-config", "-c", f"{commands} complete --do-complete '{line}'"], folder=folder)
        found = sorted(entry.split("\t")[0] for entry in out.splitlines())
        # fish inserts whole words, and escapes special characters.
        begun = line.split(" ")[-1]
        begun = begun[: begun.rfind("=") + 1]
        assert code == 0 and found == sorted(begun + word for word in expected), (line, out, err)


def check_manual(formatter, command, program, folder):
    page = folder / "texelscope.1"
    page.write_text(printed(program, "manual"))
    code, out, err = run([*command, str(page)])
    assert code == 0 and err == "", f"{formatter}: {out if formatter == 'mandoc' else ''}{err}"
    return out


def main():
    program = sys.argv[1]
    if shutil.which("bash") is None:
        print("skipped: bash is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "some file.png").touch()
        (folder / "other.png").touch()
        for shell, check in {"bash": check_bash, "zsh": check_zsh, "fish": check_fish}.items():
            if shutil.which(shell):
                check(program, folder)
            print(f"{shell}: {'right' if shutil.which(shell) else 'not installed'}")
        formatters = {"mandoc": ["mandoc", "-T", "lint", "-W", "warning"], "man": ["man", "--warnings", "--local-file"],
                      "groff": ["groff", "-man", "-Tutf8", "-ww", "-k"]}
        for formatter, command in formatters.items():
            if shutil.which(formatter):
                check_manual(formatter, command, program, folder)
            print(f"{formatter}: {'right' if shutil.which(formatter) else 'not installed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
