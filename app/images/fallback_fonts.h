#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace texelscope::app {

/// A font file in memory.
struct FallbackFont {
  std::shared_ptr<const std::vector<std::byte>> bytes{};
  /// The height of its lines, relative to that of the font of running text at the same size of letters.
  float line_height = 1;
};

/// The first of the common font files for each of these characters that the font of running text lacks, in the order in
/// which they are to be used. Reads no more of them than necessary; a file that was read stays in memory. Characters
/// without a font are ignored.
[[nodiscard]] std::vector<FallbackFont> fallback_fonts(const std::set<char32_t>& characters);

/// The same for these font files instead of the common ones, the first of which is the font of running text.
[[nodiscard]] std::vector<FallbackFont> fallback_fonts(const std::set<char32_t>& characters,
                                                       std::span<const std::filesystem::path> files);

}  // namespace texelscope::app
