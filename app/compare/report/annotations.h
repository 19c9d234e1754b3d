#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// A line for each failed pair that GitHub's runner shows at the expected image's file: "::error file=…,title=…::…"
/// (GitHub's documentation: "Workflow commands for GitHub Actions").
[[nodiscard]] std::string github_annotations(const std::vector<PairResult>& results);

/// A line for each picture of a failed pair that CTest takes into its results (CMake's documentation of ctest(1):
/// "Additional Test Measurements"): the expected, the actual and the difference. `folder` is that of the report.
[[nodiscard]] std::string ctest_measurements(const std::vector<PairResult>& results,
                                             const std::filesystem::path& folder);

}  // namespace texelscope::app
