"""Performs the steps of lessons in the real window: answers each question wrongly, then correctly, and uses the hint and the solution of
each task."""

import json
import pathlib
import subprocess

from window import check, type_into, widgets_are

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "assets" / "lessons"
NAMES = json.loads((FOLDER / "lessons.json").read_text())["lessons"]


def lessons_between(first, end):
    """The names of the course's lessons from `first` up to, but not including, `end`; None means the course's beginning or end."""
    return NAMES[NAMES.index(first) if first else 0:NAMES.index(end) if end else None]


def steps_of(name):
    return json.loads((FOLDER / f"{name}.json").read_text())["steps"]


def scroll_to(window, widget):
    """Scrolls the list of lessons, or the question of a step, until a widget in it is fully visible and at rest."""
    for wheel in [5] * 60 + [4] * 90:
        widgets = window.settle()["widgets"]
        x, top, width, height = widgets.get("lesson.question", widgets["lessons.panel"])
        bottom = top + height
        if "lesson.question" not in widgets:
            top = widgets["lessons.bar"][1] + widgets["lessons.bar"][3]
        place = widgets.get(widget)
        if place and place[1] >= top and place[1] + place[3] <= bottom:
            return
        window.screen.click(x + width / 2, (top + bottom) / 2, 4 if place and place[1] < top else wheel)


def answers_of(program, names):
    """Answers that each question accepts, and wrong answers that the lesson explains: {(lesson, step from 1): …}."""
    check_run = subprocess.run([program, "lessons", "check", *names, "--device", "cpu", "--json"], capture_output=True, text=True, timeout=300)
    report = json.loads(check_run.stdout)
    check(report["faults"] == [], report["faults"])
    return {(found["lesson"], found["step"]): found for found in report["answers"]}


def commit(window, question, text, outcome):
    """Types or chooses an answer, and waits for the window's response."""
    if "choices" in question:
        choice = f"lesson.choice{question['choices'].index(text)}"
        scroll_to(window, choice)
        window.click(choice)
    else:
        scroll_to(window, "lesson.answer")
        type_into(window, "lesson.answer", text)
        scroll_to(window, "lesson.commit")
        window.click("lesson.commit")
    window.wait(f"“{text}” to be {outcome}", lambda s: s["lesson"]["outcome"] == outcome)


def covers_all(widgets, hidden):
    """Whether each of these widgets is covered, if this window draws it; other widgets are in hidden tabs."""
    return all(f"lesson.cover.{name}" in widgets for name in hidden if name in widgets)


def answer_step(window, question, found, notices):
    """Enters a wrong answer, which is explained, then the right one. Widgets that show the right answer are covered
    until then, and the step adds no notice."""
    hidden = [name for name in question.get("hidden", []) if not name.endswith(("*", ".curve"))]
    state = window.wait("covers", lambda state: covers_all(state["widgets"], hidden))
    check(state["notices"] == notices, state["notices"])
    check("lesson.cover.lab" not in state["widgets"], "the setup changed by itself")
    wrong, right = found["mistakes"][0], found["answer"]
    commit(window, question, wrong, "wrong")
    window.wait("the explanation", widgets_are("lesson.mistake", without=tuple(f"lesson.cover.{name}" for name in hidden)))
    commit(window, question, right, "right")


def every_step(window, names):
    """Performs each step of these lessons, starting from any state of the window."""
    if "lessons.panel" not in window.wait("the first frame", lambda s: s["frame"] > 2 and "viewport" in s["widgets"])["widgets"]:
        window.screen.move(*window.middle("viewport"))
        window.screen.key("ctrl+l")
    window.wait("the lessons", widgets_are("lessons.panel"))
    answers = answers_of(window.command[0], names)
    for name in names:
        scroll_to(window, f"lesson.{name}")
        notices = window.state()["notices"]
        window.click(f"lesson.{name}")
        for number, step in enumerate(steps_of(name)):
            state = window.wait(f"step {number + 1} of {name}",
                                lambda s: s.get("lesson", {}).get("name") == name and s["lesson"]["step"] == number)
            check("error" not in state["lesson"], state["lesson"])
            if "look_at" in step:
                window.wait(f"the widget of step {number + 1} of {name}", widgets_are(step["look_at"]))
            question = step.get("question", {})
            if "goals" in question:
                # The previous step may have shown its hint at a different position.
                window.wait(f"the task of step {number + 1} of {name}", widgets_are("lesson.hint", "lesson.show_me"))
                window.click("lesson.hint")
                window.wait(f"the hint of step {number + 1} of {name}", widgets_are("lesson.hint_text"))
                scroll_to(window, "lesson.show_me")
                window.click("lesson.show_me")
                window.wait("it done", lambda s: s["lesson"]["outcome"] == "right")
            elif "answer" in question:
                answer_step(window, question, answers[name, number + 1], notices)
            window.settle()
            if window.keeps_pictures:
                window.screen.capture(window.folder / f"{name}-{number + 1}.ppm")
            notices = window.state()["notices"]
            window.click("lesson.next")
        window.wait("the list", widgets_are("lessons.panel", without=("lesson.next",)))
    print(f"lessons: {len(names)} gone through")
