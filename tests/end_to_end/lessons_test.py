"""Goes through a lesson in the real window: a wrong answer and the right one, something that is done by hand, leaving and
coming back; and through every step of all others, of which pictures stay with --keep.

Exit code 77, with the reason, where this machine has no X server to run it on.
"""

import json
import pathlib
import time

from window import check, run_steps, type_into, widgets_are

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "assets" / "lessons"
NAMES = json.loads((FOLDER / "lessons.json").read_text())["lessons"]


def steps_of(name):
    return json.loads((FOLDER / f"{name}.json").read_text())["steps"]


def next_step(window, number):
    """From step `number`, once it has come to rest: its buttons lie where its text ends."""
    window.wait(f"step {number + 1}", lambda s: s.get("lesson", {}).get("step") == number)
    time.sleep(0.5)
    window.click("lesson.next")


def answer(window):
    window.wait("the first frame", lambda s: s["frame"] > 2 and "viewport" in s["widgets"])
    scene = window.state()["scene"]
    window.screen.move(*window.middle("viewport"))
    window.screen.key("ctrl+l")
    window.wait("the lessons", widgets_are("lesson.texel_centers"))
    window.click("lesson.texel_centers")
    state = window.wait("the first step", widgets_are("lesson.answer", "textures.signal"))
    check(state["lesson"] == {"name": "texel_centers", "step": 0, "outcome": "open"}, state["lesson"])
    type_into(window, "lesson.answer", "40")
    window.click("lesson.check")
    window.wait("a wrong answer", lambda s: s["lesson"]["outcome"] == "wrong")
    type_into(window, "lesson.answer", "10.0")
    window.click("lesson.check")
    window.wait("the right answer", lambda s: s["lesson"]["outcome"] == "right")
    next_step(window, 0)
    window.wait("the second step", widgets_are("lesson.choice1"))
    window.click("lesson.choice1")
    window.wait("the right choice", lambda s: s["lesson"]["outcome"] == "right")
    window.click("lesson.leave")
    state = window.wait("the list, and the scene of before", widgets_are("lesson.texel_centers", without=("lesson.next",)))
    check((state["scene"], state["lab"]) == (scene, ""), state["scene"])
    window.click("lesson.texel_centers")
    next_step(window, 1)
    next_step(window, 2)
    window.wait("something to do", widgets_are("lesson.show_me", "textures.filter.0"))
    time.sleep(0.5)  # It is scrolled into sight.
    window.click("textures.filter.0")
    window.wait("it done", lambda s: s["lesson"]["outcome"] == "right")
    window.click("lesson.next")
    window.wait("the end", widgets_are("lesson.texel_centers", without=("lesson.next",)))
    print("a lesson: answered, done, left and gone on with")


def every_step(window):
    for name in NAMES:
        window.click(f"lesson.{name}")
        for number, step in enumerate(steps_of(name)):
            state = window.wait(f"step {number + 1} of {name}",
                                lambda s: s.get("lesson", {}).get("name") == name and s["lesson"]["step"] == number)
            check("error" not in state["lesson"], state["lesson"])
            if "look_at" in step:
                window.wait(f"what step {number + 1} of {name} means", widgets_are(step["look_at"]))
            if "goals" in step.get("question", {}):
                # The step before may have had a hint, too, at another place.
                window.wait(f"the task of step {number + 1} of {name}", widgets_are("lesson.hint", "lesson.show_me"))
                time.sleep(0.5)
                window.click("lesson.hint")
                window.wait(f"the hint of step {number + 1} of {name}", widgets_are("lesson.hint_text"))
                window.click("lesson.show_me")
                window.wait("it done", lambda s: s["lesson"]["outcome"] == "right")
            time.sleep(0.3)
            if window.keeps_pictures:
                window.screen.capture(window.folder / f"{name}-{number + 1}.ppm")
            window.click("lesson.next")
        window.wait("the list", widgets_are(f"lesson.{name}", without=("lesson.next",)))
    print(f"lessons: {len(NAMES)} gone through")


if __name__ == "__main__":
    run_steps(__doc__, [answer, every_step])
