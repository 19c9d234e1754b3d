#include "app/lessons/course.h"

#include <gtest/gtest.h>

#include <functional>

namespace texelscope::app {
namespace {

LessonStep asked_step() {
  LessonStep step;
  step.title = "Strides";
  step.computations = {{"t", "layout", R"({"shape":"3,4"})"}, {"u", "layout", R"({"shape":"7"})"}};
  step.question = {.text = "Which?",
                   .choices = {"(4, 1)", "(1, 3)"},
                   .answer = "{t.strides}",
                   .mistakes = {{"(1, 3)", "m"}},
                   .hint = "h",
                   .explanation = "e"};
  return step;
}

TEST(QuestionIdentity, ChangesWithWhatIsAskedAndNotWithItsExplanations) {
  const std::string identity = question_identity(asked_step());
  EXPECT_EQ(identity.size(), 16U);
  const auto changed = [](const std::function<void(LessonStep&)>& change) {
    LessonStep step = asked_step();
    change(step);
    return question_identity(step);
  };
  EXPECT_NE(changed([](LessonStep& step) { step.question.text = "Which one?"; }), identity);
  EXPECT_NE(changed([](LessonStep& step) { step.question.choices[1] = "(3, 1)"; }), identity);
  EXPECT_NE(changed([](LessonStep& step) { step.question.answer = "{t.shape}"; }), identity);
  EXPECT_NE(changed([](LessonStep& step) { step.computations[0].arguments = R"({"shape":"3,5"})"; }), identity);
  EXPECT_NE(changed([](LessonStep& step) { step.computations[0].kind = "warp"; }), identity);
  EXPECT_EQ(changed([](LessonStep& step) {
              step.question.hint = step.question.explanation = step.title = "better";
              step.question.mistakes[0].explanation = "better";
              step.computations[1].arguments = "{}";
              step.sources = {"a section"};
            }),
            identity);
  EXPECT_EQ(changed([](LessonStep& step) {
              step.computations[0].name = "v";
              step.question.answer = "{v.strides}";
            }),
            identity)
      << "the name of a computation does not count";
  EXPECT_EQ(question_identity({}), "");
}

TEST(QuestionIdentity, ChangesWithTheGoalsOfATask) {
  LessonStep step;
  step.question = {.text = "Do it.", .goals = {{"labs.layouts.order", "F"}}, .solution = "{}"};
  const std::string identity = question_identity(step);
  step.question.solution = R"({"lab": "layouts"})";
  EXPECT_EQ(question_identity(step), identity);
  step.question.goals[0].value = "C";
  EXPECT_NE(question_identity(step), identity);
}

TEST(QuestionIdentity, ShowsWhetherAnAnswerBelongsToTheQuestionOfTheStep) {
  const Lesson lesson{.name = "l", .title = "L", .summary = "S", .steps = {asked_step(), asked_step(), asked_step()}};
  const LessonProgress progress{.first_answers = {{0, {"5", true, question_identity(asked_step())}},
                                                  {1, {"5", true, "0123456789abcdef"}},
                                                  {2, {"5", true}},
                                                  {3, {"5", true}}}};
  EXPECT_EQ(first_answer_to(progress, lesson, 0), &progress.first_answers.at(0));
  EXPECT_EQ(first_answer_to(progress, lesson, 1), nullptr);
  EXPECT_EQ(first_answer_to(progress, lesson, 2), &progress.first_answers.at(2))
      << "an answer that an earlier version saved has no identity, but counts";
  EXPECT_EQ(first_answer_to(progress, lesson, 3), nullptr) << "the lesson does not have this step anymore";
}

}  // namespace
}  // namespace texelscope::app
