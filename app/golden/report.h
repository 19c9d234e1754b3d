#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/compare/compare.h"
#include "app/golden/check.h"

namespace texelscope::app {

/// What a check found, for the reports of image comparisons: each frame with its figures and what it was made with. A
/// frame fails here exactly where it failed there, for the same reason.
[[nodiscard]] std::vector<PairResult> pair_results(std::span<const GoldenResult> results, KeepImages keep);

}  // namespace texelscope::app
