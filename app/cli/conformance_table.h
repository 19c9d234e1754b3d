#pragma once

#include <string>

#include "app/conformance/conformance_run.h"

namespace texelscope::app {

/// What was compared with what.
struct ConformanceSubject {
  /// The device that tells what is right, or that was recorded.
  CorpusOrigin expected;
  /// What was compared with it: "the model on device cpu".
  std::string compared;
};

/// A line for each class under the heading of its group, then what exactness the groups have, then the mismatches
/// explained.
[[nodiscard]] std::string conformance_table(const ConformanceReport& report, const ConformanceSubject& subject);

/// The same for programs.
[[nodiscard]] std::string conformance_json(const ConformanceReport& report, const ConformanceSubject& subject);

}  // namespace texelscope::app
