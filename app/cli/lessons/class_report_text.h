#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "app/lessons/class_report.h"

namespace texelscope::app {

/// A report for people: for each course a table of its students by lesson, and below it how many were right at each
/// step, with the most frequent wrong answers.
[[nodiscard]] std::string class_report_text(std::span<const ClassReport> reports);

/// The same for programs.
[[nodiscard]] nlohmann::ordered_json class_report_json(std::span<const ClassReport> reports);

/// A table for a spreadsheet (RFC 4180, in UTF-8): a row for each student and lesson.
[[nodiscard]] std::string students_csv(std::span<const ClassReport> reports);
/// A row for each step, with its three most frequent wrong answers.
[[nodiscard]] std::string steps_csv(std::span<const ClassReport> reports);

/// A cell of such a table, in quotes. A spreadsheet computes what begins like a formula, which a student may have
/// written: a cell of text that begins with =, +, - or @, behind blanks too, begins with an apostrophe, unless it is a
/// number.
[[nodiscard]] std::string csv_cell(const std::string& text);

}  // namespace texelscope::app
