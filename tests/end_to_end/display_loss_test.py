"""The X server ends while the window is open: the program saves the session, with the text typed last, and ends with exit
code 3 and one line that says why.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import os
import pathlib

from window import check, run_steps, type_into, widgets_are


def session():
    return json.loads((pathlib.Path(os.environ["XDG_STATE_HOME"]) / "texelscope" / "session.json").read_text())


def lose_display(window):
    window.wait("the first frames", lambda s: s["frame"] > 2 and "lab.kernels" in s["widgets"])
    window.screen.key("F7")
    window.wait("the lab", widgets_are("kernels.text"))
    type_into(window, "kernels.text", "typed last")
    window.screen.end_server()
    code = window.process.wait(60)
    said = window.process.stderr.read()
    check(code == 3, f"exit code {code}: {said}")
    errors = [line for line in said.splitlines() if not line.startswith("texelscope: note: ")]
    check(len(errors) == 1 and errors[0].startswith("texelscope: error: lost the connection to display :") and
          "the session was saved; start the program again" in errors[0], said)
    check(session()["labs"]["kernels"]["text"] == "typed last", session()["labs"]["kernels"])
    print("a lost display ends the program with a saved session")


def restore_on_another_display(window):
    with window.screen.another() as screen:
        window.screen = screen
        window.start()
        window.wait("the lab of the saved session", lambda s: s["lab"] == "kernels")
        window.close()
    print("the session continues on another display")


run_steps(__doc__, [lose_display, restore_on_another_display])
