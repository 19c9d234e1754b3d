#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelscope::app {

/// The extension for images of this format, "png", "jpg" or "webp", if browsers display the bytes exactly as the
/// program reads them: without a color space or gamma, which they would apply, without an orientation, and not
/// animated. Empty for all others. Reads only headers: the image may still be damaged.
[[nodiscard]] std::string_view browser_ending(std::span<const std::byte> bytes);

}  // namespace texelscope::app
