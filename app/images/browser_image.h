#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelscope::app {

/// The ending of the names of pictures of this format, "png", "jpg" or "webp", where browsers show the picture of the
/// bytes as it is read here: without a color space or a gamma, which they apply, without an orientation, and still.
/// Empty for all others. Reads headers alone: the picture may be damaged all the same.
[[nodiscard]] std::string_view browser_ending(std::span<const std::byte> bytes);

}  // namespace texelscope::app
