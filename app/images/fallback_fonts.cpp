#include "app/images/fallback_fonts.h"

#include <stb_truetype.h>

#include <map>
#include <optional>
#include <utility>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/font_file.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

struct ReadFont {
  /// Null if the file is missing or damaged.
  std::shared_ptr<const std::vector<std::byte>> bytes{};
  stbtt_fontinfo info{};

  [[nodiscard]] bool has(char32_t character) const {
    return bytes && stbtt_FindGlyphIndex(&info, static_cast<int>(character)) != 0;
  }
  /// The height of a line, relative to the size of letters (em).
  [[nodiscard]] float line_height() const {
    return bytes ? stbtt_ScaleForMappingEmToPixels(&info, 1) / stbtt_ScaleForPixelHeight(&info, 1) : 1;
  }
};

ReadFont read_font(const fs::path& file) {
  constexpr std::uintmax_t largest_font = std::uintmax_t{1} << 26U;
  ReadFont font;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return font;
  }
  try {
    font.bytes = std::make_shared<const std::vector<std::byte>>(read_file(file, largest_font));
  } catch (const FileError&) {
    return font;
  }
  const auto* const data = reinterpret_cast<const unsigned char*>(font.bytes->data());
  const int offset = stbtt_GetFontOffsetForIndex(data, 0);
  if (offset < 0 || stbtt_InitFont(&font.info, data, offset) == 0) {
    font.bytes = nullptr;
  }
  return font;
}

/// The file's font, which is read once.
const ReadFont& font_of(const fs::path& file) {
  static std::map<fs::path, ReadFont> fonts;
  const auto found = fonts.find(file);
  return found != fonts.end() ? found->second : fonts.emplace(file, read_font(file)).first->second;
}

}  // namespace

std::vector<FallbackFont> fallback_fonts(const std::set<char32_t>& characters, std::span<const fs::path> files) {
  std::set<char32_t> missing = characters;
  std::vector<FallbackFont> fonts;
  for (std::size_t i = 0; i < files.size() && !missing.empty(); ++i) {
    const ReadFont& font = font_of(files[i]);
    const std::size_t erased = std::erase_if(missing, [&](char32_t character) { return font.has(character); });
    if (erased > 0 && i > 0) {
      fonts.push_back({font.bytes, font.line_height() / font_of(files[0]).line_height()});
    }
  }
  return fonts;
}

std::vector<FallbackFont> fallback_fonts(const std::set<char32_t>& characters) {
  std::vector<fs::path> files{find_font_file(FontUse::text).value_or(fs::path())};
  const auto others = fallback_font_files();
  files.insert(files.end(), others.begin(), others.end());
  return fallback_fonts(characters, files);
}

}  // namespace texelscope::app
