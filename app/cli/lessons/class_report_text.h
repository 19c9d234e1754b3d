#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "app/lessons/report/class_report.h"

namespace texelscope::app {

/// A readable report. Each course has the questions to discuss, a table of students by lesson, and for each step the
/// outcomes and the most frequent wrong answers. Long answers are shortened.
[[nodiscard]] std::string class_report_text(std::span<const ClassReport> reports);

/// The report as JSON.
[[nodiscard]] nlohmann::ordered_json class_report_json(std::span<const ClassReport> reports);

}  // namespace texelscope::app
