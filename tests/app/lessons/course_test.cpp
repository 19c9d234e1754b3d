#include "app/lessons/course.h"
#include "app/window/command_palette.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/gui/lab_registry.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/lesson_results.h"
#include "app/lessons/lesson_text.h"
#include "app/workspace/session.h"
#include "app/workspace/state.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class Course : public testing::Test {
 protected:
  void open_first() {
    read_course(state.course);
    ASSERT_EQ(state.course.error, "");
    open_lesson(state, 0);
    ASSERT_EQ(state.course.error, "");
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
};

TEST_F(Course, SavesTheSetupFromBeforeAnOpenLessonInASession) {
  state.scenes.settings[0].values.set("rotation", 30.5);
  const std::string before = session_text(state);
  ASSERT_NO_FATAL_FAILURE(open_first());
  ASSERT_TRUE(state.labs.current) << "the lesson opens a lab";

  State other{scenes, labs()};
  take_session(session_text(state), other);
  EXPECT_EQ(other.scenes.settings[0].values.real("rotation"), 30.5);
  EXPECT_FALSE(other.labs.current) << "the lesson's setup was restored as the session";
  EXPECT_EQ(other.course.wanted, state.course.lessons[0].name);

  watch_course(other);
  ASSERT_EQ(other.course.lesson, 0U);
  EXPECT_EQ(other.labs.current, state.labs.current);
  leave_lesson(other);
  other.course.progress.clear();
  EXPECT_EQ(session_text(other), before);
}

TEST_F(Course, OpensTheLessonOfASessionOnlyWhenItsPictureIsLoaded) {
  ASSERT_NO_FATAL_FAILURE(open_first());
  take_session(session_text(state), state);
  EXPECT_FALSE(state.course.lesson);
  state.pictures.reader.want({"/pictures/a.png"});
  watch_course(state);
  EXPECT_FALSE(state.course.lesson);
  EXPECT_EQ(state.course.wanted, state.course.lessons[0].name) << "the next session would lack the lesson";
  state.pictures.reader.forget();
  watch_course(state);
  EXPECT_EQ(state.course.lesson, 0U);
}

TEST_F(Course, IsTheOneThatTheUserOpensMeanwhile) {
  ASSERT_NO_FATAL_FAILURE(open_first());
  const std::string session = session_text(state);
  State other{scenes, labs()};
  take_session(session, other);
  read_course(other.course);
  open_lesson(other, 1);
  watch_course(other);
  EXPECT_EQ(other.course.lesson, 1U);
}

TEST_F(Course, SavesTheShownSetupInASessionFile) {
  ASSERT_NO_FATAL_FAILURE(open_first());
  State other{scenes, labs()};
  take_session(shown_session_text(state), other);
  EXPECT_EQ(other.labs.current, state.labs.current);
  EXPECT_EQ(other.course.wanted, "");
}

TEST_F(Course, ForgetsALessonThatNoLongerExists) {
  take_session(R"({"texelscope_session": 1, "scene": "picture", "lesson": "how_to_fly"})", state);
  watch_course(state);
  EXPECT_FALSE(state.course.lesson);
  EXPECT_EQ(state.course.wanted, "");
}

TEST_F(Course, KeepsALessonThatHadAnotherNameInAnEarlierVersion) {
  take_session(R"({"texelscope_session": 1, "scene": "picture", "lesson": "texel_centres",
                   "lessons": {"texel_centres": {"step": 1, "is_finished": false}}})",
               state);
  EXPECT_EQ(state.course.wanted, "texel_centers");
  watch_course(state);
  ASSERT_TRUE(state.course.lesson);
  EXPECT_EQ(state.course.lessons[*state.course.lesson].name, "texel_centers");
  EXPECT_EQ(state.course.step, 1U);
}

TEST_F(Course, ReadsNumbersAsItsLanguageWritesThem) {
  LessonStep step;
  step.question = {.text = "Wie viele?", .answer = "{a.bytes}", .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
  state.course.lesson = 0;
  state.course.facts = {{"a.bytes", "8192"}};
  state.course.language = "de";
  answer_question(state, "8 1");
  EXPECT_EQ(state.course.outcome, LessonOutcome::open);
  EXPECT_NE(state.course.refusal.find("is not a number"), std::string::npos) << state.course.refusal;
  answer_question(state, "8.192");
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  EXPECT_TRUE(state.course.progress["l"].first_answers.at(0).is_right);
}

/// These texts do not contain the answer, but imply it.
TEST_F(Course, CoversSentencesThatImplyTheAnswer) {
  read_course(state.course);
  const auto is_covered = [&](const char* lesson, std::size_t step, const char* widget) {
    const auto found = std::ranges::find(state.course.lessons, lesson, &Lesson::name);
    state.course.lesson = static_cast<std::size_t>(found - state.course.lessons.begin());
    state.course.step = step - 1;
    return is_hidden(state.course, widget);
  };
  EXPECT_TRUE(is_covered("dlpack", 3, "layouts.property.is_dense")) << "the reason names the slice offset";
  EXPECT_TRUE(is_covered("dlpack", 3, "layouts.property.gaps"));
  EXPECT_TRUE(is_covered("dlpack", 3, "layouts.memory_title"));
  EXPECT_TRUE(is_covered("shared_memory_padding", 5, "layouts.padding_advice"));
  EXPECT_TRUE(is_covered("coalescing_and_banks", 3, "layouts.padding_advice"));
  EXPECT_TRUE(is_covered("surfaces_and_bytes", 2, "surfaces.elements")) << "this widget shows the answer after Write";
}

TEST_F(Course, KnowsWhetherAQuestionIsOpen) {
  EXPECT_FALSE(is_question_open(state.course));
  LessonStep asked;
  asked.question = {.text = "?", .answer = "{a.bytes}", .hint = "h", .explanation = "e"};
  LessonStep told;
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {asked, told}}};
  state.course.lesson = 0;
  state.course.facts = {{"a.bytes", "8192"}};
  EXPECT_TRUE(is_question_open(state.course));
  answer_question(state, "1");
  EXPECT_FALSE(is_question_open(state.course));
  go_to_step(state, 1);
  EXPECT_FALSE(is_question_open(state.course));
}

TEST_F(Course, AcceptsTypedAnswersAsPeopleWriteThemAndChoicesExactly) {
  LessonStep step;
  step.question = {.text = "How many bytes?", .answer = "{a.bytes}", .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
  state.course.lesson = 0;
  state.course.facts = {{"a.bytes", "65536"}};
  for (const char* const typed : {"65536", "65,536 bytes"}) {
    answer_question(state, typed);
    EXPECT_EQ(state.course.outcome, LessonOutcome::right) << typed;
  }
  answer_question(state, "65,537 bytes");
  EXPECT_EQ(state.course.outcome, LessonOutcome::wrong);
  state.course.lessons[0].steps[0].question.choices = {"65,536", "65536"};
  answer_question(state, "65,536");
  EXPECT_EQ(state.course.outcome, LessonOutcome::wrong);
}

TEST_F(Course, KeepsTheFirstAnswerOfEachStepThroughLaterOnesTheSessionAndTheEnd) {
  LessonStep step;
  step.question = {.text = "How many bytes?", .answer = "65536", .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step, step}}};
  open_lesson(state, 0);
  for (const char* const typed : {"  ", "many", "7", "65536"}) {
    answer_question(state, typed);
  }
  go_to_step(state, 1);
  for (const char* const typed : {"65536", "7"}) {
    answer_question(state, typed);
  }
  const auto question = [&](std::size_t number) { return question_identity(state.course.lessons[0].steps[number]); };
  const std::map<std::size_t, FirstAnswer> expected{{0, {"7", false, question(0)}}, {1, {"65536", true, question(1)}}};
  EXPECT_EQ(state.course.progress.at("l").first_answers, expected);
  go_to_step(state, 2);
  State other{scenes, labs()};
  take_session(session_text(state), other);
  EXPECT_TRUE(other.course.progress.at("l").is_finished);
  EXPECT_EQ(other.course.progress.at("l").first_answers, expected);
  EXPECT_EQ(state.course.progress.at("l"), other.course.progress.at("l"));
}

TEST_F(Course, OpensLessonsFromTheCommandPalette) {
  toggle_command_palette(state);
  watch_course(state);
  state.dialogs.palette.text = "Levels of d";
  const std::vector<Action> actions = make_actions(scenes, labs());
  const std::vector<Command> found = found_commands(state, actions);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].name, "lesson.levels_of_detail");
  state.dialogs.palette.text = "lod";
  for (const Command& command : found_commands(state, actions)) {
    EXPECT_EQ(command.lesson, "") << "its title contains these letters, but no word begins with them";
  }
  perform(found[0], state);
  watch_course(state);
  EXPECT_TRUE(state.arrangement.panels.lessons.is_shown);
  ASSERT_TRUE(state.course.lesson);
  EXPECT_EQ(state.course.lessons[*state.course.lesson].name, "levels_of_detail");
}

TEST_F(Course, DoesNotCountAnAnswerToAQuestionThatWasSkipped) {
  LessonStep step;
  step.question = {.text = "How many bytes?", .answer = "65536", .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step, step}}};
  open_lesson(state, 0);
  go_to_step(state, 1);
  go_to_step(state, 0);
  EXPECT_TRUE(is_question_open(state.course)) << "the next step may have shown the answer, but this step asks again";
  answer_question(state, "65536");
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  go_to_step(state, 1);
  go_to_step(state, 0);
  EXPECT_EQ(state.course.committed, "65536") << "the answer is kept";
  answer_question(state, "7");
  go_to_step(state, 1);
  answer_question(state, "65536");
  const FirstTimes times = first_times(state.course, state.course.lessons[0]);
  EXPECT_EQ(times.right, 1U);
  EXPECT_EQ(times.answered, 2U);
  State other{scenes, labs()};
  take_session(session_text(state), other);
  EXPECT_EQ(other.course.progress.at("l"), state.course.progress.at("l")) << "in the next session";
  const LessonResults results = results_of(state.course, "");
  EXPECT_EQ(results.lessons.at(0).steps.at(0).outcome, StepOutcome::skipped);
  EXPECT_EQ(results.lessons.at(0).steps.at(0).answer, "");
  EXPECT_EQ(results.lessons.at(0).steps.at(1).outcome, StepOutcome::right);
  const std::string loss = loss_of_beginning_again(state.course);
  EXPECT_NE(loss.find("with 2 first answers."), std::string::npos) << loss;
}

TEST_F(Course, KeepsWhetherATaskWasDoneOrShownTheFirstTime) {
  LessonStep task;
  task.state = R"({"lab": "layouts", "labs": {"layouts": {"shape": "3, 4"}}})";
  task.question = {.text = "Do it.",
                   .goals = {{"labs.layouts.order", "F"}},
                   .solution = R"({"labs": {"layouts": {"order": "F"}}})",
                   .hint = "h",
                   .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {task, task, task}}};
  open_lesson(state, 0);
  ASSERT_EQ(state.course.error, "");
  show_solution(state);
  watch_course(state);
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  EXPECT_EQ(state.course.committed, task_shown);
  go_to_step(state, 1);
  take_session_part(R"({"labs": {"layouts": {"shape": "3, 4", "order": "F"}}})", state);
  watch_course(state);
  EXPECT_EQ(state.course.committed, task_done);
  go_to_step(state, 0);
  take_session_part(R"({"labs": {"layouts": {"shape": "3, 4", "order": "F"}}})", state);
  watch_course(state);
  EXPECT_EQ(state.course.committed, task_done) << "this time";
  const auto question = [&](std::size_t step) { return question_identity(state.course.lessons[0].steps[step]); };
  const std::map<std::size_t, FirstAnswer> expected{{0, {"shown", false, question(0)}},
                                                    {1, {"done", true, question(1)}}};
  EXPECT_EQ(state.course.progress.at("l").first_answers, expected) << "the third task was skipped";
}

TEST_F(Course, CompletesATaskWhenTheMouseIsReleasedAndThenShowsTheExplanation) {
  LessonStep task;
  task.state = R"({"lab": "layouts", "labs": {"layouts": {"shape": "3, 4"}}})";
  task.question = {.text = "Do it.", .goals = {{"labs.layouts.order", "F"}}, .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {task}}};
  open_lesson(state, 0);
  for (int frame = 0; frame < 10; ++frame) {
    watch_course(state);
  }
  EXPECT_EQ(state.course.frames_to_look, 0);
  take_session_part(R"({"labs": {"layouts": {"shape": "3, 4", "order": "F"}}})", state);
  state.viewport.is_dragging = true;
  watch_course(state);
  EXPECT_EQ(state.course.outcome, LessonOutcome::open) << "a slider may only pass through the value";
  state.viewport.is_dragging = false;
  watch_course(state);
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  EXPECT_GT(state.course.frames_to_look, 0) << "an idle window must draw the explanation";
}

TEST_F(Course, CommitsOnlyAnswersOfTheQuestionsKind) {
  LessonStep step;
  step.question = {.text = "How many bytes?", .answer = "{a.bytes}", .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
  open_lesson(state, 0);
  state.course.facts = {{"a.bytes", "65536"}};
  for (const auto& [typed, refusal] :
       {std::pair{"", "Type a prediction first"}, std::pair{" ", "Type a prediction first"},
        std::pair{"many", "“many” is not a number"},
        std::pair{"65,536 bits", "“65,536 bits” has the unit “bits”, but the question asks for bytes"},
        std::pair{"none", "Type 0 for “none”"}}) {
    answer_question(state, typed);
    EXPECT_EQ(state.course.outcome, LessonOutcome::open) << typed;
    EXPECT_TRUE(state.course.refusal.starts_with(refusal)) << state.course.refusal;
    EXPECT_TRUE(state.course.progress.at("l").first_answers.empty()) << typed;
  }
  answer_question(state, "7");
  EXPECT_EQ(state.course.refusal, "");
  EXPECT_EQ(state.course.committed, "7");
}

TEST_F(Course, OpensAStepAgainWhoseQuestionHasChangedSinceItsAnswer) {
  LessonStep step;
  step.question = {.text = "How many bytes?", .answer = "65536", .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
  open_lesson(state, 0);
  answer_question(state, "65536");
  leave_lesson(state);
  State other{scenes, labs()};
  take_session(session_text(state), other);
  other.course.lessons = state.course.lessons;
  other.course.lessons[0].steps[0].question.text = "How many rows?";
  EXPECT_EQ(first_times(other.course, other.course.lessons[0]).answered, 0U);
  open_lesson(other, 0);
  EXPECT_TRUE(is_question_open(other.course)) << "the answer belongs to another question";
  answer_question(other, "7");
  EXPECT_EQ(other.course.progress.at("l").first_answers.at(0).answer, "7");
  EXPECT_EQ(first_times(other.course, other.course.lessons[0]).answered, 1U);
  EXPECT_EQ(first_times(other.course, other.course.lessons[0]).right, 0U);
}

TEST_F(Course, ShowsTheFirstAnswerOfAStepAgainUntilTheLearnerTriesAgain) {
  LessonStep step;
  step.question = {.text = "How many bytes?", .answer = "65536", .hint = "h", .explanation = "e"};
  step.question.hidden = {"layouts.grid"};
  LessonStep chosen = step;
  chosen.question.choices = {"7", "65536"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step, chosen, step}}};
  open_lesson(state, 0);
  answer_question(state, "7");
  answer_question(state, "65536");
  go_to_step(state, 1);
  answer_question(state, "65536");
  go_to_step(state, 2);
  EXPECT_TRUE(is_question_open(state.course)) << "the step has no answer";
  const auto expect_answers = [](State& shown) {
    go_to_step(shown, 0);
    EXPECT_EQ(shown.course.outcome, LessonOutcome::wrong);
    EXPECT_EQ(shown.course.committed, "7");
    EXPECT_FALSE(is_hidden(shown.course, "layouts.grid"));
    go_to_step(shown, 1);
    EXPECT_EQ(shown.course.outcome, LessonOutcome::right);
    EXPECT_EQ(shown.course.committed, "65536");
  };
  expect_answers(state);
  leave_lesson(state);
  open_lesson(state, 0);
  EXPECT_EQ(state.course.outcome, LessonOutcome::right);
  State other{scenes, labs()};
  take_session(session_text(state), other);
  other.course.lessons = state.course.lessons;
  watch_course(other);
  ASSERT_TRUE(other.course.lesson);
  EXPECT_EQ(other.course.outcome, LessonOutcome::right) << "the next session restores the answers";
  expect_answers(other);
  try_again(state);
  EXPECT_TRUE(is_question_open(state.course));
  EXPECT_TRUE(is_hidden(state.course, "layouts.grid"));
  EXPECT_EQ(state.course.committed, "");
  answer_question(state, "7");
  EXPECT_EQ(state.course.outcome, LessonOutcome::wrong);
  EXPECT_TRUE(state.course.progress.at("l").first_answers.at(1).is_right);
}

TEST_F(Course, RemembersTheFinishedLessonUntilAnotherOneIsOpened) {
  LessonStep step;
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}},
                          {.name = "m", .title = "M", .summary = "S", .steps = {step}}};
  open_lesson(state, 0);
  leave_lesson(state);
  EXPECT_FALSE(state.course.finished) << "the lesson was left, not finished";
  open_lesson(state, 0);
  go_to_step(state, 1);
  EXPECT_EQ(state.course.finished, 0U);
  open_lesson(state, 1);
  EXPECT_FALSE(state.course.finished);
}

TEST_F(Course, KnowsTheIdeaBehindAWrongAnswerFromComputations) {
  LessonQuestion question{.text = "How many bytes?", .answer = "{a.bytes}", .hint = "h", .explanation = "e"};
  question.mistakes = {{"{a.elements}", "elements, not {a.bytes} bytes"}, {"48", "never said"}};
  const LessonFacts facts{{"a.bytes", "48"}, {"a.elements", "12"}};
  EXPECT_EQ(mistake_behind(question, "12 bytes", facts, state), "elements, not 48 bytes");
  EXPECT_EQ(mistake_behind(question, "13", facts, state), "");
  EXPECT_EQ(mistake_behind(question, "48", facts, state), "") << "the right answer is not a mistake";
  question.choices = {"48", "12"};
  EXPECT_EQ(mistake_behind(question, "12", facts, state), "elements, not 48 bytes");
}

TEST_F(Course, CountsCorrectFirstPredictions) {
  LessonStep asked;
  asked.question = {.text = "How many?", .answer = "7", .hint = "h", .explanation = "e"};
  LessonStep task;
  task.question = {.text = "Do it.", .goals = {{"lab", "x"}}, .solution = "{}", .hint = "h", .explanation = "e"};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {asked, task, asked, asked}}};
  open_lesson(state, 0);
  answer_question(state, "8");
  answer_question(state, "7");
  go_to_step(state, 2);
  answer_question(state, "7");
  const FirstTimes times = first_times(state.course, state.course.lessons[0]);
  EXPECT_EQ(times.right, 1U);
  EXPECT_EQ(times.answered, 2U);
  EXPECT_EQ(times.questions, 3U);
}

TEST_F(Course, SetsUpAStepWithoutSettingsUnlessTheLearnerComesFromThePreviousOne) {
  LessonStep begun;
  begun.state = R"({"lab": "layouts", "labs": {"layouts": {"shape": "2, 5"}}})";
  LessonStep second;
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {begun, second, second}}};
  const auto shape = [&] { return state_text(state, "labs.layouts.shape").value_or(""); };
  open_lesson(state, 0);
  EXPECT_EQ(shape(), "2, 5");
  state.labs.states[0]->set("shape", "7");
  go_to_step(state, 1);
  EXPECT_EQ(shape(), "7") << "the learner's changes are lost";
  leave_lesson(state);
  open_lesson(state, 0);
  EXPECT_EQ(state.course.step, 1U);
  EXPECT_EQ(shape(), "2, 5") << "resuming the lesson shows its previous state";
  go_to_step(state, 2);
  state.labs.states[0]->set("shape", "9");
  go_to_step(state, 1);
  EXPECT_EQ(shape(), "2, 5") << "Back restores the initial state of the step";
}

TEST_F(Course, ComparesTypedTexelsByTheirValues) {
  take_session_part(R"({"lab": "textures", "labs": {"textures": {"content": "typed", "channels": "4"}}})", state);
  const LessonQuestion question{.goals = {{"labs.textures.typed", "1,0,0,1 0,0,0,0"}}};
  const auto is_met_by = [&](const char* typed) {
    state.labs.states[*state.labs.current]->set("typed", typed);
    return is_goal_met(question, state);
  };
  EXPECT_TRUE(is_met_by("1,0,0,1 0,0,0,0"));
  EXPECT_TRUE(is_met_by(" 1.0,0,0,1   0,0,0,0.0 "));
  EXPECT_TRUE(is_met_by("1,0,0,1 0")) << "a single number applies to all channels";
  EXPECT_FALSE(is_met_by("1, 0, 0, 1 0, 0, 0, 0")) << "eight texels";
  EXPECT_FALSE(is_met_by("1,0,0,1,0,0,0,0"));
}

}  // namespace
}  // namespace texelscope::app
