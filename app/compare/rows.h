#pragma once

#include <functional>

namespace texelscope::app {

/// Calls `work` with ranges of rows that together are 0…height − 1, on all cores; in any order.
void for_row_ranges(int height, const std::function<void(int begin, int end)>& work);

}  // namespace texelscope::app
