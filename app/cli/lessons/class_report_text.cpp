#include "app/cli/lessons/class_report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "app/lessons/report/class_report.h"
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

/// "3/4": of the questions of a row, those that are right or answered.
std::string of_questions(const Json& row, const char* count) {
  return fmt::format("{}/{}", count_of(row, count), count_of(row, "questions"));
}

std::vector<Row> student_rows(const Json& report) {
  std::vector<Row> rows(1, Row{"student"});
  Row sums{"all"};
  for (std::size_t i = 0; i < report.at("lessons").size(); ++i) {
    rows[0].push_back(fmt::format("{}", i + 1));
    std::size_t right = 0;
    std::size_t questions = 0;
    for (const Json& student : report.at("students")) {
      right += count_of(student.at("lessons")[i], "right");
      questions += count_of(student.at("lessons")[i], "questions");
    }
    sums.push_back(fmt::format("{}/{}", right, questions));
  }
  rows[0].insert(rows[0].end(), {"all", "answered"});
  for (const Json& student : report.at("students")) {
    Row& row = rows.emplace_back(Row{text_of(student, "student")});
    for (const Json& lesson : student.at("lessons")) {
      row.push_back(lesson.at("is_begun") == false
                        ? "-"
                        : of_questions(lesson, "right") + (lesson.at("is_finished") == true ? "" : "*"));
    }
    row.insert(row.end(), {of_questions(student, "right"), of_questions(student, "answered")});
  }
  sums.insert(sums.end(), {of_questions(report, "right"), of_questions(report, "answered")});
  rows.push_back(sums);
  return rows;
}

std::string shortened_answer(const Json& row, const char* name) {
  constexpr std::size_t max_bytes = 60;
  return fmt::format("\"{}\"", shown_line(text_of(row, name), max_bytes));
}

/// The text after a separator; nothing if there is no text.
std::string after(std::string_view separator, std::string_view text) {
  return text.empty() ? "" : fmt::format("{}{}", separator, message_line(text));
}

/// "and 2 other questions" after those that are shown; nothing if all are.
std::string others_text(std::string_view indent, std::size_t count, std::size_t max_shown, std::string_view noun) {
  return count <= max_shown ? "" : fmt::format("{}and {}\n", indent, count_text(count - max_shown, noun));
}

std::string step_text(const Json& step) {
  const std::size_t right = count_of(step, "right");
  const std::size_t wrong = count_of(step, "answered") - right;
  const std::size_t skipped = count_of(step, "skipped");
  // At least half of the answers.
  const bool is_hard = wrong > 0 && wrong >= right;
  std::string text =
      fmt::format(" {} step {}{}: ", is_hard ? '!' : ' ', count_of(step, "step"), after(", ", text_of(step, "title")));
  text += step.at("kind") == "question"
              ? fmt::format("{} right, {} wrong", right, wrong)
              : fmt::format("{} done, {} shown", count_of(step, "done"), count_of(step, "shown"));
  text += skipped > 0 ? fmt::format(", {} skipped\n", skipped) : "\n";
  for (const std::string& line : {changed_text(step), text_of(step, "question")}) {
    text += line.empty() ? "" : after("      ", line) + '\n';
  }
  if (!step.at("right_answer").is_null()) {
    text += fmt::format("      right: {}\n", shortened_answer(step, "right_answer"));
  }
  const Json& wrong_answers = step.at("wrong_answers");
  for (std::size_t i = 0; i < std::min(wrong_answers.size(), max_shown_answers); ++i) {
    text += fmt::format("      wrong: {} ({}){}\n", shortened_answer(wrong_answers[i], "answer"),
                        count_of(wrong_answers[i], "count"), after(": ", text_of(wrong_answers[i], "mistake")));
  }
  return text + others_text("      ", wrong_answers.size(), max_shown_answers, "other wrong answer");
}

/// The text up to the first mark that ends a sentence; a decimal point, as in 0.5, does not.
std::string first_sentence(const std::string& text) {
  const std::size_t end = text.find_first_of(".!?");
  for (std::size_t at = end; at < text.size(); at = text.find_first_of(".!?", at + 1)) {
    if (at + 1 == text.size() || text[at + 1] == ' ') {
      return text.substr(0, at + 1);
    }
  }
  return text;
}

/// "2 of 3 wrong, all "10": Texel 0 does extend to 1."; empty if no answer is wrong.
std::string wrong_text(const Json& step) {
  const std::size_t wrong = count_of(step, "wrong");
  const std::size_t sharing = count_of(step, "sharing");
  if (wrong == 0) {
    return "";
  }
  return fmt::format("{} of {} wrong, {}{}{}", wrong, count_of(step, "answered"),
                     wrong == 1         ? ""
                     : sharing == wrong ? "all "
                                        : fmt::format("{} of them ", sharing),
                     shortened_answer(step, "answer"), after(": ", first_sentence(text_of(step, "mistake"))));
}

/// The questions to discuss, most common misconception first; nothing if no answer is wrong and none was skipped.
std::string discussion_text(const Json& report) {
  const Json& steps = report.at("discuss");
  std::string text = steps.empty() ? "" : "\nDiscuss\n";
  for (std::size_t i = 0; i < std::min(steps.size(), max_shown_discussed); ++i) {
    const Json& step = steps[i];
    const auto lesson = std::ranges::find_if(
        report.at("lessons"), [&](const Json& other) { return other.at("lesson") == step.at("lesson"); });
    const std::size_t skipped = count_of(step, "skipped");
    const std::string wrong = wrong_text(step);
    text += fmt::format(
        "  {}.{}: {}{}{}\n", lesson - report.at("lessons").begin() + 1, count_of(step, "step"),
        skipped == 0 ? "" : fmt::format("skipped by {} of {}", skipped, skipped + count_of(step, "answered")),
        wrong.empty() || skipped == 0 ? "" : "; ", wrong);
  }
  return text + others_text("  ", steps.size(), max_shown_discussed, "other question");
}

std::string unexplained_text(const Json& report) {
  std::string text;
  for (const Json& fault : report.at("not_explained")) {
    text += after("\nNot explained: ", fault.get<std::string>());
  }
  return text.empty() ? "" : text + '\n';
}

std::string steps_text(const Json& report) {
  std::string text;
  for (std::size_t i = 0; const Json& lesson : report.at("lessons")) {
    const bool has_begun = is_begun(report, i++);
    text += fmt::format("\n{}  {}: {}\n{}", i, text_of(lesson, "lesson"), message_line(text_of(lesson, "title")),
                        has_begun ? "" : "   not started\n");
    for (const Json& step : report.at("steps")) {
      text += has_begun && step.at("lesson") == lesson.at("lesson") ? step_text(step) : "";
    }
  }
  return text;
}

/// The rows without their entries that are null.
Json known_entries(const Json& json) {
  Json known = json.is_structured() ? Json(json.type()) : json;
  for (const auto& [name, value] : json.items()) {
    if (json.is_array()) {
      known.push_back(known_entries(value));
    } else if (json.is_object() && !value.is_null()) {
      known[name] = known_entries(value);
    }
  }
  return known;
}

}  // namespace

std::string class_report_text(const Json& reports) {
  std::string text;
  for (const Json& report : reports) {
    text +=
        fmt::format("{}{}: {}; of {} in all, {} answered, {} right the first time\n{}\n{}", text.empty() ? "" : "\n",
                    text_of(report, "course"), count_text(report.at("students").size(), "student"),
                    count_text(count_of(report, "questions"), "question"), count_of(report, "answered"),
                    count_of(report, "right"), discussion_text(report), table_text(student_rows(report)));
    text +=
        "\nRight the first time / questions; *: not finished; -: not started; !: at least half of the answers are "
        "wrong.\n";
    text += steps_text(report) + unexplained_text(report);
  }
  return text;
}

Json class_report_json(Json reports) {
  for (Json& report : reports) {
    for (Json& step : report.at("steps")) {
      step.erase("kind");
      step.erase("versions");
    }
  }
  return known_entries(reports);
}

}  // namespace texelscope::app
