#include "app/lessons/panel/course.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/gui/drawn_text.h"
#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/lesson_answer.h"
#include "app/workspace/session.h"
#include "tests/app/lessons/panel/course_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

TEST_F(CoursePanel, ShowsTheHintOfATaskOnDemandAndUntilItIsDone) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_FALSE(is_drawn("lesson.hint_text"));
  click("lesson.hint");
  EXPECT_TRUE(is_drawn("lesson.hint_text"));
  EXPECT_FALSE(is_drawn("lesson.hint"));
  EXPECT_EQ(state.course.outcome, LessonOutcome::open);
  click("lesson.show_me");
  watch_course(state);
  draw();
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  EXPECT_FALSE(is_drawn("lesson.hint_text"));
}

TEST_F(CoursePanel, DistinguishesShownTasksFromTasksOfTheLearner) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  click("lesson.show_me");
  watch_course(state);
  draw();
  EXPECT_TRUE(is_said("Shown. Done.")) << "Show me completed the task";
  EXPECT_FALSE(is_said("Right."));
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  take_session_part(R"({"lab": "layouts", "labs": {"layouts": {"order": "F"}}})", state);
  watch_course(state);
  draw();
  EXPECT_TRUE(is_said("Right. Done."));
  EXPECT_FALSE(is_said("Shown."));
}

TEST_F(CoursePanel, ForgetsAHintWithItsStep) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  click("lesson.hint");
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  EXPECT_FALSE(is_drawn("lesson.hint_text"));
  EXPECT_TRUE(is_drawn("lesson.hint"));
}

TEST_F(CoursePanel, ExplainsAWrongAnswerAndOffersNoMoreHints) {
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  state.course.is_hint_shown = true;
  answer_question(state, "a guess");
  // The area of the question needs another frame to grow with its text.
  draw();
  draw();
  EXPECT_TRUE(is_drawn("lesson.wrong"));
  EXPECT_TRUE(is_drawn("lesson.mistake"));
  EXPECT_FALSE(is_drawn("lesson.hint_text"));
  answer_question(state, "another guess");
  draw();
  EXPECT_TRUE(is_drawn("lesson.wrong"));
  EXPECT_FALSE(is_drawn("lesson.mistake")) << "no known mistake explains this answer";
}

TEST_F(CoursePanel, CoversTheAnswerUntilOneIsCommitted) {
  ask_about_layout({"layouts.entry0.*", "layouts.memory.cells"});
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  const auto seen = [&](const std::string& text) {
    return std::ranges::any_of(drawn_text(*ImGui::GetDrawData()), [&](const DrawnText& line) {
      return rect_of("layouts.entry0.result").contains(line.place.x, line.place.y + line.place.height / 2) &&
             says_answer(line.text, text);
    });
  };
  const std::string strides = lab_strides();
  EXPECT_TRUE(is_drawn("lesson.cover.layouts.entry0.result"));
  EXPECT_FALSE(seen(strides)) << strides;
  move_to("layouts.entry0.result");
  draw();
  draw();
  EXPECT_FALSE(seen(strides)) << "a tooltip reveals it";
  answer_question(state, "a guess");
  draw();
  draw();
  EXPECT_FALSE(is_drawn("lesson.cover.layouts.entry0.result"));
  EXPECT_TRUE(seen(strides)) << strides;
}

TEST_F(CoursePanel, KeepsTheAnswerCoveredWhileThePanelIsHidden) {
  ask_about_layout({"layouts.entry0.*"});
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  click("lessons.close");
  watch_course(state);
  draw();
  ASSERT_FALSE(state.arrangement.panels.lessons.is_shown);
  EXPECT_TRUE(is_drawn("lesson.cover.layouts.entry0.result"));
  ASSERT_FALSE(state.notices.entries().empty()) << "no notice refers to the question";
  EXPECT_EQ(state.notices.entries().back().text, "“L” awaits your answer; anything that shows it stays covered.");
  click("notice0.button");
  EXPECT_TRUE(state.arrangement.panels.lessons.is_shown);
  click("lessons.close");
  watch_course(state);
  draw();
  click("lesson.cover.layouts.entry0.result");
  EXPECT_TRUE(state.arrangement.panels.lessons.is_shown) << "a click on a cover shows its question";
  watch_course(state);
  draw();
  EXPECT_FALSE(is_drawn("notice0.button")) << "the question is already shown";
  answer_question(state, "a guess");
  state.arrangement.panels.lessons.is_shown = false;
  watch_course(state);
  draw();
  draw();
  EXPECT_FALSE(is_drawn("lesson.cover.layouts.entry0.result"));
  EXPECT_FALSE(is_drawn("notice0.button"));
}

TEST_F(CoursePanel, ShowsComputedChoices) {
  state.course.lessons[0].steps[1].question.choices = {"{scene}", "another"};
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  const std::string scene{current_scene(state).name};
  EXPECT_TRUE(is_said(scene));
  click("lesson.choice0");
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  EXPECT_EQ(state.course.committed, scene);
}

TEST_F(CoursePanel, ShowsTheTitleOfALessonAsItIsWritten) {
  state.course.lessons[0].title = "Zeilen überspringen";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  EXPECT_TRUE(is_said("Zeilen überspringen"));
}

TEST_F(CoursePanel, LeavesACoverOverItsPlaceWhenThePanelBelowIsClicked) {
  ask_about_layout({"layouts.entry0.result"});
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  click("layouts.grid");
  click("layouts.entry0.result");
  draw();
  const Rect place = rect_of("layouts.entry0.result");
  for (const DrawnText& line : drawn_text(*ImGui::GetDrawData())) {
    if (place.contains_middle_of(line.place)) {
      EXPECT_EQ(line.text.substr(0, 6), "Answer");
    }
  }
}

TEST_F(CoursePanel, ReportsWhyATypedAnswerIsNotCommitted) {
  state.course.lessons[0].steps[1].question.answer = "7";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  answer_question(state, "many");
  draw();
  EXPECT_TRUE(is_drawn("lesson.refusal"));
  EXPECT_FALSE(is_drawn("lesson.wrong"));
  answer_question(state, "6");
  draw();
  EXPECT_FALSE(is_drawn("lesson.refusal"));
  EXPECT_TRUE(is_drawn("lesson.wrong"));
  answer_question(state, "many");
  draw();
  EXPECT_TRUE(is_drawn("lesson.refusal"));
  EXPECT_TRUE(is_drawn("lesson.wrong")) << "the committed answer stays";
}

TEST_F(CoursePanel, KeepsKeyboardFocusWhenEnterCommitsNothing) {
  state.course.lessons[0].steps[1].question.answer = "7";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  type("lesson.answer", "many");
  set_key(ImGuiKey_Enter, true);
  draw();
  set_key(ImGuiKey_Enter, false);
  // ImGui needs multiple frames to fulfill a request for keyboard focus.
  for (int frame = 0; frame < 5; ++frame) {
    draw();
  }
  EXPECT_TRUE(is_drawn("lesson.refusal"));
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the next digit would be a shortcut of the window";
}

TEST_F(CoursePanel, KeepsTheQuestionVisibleBelowALongText) {
  state.course.lessons[0].steps[1].paragraphs.assign(60, "A long text about everything worth knowing.");
  state.course.lessons[0].steps[1].question.choices = {"picture", "texture_filter"};
  for (const auto& [width, height] : {std::pair{1280.0F, 800.0F}, std::pair{960.0F, 600.0F}}) {
    open(width, height, 1);
    ASSERT_NO_FATAL_FAILURE(open_step(1));
    draw();
    draw();
    const Rect panel = rect_of("lessons.panel");
    expect_inside("lesson.choice0", panel);
    expect_inside("lesson.choice1", panel);
    for (const char* button : {"lesson.back", "lesson.next", "lesson.leave"}) {
      expect_inside(button, panel);
      EXPECT_EQ(rect_of(button).y, rect_of("lesson.back").y) << button;
    }
  }
}

TEST_F(CoursePanel, ShowsAnAnsweredStepWithItsExplanationAndOpensItAgainOnRequest) {
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  EXPECT_FALSE(is_drawn("lesson.try_again"));
  answer_question(state, "a guess");
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_FALSE(is_drawn("lesson.wrong"));
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  draw();
  EXPECT_TRUE(is_drawn("lesson.wrong"));
  EXPECT_TRUE(is_said("You predicted a guess"));
  click("lesson.try_again");
  EXPECT_FALSE(is_drawn("lesson.wrong"));
  EXPECT_FALSE(is_drawn("lesson.try_again"));
  EXPECT_TRUE(is_drawn("lesson.hint"));
}

TEST_F(CoursePanel, SkipsAQuestionOnlyByAButtonOfItsOwn) {
  std::vector<LessonStep>& steps = state.course.lessons[0].steps;
  steps.push_back(LessonStep{steps[1]});
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  draw();
  EXPECT_TRUE(is_said("Skip"));
  click("lesson.next");
  draw();
  EXPECT_EQ(state.course.step, 1U) << "a second click on Next must not skip the question that it opened";
  click("lesson.skip");
  EXPECT_EQ(state.course.step, 2U);
  click("lesson.back");
  draw();
  EXPECT_TRUE(is_said("Skipped before; a later answer does not count."));
  EXPECT_TRUE(is_said("Next")) << "the question has already been skipped";
  answer_question(state, "a guess");
  draw();
  EXPECT_TRUE(is_drawn("lesson.skipped_before")) << "the answer does not count";
}

TEST_F(CoursePanel, MarksATaskThatWasDoneBefore) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_FALSE(is_drawn("lesson.done_before"));
  click("lesson.show_me");
  watch_course(state);
  state.labs.states[0]->set("order", "C");
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_TRUE(is_said("Shown to you before"));
}

TEST_F(CoursePanel, ListsAnswersOnlyOfLessonsThatHaveThem) {
  state.course.lessons[0].title = "A title that needs the whole width";
  const LessonStep asked = state.course.lessons[0].steps[1];
  state.course.lessons[0].steps = {asked, asked};
  const auto finish = [&](const std::vector<std::string>& answers) {
    state.course.progress.clear();
    open_lesson(state, 0);
    for (const std::string& answer : answers) {
      answer_question(state, answer);
      go_to_step(state, state.course.step + 1);
    }
    go_to_step(state, 2);
    draw();
    draw();
  };
  finish({});
  EXPECT_TRUE(is_said("Finished: 0 of 2 answered"));
  EXPECT_FALSE(is_said("Finished: 0 of 2 right"));
  finish({"texture_filter"});
  EXPECT_TRUE(is_said("Finished: 0 right the first time, 1 of 2 answered"));
  finish({"texture_filter", "picture"});
  EXPECT_TRUE(is_said("Finished: 1 of 2 right the first time"));
  EXPECT_TRUE(is_said("A title that needs the whole width")) << "the text was shortened";
  expect_inside("lesson.l", rect_of("lessons.panel"));
}

TEST_F(CoursePanel, ListsLessonsBelowTheirTopics) {
  Lesson lesson = state.course.lessons[0];
  state.course.lessons.clear();
  for (const auto& [name, topic] : {std::pair{"a", ""},
                                    {"b", "Größen und Formen"},
                                    {"c", "Größen und Formen"},
                                    {"d", "A topic with a long name that needs more than the width of the panel"}}) {
    lesson.name = name;
    lesson.topic = topic;
    state.course.lessons.push_back(lesson);
  }
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, std::pair{960.0F, 600.0F}}) {
    open(width, height, 1);
    EXPECT_TRUE(is_said("Größen und Formen"));
    EXPECT_TRUE(is_said("A topic with a long name that needs more than the width of the panel"))
        << "the text was shortened";
    EXPECT_FALSE(is_drawn("course.topic0")) << "the first lesson has no topic";
    EXPECT_FALSE(is_drawn("course.topic2")) << "the topic is that of the previous lesson";
    EXPECT_LE(rect_of("lesson.a").bottom(), rect_of("course.topic1").y);
    EXPECT_LE(rect_of("course.topic1").bottom(), rect_of("lesson.b").y);
    EXPECT_LE(rect_of("lesson.c").bottom(), rect_of("course.topic3").y);
    EXPECT_LE(rect_of("course.topic3").bottom(), rect_of("lesson.d").y);
    expect_inside("course.topic3", rect_of("lessons.panel"));
  }
}

TEST_F(CoursePanel, GoesFromLessonToLessonByKeysAcrossTopics) {
  state.course.lessons[0].topic = "One";
  Lesson second = state.course.lessons[0];
  second.name = "m";
  second.topic = "Another";
  state.course.lessons.push_back(second);
  draw();
  state.arrangement.widget_keys = WidgetKeys::lessons;
  state.arrangement.has_moved_widget_keys = true;
  draw();
  draw();
  const auto press = [&](Key key) {
    set_key(key, true);
    draw();
    set_key(key, false);
    draw();
  };
  while (ImGui::GetCurrentContext()->NavId == 0) {
    press(ImGuiKey_DownArrow);
  }
  press(ImGuiKey_DownArrow);
  press(ImGuiKey_Space);
  EXPECT_EQ(state.course.lesson, 1U);
}

TEST_F(CoursePanel, OffersTheNextLessonAfterOne) {
  state.course.lessons.push_back(state.course.lessons[0]);
  state.course.lessons[1].name = "m";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  EXPECT_FALSE(is_drawn("course.finished"));
  answer_question(state, "picture");
  draw();
  click("lesson.next");
  draw();
  EXPECT_TRUE(is_drawn("course.finished"));
  EXPECT_TRUE(is_said("Finished: 1 of 1 right the first time"));
  click("course.next_lesson");
  EXPECT_EQ(state.course.lesson, 1U);
  EXPECT_EQ(state.course.step, 0U);
  go_to_step(state, 2);
  draw();
  draw();
  EXPECT_TRUE(is_drawn("course.finished"));
  EXPECT_FALSE(is_drawn("course.next_lesson")) << "this was the last lesson";
}

TEST_F(CoursePanel, PutsThePredictionWhereItCoversNoWidget) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, std::pair{960.0F, 600.0F}}) {
    for (std::size_t lab = 0; lab < state.labs.all.size(); ++lab) {
      open(width, height, 1);
      state.course.progress.clear();
      ASSERT_NO_FATAL_FAILURE(open_step(1));
      choose_lab(state, lab);
      draw();
      state.course.lessons[0].steps[1].look_at = "viewport";
      answer_question(state, "picture");
      draw();
      draw();
      const Rect label = rect_of("lesson.result");
      const std::string name(state.labs.all[lab].name);
      for (const auto& [widget, place] : state.drawn.widgets) {
        const bool is_readout = widget == name + ".readout" || widget == "lesson.result";
        const bool is_below =
            place.x < label.right() && label.x < place.right() && place.y < label.bottom() && label.y < place.bottom();
        EXPECT_TRUE(is_readout || !is_below) << name << ": " << widget;
      }
    }
  }
}

TEST_F(CoursePanel, MarksNoResultInTheLabWhereTheQuestionIsAboutAListing) {
  state.course.lessons[0].steps[1].look_at = "layouts.grid";
  state.course.lessons[0].steps[1].question.answer = "{a.2}";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  state.course.facts = {{"a.1", "no"}, {"a.2", "yes"}};
  answer_question(state, "yes");
  draw();
  EXPECT_FALSE(is_drawn("lesson.result"));
  state.course.facts = {{"a.2", "yes"}};
  draw();
  EXPECT_TRUE(is_drawn("lesson.result"));
}

TEST_F(CoursePanel, TakesTheHeightOfTheWindowForALessonUnlessItWasDragged) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, std::pair{1280.0F, 1300.0F}}) {
    open(width, height, 1);
    const float column = regions.middle().height;
    ASSERT_NO_FATAL_FAILURE(open_step(1));
    EXPECT_GE(rect_of("lessons.panel").height, 0.75F * column);
    EXPECT_GT(rect_of("navigation.panel").height, 0);
    leave_lesson(state);
    draw();
    draw();
    EXPECT_LE(rect_of("lessons.panel").height, 480) << "the list leaves the remaining space to the navigation";
  }
  open(960, 600, 1);
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  EXPECT_GE(rect_of("lessons.panel").height, 0.7F * regions.middle().height);
  state.arrangement.panels.lessons.height = 250;
  draw();
  draw();
  EXPECT_EQ(rect_of("lessons.panel").height, 250);
}

TEST_F(CoursePanel, ShowsTheSourcesOnlyWithTheExplanation) {
  ASSERT_NO_FATAL_FAILURE(open_step(0));
  EXPECT_FALSE(is_drawn("lesson.sources"));
  click("lesson.show_me");
  watch_course(state);
  draw();
  draw();
  EXPECT_TRUE(is_drawn("lesson.sources"));
}

TEST_F(CoursePanel, ShowsTheCoursesTitleAndReturnsToTheBuiltInLessons) {
  draw();
  EXPECT_FALSE(is_drawn("course.title"));
  EXPECT_TRUE(is_drawn("course.open"));
  state.course.file = "/courses/week_3.json";
  state.course.title = "Week 3";
  state.course.progress["l"].step = 1;
  draw();
  EXPECT_TRUE(is_drawn("course.title"));
  click("course.built_in");
  draw();
  EXPECT_FALSE(is_drawn("course.title"));
  EXPECT_TRUE(is_drawn("lesson.texel_centers"));
  EXPECT_EQ(state.course.other_progress.at("/courses/week_3.json").at("l").step, 1U);
}

TEST_F(CoursePanel, AsksForTheNameOfTheStudent) {
  draw();
  EXPECT_FALSE(is_drawn("course.save_results")) << "no question has been answered yet";
  state.course.progress["l"].first_answers[1] = {.answer = "5", .is_right = true};
  draw();
  click("course.save_results");
  draw();
  draw();
  type("save.student", "Ada");
  EXPECT_EQ(state.course.student, "Ada");
  EXPECT_TRUE(state.dialogs.file.text.ends_with("/Ada_results.json")) << state.dialogs.file.text;
  click("save.save");
  for (int frame = 0; frame < 5; ++frame) {
    draw();
  }
  EXPECT_FALSE(state.dialogs.file.is_shown);
  ASSERT_TRUE(state.requests.save) << "the button saves the results, as Enter does";
  EXPECT_EQ(state.requests.save->kind, SavedKind::lesson_results);
}

TEST_F(CoursePanel, CoversTheTabsThatShowTheAnswer) {
  state.course.lessons[0].steps[1].question.hidden = {"textures.signal.curve", "textures.picture", "textures.readout",
                                                      "textures.probe.*"};
  state.course.lessons[0].steps[1].state =
      R"x({"lab": "textures", "labs": {"textures": {"content": "typed", "typed": "10 40 20 30", "shape": "1d",
           "format": "float32", "channels": "1", "a_filter": "point", "a_normalized_coords": "no", "probe": "0.5 0 0", "probe_pinned": "yes", "tab": "signal"}}})x";
  ASSERT_NO_FATAL_FAILURE(open_step(1));
  click("textures.tab.probe");
  draw();
  draw();
  ASSERT_TRUE(is_drawn("textures.probe.result.0"));
  const Rect place = rect_of("textures.probe.result.0");
  const auto is_seen = [&] {
    return std::ranges::any_of(drawn_text(*ImGui::GetDrawData()), [&](const DrawnText& line) {
      return place.contains_middle_of(line.place) && says_answer(line.text, "10");
    });
  };
  EXPECT_TRUE(is_drawn("lesson.cover.textures.probe.result.0"));
  EXPECT_TRUE(is_drawn("lesson.cover.textures.probe.x")) << "the learner cannot type another coordinate";
  EXPECT_FALSE(is_seen());
  answer_question(state, "a guess");
  draw();
  draw();
  EXPECT_TRUE(is_seen());
}

TEST_F(CoursePanel, OpensTheDialogForACourse) {
  draw();
  click("course.open");
  EXPECT_TRUE(state.dialogs.file.is_shown);
  EXPECT_FALSE(state.dialogs.file.saves);
}

}  // namespace
}  // namespace texelscope::tests
