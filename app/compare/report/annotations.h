#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// A line per failed pair that the GitHub runner shows at the expected image's file: "::error file=…,title=…::…"
/// (GitHub documentation: "Workflow commands for GitHub Actions").
[[nodiscard]] std::string github_annotations(const std::vector<PairResult>& results);

/// A line per image of a failed pair that CTest adds to its results (CMake documentation of ctest(1): "Additional Test
/// Measurements"): the expected, the actual and the difference image. `folder` is the report's folder.
[[nodiscard]] std::string ctest_measurements(const std::vector<PairResult>& results,
                                             const std::filesystem::path& folder);

}  // namespace texelscope::app
