#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/cli/lessons/class_report_text.h"
#include "app/text/escape.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

using Columns = std::vector<std::string>;
using Json = nlohmann::ordered_json;

bool is_number(std::string_view text) {
  return number_from<double>(text.substr(text.starts_with('+') ? 1 : 0)).has_value();
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

std::string cell_of(const Json& value) {
  return value.is_null() ? "" : value.is_string() ? csv_cell(value.get<std::string>()) : value.dump();
}

/// The named columns of rows; cells that a row lacks are empty.
std::string csv_table(const Columns& columns, const Json& rows) {
  std::string text = fmt::format("{}\r\n", fmt::join(columns, ","));
  for (const Json& row : rows) {
    Columns cells;
    for (const std::string& column : columns) {
      cells.push_back(cell_of(row.value(column, Json())));
    }
    text += fmt::format("{}\r\n", fmt::join(cells, ","));
  }
  return text;
}

Columns with_counts(Columns columns) {
  columns.insert(columns.end(), {"questions", "answered", "right", "tasks", "done", "shown", "skipped"});
  return columns;
}

}  // namespace

std::string students_csv(const Json& reports) {
  Json rows = Json::array();
  for (const Json& report : reports) {
    for (const Json& student : report.at("students")) {
      for (const Json& lesson : student.at("lessons")) {
        rows.push_back({{"course", report.at("course")}, {"student", student.at("student")}});
        rows.back().update(lesson);
      }
    }
  }
  return csv_table(with_counts({"course", "student", "lesson", "is_begun", "is_finished"}), rows);
}

std::string steps_csv(const Json& reports) {
  constexpr std::size_t max_answers = 3;
  Columns columns = with_counts({"course", "lesson", "step", "title", "question", "right_answer"});
  for (std::size_t i = 1; i <= max_answers; ++i) {
    columns.push_back(fmt::format("wrong_answer_{}", i));
    columns.push_back(fmt::format("count_{}", i));
  }
  Json rows = Json::array();
  for (const Json& report : reports) {
    for (const Json& step : report.at("steps")) {
      Json& row = rows.emplace_back(step);
      row["course"] = report.at("course");
      for (std::size_t i = 1; const Json& wrong : step.at("wrong_answers")) {
        row[fmt::format("wrong_answer_{}", i)] = wrong.at("answer");
        row[fmt::format("count_{}", i++)] = wrong.at("count");
      }
    }
  }
  return csv_table(columns, rows);
}

std::string answers_csv(std::span<const LessonResults> files) {
  std::string text = "course,student,lesson,step,kind,outcome,answer\r\n";
  for (const LessonResults& file : files) {
    for (const LessonResult& lesson : file.lessons) {
      for (const StepResult& step : lesson.steps) {
        text += fmt::format("{},{},{},{},{},{},{}\r\n", csv_cell(file.course), csv_cell(file.student),
                            csv_cell(lesson.lesson), step.step, name_of(step.kind), name_of(step.outcome),
                            step.answer.empty() ? "" : csv_cell(step.answer));
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
