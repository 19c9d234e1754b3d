#pragma once

#include <span>
#include <string>

#include "app/lessons/report/class_report.h"

/// Tables for a spreadsheet (RFC 4180, in UTF-8).
namespace texelscope::app {

/// A row per student and lesson.
[[nodiscard]] std::string students_csv(std::span<const ClassReport> reports);
/// A row for each step: its title, question and right answer where they are known, and its three most frequent wrong
/// answers.
[[nodiscard]] std::string steps_csv(std::span<const ClassReport> reports);
/// A row per student and step: its outcome, and the first answer.
[[nodiscard]] std::string answers_csv(std::span<const LessonResults> files);

/// A quoted cell. Spreadsheets evaluate cells that look like formulas, which a student may have written, so a text cell
/// that starts with =, +, - or @, possibly after spaces, is prefixed with an apostrophe, unless it is a number.
[[nodiscard]] std::string csv_cell(const std::string& text);

}  // namespace texelscope::app
