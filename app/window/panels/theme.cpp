#include "app/window/panels/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/files/font_file.h"
#include "app/images/fallback_fonts.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

/// Ranges of characters in ImGui's format: pairs of first and last, terminated by 0.
template <std::size_t Count>
constexpr std::array<ImWchar, 2 * Count + 1> glyph_pairs(const std::array<LetterRange, Count>& ranges) {
  std::array<ImWchar, 2 * Count + 1> pairs{};
  for (std::size_t i = 0; i < Count; ++i) {
    pairs[2 * i] = ranges[i].first;
    pairs[2 * i + 1] = ranges[i].last;
  }
  return pairs;
}

constexpr auto own_glyphs = glyph_pairs(own_letters);
constexpr auto all_glyphs = glyph_pairs(all_letters);
constexpr std::array<ImWchar, 15> value_glyphs = {0x20,   0x7E,   0xB0,   0xD7,   0x3A3,  0x3A3,  0x2013, 0x2013,
                                                  0x2026, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0};

/// The glyphs of texts. ImGui refers to them, and to the bytes of the fallback fonts, until it has rasterized the
/// glyphs or, from 1.92 on, as long as it uses the fonts.
struct TextGlyphs {
  std::vector<ImWchar> pairs;
  std::vector<FallbackFont> fallback;
};
TextGlyphs text_glyphs;

TextGlyphs text_glyphs_for(Letters letters) {
  TextGlyphs glyphs;
  const auto take = [&](const auto& pairs) { glyphs.pairs.assign(pairs.begin(), pairs.end() - 1); };
  letters == Letters::own ? take(own_glyphs) : take(all_glyphs);
  std::set<char32_t> others;
  for (const char32_t letter : noted_letters()) {
    // Debian builds ImGui with 16-bit characters.
    if (letter <= std::numeric_limits<ImWchar>::max()) {
      glyphs.pairs.insert(glyphs.pairs.end(), 2, static_cast<ImWchar>(letter));
      others.insert(letter);
    }
  }
  glyphs.pairs.push_back(0);
  glyphs.fallback = fallback_fonts(others);
  return glyphs;
}

#if IMGUI_VERSION_NUM < 19200
float pixels_of_letters(float density) { return density; }

/// Glyphs with more pixels must have the same size in the layout.
void keep_size_of_letters(float density) {
  if (density == 1) {
    return;
  }
  for (ImFont* const font : ImGui::GetIO().Fonts->Fonts) {
    font->FontSize /= density;
    font->Ascent /= density;
    font->Descent /= density;
    for (ImFontGlyph& glyph : font->Glyphs) {
      for (float* const length : {&glyph.AdvanceX, &glyph.X0, &glyph.Y0, &glyph.X1, &glyph.Y1}) {
        *length /= density;
      }
    }
    font->BuildLookupTable();
  }
}
#else
// These versions rasterize glyphs at the framebuffer's resolution.
float pixels_of_letters(float) { return 1; }
void keep_size_of_letters(float) {}
#endif

ImFont* load_font(FontUse use, float pixels, float density, std::span<const ImWchar> glyphs) {
  ImFontConfig config;
  config.OversampleH = 1;
  config.PixelSnapH = true;
  config.SizePixels = std::round(std::round(pixels) * pixels_of_letters(density));
  if (const auto file = find_font_file(use)) {
    // ImGui would abort if it could not read the file. It frees the copy.
    constexpr std::uintmax_t largest_font = std::uintmax_t{1} << 26U;
    const std::vector<std::byte> bytes = read_file(*file, largest_font);
    void* const copy = ImGui::MemAlloc(bytes.size());
    std::memcpy(copy, bytes.data(), bytes.size());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(copy, static_cast<int>(bytes.size()), config.SizePixels, &config,
                                                      glyphs.data());
  }
  return ImGui::GetIO().Fonts->AddFontDefault(&config);
}

/// A font of texts, with the letters of other scripts that it lacks.
ImFont* load_text_font(FontUse use, float pixels, float density) {
  ImFont* const font = load_font(use, pixels, density, text_glyphs.pairs);
  for (const FallbackFont& fallback : text_glyphs.fallback) {
    ImFontConfig config;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    config.MergeMode = true;
    config.FontDataOwnedByAtlas = false;
    // ImGui does not write to it.
    auto* const data = const_cast<std::byte*>(fallback.bytes->data());
    // ImGui's sizes are heights of lines, which are much larger than letters in some fonts.
    const float lines = std::round(pixels) * std::clamp(fallback.line_height, 0.5F, 2.0F);
    ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(fallback.bytes->size()),
                                               std::round(lines * pixels_of_letters(density)), &config,
                                               text_glyphs.pairs.data());
  }
  return font;
}

/// Builds the fonts, where this version of ImGui needs that before their glyphs can be looked up.
void build_fonts() {
#if IMGUI_VERSION_NUM < 19200
  ImGui::GetIO().Fonts->Build();
#endif
}

}  // namespace

void replace_missing_letters(ImFont& font) {
  constexpr std::array<std::pair<ImWchar, ImWchar>, 13> similar{{{0x3A3, 'S'},
                                                                 {0x2013, '-'},
                                                                 {0x2014, '-'},
                                                                 {0x2018, '\''},
                                                                 {0x2019, '\''},
                                                                 {0x201C, '"'},
                                                                 {0x201D, '"'},
                                                                 {0x2026, '.'},
                                                                 {0x2190, '<'},
                                                                 {0x2191, '^'},
                                                                 {0x2192, '>'},
                                                                 {0x2193, 'v'},
                                                                 {0x2212, '-'}}};
  for (const auto& [letter, replacement] : similar) {
    if (!has_glyph(&font, letter)) {
      font.AddRemapChar(letter, replacement);
    }
  }
}

Theme make_theme(float scale, float density, Letters letters) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle{};
  style.WindowPadding = {size::padding, size::padding};
  style.FramePadding = {size::gap, 3};
  style.ItemSpacing = {size::gap, 5};
  style.ItemInnerSpacing = {6, 4};
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameRounding = size::rounding;
  style.GrabRounding = size::rounding;
  style.PopupRounding = size::rounding;
  style.GrabMinSize = 20;
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(scale);
  use_theme(theme_in_use());

  ImGui::GetIO().Fonts->Clear();
  Theme theme{.scale = scale, .density = density, .letters = letters, .num_noted = noted_letters().size()};
  set_loaded_letters(letters);
  text_glyphs = text_glyphs_for(letters);
  theme.text = load_text_font(FontUse::text, theme(size::text), density);
  theme.heading = load_text_font(FontUse::heading, theme(size::heading), density);
  theme.small_text = load_text_font(FontUse::text, theme(size::small_text), density);
  theme.value = load_font(FontUse::value, theme(size::value), density, value_glyphs);
  theme.tiny_value = load_font(FontUse::value, theme(size::tiny_value), density, value_glyphs);
  build_fonts();
  for (ImFont* const font : ImGui::GetIO().Fonts->Fonts) {
    replace_missing_letters(*font);
  }
  keep_size_of_letters(density);
  return theme;
}

}  // namespace texelscope::app
