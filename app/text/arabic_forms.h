#pragma once

#include <string>
#include <string_view>

namespace texelscope::app {

/// A text of valid UTF-8 in the order of reading, with each Arabic and Persian letter in the form that joins it to its
/// neighbors (Unicode's Arabic Presentation Forms), which fonts without shaping need. Other letters stay as they are.
[[nodiscard]] std::string joined_arabic(std::string_view text);

}  // namespace texelscope::app
