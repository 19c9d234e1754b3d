#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "app/lessons/class_report.h"

namespace texelscope::app {

/// A report for people: for each course a table of its students by lesson, and below it what became of each step, with
/// the most frequent wrong answers; long ones are shortened.
[[nodiscard]] std::string class_report_text(std::span<const ClassReport> reports);

/// The same for programs.
[[nodiscard]] nlohmann::ordered_json class_report_json(std::span<const ClassReport> reports);

}  // namespace texelscope::app
