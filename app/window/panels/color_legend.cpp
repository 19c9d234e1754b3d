#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/documents/picture_document.h"
#include "app/scene/picture_tone.h"
#include "app/window/panels/lab_widgets.h"

namespace texelscope::app {
namespace {

/// A value as stored in the picture's file; 0 … 1 for integer types.
std::string stored_text(float value, gpu::DataType type, int digits) {
  switch (type) {
    case gpu::DataType::uint8:
      return fmt::format("{:.0f}", value * 255);
    case gpu::DataType::uint16:
      return fmt::format("{:.0f}", value * 65535);
    default:
      return fmt::format("{:.{}g}", value, digits);
  }
}

/// Enough digits to tell values of the range apart: levels may be far from 0.
int digits_of(const PictureTone& tone) {
  const double range = 1 / double{tone.scale};
  const double largest = std::max(std::abs(double{tone.black}), std::abs(tone.black + range));
  return std::clamp(3 + static_cast<int>(std::log10(largest / range)), 3, 9);
}

}  // namespace

void draw_color_legend(const PanelContext& context, const PictureView& shown) {
  const Theme& theme = context.theme;
  const Rect& region = context.regions.viewport;
  const PictureTone tone = shown_tone(context.state, *shown.picture);
  const float margin = theme(10);
  const float width = std::floor(std::min(theme(240), region.width - 4 * margin));
  const float bar = theme(10);
  const float line = std::round(theme(size::tiny_value) * 1.2F);
  if (!tone.has_false_color || width < theme(100) || region.height < theme(120)) {
    return;
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 at{std::floor(region.x + 2 * margin), std::floor(region.bottom() - 2 * margin - bar - line)};
  const ImVec2 end{at.x + width, at.y + bar};
  draw->AddRectFilled({at.x - margin, at.y - margin}, {end.x + margin, end.y + line + margin}, packed(color::panel),
                      theme(size::rounding));
  // One step per color: rectangles of uniform color have no seams.
  for (int i = 0; i < PictureTone::color_count; ++i) {
    const auto x = [&](int step) {
      return at.x + std::round(width * static_cast<float>(step) / static_cast<float>(PictureTone::color_count));
    };
    draw->AddRectFilled({x(i), at.y}, {x(i + 1), end.y}, packed(tone.colors[i]));
  }
  const int digits = digits_of(tone);
  float free_from = region.x;
  const auto label = [&](float part, float free_to) {
    const std::optional<float> value = value_shown_as(tone, part);
    // An integer file has no value above its type's maximum.
    const bool is_integer = !gpu::is_floating_point(shown.picture->type);
    if (!value || (is_integer && *value > 1)) {
      return;
    }
    // The inverse of the tone is not exact at 0.
    const bool is_zero = std::abs(*value) * tone.scale < 1e-6F;
    const std::string text = stored_text(is_zero ? 0.0F : *value, shown.picture->type, digits);
    const float text_width = text_size(theme.tiny_value, text).x;
    const float x = std::round(std::clamp(at.x + width * part - text_width / 2, at.x, end.x - text_width));
    if (x < free_from || x + text_width > free_to) {
      return;
    }
    draw->AddLine({at.x + width * part, end.y}, {at.x + width * part, end.y + theme(2)}, packed(color::text_dim));
    draw_text(draw, theme.tiny_value, {x, end.y + theme(2)}, packed(color::text), text);
    free_from = x + text_width + theme(6);
    context.state.drawn.widgets[fmt::format("color_legend.{:g}", part)] = {x, end.y, text_width, line};
  };
  // Reserves space for the last label, independent of the others.
  const std::optional<float> last = value_shown_as(tone, 1);
  const float last_width = last ? text_size(theme.tiny_value, stored_text(*last, shown.picture->type, digits)).x : 0;
  for (const float part : {0.0F, 0.25F, 0.5F, 0.75F}) {
    label(part, end.x - last_width - theme(6));
  }
  label(1, region.right());
  context.state.drawn.widgets["color_legend"] = {at.x, at.y, width, bar + line};
}

}  // namespace texelscope::app
