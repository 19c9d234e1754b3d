"""Goes through a lesson in the real window: a wrong answer and the right one, something that is done by hand, leaving and
coming back; and through every step of all others, of which pictures stay with --keep.

Exit code 77, with the reason, where this machine has no X server to run it on.
"""

import json
import pathlib
import re
import subprocess
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
    type_into(window, "lesson.answer", "a lot")
    window.click("lesson.commit")
    window.wait("the refusal of what is no number", widgets_are("lesson.refusal"))
    type_into(window, "lesson.answer", "40")
    window.click("lesson.commit")
    window.wait("a wrong answer", lambda s: s["lesson"]["outcome"] == "wrong")
    type_into(window, "lesson.answer", "10.0")
    window.click("lesson.commit")
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


def answers_of(program):
    """What each question takes, and wrong answers whose idea the lesson knows: {(lesson, step from 1): …}."""
    check_run = subprocess.run([program, "lessons", "check", "--device", "cpu", "--json"], capture_output=True, text=True, timeout=300)
    report = json.loads(check_run.stdout)
    check(report["faults"] == [], report["faults"])
    return {(found["lesson"], found["step"]): found for found in report["answers"]}


def commit(window, question, text, outcome):
    """An answer, typed or chosen, and what the window says to it."""
    if "choices" in question:
        window.click(f"lesson.choice{question['choices'].index(text)}")
    else:
        type_into(window, "lesson.answer", text)
        window.click("lesson.commit")
    window.wait(f"“{text}” to be {outcome}", lambda s: s["lesson"]["outcome"] == outcome)


def choice_like(question, text):
    """The choice that an answer means: numbers and blanks may be written in another way."""
    plain = lambda choice: re.sub(r"[\s()\[\],]", "", choice).lower()
    same = [choice for choice in question["choices"] if plain(choice) == plain(text)]
    return same[0] if same else next(choice for choice in question["choices"] if float(choice) == float(text))


def answer_step(window, question, found):
    """A wrong answer, which is explained, then the right one; what shows it is covered until then."""
    hidden = [name for name in question.get("hidden", []) if not name.endswith(("*", ".curve"))]
    window.wait("covers", widgets_are(*(f"lesson.cover.{name}" for name in hidden)))
    is_choice = "choices" in question
    wrong, right = found["mistakes"][0], found["answer"]
    commit(window, question, choice_like(question, wrong) if is_choice else wrong, "wrong")
    window.wait("why it is wrong", widgets_are("lesson.mistake", without=tuple(f"lesson.cover.{name}" for name in hidden)))
    commit(window, question, choice_like(question, right) if is_choice else right, "right")


def every_step(window):
    answers = answers_of(window.command[0])
    for name in NAMES:
        window.click(f"lesson.{name}")
        for number, step in enumerate(steps_of(name)):
            state = window.wait(f"step {number + 1} of {name}",
                                lambda s: s.get("lesson", {}).get("name") == name and s["lesson"]["step"] == number)
            check("error" not in state["lesson"], state["lesson"])
            if "look_at" in step:
                window.wait(f"what step {number + 1} of {name} means", widgets_are(step["look_at"]))
            question = step.get("question", {})
            if "goals" in question:
                # The step before may have had a hint, too, at another place.
                window.wait(f"the task of step {number + 1} of {name}", widgets_are("lesson.hint", "lesson.show_me"))
                time.sleep(0.5)
                window.click("lesson.hint")
                window.wait(f"the hint of step {number + 1} of {name}", widgets_are("lesson.hint_text"))
                window.click("lesson.show_me")
                window.wait("it done", lambda s: s["lesson"]["outcome"] == "right")
            elif "answer" in question:
                time.sleep(0.5)
                answer_step(window, question, answers[name, number + 1])
            time.sleep(0.3)
            if window.keeps_pictures:
                window.screen.capture(window.folder / f"{name}-{number + 1}.ppm")
            window.click("lesson.next")
        window.wait("the list", widgets_are(f"lesson.{name}", without=("lesson.next",)))
    print(f"lessons: {len(NAMES)} gone through")


if __name__ == "__main__":
    run_steps(__doc__, [answer, every_step])
