#include "app/window/panels/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "app/images/loaded_font.h"
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

/// The glyphs of texts. ImGui refers to them until it has rasterized the glyphs or, from 1.92 on, as long as it uses
/// the fonts.
struct TextGlyphs {
  std::vector<ImWchar> pairs;
  std::vector<const LoadedFont*> fallback;
};
TextGlyphs text_glyphs;

TextGlyphs text_glyphs_for(Letters letters) {
  TextGlyphs glyphs;
  const auto take = [&](const auto& pairs) { glyphs.pairs.assign(pairs.begin(), pairs.end() - 1); };
  letters == Letters::own ? take(own_glyphs) : take(all_glyphs);
  std::set<char32_t> others;
  if (letters == Letters::all) {
    // A typeface for screens has fewer mathematical signs.
    for (const LetterRange& range : all_letters) {
      for (char32_t letter = range.first; letter <= range.last; ++letter) {
        others.insert(letter);
      }
    }
  }
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

/// Adds the glyphs in `pairs` that a font file has to ImGui's newest font, or to a new one. `pixels` is the height of a
/// line.
ImFont* add_glyphs(const LoadedFont& font, float pixels, float density, const ImWchar* pairs,
                   ImFontConfig config = {}) {
  config.OversampleH = 1;
  config.PixelSnapH = true;
  config.FontDataOwnedByAtlas = false;
  // ImGui does not write to it.
  auto* const data = const_cast<std::byte*>(font.bytes->data());
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(font.bytes->size()),
                                                    std::round(pixels * pixels_of_letters(density)), &config, pairs);
}

/// Digits as wide as the widest one, so that changing numbers stay in their places and columns of numbers align: in
/// many typefaces only a feature of OpenType, which ImGui does not read, makes them so.
ImFont* add_digits(const LoadedFont& font, float pixels, float density) {
  static constexpr std::array<ImWchar, 3> digits = {'0', '9', 0};
  ImFontConfig config;
  config.GlyphMinAdvanceX = std::round(digit_width(font) * pixels * pixels_of_letters(density));
#if IMGUI_VERSION_NUM >= 19200
  // These versions load any glyph on demand, not only those in the pairs.
  static constexpr std::array<ImWchar, 5> others = {1, '0' - 1, '9' + 1, 0xFFFF, 0};
  config.GlyphExcludeRanges = others.data();
#endif
  return add_glyphs(font, pixels, density, digits.data(), config);
}

ImFont* load_font(FontUse use, float size, float density, const ImWchar* pairs) {
  const float pixels = std::round(size);
  const LoadedFont& font = loaded_font(use);
  if (!font.bytes) {
    ImFontConfig config;
    config.SizePixels = std::round(pixels * pixels_of_letters(density));
    return ImGui::GetIO().Fonts->AddFontDefault(&config);
  }
  ImFont* const loaded = add_digits(font, pixels, density);
  ImFontConfig more;
  more.MergeMode = true;
  add_glyphs(font, pixels, density, pairs, more);
  return loaded;
}

/// A font of texts, with the letters of other scripts that it lacks.
ImFont* load_text_font(FontUse use, float size, float density) {
  ImFont* const font = load_font(use, size, density, text_glyphs.pairs.data());
  for (const LoadedFont* const fallback : text_glyphs.fallback) {
    ImFontConfig more;
    more.MergeMode = true;
    // ImGui's sizes are heights of lines, which are much larger than letters in some fonts.
    const float height = fallback->line_height() / loaded_font(FontUse::text).line_height();
    add_glyphs(*fallback, std::round(size) * std::clamp(height, 0.5F, 2.0F), density, text_glyphs.pairs.data(), more);
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
  style.ItemSpacing = {size::gap, size::small_gap};
  style.ItemInnerSpacing = {size::small_gap, size::small_gap};
  style.DisabledAlpha = 0.65F;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameRounding = size::rounding;
  style.GrabRounding = size::rounding;
  style.PopupRounding = size::rounding;
  style.GrabMinSize = 20;
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(scale);
  // Half pixels, which ScaleAllSizes() would cut off, make the height even.
  style.FramePadding = {std::round(scale * size::gap),
                        (std::round(scale * size::control) - std::round(scale * size::text)) / 2};
  use_theme(theme_in_use());

  ImGui::GetIO().Fonts->Clear();
  Theme theme{.scale = scale, .density = density, .letters = letters, .num_noted = noted_letters().size()};
  set_loaded_letters(letters);
  text_glyphs = text_glyphs_for(letters);
  theme.text = load_text_font(FontUse::text, theme(size::text), density);
  theme.heading = load_text_font(FontUse::heading, theme(size::heading), density);
  theme.small_text = load_text_font(FontUse::text, theme(size::small_text), density);
  theme.value = load_font(FontUse::value, theme(size::value), density, value_glyphs.data());
  theme.tiny_value = load_font(FontUse::value, theme(size::tiny_value), density, value_glyphs.data());
  build_fonts();
  for (ImFont* const font : ImGui::GetIO().Fonts->Fonts) {
    replace_missing_letters(*font);
  }
  keep_size_of_letters(density);
  return theme;
}

}  // namespace texelscope::app
