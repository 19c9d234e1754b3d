#pragma once

#include <string_view>

namespace texelscope::app {

/// Whether one person's name comes before another's in a list for people: capital letters and accents of Latin letters
/// do not matter, and digits count as numbers, so that "Student 9" precedes "Student 10". Other letters follow in the
/// order of Unicode. A strict weak order; only equal bytes are equivalent.
[[nodiscard]] bool is_name_before(std::string_view a, std::string_view b);

}  // namespace texelscope::app
