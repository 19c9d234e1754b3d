"""Answers the questions of a lesson in the real window, performs a task manually, leaves and resumes; opens a course
from a file, and reports its results.

Exit code 77, with the reason, if the machine lacks an X server.
"""

import json
import pathlib
import subprocess
import time

from lesson_steps import commit
from window import check, run_steps, type_into, widgets_are

COURSE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "course"


def next_step(window, number):
    """Leaves step `number` once it no longer moves: its buttons are below the end of its text."""
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
    run_steps(__doc__, [answer, own_course])
