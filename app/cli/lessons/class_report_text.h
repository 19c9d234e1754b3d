#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "app/lessons/report/class_report.h"

namespace texelscope::app {

/// A report for people: for each course the questions to discuss, a table of its students by lesson, and the outcomes
/// of each step with the most frequent wrong answers. Long answers are shortened.
[[nodiscard]] std::string class_report_text(std::span<const ClassReport> reports);

/// The same as JSON.
[[nodiscard]] nlohmann::ordered_json class_report_json(std::span<const ClassReport> reports);

}  // namespace texelscope::app
