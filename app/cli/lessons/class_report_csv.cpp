#include "app/cli/lessons/class_report_csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/text/escape.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t max_answer_columns = 3;

bool is_number(std::string_view text) {
  return number_from<double>(text.substr(text.starts_with('+') ? 1 : 0)).has_value();
}

std::string csv_line(const Row& cells) { return fmt::format("{}\r\n", fmt::join(cells, ",")); }

const char* flag_text(bool flag) { return flag ? "true" : "false"; }

constexpr std::string_view count_names = "questions,answered,right,tasks,done,shown,skipped";

std::string counts_cells(const OutcomeCounts& counts) {
  return fmt::format("{},{},{},{},{},{},{}", counts.questions, counts.answered(), counts.right, counts.tasks,
                     counts.done, counts.shown, counts.skipped);
}

/// The signs that begin a formula. Spreadsheets read the full-width ones, too.
constexpr std::u32string_view formula_signs = U"=+-@\uff1d\uff0b\uff0d\uff20";

/// The text from its first letter that is not a space, which spreadsheets may ignore: of Unicode's, those without ink.
std::string_view from_first_visible(std::string_view text) {
  constexpr std::u32string_view other_spaces = U" \t\r\n\u00a0\u2060\u3000\ufeff";
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    const char32_t code = take_code_point(text, at);
    if (other_spaces.find(code) == std::u32string_view::npos && (code < 0x2000 || code > 0x200F)) {
      return text.substr(begin);
    }
  }
  return {};
}

}  // namespace

std::string students_csv(std::span<const ClassReport> reports) {
  std::string text = csv_line({"course", "student", "lesson", "is_begun", "is_finished", std::string(count_names)});
  for (const ClassReport& report : reports) {
    for (const StudentScore& student : report.students) {
      for (std::size_t i = 0; i < report.lessons.size(); ++i) {
        const LessonScore& score = student.lessons[i];
        text += csv_line({csv_cell(report.course), csv_cell(student.student), csv_cell(report.lessons[i].name),
                          flag_text(score.is_begun), flag_text(score.is_finished), counts_cells(score.counts)});
      }
    }
  }
  return text;
}

std::string steps_csv(std::span<const ClassReport> reports) {
  Row head{"course", "lesson", "step", "title", "question", "right_answer", std::string(count_names)};
  for (std::size_t i = 1; i <= max_answer_columns; ++i) {
    head.push_back(fmt::format("wrong_answer_{}", i));
    head.push_back(fmt::format("count_{}", i));
  }
  std::string text = csv_line(head);
  for (const ClassReport& report : reports) {
    for (const ReportedLesson& lesson : report.lessons) {
      for (const StepScore& step : lesson.steps) {
        Row row{csv_cell(report.course), csv_cell(lesson.name), fmt::format("{}", step.step)};
        for (const std::string* const known : {&step.title, &step.question, &step.right_answer}) {
          row.push_back(known->empty() ? "" : csv_cell(*known));
        }
        row.push_back(counts_cells(step.counts));
        for (std::size_t i = 0; i < max_answer_columns; ++i) {
          const bool is_there = i < step.wrong_answers.size();
          row.push_back(is_there ? csv_cell(step.wrong_answers[i].answer.answer) : "");
          row.push_back(is_there ? fmt::format("{}", step.wrong_answers[i].answer.count) : "");
        }
        text += csv_line(row);
      }
    }
  }
  return text;
}

std::string answers_csv(std::span<const LessonResults> files) {
  std::string text = csv_line({"course", "student", "lesson", "step", "kind", "outcome", "answer"});
  for (const LessonResults& file : files) {
    for (const LessonResult& lesson : file.lessons) {
      for (const StepResult& step : lesson.steps) {
        text += csv_line({csv_cell(file.course), csv_cell(file.student), csv_cell(lesson.lesson),
                          fmt::format("{}", step.step), std::string(name_of(step.kind)),
                          std::string(name_of(step.outcome)), step.answer.empty() ? "" : csv_cell(step.answer)});
      }
    }
  }
  return text;
}

std::string csv_cell(const std::string& text) {
  const std::string_view formula = from_first_visible(text);
  std::size_t at = 0;
  const bool is_formula = !formula.empty() &&
                          formula_signs.find(take_code_point(formula, at)) != std::u32string_view::npos &&
                          !is_number(formula);
  std::string cell = is_formula ? "\"'" : "\"";
  for (const char letter : text) {
    cell += letter;
    if (letter == '"') {
      cell += '"';
    }
  }
  return cell + '"';
}

}  // namespace texelscope::app
