#pragma once

#include <functional>

namespace texelscope::app {

/// Calls `work` with ranges of at most `at_once` that together cover 0…count − 1, on all cores and in any order; a call
/// from inside `work` runs only on this thread. @throws one of the exceptions of `work`.
void for_ranges(int count, int at_once, const std::function<void(int begin, int end)>& work);

/// Whether this thread is inside for_ranges(), and other cores are in use.
[[nodiscard]] bool are_cores_shared_out();

/// for_ranges() over the rows of an image.
inline void for_row_ranges(int height, const std::function<void(int begin, int end)>& work) {
  for_ranges(height, 16, work);
}

}  // namespace texelscope::app
