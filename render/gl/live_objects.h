#pragma once

#include <string>
#include <vector>

namespace texelscope::render::gl {

/// The objects of the current context, asked of GL itself: "texture 3", one for each of the first names that GL gives
/// away. Names of other users of the context count too. For tests of what a failure leaves behind.
[[nodiscard]] std::vector<std::string> live_objects();

}  // namespace texelscope::render::gl
