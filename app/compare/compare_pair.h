#pragma once

#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/measures/compare.h"

namespace texelscope::app {

/// Compares a pair. Images are created only for a ReportWriter, which moves them out; the ꟻLIP map becomes one of these
/// images, and is otherwise discarded. Does not throw for problems of the images, which are failures.
[[nodiscard]] PairResult compare_pair(const ImagePair& pair, const ComparisonOptions& options, KeepImages keep);

/// Sorts the worst to the front: those that could not be compared first, then by failure, the pixels of the largest
/// cluster and the largest error; then by name.
void sort_worst_first(std::vector<PairResult>& results);

}  // namespace texelscope::app
