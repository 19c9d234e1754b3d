#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "app/lessons/class_report.h"

namespace texelscope::app {

/// A readable report: for each course a table of its students by lesson, followed by the outcome of each step, with the
/// most frequent wrong answers; long ones are shortened.
[[nodiscard]] std::string class_report_text(std::span<const ClassReport> reports);

/// The same as JSON.
[[nodiscard]] nlohmann::ordered_json class_report_json(std::span<const ClassReport> reports);

}  // namespace texelscope::app
