#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/surface/panel/surface_panel.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// The longest text of a channel.
constexpr std::size_t max_characters = 9;

class ElementsPanel {
 public:
  explicit ElementsPanel(const SurfaceContext& context)
      : context_{context},
        theme_{context.theme()},
        lab_{context.lab},
        texels_{*lab_.chosen()},
        shown_{shown_texels(lab_)},
        channels_{static_cast<std::size_t>(lab_.input.channels)},
        channel_size_{gpu::size_bytes(lab_.input.format)} {
    std::size_t longest = 2;
    for (std::size_t at = 0; at < texels_.now.size(); at += channel_size_) {
      longest = std::max(longest, std::min(channel_text(shown_ + at, lab_.input.format).size(), max_characters));
    }
    glyph_ = text_size(theme_.tiny_value, "0");
    cells_ = {{},
              {std::round(glyph_.x * static_cast<float>(longest) + theme_(8)),
               std::round(glyph_.y * static_cast<float>(channels_) + theme_(6))},
              texels_.width,
              texels_.height,
              1};
    label_ = {std::round(glyph_.x * 3 + theme_(4)), std::round(glyph_.y + theme_(4))};
  }

  void draw() {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    cells_.corner = {start.x + label_.x, start.y + label_.y};
    const Rect box = cells_.box();
    invisible_button("elements", {label_.x + box.width, label_.y + box.height});
    context_.record("elements");
    take_mouse();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    cells_.for_each_seen([&](std::int64_t column, std::int64_t row) {
      draw_texel(draw, static_cast<int>(column), static_cast<int>(row));
    });
    const auto label = [&](ImVec2 at, int number) {
      draw_text(draw, theme_.tiny_value, at, packed(color::text_disabled), fmt::format("{:>2}", number));
    };
    for (int x = 0; x < texels_.width; ++x) {
      label({box.x + cells_.pitch.x * (static_cast<float>(x) + 0.5F) - glyph_.x, start.y}, x);
    }
    for (int y = 0; y < texels_.height; ++y) {
      label({start.x, box.y + cells_.pitch.y * (static_cast<float>(y) + 0.5F) - glyph_.y / 2}, y);
    }
  }

 private:
  void take_mouse() {
    if (ImGui::IsItemHovered()) {
      const auto cell = cells_.hovered();
      lab_.hovered_byte.reset();
      if (cell) {
        lab_.hovered_byte = texels_.offset(static_cast<int>(cell->column), static_cast<int>(cell->row));
      }
    }
  }

  void draw_texel(ImDrawList* draw, int x, int y) const {
    const Rect cell = cells_.at(x, y);
    const std::size_t offset = texels_.offset(x, y);
    const Rgb fill = texel_color(shown_ + offset, lab_.input.format, lab_.input.channels, lab_.input.white());
    fill_box(draw, cell, packed(fill));
    ImFont* const font = theme_.tiny_value;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const std::string text =
          channel_text(shown_ + offset + channel * channel_size_, lab_.input.format).substr(0, max_characters);
      const float width = glyph_.x * static_cast<float>(text.size());
      draw_text(
          draw, font,
          {std::round(cell.right() - theme_(3) - width), cell.y + theme_(2) + glyph_.y * static_cast<float>(channel)},
          packed(ink_on(fill)), text);
    }
    const bool is_hovered =
        lab_.hovered_byte && *lab_.hovered_byte / texels_.element_size == offset / texels_.element_size;
    if (is_hovered || texels_.is_changed(x, y)) {
      frame_box(draw, cell, packed(ink_on(fill)), std::max(1.0F, theme_(is_hovered ? 2.5F : 1.5F)));
    }
  }

  const SurfaceContext& context_;
  const Theme& theme_;
  SurfaceLab& lab_;
  const LevelTexels& texels_;
  const std::byte* shown_;
  std::size_t channels_;
  std::size_t channel_size_;
  ImVec2 glyph_;
  ScreenGrid cells_{};
  ImVec2 label_;
};

}  // namespace

void draw_surface_elements(const SurfaceContext& context) {
  const int channels = context.lab.input.channels;
  titled(context, "ELEMENTS",
         fmt::format("{}{}; changes are framed", to_string(context.lab.input.format),
                     channels == 1 ? "" : fmt::format(" of {} channels", channels)),
         color::text_dim);
  begin_part("numbers", {0, 0}, ImGuiWindowFlags_HorizontalScrollbar);
  ElementsPanel(context).draw();
  ImGui::EndChild();
}

}  // namespace texelscope::app
