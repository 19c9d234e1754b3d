#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "app/files/font_file.h"

struct stbtt_fontinfo;

namespace texelscope::app {

/// A font file in memory, where it stays: Dear ImGui and stb_truetype refer to its bytes.
struct LoadedFont {
  /// Both are null if the file is missing or damaged.
  std::shared_ptr<const std::vector<std::byte>> bytes{};
  std::shared_ptr<const stbtt_fontinfo> info{};

  [[nodiscard]] bool has(char32_t character) const;
  /// The distance from a character to the next one, in the font's own units.
  [[nodiscard]] float advance(char32_t character) const;
  /// The height of a line, relative to the size of letters (em); 1 without a font.
  [[nodiscard]] float line_height() const;
};

/// The file's font, which is read once.
[[nodiscard]] const LoadedFont& loaded_font(const std::filesystem::path& file);
/// The font of find_font_file(); without bytes if none of the common font files exists.
[[nodiscard]] const LoadedFont& loaded_font(FontUse use);

/// The largest advance of a digit, relative to the height of a line: numbers with digits of this width do not move when
/// they change.
[[nodiscard]] float digit_width(const LoadedFont& font);

/// The first of the common font files for each of these characters that the font of running text lacks, in the order in
/// which they are to be used. Reads no more of them than necessary. Characters without a font are ignored.
[[nodiscard]] std::vector<const LoadedFont*> fallback_fonts(const std::set<char32_t>& characters);

/// The same for these font files instead of the common ones, the first of which is the font of running text.
[[nodiscard]] std::vector<const LoadedFont*> fallback_fonts(const std::set<char32_t>& characters,
                                                            std::span<const std::filesystem::path> files);

}  // namespace texelscope::app
