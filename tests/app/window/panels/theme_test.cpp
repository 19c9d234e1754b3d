#include "app/window/panels/theme.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/widgets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/layout_color.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      result[row] += matrix[row][column] * v[column];
    }
  }
  return result;
}

double linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
Vector linear(const ImVec4& color) {
  return {linear(double{color.x}), linear(double{color.y}), linear(double{color.z})};
}

/// The contrast as defined by WCAG 2.1, from 1 for equal colors to 21 for black on white.
double contrast(const ImVec4& a, const ImVec4& b) {
  const auto luminance = [](const ImVec4& color) {
    const Vector light = linear(color);
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  };
  const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

/// Björn Ottosson, "A perceptual color space for image processing" (2020).
Vector oklab(const Vector& light) {
  constexpr Matrix to_cones = {{{0.4122214708, 0.5363325363, 0.0514459929},
                                {0.2119034982, 0.6806995451, 0.1073969566},
                                {0.0883024619, 0.2817188376, 0.6299787005}}};
  constexpr Matrix to_lab = {{{0.2104542553, 0.7936177850, -0.0040720468},
                              {1.9779984951, -2.4285922050, 0.4505937099},
                              {0.0259040371, 0.7827717662, -0.8086757660}}};
  Vector cones = times(to_cones, light);
  std::ranges::transform(cones, cones.begin(), [](double cone) { return std::cbrt(cone); });
  return times(to_lab, cones);
}

struct Vision {
  const char* name;
  Matrix matrix;
};
/// Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009),
/// with a severity of 1.0.
constexpr std::array visions = {
    Vision{"full", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    Vision{"protanopia",
           {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    Vision{"deuteranopia",
           {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    Vision{"tritanopia",
           {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

Vector seen(const ImVec4& color, const Vision& vision) {
  Vector light = times(vision.matrix, linear(color));
  std::ranges::transform(light, light.begin(), [](double channel) { return std::clamp(channel, 0.0, 1.0); });
  return oklab(light);
}

double distance(const Vector& a, const Vector& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

ImVec4 floats(Rgb color) {
  return {static_cast<float>(color.red) / 255, static_cast<float>(color.green) / 255,
          static_cast<float>(color.blue) / 255, 1};
}

struct Named {
  const char* name;
  ThemeColor color;
};
const std::array grounds = {Named{"canvas", color::canvas},
                            Named{"panel", color::panel},
                            Named{"bar", color::bar},
                            Named{"raised", color::raised},
                            Named{"hovered", color::raised_hovered},
                            Named{"wash", color::accent_wash}};

class ThemeColors : public testing::TestWithParam<ColorTheme> {
 protected:
  [[nodiscard]] static double contrast_of(const ThemeColor& a, const ThemeColor& b) {
    return contrast(a.in(GetParam()), b.in(GetParam()));
  }
};

TEST_P(ThemeColors, HaveReadableTextOnEachBackground) {
  for (const Named& ground : grounds) {
    EXPECT_GE(contrast_of(color::text, ground.color), 7) << "text on " << ground.name;
    for (const Named& text : {Named{"text_dim", color::text_dim}, Named{"accent", color::accent}}) {
      EXPECT_GE(contrast_of(text.color, ground.color), 4.5) << text.name << " on " << ground.name;
    }
    EXPECT_GE(contrast_of(color::text_disabled, ground.color), 3) << "text_disabled on " << ground.name;
  }
  // Descriptions are sentences in dimmed text; fields show what to type in disabled text.
  for (const Named& ground : std::span{grounds}.first(3)) {
    EXPECT_GE(contrast_of(color::text_dim, ground.color), 7) << "description on " << ground.name;
  }
  EXPECT_GE(contrast_of(color::text_disabled, color::raised), 4.5) << "placeholder";
  EXPECT_GE(contrast_of(color::on_fill, color::accent), 4.5) << "primary button";
  EXPECT_GE(contrast_of(color::on_fill, color::accent_hovered), 4.5) << "primary button under the mouse";
  // Notices are not drawn over widgets.
  for (const Named& ground : std::span{grounds}.first(3)) {
    for (const Named& text :
         {Named{"warning", color::warning}, Named{"error", color::error}, Named{"good", color::good}}) {
      EXPECT_GE(contrast_of(text.color, ground.color), 4.5) << text.name << " on " << ground.name;
    }
  }
  EXPECT_GE(contrast_of(color::text, color::accent_dim), 4.5) << "selected text";
}

TEST_P(ThemeColors, HaveCategoriesThatStandOutAndCarryText) {
  for (std::size_t i = 0; i < color::categories.size(); ++i) {
    const double least = i + 1 < color::categories.size() ? 4.5 : 3;
    EXPECT_GE(contrast_of(color::categories[i], color::canvas), least) << i;
    EXPECT_GE(contrast_of(color::categories[i], color::panel), least) << i;
    EXPECT_GE(contrast_of(color::on_fill, color::categories[i]), 4.5) << i;
  }
}

TEST_P(ThemeColors, DistinguishCategoriesAndErrorsWithEachVision) {
  std::vector<ThemeColor> colors{color::categories.begin(), color::categories.end()};
  colors.push_back(color::error);
  for (const Vision& vision : visions) {
    for (std::size_t i = 0; i < colors.size(); ++i) {
      for (std::size_t other = 0; other < i; ++other) {
        // For comparison, neighboring steps of a scale with ten grays have a distance of 0.1.
        EXPECT_GE(distance(seen(colors[i].in(GetParam()), vision), seen(colors[other].in(GetParam()), vision)), 0.09)
            << vision.name << ": " << i << " and " << other;
      }
    }
  }
}

TEST(Theme, DrawsItsOwnSignsWithEachFont) {
  ImGui::CreateContext();
  ImFont* const font = ImGui::GetIO().Fonts->AddFontDefault();
  ImGui::GetIO().Fonts->Build();
  replace_missing_letters(*font);
  for (const LetterRange& range : own_letters) {
    // It has no European letters beyond Latin-1.
    for (char32_t letter = range.first; letter <= range.last && range.first != 0x20; ++letter) {
      EXPECT_TRUE((letter > 0x2014 && letter < 0x2018) || (letter > 0x2019 && letter < 0x201C) ||
                  has_glyph(font, static_cast<ImWchar>(letter)))
          << std::hex << static_cast<std::uint32_t>(letter);
    }
  }
  EXPECT_EQ(font->FindGlyph(0x201C)->X1, font->FindGlyph('"')->X1);
  ImGui::DestroyContext();
}

TEST(CategoryColors, DifferFromTheNextThreeWithEachVision) {
  for (const Vision& vision : visions) {
    for (std::int64_t number = 0; number < 16; ++number) {
      for (std::int64_t step = 1; step <= 3; ++step) {
        EXPECT_GE(
            distance(seen(floats(category_color(number)), vision), seen(floats(category_color(number + step)), vision)),
            0.09)
            << vision.name << ": " << number << " and " << number + step;
      }
    }
  }
}

TEST(CategoryColors, HaveReadableText) {
  for (std::int64_t number = 0; number < 16; ++number) {
    EXPECT_GE(contrast(floats(category_color(number)), floats(ink_on(category_color(number)))), 4.5) << number;
  }
}

INSTANTIATE_TEST_SUITE_P(Themes, ThemeColors, testing::Values(ColorTheme::dark, ColorTheme::light),
                         [](const auto& parameter_info) {
                           return std::string{color_theme_names[static_cast<std::size_t>(parameter_info.param)]};
                         });

TEST(ThemeContrast, IsThatOfBlackOnWhiteAtMost) {
  EXPECT_NEAR(contrast(color::from_rgb(0), color::from_rgb(0xFFFFFF)), 21, 1e-9);
  // An example of WCAG: the darkest gray on white that fails.
  EXPECT_NEAR(contrast(color::from_rgb(0x777777), color::from_rgb(0xFFFFFF)), 4.48, 0.005);
}

class Theming : public PanelTest {
 protected:
  /// Builds the atlas, as a renderer does before it draws.
  static void make_letters() {
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
};

TEST_F(Theming, IsSwitchedByTheMenu) {
  const auto ground = [] { return packed(ImGui::GetStyle().Colors[ImGuiCol_WindowBg]); };
  EXPECT_EQ(ground(), packed(color::panel.dark));
  click("menu.Window");
  click("action.theme");
  draw();
  EXPECT_EQ(state.arrangement.theme, ColorTheme::light);
  EXPECT_EQ(ground(), packed(color::panel.light));
}

TEST_F(Theming, KeepsDisabledButtonsReadable) {
  const float alpha = ImGui::GetStyle().DisabledAlpha;
  const auto over = [&](const ImVec4& color, const ImVec4& ground) {
    const auto mix = [&](float one, float other) { return alpha * one + (1 - alpha) * other; };
    return ImVec4{mix(color.x, ground.x), mix(color.y, ground.y), mix(color.z, ground.z), 1};
  };
  for (const ColorTheme theme_in_test : {ColorTheme::light, ColorTheme::dark}) {
    for (const ThemeColor& ground : {color::canvas, color::panel, color::bar}) {
      const ImVec4 button = over(color::raised.in(theme_in_test), ground.in(theme_in_test));
      for (const ThemeColor& ink : {color::text, color::text_dim}) {
        EXPECT_GE(contrast(over(ink.in(theme_in_test), button), button), 3);
      }
      const ImVec4 link = over(color::accent.in(theme_in_test), ground.in(theme_in_test));
      EXPECT_GE(contrast(link, ground.in(theme_in_test)), 3);
    }
  }
}

TEST_F(Theming, HasDigitsOfOneWidth) {
  for (const float density : {1.0F, 2.0F}) {
    for (const float scale : {1.0F, 1.25F, 2.0F}) {
      theme = make_theme(scale, density);
      make_letters();
      for (ImFont* const font : {theme.text, theme.heading, theme.small_text, theme.value, theme.tiny_value}) {
        const float zero = text_size(font, "0").x;
        for (const char* const digit : {"1", "4", "7", "9"}) {
          EXPECT_EQ(text_size(font, digit).x, zero) << digit << " at " << line_height(font);
        }
        EXPECT_LT(zero, 0.75F * line_height(font));
      }
    }
  }
}

TEST_F(Theming, DrawsTextsOfALineOnOneBaseline) {
  ImGui::NewFrame();
  ImGui::Begin("line");
  ImGui::PushFont(theme.text);
  ImGui::AlignTextToFramePadding();
  const auto baseline = [&](ImFont* font) {
    text_in(font, color::text, "x");
    return ImGui::GetItemRectMin().y + ascent(font);
  };
  const float first = baseline(theme.text);
  for (ImFont* const font : {theme.small_text, theme.value, theme.heading, theme.tiny_value, theme.text}) {
    ImGui::SameLine();
    EXPECT_NEAR(baseline(font), first, 0.5F) << line_height(font);
  }
  const float height = ImGui::GetCursorPosY();
  ImGui::AlignTextToFramePadding();
  text_in(theme.text, color::text, "x");
  const float next = ImGui::GetCursorPosY() - height;
  EXPECT_NEAR(next, ImGui::GetFrameHeightWithSpacing(), 4) << "smaller texts do not make the line higher";
  ImGui::PopFont();
  ImGui::End();
  ImGui::EndFrame();
}

TEST_F(Theming, GivesEachColorOfTheLibraryOneOfItsOwn) {
  constexpr std::array drawn = {ImGuiCol_Text,
                                ImGuiCol_TextDisabled,
                                ImGuiCol_WindowBg,
                                ImGuiCol_ChildBg,
                                ImGuiCol_PopupBg,
                                ImGuiCol_MenuBarBg,
                                ImGuiCol_Border,
                                ImGuiCol_Separator,
                                ImGuiCol_FrameBg,
                                ImGuiCol_Button,
                                ImGuiCol_FrameBgHovered,
                                ImGuiCol_ButtonHovered,
                                ImGuiCol_FrameBgActive,
                                ImGuiCol_ButtonActive,
                                ImGuiCol_Header,
                                ImGuiCol_HeaderHovered,
                                ImGuiCol_HeaderActive,
                                ImGuiCol_CheckMark,
                                ImGuiCol_SliderGrab,
                                ImGuiCol_SliderGrabActive,
                                ImGuiCol_ScrollbarBg,
                                ImGuiCol_ScrollbarGrab,
                                ImGuiCol_ScrollbarGrabHovered,
                                ImGuiCol_ScrollbarGrabActive,
                                ImGuiCol_TextSelectedBg,
                                ImGuiCol_NavHighlight};
  for (const ColorTheme theme_in_test : {ColorTheme::light, ColorTheme::dark}) {
    use_theme(theme_in_test);
    for (const ImGuiCol index : drawn) {
      const ImU32 shown = packed(ImGui::GetStyle().Colors[index]);
      EXPECT_TRUE(
          std::ranges::any_of(std::array{color::panel, color::bar, color::raised, color::raised_hovered,
                                         color::accent_wash, color::transparent, color::line, color::text,
                                         color::text_dim, color::text_disabled, color::accent, color::accent_dim},
                              [&](const ThemeColor& own) { return packed(own.in(theme_in_test)) == shown; }))
          << ImGui::GetStyleColorName(index);
    }
  }
}

TEST_F(Theming, RebuildsFontsForAnotherScale) {
  const float before = line_height(theme.text);
  const int count = ImGui::GetIO().Fonts->Fonts.Size;
  for (const float scale : {1.5F, 2.0F, 3.0F, 1.0F}) {
    theme = make_theme(scale);
    make_letters();
    draw();
    EXPECT_EQ(ImGui::GetIO().Fonts->Fonts.Size, count) << scale;
    // Glyphs are rasterized at the size at which they are drawn.
    EXPECT_EQ(line_height(theme.text), std::round(before * scale));
    EXPECT_EQ(theme.text->Scale, 1);
  }
}

TEST_F(Theming, HasTheLettersAndSignsOfTeachersLessons) {
  theme = make_theme(1, 1, Letters::all);
  make_letters();
  // The strings contain Greek, Cyrillic, punctuation and mathematics.
  for (const char32_t sign : std::u32string_view(U"αμπΩ"
                                                 U"ЖыёҐ"
                                                 U"„“‰–"
                                                 U"≤≥≠√∑∞≈∈∂∫⌈→⇒₂ⁿ€ℝ№")) {
    for (ImFont* const font : {theme.text, theme.heading, theme.small_text}) {
      EXPECT_TRUE(has_glyph(font, static_cast<ImWchar>(sign))) << std::hex << static_cast<unsigned>(sign);
    }
  }
  EXPECT_FALSE(has_glyph(theme.text, 0x4E00)) << "the font has no Chinese glyphs";
}

/// The width of a glyph in texels of the atlas.
float width_in_texels(const Theme& theme) {
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
#if IMGUI_VERSION_NUM >= 19200
  const ImFontGlyph* const glyph = theme.text->GetFontBaked(line_height(theme.text), theme.density)->FindGlyph('m');
  return (glyph->U1 - glyph->U0) * static_cast<float>(atlas.TexData->Width);
#else
  const ImFontGlyph* const glyph = theme.text->FindGlyph('m');
  return (glyph->U1 - glyph->U0) * static_cast<float>(atlas.TexWidth);
#endif
}

TEST_F(Theming, RasterizesGlyphsAtTheFramebuffersResolution) {
  const auto width_of = [&](const char* text) {
    return theme.text->CalcTextSizeA(line_height(theme.text), 1e9F, 0, text).x;
  };
  theme = make_theme(1);
  make_letters();
  const float size = line_height(theme.text);
  const float texels = width_in_texels(theme);
  const float width = width_of("texels of a picture");
  theme = make_theme(1, 2);
  make_letters();
  EXPECT_EQ(line_height(theme.text), size);
  EXPECT_NEAR(width_in_texels(theme), 2 * texels, 2);
  // Advances are rounded to whole pixels, so the width is not exactly the same.
  EXPECT_NEAR(width_of("texels of a picture"), width, 0.06 * width);
  make_letters();
  draw();
}

}  // namespace
}  // namespace texelscope::tests
