#include "app/cli/lessons/class_report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/report/discussion.h"
#include "app/lessons/report/report_explanation.h"
#include "app/text/count_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

/// JSON contains all answers.
constexpr std::size_t max_shown_answers = 3;
constexpr std::size_t max_shown_discussed = 10;

std::size_t letters_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !is_within_letter(byte); }));
}

/// Columns are separated by two spaces, each as wide as its widest cell.
std::string table_text(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      std::size_t width = 0;
      for (const Row& other : rows) {
        width = std::max(width, letters_of(other[column]));
      }
      line += row[column] + std::string(width - letters_of(row[column]) + 2, ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string right_text(const OutcomeCounts& counts) { return fmt::format("{}/{}", counts.right, counts.questions); }

std::string answered_text(const OutcomeCounts& counts) {
  return fmt::format("{}/{}", counts.answered(), counts.questions);
}

std::string score_text(const LessonScore& score) {
  return score.is_begun ? right_text(score.counts) + (score.is_finished ? "" : "*") : "-";
}

std::vector<Row> student_rows(const ClassReport& report) {
  std::vector<Row> rows(1, Row{"student"});
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    rows[0].push_back(fmt::format("{}", i + 1));
  }
  rows[0].insert(rows[0].end(), {"all", "answered"});
  for (const StudentScore& student : report.students) {
    Row& row = rows.emplace_back(Row{student.student});
    std::ranges::transform(student.lessons, std::back_inserter(row), score_text);
    row.insert(row.end(), {right_text(student.all), answered_text(student.all)});
  }
  Row& sums = rows.emplace_back(Row{"all"});
  for (const ReportedLesson& lesson : report.lessons) {
    sums.push_back(right_text(lesson.all));
  }
  sums.insert(sums.end(), {right_text(report.all), answered_text(report.all)});
  return rows;
}

std::string shortened_answer(const std::string& answer) {
  constexpr std::size_t max_bytes = 60;
  return fmt::format("\"{}\"", shown_line(answer, max_bytes));
}

/// "2 right, 1 wrong", and the number skipped, if any.
std::string counts_text(const StepScore& step) {
  const OutcomeCounts& counts = step.counts;
  const std::string skipped = counts.skipped > 0 ? fmt::format(", {} skipped", counts.skipped) : "";
  return step.kind == StepKind::question ? fmt::format("{} right, {} wrong{}", counts.right, counts.wrong, skipped)
                                         : fmt::format("{} done, {} shown{}", counts.done, counts.shown, skipped);
}

std::string step_text(const StepScore& step) {
  std::string text = fmt::format(" {} step {}{}: {}\n", step.is_hard() ? '!' : ' ', step.step,
                                 step.title.empty() ? "" : ", " + message_line(step.title), counts_text(step));
  if (step.changed > 0) {
    text += fmt::format("      {}\n", changed_text(step));
  }
  if (!step.question.empty()) {
    text += fmt::format("      {}\n", message_line(step.question));
  }
  if (!step.right_answer.empty()) {
    text += fmt::format("      right: {}\n", shortened_answer(step.right_answer));
  }
  const std::size_t shown = std::min(step.wrong_answers.size(), max_shown_answers);
  for (std::size_t i = 0; i < shown; ++i) {
    const WrongAnswer& wrong = step.wrong_answers[i];
    text += fmt::format("      wrong: {} ({}){}\n", shortened_answer(wrong.answer.answer), wrong.answer.count,
                        wrong.mistake.empty() ? "" : ": " + message_line(wrong.mistake));
  }
  if (const std::size_t others = step.wrong_answers.size() - shown; others > 0) {
    text += fmt::format("      and {}\n", count_text(others, "other wrong answer"));
  }
  return text;
}

/// The text up to the first mark that ends a sentence; a decimal point, as in 0.5, does not.
std::string_view first_sentence(std::string_view text) {
  const std::size_t end = text.find_first_of(".!?");
  for (std::size_t at = end; at < text.size(); at = text.find_first_of(".!?", at + 1)) {
    if (at + 1 == text.size() || text[at + 1] == ' ') {
      return text.substr(0, at + 1);
    }
  }
  return text;
}

/// "2 of 3 wrong, all "10": Texel 0 does extend to 1."; empty if no answer is wrong.
std::string wrong_text(const DiscussedStep& step) {
  if (step.wrong == 0) {
    return "";
  }
  const std::string sharing = step.wrong == 1              ? ""
                              : step.sharing == step.wrong ? "all "
                                                           : fmt::format("{} of them ", step.sharing);
  return fmt::format("{} of {} wrong, {}{}{}", step.wrong, step.answered, sharing, shortened_answer(step.answer),
                     step.mistake.empty() ? "" : fmt::format(": {}", message_line(first_sentence(step.mistake))));
}

std::string discussed_line(const DiscussedStep& step) {
  const std::string wrong = wrong_text(step);
  const std::string skipped =
      step.skipped == 0 ? "" : fmt::format("skipped by {} of {}", step.skipped, step.skipped + step.answered);
  return fmt::format("  {}.{}: {}{}{}\n", step.lesson_number, step.step, skipped,
                     wrong.empty() || skipped.empty() ? "" : "; ", wrong);
}

/// The questions to discuss, most common misconception first; nothing if no answer is wrong and none was skipped.
std::string discussion_text(const ClassReport& report) {
  const std::vector<DiscussedStep> steps = steps_to_discuss(report);
  const std::size_t shown = std::min(steps.size(), max_shown_discussed);
  std::string text = steps.empty() ? "" : "\nDiscuss\n";
  for (std::size_t i = 0; i < shown; ++i) {
    text += discussed_line(steps[i]);
  }
  if (const std::size_t others = steps.size() - shown; others > 0) {
    text += fmt::format("  and {}\n", count_text(others, "other question"));
  }
  return text;
}

std::string unexplained_text(const ClassReport& report) {
  std::string text;
  for (const std::string& fault : report.unexplained) {
    text += fmt::format("\nNot explained: {}", message_line(fault));
  }
  return text.empty() ? "" : text + '\n';
}

bool is_begun_by_anybody(const ClassReport& report, std::size_t lesson) {
  return std::ranges::any_of(report.students,
                             [&](const StudentScore& student) { return student.lessons[lesson].is_begun; });
}

std::string steps_text(const ClassReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    const ReportedLesson& lesson = report.lessons[i];
    text += fmt::format("\n{}  {}: {}\n", i + 1, lesson.name, message_line(lesson.title));
    if (!is_begun_by_anybody(report, i)) {
      text += "   not started\n";
      continue;
    }
    for (const StepScore& step : lesson.steps) {
      text += step_text(step);
    }
  }
  return text;
}

Json counts_json(const OutcomeCounts& counts) {
  return {{"questions", counts.questions}, {"answered", counts.answered()}, {"right", counts.right},
          {"tasks", counts.tasks},         {"done", counts.done},           {"shown", counts.shown},
          {"skipped", counts.skipped}};
}

Json student_json(const ClassReport& report, const StudentScore& student) {
  Json json{{"student", student.student}, {"lessons", Json::array()}};
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    const LessonScore& score = student.lessons[i];
    Json lesson{{"lesson", report.lessons[i].name}, {"is_begun", score.is_begun}, {"is_finished", score.is_finished}};
    lesson.update(counts_json(score.counts));
    json["lessons"].push_back(std::move(lesson));
  }
  json.update(counts_json(student.all));
  return json;
}

Json step_json(const ReportedLesson& lesson, const StepScore& step) {
  Json json{{"lesson", lesson.name}, {"step", step.step}};
  for (const auto& [name, text] :
       {std::pair{"title", &step.title}, {"question", &step.question}, {"right_answer", &step.right_answer}}) {
    if (!text->empty()) {
      json[name] = *text;
    }
  }
  json.update(counts_json(step.counts));
  if (step.changed > 0) {
    json["changed"] = step.changed;
  }
  json["wrong_answers"] = Json::array();
  for (const WrongAnswer& wrong : step.wrong_answers) {
    Json& added = json["wrong_answers"].emplace_back();
    added = {{"answer", wrong.answer.answer}, {"count", wrong.answer.count}};
    if (!wrong.mistake.empty()) {
      added["mistake"] = wrong.mistake;
    }
  }
  return json;
}

Json discussed_json(const DiscussedStep& step) {
  Json json{{"lesson", step.lesson}, {"step", step.step},       {"answered", step.answered},
            {"wrong", step.wrong},   {"skipped", step.skipped}, {"sharing", step.sharing}};
  if (!step.answer.empty()) {
    json["answer"] = step.answer;
  }
  if (!step.mistake.empty()) {
    json["mistake"] = step.mistake;
  }
  return json;
}

}  // namespace

std::string class_report_text(std::span<const ClassReport> reports) {
  std::string text;
  for (const ClassReport& report : reports) {
    text += fmt::format("{}{}: {}; of {} in all, {} answered, {} right the first time\n{}\n{}",
                        text.empty() ? "" : "\n", report.course, count_text(report.students.size(), "student"),
                        count_text(report.all.questions, "question"), report.all.answered(), report.all.right,
                        discussion_text(report), table_text(student_rows(report)));
    text +=
        "\nRight the first time / questions; *: not finished; -: not started; !: at least half of the answers are "
        "wrong.\n";
    text += steps_text(report) + unexplained_text(report);
  }
  return text;
}

Json class_report_json(std::span<const ClassReport> reports) {
  Json json = Json::array();
  for (const ClassReport& report : reports) {
    Json course{{"course", report.course},
                {"is_built_in", report.is_built_in},
                {"discuss", Json::array()},
                {"lessons", Json::array()},
                {"students", Json::array()},
                {"steps", Json::array()},
                {"not_explained", report.unexplained}};
    for (const DiscussedStep& step : steps_to_discuss(report)) {
      course["discuss"].push_back(discussed_json(step));
    }
    for (const StudentScore& student : report.students) {
      course["students"].push_back(student_json(report, student));
    }
    for (const ReportedLesson& lesson : report.lessons) {
      course["lessons"].push_back({{"lesson", lesson.name}, {"title", lesson.title}});
      for (const StepScore& step : lesson.steps) {
        course["steps"].push_back(step_json(lesson, step));
      }
    }
    course.update(counts_json(report.all));
    json.push_back(std::move(course));
  }
  return json;
}

}  // namespace texelscope::app
