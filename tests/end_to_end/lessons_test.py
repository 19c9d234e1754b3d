"""Answers the questions of a lesson in the real window, performs a task manually, leaves and resumes; opens a course
from a file, and reports its results. Then goes through a lesson for each lab: answers each question wrongly, then
correctly, and uses the hint and the solution of each task.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import subprocess
import time

from window import check, run_steps, type_into, widgets_are

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "assets" / "lessons"
# A lesson for each lab, with a task each: `lessons check` and the panels' tests go through all of them.
ONE_FOR_EACH_LAB = ["address_modes", "surfaces_and_bytes", "channels_last", "default_stream", "timelines_and_owners"]
COURSE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "course"


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


def next_step(window, number):
    """Leaves step `number` once it no longer moves: its buttons are below the end of its text."""
    state = window.wait(f"step {number + 1}", lambda s: s.get("lesson", {}).get("step") == number)
    time.sleep(0.5)
    window.click("lesson.skip" if "lesson.skip" in state["widgets"] else "lesson.next")


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
    window.wait("the rejection of a text that is not a number", widgets_are("lesson.refusal"))
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
    state = window.wait("the list and the old scene", widgets_are("lesson.texel_centers", without=("lesson.next",)))
    check((state["scene"], state["lab"]) == (scene, ""), state["scene"])
    window.click("lesson.texel_centers")
    window.wait("the earlier answer", lambda s: s.get("lesson", {}).get("outcome") == "right")
    time.sleep(0.5)
    window.click("lesson.back")
    window.wait("the first answer to the first step", lambda s: s["lesson"] == {"name": "texel_centers", "step": 0, "outcome": "wrong"})
    next_step(window, 0)
    next_step(window, 1)
    next_step(window, 2)
    window.wait("a task", widgets_are("lesson.show_me", "textures.filter.0"))
    time.sleep(0.5)  # The widget is scrolled into view.
    window.click("textures.filter.0")
    window.wait("it done", lambda s: s["lesson"]["outcome"] == "right")
    window.click("lesson.next")
    window.wait("the end", widgets_are("lesson.texel_centers", "course.finished", "course.next_lesson", without=("lesson.next",)))
    print("a lesson: answered, done, left and resumed")


def own_course(window):
    window.screen.drop(COURSE / "week_3.json", *window.middle("viewport"))
    window.wait("the course", widgets_are("course.title", "lesson.half_the_size", without=("lesson.srgb",)))
    window.click("lesson.half_the_size")
    window.wait("its first step", widgets_are("lesson.answer"))
    commit(window, {}, "30", "wrong")
    window.click("lesson.leave")
    window.wait("the list", widgets_are("course.save_results", without=("lesson.next",)))
    window.click("course.save_results")
    window.wait("the student's name", widgets_are("save.student"))
    type_into(window, "save.student", "Ada Byron")
    window.screen.key("Return")
    file = window.folder / "Ada_Byron_results.json"
    window.wait("the results", lambda s: file.exists())
    report = json.loads(subprocess.run([window.command[0], "lessons", "report", "--json", file], check=True, capture_output=True,
                                       text=True).stdout)
    (course,) = report["courses"]
    check(course["course"] == "Week 3: sampling" and course["students"][0]["student"] == "Ada Byron", report)
    check([lesson["lesson"] for lesson in course["lessons"]] == ["texel_centers", "half_the_size", "address_modes"], report)
    answered = [step for step in course["steps"] if step["answered"] > 0]
    check(len(answered) == 1 and answered[0]["lesson"] == "half_the_size" and answered[0]["step"] == 1, report)
    check(answered[0]["right"] == 0 and answered[0]["wrong_answers"] == [{"answer": "30", "count": 1}], report)
    if window.keeps_pictures:
        window.screen.capture(window.folder / "course.ppm")
    window.close()
    window.start()
    window.wait("the course of the last session", widgets_are("course.built_in"))
    window.click("course.built_in")
    window.wait("the built-in lessons", widgets_are("lesson.srgb", without=("course.title",)))
    print("a course: opened, answered, its results summarized, and back")


if __name__ == "__main__":
    run_steps(__doc__, [answer, own_course, lambda window: every_step(window, ONE_FOR_EACH_LAB)])
