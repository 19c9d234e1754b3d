#include "app/images/loaded_font.h"

#include <stb_truetype.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "app/files/file.h"
#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

LoadedFont read_font(const fs::path& file) {
  constexpr std::uintmax_t largest_font = std::uintmax_t{1} << 26U;
  LoadedFont font;
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
  auto info = std::make_shared<stbtt_fontinfo>();
  if (offset < 0 || stbtt_InitFont(info.get(), data, offset) == 0) {
    return {};
  }
  font.info = std::move(info);
  return font;
}

}  // namespace

bool LoadedFont::has(char32_t character) const {
  return info && stbtt_FindGlyphIndex(info.get(), static_cast<int>(character)) != 0;
}

float LoadedFont::line_height() const {
  return info ? stbtt_ScaleForMappingEmToPixels(info.get(), 1) / stbtt_ScaleForPixelHeight(info.get(), 1) : 1;
}

float LoadedFont::advance(char32_t character) const {
  int width = 0;
  int bearing = 0;
  stbtt_GetCodepointHMetrics(info.get(), static_cast<int>(character), &width, &bearing);
  return static_cast<float>(width);
}

const LoadedFont& loaded_font(const fs::path& file) {
  static std::mutex mutex;
  static std::map<fs::path, LoadedFont> fonts;
  const std::lock_guard lock{mutex};
  const auto found = fonts.find(file);
  return found != fonts.end() ? found->second : fonts.emplace(file, read_font(file)).first->second;
}

const LoadedFont& loaded_font(FontUse use) { return loaded_font(find_font_file(use).value_or(fs::path())); }

float digit_width(const LoadedFont& font) {
  float width = 0;
  for (char32_t digit = U'0'; font.info && digit <= U'9'; ++digit) {
    width = std::max(width, font.advance(digit) * stbtt_ScaleForPixelHeight(font.info.get(), 1));
  }
  return width;
}

std::vector<const LoadedFont*> fallback_fonts(const std::set<char32_t>& characters, std::span<const fs::path> files) {
  std::set<char32_t> missing = characters;
  std::vector<const LoadedFont*> fonts;
  for (std::size_t i = 0; i < files.size() && !missing.empty(); ++i) {
    const LoadedFont& font = loaded_font(files[i]);
    const std::size_t erased = std::erase_if(missing, [&](char32_t character) { return font.has(character); });
    if (erased > 0 && i > 0) {
      fonts.push_back(&font);
    }
  }
  return fonts;
}

std::vector<const LoadedFont*> fallback_fonts(const std::set<char32_t>& characters) {
  std::vector<fs::path> files{find_font_file(FontUse::text).value_or(fs::path())};
  const auto others = fallback_font_files();
  files.insert(files.end(), others.begin(), others.end());
  return fallback_fonts(characters, files);
}

}  // namespace texelscope::app
