#include <gtest/gtest.h>

#include "app/gui/window_loop.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

gpu::Diagnostic diagnostic(gpu::Diagnostic::Severity severity, std::string text) {
  return {.severity = severity, .text = std::move(text)};
}

TEST(NoticeInbox, HoldsWarningsWhileAQuestionIsOpenAndShowsErrors) {
  NoticeInbox inbox;
  Notices notices;
  inbox.add(diagnostic(gpu::Diagnostic::Severity::warning, "wrap clamps"));
  inbox.add(diagnostic(gpu::Diagnostic::Severity::error, "out of memory"));
  inbox.empty_into(notices, 1, true);
  ASSERT_EQ(notices.entries().size(), 1U);
  EXPECT_EQ(notices.entries()[0].text, "out of memory");
  inbox.add(diagnostic(gpu::Diagnostic::Severity::warning, "a later warning"));
  inbox.empty_into(notices, 2, true);
  inbox.empty_into(notices, 3, false);
  ASSERT_EQ(notices.entries().size(), 3U);
  EXPECT_EQ(notices.entries()[1].text, "wrap clamps");
  EXPECT_EQ(notices.entries()[2].text, "a later warning");
  EXPECT_EQ(notices.entries()[1].time, 3) << "an earlier time would shorten its display";
  inbox.empty_into(notices, 4, false);
  EXPECT_EQ(notices.entries().size(), 3U);
}

TEST(NoticeInbox, WaitsForAnAnswerOnlyInAQuestion) {
  Course course;
  EXPECT_FALSE(is_question_open(course));
  LessonStep asked;
  asked.question = {.text = "How many?", .answer = "7", .hint = "h", .explanation = "e"};
  LessonStep task;
  task.question = {.text = "Do it.", .goals = {{"lab", "x"}}, .solution = "{}", .hint = "h", .explanation = "e"};
  course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {asked, task}}};
  course.lesson = 0;
  EXPECT_TRUE(is_question_open(course));
  course.outcome = LessonOutcome::wrong;
  EXPECT_FALSE(is_question_open(course));
  course.outcome = LessonOutcome::open;
  course.step = 1;
  EXPECT_FALSE(is_question_open(course));
}

}  // namespace
}  // namespace texelscope::app
