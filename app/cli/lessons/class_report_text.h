#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "app/lessons/lesson_results.h"

/// The reports of make_class_reports(), printed.
namespace texelscope::app {

/// A readable report. Each course has the questions to discuss, a table of students by lesson, and for each step the
/// outcomes and the most frequent wrong answers. Long answers are shortened.
[[nodiscard]] std::string class_report_text(const nlohmann::ordered_json& reports);

/// The report for --json: without unknown entries, and without those for the text only.
[[nodiscard]] nlohmann::ordered_json class_report_json(nlohmann::ordered_json reports);

/// Tables for a spreadsheet (RFC 4180, in UTF-8): a row per student and lesson.
[[nodiscard]] std::string students_csv(const nlohmann::ordered_json& reports);
/// A row for each step: its title, question and right answer where they are known, and its three most frequent wrong
/// answers.
[[nodiscard]] std::string steps_csv(const nlohmann::ordered_json& reports);
/// A row per student and step: its outcome, and the first answer.
[[nodiscard]] std::string answers_csv(std::span<const LessonResults> files);

/// A quoted cell. Spreadsheets evaluate cells that look like formulas, which a student may have written, so a text cell
/// that starts with =, +, - or @, possibly after spaces, is prefixed with an apostrophe, unless it is a number.
[[nodiscard]] std::string csv_cell(const std::string& text);

}  // namespace texelscope::app
