#include "app/window/panels/theme.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/files/font_file.h"
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

// ImGui refers to these until it has rasterized the glyphs.
constexpr auto own_glyphs = glyph_pairs(own_letters);
constexpr auto all_glyphs = glyph_pairs(all_letters);
constexpr std::array<ImWchar, 15> value_glyphs = {0x20,   0x7E,   0xB0,   0xD7,   0x3A3,  0x3A3,  0x2013, 0x2013,
                                                  0x2026, 0x2026, 0x2190, 0x2193, 0x2212, 0x2212, 0};

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
  Theme theme{.scale = scale, .density = density, .letters = letters};
  const std::span<const ImWchar> text_glyphs =
      letters == Letters::own ? std::span<const ImWchar>(own_glyphs) : std::span<const ImWchar>(all_glyphs);
  theme.text = load_font(FontUse::text, theme(size::text), density, text_glyphs);
  theme.heading = load_font(FontUse::heading, theme(size::heading), density, text_glyphs);
  theme.small_text = load_font(FontUse::text, theme(size::small_text), density, text_glyphs);
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
