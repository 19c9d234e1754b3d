"""The window saves its session: the setup is restored after the program was killed at any moment, steps are undone and
redone with keys, a lesson resumes, panels and window stay where they were put, recent files are in the menu, a signal
ends the window and leaves nothing behind, a damaged session is explained and preserved, two windows lose no text of each
other, and the window starts without a usable folder for its state, and without a session that ended the last start.

Exit code 77, with the reason, if the machine lacks an X server. TEXELSCOPE_KILLS=N kills it N times.
"""

import json
import os
import pathlib
import random
import signal
import time

from window import Window, check, children_of, run_steps, type_into, widgets_are

KILLS = int(os.environ.get("TEXELSCOPE_KILLS", "5"))


def kept_file():
    return pathlib.Path(os.environ["XDG_STATE_HOME"]) / "texelscope" / "session.json"


def kept():
    return json.loads(kept_file().read_text())


def wait_for_frames(window):
    window.wait("the first frames", lambda s: s["frame"] > 2 and "viewport" in s["widgets"])


def undo_and_go_back(window):
    wait_for_frames(window)
    screen = window.screen
    first = window.state()["scene"]
    initial = window.state()["parameters"]["rotation"]
    screen.move(*window.middle("parameter.rotation", 0.5))
    screen.press()
    screen.move(*window.middle("parameter.rotation", 0.8))
    screen.release()
    turned = window.wait("a turned picture", lambda s: s["parameters"]["rotation"] != initial)["parameters"]["rotation"]
    screen.move(*window.middle("viewport"))
    screen.key("Page_Down")
    second = window.wait("the next scene", lambda s: s["scene"] != first)["scene"]
    screen.key("F2")
    window.wait("a lab", lambda s: s["lab"] != "")

    screen.key("ctrl+z")
    state = window.wait("the scene whose change is undone", lambda s: s["lab"] == "" and s["scene"] == first)
    check(state["parameters"]["rotation"] == initial, f"undone to {state['parameters']['rotation']}")
    check(any(text.startswith("Undo: ") for text in state["notices"]), state["notices"])
    screen.key("ctrl+y")
    window.wait("the change again", lambda s: s["parameters"]["rotation"] == turned)
    screen.key("ctrl+shift+z")
    screen.key("ctrl+z")
    window.wait("the initial rotation", lambda s: s["parameters"]["rotation"] == initial)

    screen.key("alt+Left")
    window.wait("the previous lab", lambda s: s["lab"] != "")
    screen.key("alt+Left")
    window.wait("the scene before the lab", lambda s: s["lab"] == "" and s["scene"] == second)
    screen.key("alt+Left")
    window.wait("the first scene", lambda s: s["scene"] == first)
    screen.key("alt+Right")
    window.wait("the scene before going back", lambda s: s["scene"] == second and s["lab"] == "")
    print("undo reverts a change, and shows where it was; Alt and arrows go back and forward")


def restore_after_kills(window):
    for number in range(KILLS):
        scene, lab = window.state()["scene"], window.state()["lab"]
        for key in random.choices(("Page_Down", "Page_Up", "F2", "F3", "g", "p", "Tab", "plus", "ctrl+z"), k=4):
            window.screen.key(key)
            time.sleep(random.random() * 0.4)
        # Kills the program at any moment, including while the file is being written.
        time.sleep(random.random() * 1.4)
        window.process.kill()
        window.process.wait()
        session = kept()
        window.start()
        state = window.wait("the previous session", lambda s: s["frame"] >= 0 and "menu.File" in s["widgets"])
        check((state["scene"], state["lab"]) == (session["scene"], session.get("lab", "")),
              f"kill {number}: kept {session['scene']}, {session.get('lab')}; restored {state['scene']}, {state['lab']}")
        check(state["paused"] == session["frame"]["is_paused"], f"kill {number}: {session['frame']}")
        check(not any("was not restored" in text for text in state["notices"]), state["notices"])
    print(f"kills: the session was restored after each of {KILLS}, the last {scene} {lab}")


def lesson_goes_on(window):
    window.screen.key("ctrl+l")
    window.wait("the lessons", widgets_are("lesson.shape_and_strides"))
    before = window.state()
    window.click("lesson.shape_and_strides")
    window.wait("the lesson", lambda s: s.get("lesson", {}).get("name") == "shape_and_strides")
    time.sleep(1.5)  # Waits longer than the delay before the session is saved.
    window.process.kill()
    window.process.wait()
    window.start()
    window.wait("the lesson again", lambda s: s.get("lesson", {}).get("name") == "shape_and_strides")
    time.sleep(0.5)
    window.click("lesson.leave")
    state = window.wait("the previous setup", lambda s: "lesson" not in s)
    check((state["scene"], state["lab"]) == (before["scene"], before["lab"]), (state["scene"], state["lab"]))
    window.screen.key("ctrl+l")
    print("lesson: resumes after a kill, and restores the previous setup")


def arrangement_stays(window):
    # Switches to a scene whose frames take almost no time, regardless of what was shown before.
    window.screen.key("1")
    window.screen.key("ctrl+shift+0")
    window.wait("a scene, and panels in their initial places",
                lambda s: s["scene"] == "image" and "navigation.bar" in s["widgets"])
    time.sleep(0.5)
    left = window.state()["widgets"]["navigation.bar"][0]
    window.screen.move(*window.middle("navigation.bar"))
    window.screen.press()
    time.sleep(0.3)
    for x in (500, 900, 1250):
        window.screen.move(x, 300)
        time.sleep(0.3)
    window.screen.capture(window.folder / "dragged.ppm")
    window.screen.release()
    window.wait("the panel at the right", lambda s: s["widgets"]["navigation.bar"][0] > 900)
    window.close()
    size = window.command.index("--size")
    options, window.command[size:size + 2] = window.command[size:size + 2], []
    window.start()
    window.wait("the panel in its place again", lambda s: s["widgets"].get("navigation.bar", [0])[0] > 900)
    window.screen.resize(900, 500)
    window.wait("the smaller window", lambda s: s["widgets"]["navigation.bar"][0] < 900)
    window.close()
    window.start()
    x, _, width, _ = window.wait("the last window", widgets_are("navigation.close"))["widgets"]["navigation.close"]
    check(x + width == 900, f"the panel ends at {x + width} of a window that was 900 wide")
    window.screen.key("ctrl+shift+0")
    window.wait("the panel at the left", lambda s: s["widgets"]["navigation.bar"][0] == left)
    window.close()
    window.command[size:size] = options
    window.start()
    window.wait("the previous window", widgets_are("navigation.bar", "viewport"))
    print("panels: where they were dragged to, in a window of its previous size")


def recent_files(window):
    picture = pathlib.Path(__file__).resolve().parents[2] / "assets" / "checker.png"
    window.close()
    window.command += [str(picture)]
    window.start()
    window.wait("the picture", lambda s: s["image"] == "checker.png")
    window.close()
    window.command.pop()
    window.start()
    window.wait("the picture of the last session", lambda s: s["image"] == "checker.png")
    # The restored scene is the chosen scene, not the scene that shows pictures.
    scene = window.state()["scene"]
    window.screen.move(*window.middle("viewport"))
    window.screen.key("Page_Down")
    chosen = window.wait("a different scene", lambda s: s["scene"] != scene)["scene"]
    window.close()
    window.start()
    window.wait("the picture and the scene", lambda s: s["image"] == "checker.png" and s["frame"] > 2)
    check(window.state()["scene"] == chosen, f"{chosen} was chosen, but {window.state()['scene']} was restored")
    print("files: the last picture and the chosen scene are restored")


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def record(window):
    window.screen.move(*window.middle("viewport"))
    window.screen.key("ctrl+shift+r")
    end = time.monotonic() + 20
    while not list(window.folder.glob("*-frames/*.png")) and time.monotonic() < end:
        time.sleep(0.02)


def run_a_kernel(window):
    window.screen.key("F7")
    window.wait("the kernel editor", lambda s: s["lab"] == "kernels")


def end_when_asked(window):
    """Ends the window with a signal, while frames are recorded, and while a kernel is compiled or runs."""
    window.close()
    temporary = window.folder / "temporary"
    temporary.mkdir()
    window.screen.environment["TMPDIR"] = str(temporary)
    window.command.append("--fresh")
    for work, number in ((record, signal.SIGTERM), (record, signal.SIGHUP), (run_a_kernel, signal.SIGTERM),
                         (run_a_kernel, signal.SIGINT)):
        window.start()
        wait_for_frames(window)
        work(window)
        time.sleep(random.random())
        children = children_of(window)
        window.process.send_signal(number)
        code = window.process.wait(20)
        what = f"{number.name} while the window does {work.__name__}"
        check(code == 128 + number, f"{what}: exit code {code}: {window.process.stderr.read()}")
        time.sleep(0.5)
        check(not any(is_running(child) for child in children), f"{what}: some processes are left over: {children}")
        left = [*temporary.iterdir(), *window.folder.rglob(".texelscope-*"), *kept_file().parent.glob(".texelscope-*")]
        check(left == [], f"{what}: {left} are left over")
        for frame in window.folder.glob("*-frames/*.png"):
            check(frame.read_bytes().endswith(b"IEND\xaeB`\x82"), f"{what}: {frame} is truncated")
        kept()
    window.command.pop()
    del window.screen.environment["TMPDIR"]
    window.start()
    wait_for_frames(window)
    print("signals: the window ends with their codes, and leaves no process and no partial file")


def explain_damage(window):
    window.close()
    kept_file().write_text('{"texelscope_session": 1, "scene": "pla')
    window.start()
    state = window.wait("why it was not restored", lambda s: any("was not restored" in t for t in s["notices"]))
    aside = kept_file().with_name("session.json.1")
    check(str(aside) in str(state["notices"]), state["notices"])
    check(aside.read_text().endswith('"pla'), "the damaged session has changed")
    window.wait("a new session", lambda s: kept_file().exists())
    kept()
    print("damage: explained, and the file preserved")


def wait_until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < end, f"waited {seconds} s for: {what}")
        time.sleep(0.05)


def typed_in(file):
    """The kernel's text in a session; empty for a file without one."""
    try:
        return json.loads(file.read_text()).get("labs", {}).get("kernels", {}).get("text", "")
    except (OSError, ValueError):
        return ""


def is_beside(text):
    return any(typed_in(file) == text for file in kept_file().parent.glob("session-*.json"))


def two_windows(window):
    """Two windows, each on its own screen, type into the kernel editor, with one home."""
    run_a_kernel(window)
    type_into(window, "kernels.text", "first")
    wait_until("the first text", lambda: typed_in(kept_file()) == "first")
    with window.screen.another() as screen:
        folder = window.folder / "second window"
        folder.mkdir()
        second = Window(window.command[0], screen, folder, window.command[-2:])
        try:
            state = second.wait("a copy of the session", widgets_are("kernels.text"))
            check(any("Another window has the last session" in text for text in state["notices"]), state["notices"])
            type_into(window, "kernels.text", "first and more")
            wait_until("the newer text", lambda: typed_in(kept_file()) == "first and more")
            type_into(second, "kernels.text", "second")
            wait_until("a session of the second window", lambda: is_beside("second"))
            check(typed_in(kept_file()) == "first and more", f"the session has {typed_in(kept_file())!r}")
            window.close()
            second.wait("an offer of the first one's work", widgets_are("notice0.button"))
            wait_until("the window that is open has the session", lambda: typed_in(kept_file()) == "second")
            check(is_beside("first and more"), "the newer text of the first window is lost")
            second.click("notice0.button")
            wait_until("the first one's text", lambda: typed_in(kept_file()) == "first and more")
            check(is_beside("second"), "the second window's text is lost")
            second.close()
        finally:
            second.process.kill()
            second.process.communicate()
    window.start()
    window.wait("the last session", widgets_are("kernels.text"))
    time.sleep(1.5)
    check(typed_in(kept_file()) == "first and more" and is_beside("second"), "the restart lost a text")
    print("two windows: each has its session, no text is lost, and the first one's work is offered")


def end_early(window):
    """A start that ends before its first frames, as by an assertion, is not repeated with the same session."""
    window.close()
    before = kept_file().read_text()
    lock = kept_file().with_name("session.lock")
    window.start()
    wait_until("the note of a start", lambda: "starting" in lock.read_text())
    window.process.kill()
    window.process.communicate()
    if "starting" not in lock.read_text():
        print("the start was complete before it could be ended")
        window.start()
        return
    window.start()
    state = window.wait("an offer of the session", widgets_are("notice0.button"))
    check(any("did not succeed" in text for text in state["notices"]), state["notices"])
    check(any(file.read_text() == before for file in kept_file().parent.glob("session-*.json")), "the session is lost")
    window.click("notice0.button")
    window.wait("the session that is opened again", widgets_are("kernels.text"))
    print("a start that ended early: the next one is without the session, and offers it")


def start_without_state(window):
    """The folder of the state is a loop of links, or below a file, or not known."""
    window.close()
    environment = window.screen.environment
    before = dict(environment)
    (window.folder / "loop").symlink_to("loop")
    (window.folder / "file").write_text("")
    for place in (window.folder / "loop", window.folder / "file", None):
        environment["XDG_STATE_HOME"] = str(place or "")
        if place is None:
            environment.pop("HOME", None)
        window.start()
        state = window.wait("a notice that nothing is saved",
                            lambda s: any("starts without the last session" in text for text in s["notices"]))
        check(all("; " in text for text in state["notices"] if "starts without" in text), state["notices"])
        wait_for_frames(window)
        window.close()
    environment.update(before)
    window.start()
    wait_for_frames(window)
    print("a folder that cannot be used: the window starts, and says that it saves nothing")


if __name__ == "__main__":
    run_steps(__doc__, [undo_and_go_back, restore_after_kills, lesson_goes_on, arrangement_stays, recent_files,
                        end_when_asked, explain_damage, two_windows, end_early, start_without_state])
