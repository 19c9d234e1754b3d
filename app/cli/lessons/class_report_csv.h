#pragma once

#include <span>
#include <string>

#include "app/lessons/report/class_report.h"

/// Tables for a spreadsheet (RFC 4180, in UTF-8).
namespace texelscope::app {

/// A row for each student and lesson.
[[nodiscard]] std::string students_csv(std::span<const ClassReport> reports);
/// A row for each step: its title, question and right answer where they are known, and its three most frequent wrong
/// answers.
[[nodiscard]] std::string steps_csv(std::span<const ClassReport> reports);
/// A row for each student and step: what became of it, and the first answer.
[[nodiscard]] std::string answers_csv(std::span<const LessonResults> files);

/// A cell of such a table, in quotes. A spreadsheet computes what begins like a formula, which a student may have
/// written: a cell of text that begins with =, +, - or @, behind blanks too, begins with an apostrophe, unless it is a
/// number.
[[nodiscard]] std::string csv_cell(const std::string& text);

}  // namespace texelscope::app
