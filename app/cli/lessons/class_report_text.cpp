#include "app/cli/lessons/class_report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

/// In text and in tables of steps; JSON has all.
constexpr std::size_t max_shown_answers = 3;

std::size_t letters_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Columns two blanks apart, each as wide as its widest cell.
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

std::string count_text(const AnswerCount& count) { return fmt::format("{}/{}", count.right, count.asked); }

std::string score_text(const LessonScore& score) {
  return score.is_begun ? count_text(score.answers) + (score.is_finished ? "" : "*") : "-";
}

std::vector<Row> student_rows(const ClassReport& report) {
  std::vector<Row> rows(1, Row{"student"});
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    rows[0].push_back(fmt::format("{}", i + 1));
  }
  rows[0].emplace_back("all");
  for (const StudentScore& student : report.students) {
    Row& row = rows.emplace_back(Row{student.student});
    std::ranges::transform(student.lessons, std::back_inserter(row), score_text);
    row.push_back(count_text(student.all));
  }
  Row& sums = rows.emplace_back(Row{"all"});
  for (const ReportedLesson& lesson : report.lessons) {
    sums.push_back(count_text(lesson.all));
  }
  sums.push_back(count_text(report.all));
  return rows;
}

std::string wrong_answers_text(const std::vector<WrongAnswer>& answers) {
  const std::size_t shown = std::min(answers.size(), max_shown_answers);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < shown; ++i) {
    texts.push_back(fmt::format("\"{}\" ({})", answers[i].answer, answers[i].count));
  }
  const std::string others = answers.size() > shown ? fmt::format(", and {} more", answers.size() - shown) : "";
  return texts.empty() ? "" : fmt::format("; wrong: {}{}", fmt::join(texts, ", "), others);
}

std::string steps_text(const ClassReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    text += fmt::format("\n{}  {}\n", i + 1, report.lessons[i].name);
    for (const StepScore& step : report.lessons[i].steps) {
      text += fmt::format("   step {}: {} of {} right{}\n", step.step, step.answers.right, step.answers.asked,
                          wrong_answers_text(step.wrong_answers));
    }
  }
  return text;
}

Json count_json(const AnswerCount& count) { return {{"right", count.right}, {"asked", count.asked}}; }

Json student_json(const ClassReport& report, const StudentScore& student) {
  Json json{{"student", student.student}, {"lessons", Json::array()}};
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    const LessonScore& score = student.lessons[i];
    Json lesson{{"lesson", report.lessons[i].name}, {"is_begun", score.is_begun}, {"is_finished", score.is_finished}};
    lesson.update(count_json(score.answers));
    json["lessons"].push_back(std::move(lesson));
  }
  json.update(count_json(student.all));
  return json;
}

Json step_json(const ReportedLesson& lesson, const StepScore& step) {
  Json json{{"lesson", lesson.name}, {"step", step.step}};
  json.update(count_json(step.answers));
  json["wrong_answers"] = Json::array();
  for (const WrongAnswer& wrong : step.wrong_answers) {
    json["wrong_answers"].push_back({{"answer", wrong.answer}, {"count", wrong.count}});
  }
  return json;
}

bool is_number(std::string_view text) {
  double value = 0;
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

std::string csv_line(const Row& cells) { return fmt::format("{}\r\n", fmt::join(cells, ",")); }

const char* flag_text(bool flag) { return flag ? "true" : "false"; }

}  // namespace

std::string class_report_text(std::span<const ClassReport> reports) {
  std::string text;
  for (const ClassReport& report : reports) {
    text += fmt::format("{}{}: {} {}, {} of {} answers right the first time\n\n{}", text.empty() ? "" : "\n",
                        report.course, report.students.size(), report.students.size() == 1 ? "student" : "students",
                        report.all.right, report.all.asked, table_text(student_rows(report)));
    text += "\nRight the first time / asked; *: not finished; -: not begun.\n";
    text += steps_text(report);
  }
  return text;
}

Json class_report_json(std::span<const ClassReport> reports) {
  Json json = Json::array();
  for (const ClassReport& report : reports) {
    Json course{{"course", report.course}, {"students", Json::array()}, {"steps", Json::array()}};
    for (const StudentScore& student : report.students) {
      course["students"].push_back(student_json(report, student));
    }
    for (const ReportedLesson& lesson : report.lessons) {
      for (const StepScore& step : lesson.steps) {
        course["steps"].push_back(step_json(lesson, step));
      }
    }
    course.update(count_json(report.all));
    json.push_back(std::move(course));
  }
  return json;
}

std::string students_csv(std::span<const ClassReport> reports) {
  std::string text = csv_line({"course", "student", "lesson", "is_begun", "is_finished", "right", "asked"});
  for (const ClassReport& report : reports) {
    for (const StudentScore& student : report.students) {
      for (std::size_t i = 0; i < report.lessons.size(); ++i) {
        const LessonScore& score = student.lessons[i];
        text += csv_line({csv_cell(report.course), csv_cell(student.student), csv_cell(report.lessons[i].name),
                          flag_text(score.is_begun), flag_text(score.is_finished),
                          fmt::format("{}", score.answers.right), fmt::format("{}", score.answers.asked)});
      }
    }
  }
  return text;
}

std::string steps_csv(std::span<const ClassReport> reports) {
  Row head{"course", "lesson", "step", "right", "asked"};
  for (std::size_t i = 1; i <= max_shown_answers; ++i) {
    head.push_back(fmt::format("wrong_answer_{}", i));
    head.push_back(fmt::format("count_{}", i));
  }
  std::string text = csv_line(head);
  for (const ClassReport& report : reports) {
    for (const ReportedLesson& lesson : report.lessons) {
      for (const StepScore& step : lesson.steps) {
        Row row{csv_cell(report.course), csv_cell(lesson.name), fmt::format("{}", step.step),
                fmt::format("{}", step.answers.right), fmt::format("{}", step.answers.asked)};
        for (std::size_t i = 0; i < max_shown_answers; ++i) {
          const bool is_there = i < step.wrong_answers.size();
          row.push_back(is_there ? csv_cell(step.wrong_answers[i].answer) : "");
          row.push_back(is_there ? fmt::format("{}", step.wrong_answers[i].count) : "");
        }
        text += csv_line(row);
      }
    }
  }
  return text;
}

std::string csv_cell(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_formula = first != std::string::npos &&
                          std::string_view("=+-@").find(text[first]) != std::string::npos &&
                          !is_number(std::string_view(text).substr(first));
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
