#pragma once

#include <functional>
#include <vector>

#include "app/compare/image_folders.h"

namespace texelscope::app {

/// Compares all pairs of files on all cores and sorts the worst to the front. `tell` is called after each pair with the
/// number of those that are done, one call at a time, on any thread.
[[nodiscard]] std::vector<PairResult> compare_files(const std::vector<FilePair>& files, const Tolerance& tolerance,
                                                    KeepPictures keep, const std::function<void(std::size_t)>& tell);

}  // namespace texelscope::app
