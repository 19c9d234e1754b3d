"""Opens untrusted sessions and kernels in the real window: they are shown with their origin, nothing runs and nothing
is written before the user requests it, and the user's own text and files are not lost.

Exit code 77, with the reason, if the machine lacks an X server or a compiler for the CPU device.
"""

import json
import os
import pathlib
import shutil
import sys
import time

from window import check, children_of, leave_fields, run_steps, type_into, widgets_are

EVIL = """#include <cstdlib>
namespace {{ const int started = std::system("touch {marker}"); }}
TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {{}}
"""


def files_of(window):
    """A marker that must not appear, a file that must not change, and a pipe without a writer."""
    folder = window.folder / "of a stranger"
    folder.mkdir(exist_ok=True)
    victim = folder / "victim.txt"
    victim.write_text("kept")
    pipe = folder / "pipe.png"
    if not pipe.exists():
        os.mkfifo(pipe)
    return folder, folder / "marker", victim, pipe


def hostile_session(window):
    folder, marker, victim, pipe = files_of(window)
    session = folder / "session.json"
    session.write_text(json.dumps({
        "texelscope_session": 1, "scene": "plasma", "lab": "kernels", "image": str(pipe),
        "lesson": "../../x", "exposure": 1e308, "window": {"x": 1e308, "y": -1e308, "width": 1e308, "height": 0},
        "frame": {"number": 2**63 - 1}, "view": {"is_fit": False, "zoom": 1e308, "x": 1e308, "y": -1e308},
        "labs": {"kernels": {"text": EVIL.format(marker=marker), "file": str(victim), "origin": "the program"},
                 "textures": {"content": "image", "file": "/dev/zero"},
                 "tensors": {"file": str(pipe.with_suffix(".npz"))}}}))
    return session


def expect_nothing_run(window, before=frozenset()):
    """Checks that nothing runs for several seconds, long enough to compile code, and that the window responds
    meanwhile."""
    _, marker, victim, _ = files_of(window)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        started = children_of(window) - before
        check(not started, f"processes were started: {started}")
        time.sleep(0.05)
    check(not marker.exists(), "the text was run")
    check(victim.read_text() == "kept", f"the file's contents changed: {victim.read_text()}")
    window.screen.key("F2")
    window.wait("a different lab, within a second", lambda s: s["lab"] not in ("", "kernels"), 1)
    window.screen.key("F7")
    window.wait("the kernel editor, within a second", widgets_are("kernels.origin"), 1)


def open_by_command_line(window):
    window.wait("the first frames", lambda s: s["frame"] > 2)
    window.close()
    window.command += ["--session", str(hostile_session(window))]
    window.start()
    state = window.wait("the origin of the text", widgets_are("kernels.origin", "kernels.text"), 30)
    check(any("pipe.png" in text and "/dev/zero" in text for text in state["notices"]), state["notices"])
    expect_nothing_run(window)
    # From now on, the session is opened as the last session.
    time.sleep(1.5)
    window.close()
    window.command[-2:] = []
    window.start()
    window.wait("the text of the last session", widgets_are("kernels.origin"), 30)
    expect_nothing_run(window)
    print("named on the command line, and restored: shown and not run")


def open_long_texts(window):
    """A path of 20,000 letters is refused; the error of one of 4000, which the notice and the messages show, is drawn."""
    session = window.folder / "long.json"
    for letters, said in ((20_000, "use at most"), (4000, "xxx")):
        session.write_text(json.dumps({"texelscope_session": 1, "scene": "plasma", "image": "/" + letters * "x",
                                       "panels": {"messages": True, "messages_edge": "right"}}))
        window.screen.drop(session, *window.middle("viewport"))
        window.wait(f"the error of {letters} letters", lambda s: any(said in text for text in s["notices"]))
        window.settle()
    window.screen.key("l")
    print("texts of any length: drawn as far as they fit, or refused")


def drop_it(window):
    window.close()
    window.command += ["--fresh"]
    window.start()
    window.wait("the first frames", lambda s: s["frame"] > 2 and s["lab"] == "")
    window.screen.drop(hostile_session(window), *window.middle("viewport"))
    window.wait("the origin of the text", widgets_are("kernels.origin"), 30)
    expect_nothing_run(window)
    window.click("kernels.example.gradient")
    window.wait("the program's own example", widgets_are("kernels.status.runs", without=["kernels.origin"]), 60)
    folder, marker, _, _ = files_of(window)
    text = folder / "evil.cu"
    text.write_text(EVIL.format(marker=marker))
    before = children_of(window)
    window.screen.drop(text, *window.middle("kernels.picture"))
    window.wait("the origin of the dropped text", widgets_are("kernels.origin"), 30)
    expect_nothing_run(window, before)
    check(text.read_text() == EVIL.format(marker=marker), "the dropped file has changed")
    print("a dropped session and dropped code: shown and not run")


def name_a_text(window):
    folder, marker, _, _ = files_of(window)
    text = folder / "named.cu"
    text.write_text(EVIL.format(marker=marker))
    window.close()
    window.command += [str(text)]
    window.start()
    window.wait("the origin of the named text", widgets_are("kernels.origin", "kernels.text"), 30)
    expect_nothing_run(window)
    check(text.read_text() == EVIL.format(marker=marker), "the named file has changed")
    window.command[-1:] = []
    print("code that is named on the command line: shown and not run")


def kept_text():
    path = pathlib.Path(os.environ["XDG_STATE_HOME"]) / "texelscope" / "session.json"
    return json.loads(path.read_text())["labs"]["kernels"]["text"]


def wait_for_text(what, condition):
    """Waits for the session, which is saved one second after the last change."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if condition(kept_text()):
            return
        time.sleep(0.1)
    raise AssertionError(f"waited 60 s for: {what}; the text is {kept_text()!r}")


def undo_typing(window):
    # Letters typed within one frame are undone as one step, and frames are slow on a busy machine.
    type_into(window, "kernels.text", "one two three", delay=150)
    wait_for_text("the typed text", lambda text: text == "one two three")
    window.screen.tap("ctrl+z")
    wait_for_text("two words, one removed", lambda text: text == "one two ")
    window.screen.tap("ctrl+z")
    wait_for_text("one word, two removed", lambda text: text == "one ")
    window.screen.tap("ctrl+y")
    wait_for_text("two words again", lambda text: text == "one two ")
    window.click("kernels.example.ripple")
    wait_for_text("the example", lambda text: "palette" in text)
    window.screen.tap("ctrl+z")
    wait_for_text("the user's own code", lambda text: text == "one two ")
    print("undo: word by word, and across the insertion of an example")


def keep_files(window):
    _, _, victim, _ = files_of(window)
    type_into(window, "kernels.file", str(victim))
    window.screen.key("Return")
    window.screen.hold("ctrl", "s")
    window.wait("a question", widgets_are("kernels.overwrite.yes", "kernels.overwrite.no"))
    time.sleep(0.5)
    check(victim.read_text() == "kept", f"the file's contents changed: {victim.read_text()}")
    window.click("kernels.overwrite.yes")
    window.wait("no question", widgets_are(without=["kernels.overwrite.yes"]))
    check(victim.read_text() == "one two ", f"the file's contents changed: {victim.read_text()}")
    leave_fields(window, "kernels")
    window.screen.key("F7")
    window.wait("no lab", lambda state: state["lab"] == "")
    window.close()
    print("files of other programs: overwritten only on request; exit code 0")


if __name__ == "__main__":
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        print("skipped: no C++ compiler for kernels of the CPU device")
        sys.exit(77)
    run_steps(__doc__, [open_by_command_line, open_long_texts, name_a_text, drop_it, undo_typing, keep_files])
