#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "app/documents/document.h"
#include "app/documents/picture_document.h"
#include "app/documents/picture_readout.h"
#include "app/scene/picture_tone.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

std::string zoom_text(double zoom) {
  if (zoom >= 1) {
    return zoom < 100 ? fmt::format("{:.3g}×", zoom) : fmt::format("{:.0f}×", zoom);
  }
  return zoom >= 0.1 ? fmt::format("{:.0f} %", zoom * 100) : fmt::format("{:.1f} %", zoom * 100);
}

void draw_swatch(const Theme& theme, const std::array<float, 3>& color) {
  const float side = theme(14);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + (ImGui::GetFontSize() - side) / 2;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + side, y + side},
                                            packed({color[0], color[1], color[2], 1}));
  ImGui::GetWindowDrawList()->AddRect({at.x, y}, {at.x + side, y + side}, packed(color::line));
  ImGui::Dummy({side, ImGui::GetFontSize()});
}

void draw_exposure(const PanelContext& context, float exposure, float right, float row) {
  const Theme& theme = context.theme;
  const float width = theme(110);
  const float height = theme(22);
  ImGui::SetCursorPos({right - width, std::round((row - height) / 2)});
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{theme(4), std::floor((height - ImGui::GetFontSize()) / 2)});
  constexpr float darkest = -16;
  constexpr float brightest = 16;
  slider(theme, "##exposure", {ImGuiDataType_Float, &exposure, &darkest, &brightest}, "%+.1f EV",
         {(exposure - darkest) / (brightest - darkest), 0.5});
  ImGui::PopStyleVar();
  describe_item(context, "exposure", "Exposure in stops: multiplies light by 2 to this power. Keys [ and ].");
  if (exposure != shown_document(context.state)->exposure()) {
    shown_document(context.state)->set_exposure(exposure);
  }
}

void draw_position(const Point& at) {
  ImGui::TextUnformatted(fmt::format("x {:<5.0f}y {:<5.0f}", std::floor(at.x), std::floor(at.y)).c_str());
}

void draw_frame_texel(const PanelContext& context) {
  const State& state = context.state;
  draw_position(*state.viewport.hovered);
  const std::optional<TexelValue> value = hovered_value(state);
  if (!value) {
    return;
  }
  ImGui::SameLine();
  draw_swatch(context.theme, shown_color(state.frame.format, *value, viewport_exposure(state)));
  const int column = state.frame.format == FrameFormat::rgba8 ? 4 : 9;
  std::string text;
  for (const float channel : *value) {
    text += fmt::format("{:>{}}", channel_text(state.frame.format, channel, column - 1), column);
  }
  ImGui::SameLine(0, 0);
  ImGui::TextUnformatted(text.c_str());
}

/// Where an item of the strip is: its row, the left edge of its label and that of its value.
struct ItemPlace {
  int row = 0;
  float x = 0;
  float value_x = 0;
};

/// The strip below a picture: items keep their places while the mouse moves, and move to the next row where the width
/// ends. Labels are left out before a value would not fit.
struct Strip {
  std::vector<ItemPlace> places;
  int rows = 1;
  /// Whether the histogram is beside the rows below the first; not if a value would not fit beside it.
  bool has_histogram = true;
};

constexpr float strip_gap = 14;
constexpr float histogram_width = 120;
constexpr float controls_width = 76;
/// The histogram is below the first row.
constexpr int rows_with_histogram = 2;

Strip strip_of(const std::vector<ReadoutItem>& items, const Theme& theme, float width) {
  const float glyph = text_size(theme.value, "0").x;
  Strip strip;
  strip.has_histogram = std::ranges::all_of(items, [&](const ReadoutItem& item) {
    return glyph * static_cast<float>(item.columns) <= width - theme(histogram_width + strip_gap);
  });
  float x = 0;
  for (const ReadoutItem& item : items) {
    // The zoom is in the first row, the histogram in the others.
    const auto room = [&] {
      return strip.rows == 1       ? width - theme(controls_width)
             : strip.has_histogram ? width - theme(histogram_width + strip_gap)
                                   : width;
    };
    const float value = glyph * static_cast<float>(item.columns) + (item.has_swatch ? theme(20) : 0);
    float label = item.label.empty() ? 0 : text_size(theme.small_text, item.label).x + theme(6);
    if (x > 0 && x + label + value > room()) {
      ++strip.rows;
      x = 0;
    }
    label = label + value > room() ? 0 : label;
    strip.places.push_back({strip.rows - 1, x, x + label});
    x += label + value + theme(strip_gap);
  }
  return strip;
}

/// @returns whether there is room for the histogram.
bool draw_strip(const PanelContext& context, const PictureView& shown, float pitch) {
  const Theme& theme = context.theme;
  const Rect& region = context.regions.readout;
  const std::vector<ReadoutItem> items = picture_readout(context.state, shown);
  const Strip strip = strip_of(items, theme, region.width - 2 * theme(size::padding));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const ReadoutItem& item = items[i];
    const ItemPlace& place = strip.places[i];
    if (item.text.empty()) {
      continue;
    }
    const float y = std::round(pitch * (static_cast<float>(place.row) + 0.5F) - ImGui::GetFontSize() / 2);
    if (place.value_x > place.x) {
      ImGui::SetCursorPos({theme(size::padding) + place.x, y});
      text_in(theme.small_text, color::text_dim, item.label);
    }
    ImGui::SetCursorPos({theme(size::padding) + place.value_x, y});
    ImGui::BeginGroup();
    if (item.color) {
      draw_swatch(theme, *item.color);
      ImGui::SameLine(0, theme(8));
    }
    ImGui::TextUnformatted(item.text.c_str());
    if (item.name == "texel_value" && shown.picture->is_premultiplied) {
      ImGui::SameLine(0, theme(8));
      text_in(theme.small_text, color::text_dim, "premultiplied");
      describe_item(context, "premultiplied",
                    "The picture's colors are multiplied by alpha. For the colors before that, set its channels to "
                    "straight.");
    }
    ImGui::EndGroup();
    describe_item(context, item.name, item.meaning);
  }
  return strip.has_histogram;
}

/// The histogram of the open picture, at the right end of the rows below the first.
void draw_histogram(const PanelContext& context, float first_row) {
  const Theme& theme = context.theme;
  const Rect& region = context.regions.readout;
  const std::optional<PictureHistogram>& histogram = context.state.pictures.histogram;
  if (!histogram || histogram->counts.most == 0 || context.regions.readout_rows < rows_with_histogram) {
    return;
  }
  const Rect box{region.right() - theme(size::padding + histogram_width), region.y + first_row, theme(histogram_width),
                 region.height - first_row - theme(4)};
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  fill_box(draw, box, packed(color::canvas));
  const std::size_t channels = histogram->counts.channels.size();
  const std::array<ImVec4, 3> inks{color::channel_red, color::channel_green, color::channel_blue};
  const float step = box.width / static_cast<float>(ChannelHistogram::num_bins);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    ImVec4 ink = channels == 1 ? color::text_dim : inks[std::min<std::size_t>(channel, 2)];
    ink.w = channels == 1 ? 1.0F : 0.55F;
    for (std::size_t bin = 0; bin < ChannelHistogram::num_bins; ++bin) {
      // Roots, so that rare values are visible beside frequent ones.
      const auto share = static_cast<float>(std::sqrt(static_cast<double>(histogram->counts.channels[channel][bin]) /
                                                      static_cast<double>(histogram->counts.most)));
      const float left = box.x + step * static_cast<float>(bin);
      draw->AddRectFilled({left, box.bottom() - box.height * share}, {left + step, box.bottom()}, packed(ink));
    }
  }
  ImGui::SetCursorScreenPos({box.x, box.y});
  invisible_button("histogram", {box.width, box.height});
  describe_item(context, "histogram",
                fmt::format("How often the picture's values occur, channel by channel, from {:g} to {:g}; heights are "
                            "square roots. Rare values beyond are in the outer bars. H shows more.",
                            histogram->counts.low, histogram->counts.high - (histogram->counts.high > 255 ? 1 : 0)));
}

/// Color information in the picture's file that is not applied.
void draw_image_note(const PanelContext& context) {
  const std::shared_ptr<const Image> image = input_of(context.state, current_scene(context.state));
  if (image == nullptr || image->note.empty()) {
    return;
  }
  ImGui::SameLine(0, context.theme(16));
  text_in(context.theme.small_text, color::text_disabled, image->note);
  describe_item(context, "image_note", "The picture: " + image->note + ".");
}

}  // namespace

int readout_rows(const State& state, const Theme& theme, float width) {
  const std::optional<PictureView> picture = picture_view(state);
  // Before the first frame, there are no fonts.
  if (!picture || theme.value == nullptr) {
    return 1;
  }
  const Strip strip = strip_of(picture_readout(state, *picture), theme, width - 2 * theme(size::padding));
  return state.pictures.current && strip.has_histogram ? std::max(strip.rows, rows_with_histogram) : strip.rows;
}

void draw_readout(const PanelContext& context) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const Rect& region = context.regions.readout;
  if (begin_region("readout", region, color::panel, {theme(size::padding), 0}, ImGuiWindowFlags_NoScrollWithMouse)) {
    const ScopedFont scoped_font{theme.value};
    const std::optional<PictureView> picture = picture_view(state);
    const float row = region.height / static_cast<float>(context.regions.readout_rows);
    const float text_y = std::round((row - ImGui::GetFontSize()) / 2);
    const std::string zoom = zoom_text(shown_document(state)->zoom_factor());
    const float zoom_left = region.width - theme(size::padding) - ImGui::CalcTextSize(zoom.c_str()).x;
    const std::optional<float> exposure = picture ? std::nullopt : shown_document(state)->exposure();
    const float clip_right = zoom_left - theme(12) - (exposure ? theme(122) : 0);

    if (picture) {
      if (draw_strip(context, *picture, row)) {
        draw_histogram(context, row);
      }
    }
    ImGui::PushClipRect({region.x, region.y}, {region.x + clip_right, region.y + row}, true);
    ImGui::SetCursorPos({theme(size::padding), text_y});
    if (!state.viewport.hovered) {
      text_in(theme.small_text, color::text_dim, "No texel under the mouse");
      draw_image_note(context);
    } else if (!picture) {
      draw_frame_texel(context);
      draw_image_note(context);
    }
    ImGui::PopClipRect();

    ImGui::SetCursorPos({zoom_left, text_y});
    ImGui::TextUnformatted(zoom.c_str());
    describe_item(context, "zoom",
                  picture ? "Screen pixels per texel of the picture. The wheel zooms it; dragging moves it."
                          : "Screen pixels per texel of the frame. The wheel zooms it; dragging moves it.");
    if (exposure) {
      draw_exposure(context, *exposure, zoom_left - theme(12), row);
    }
  }
  ImGui::End();
}

}  // namespace texelscope::app
