#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/surface/panel/surface_panel.h"

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
    cell_ = {std::round(glyph_.x * static_cast<float>(longest) + theme_(8)),
             std::round(glyph_.y * static_cast<float>(channels_) + theme_(6))};
    label_ = {std::round(glyph_.x * 3 + theme_(4)), std::round(glyph_.y + theme_(4))};
  }

  void draw() {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const ImVec2 corner{start.x + label_.x, start.y + label_.y};
    invisible_button("elements", {label_.x + cell_.x * static_cast<float>(texels_.width),
                                  label_.y + cell_.y * static_cast<float>(texels_.height)});
    context_.record("elements");
    take_mouse(corner);
    const ImVec2 low = ImGui::GetWindowPos();
    const ImVec2 high{low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight()};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    for (int y = 0; y < texels_.height; ++y) {
      for (int x = 0; x < texels_.width; ++x) {
        const ImVec2 at{corner.x + cell_.x * static_cast<float>(x), corner.y + cell_.y * static_cast<float>(y)};
        if (at.x + cell_.x >= low.x && at.y + cell_.y >= low.y && at.x <= high.x && at.y <= high.y) {
          draw_texel(draw, x, y, at);
        }
      }
    }
    const auto label = [&](ImVec2 at, int number) {
      draw_text(draw, theme_.tiny_value, at, packed(color::text_disabled), fmt::format("{:>2}", number));
    };
    for (int x = 0; x < texels_.width; ++x) {
      label({corner.x + cell_.x * (static_cast<float>(x) + 0.5F) - glyph_.x, start.y}, x);
    }
    for (int y = 0; y < texels_.height; ++y) {
      label({start.x, corner.y + cell_.y * (static_cast<float>(y) + 0.5F) - glyph_.y / 2}, y);
    }
  }

 private:
  void take_mouse(ImVec2 corner) {
    if (!ImGui::IsItemHovered()) {
      return;
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto x = static_cast<int>(std::floor((mouse.x - corner.x) / cell_.x));
    const auto y = static_cast<int>(std::floor((mouse.y - corner.y) / cell_.y));
    lab_.hovered_byte.reset();
    if (x >= 0 && y >= 0 && x < texels_.width && y < texels_.height) {
      lab_.hovered_byte = texels_.offset(x, y);
    }
  }

  void draw_texel(ImDrawList* draw, int x, int y, ImVec2 at) const {
    const std::size_t offset = texels_.offset(x, y);
    const ImVec2 end{at.x + cell_.x - 1, at.y + cell_.y - 1};
    const Rgb fill = texel_color(shown_ + offset, lab_.input.format, lab_.input.channels, lab_.input.white());
    draw->AddRectFilled(at, end, packed(fill));
    ImFont* const font = theme_.tiny_value;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const std::string text =
          channel_text(shown_ + offset + channel * channel_size_, lab_.input.format).substr(0, max_characters);
      const float width = glyph_.x * static_cast<float>(text.size());
      draw_text(draw, font,
                {std::round(end.x - theme_(3) - width), at.y + theme_(2) + glyph_.y * static_cast<float>(channel)},
                packed(ink_on(fill)), text);
    }
    const bool is_hovered =
        lab_.hovered_byte && *lab_.hovered_byte / texels_.element_size == offset / texels_.element_size;
    if (is_hovered || texels_.is_changed(x, y)) {
      draw->AddRect(at, end, packed(ink_on(fill)), 0, 0, std::max(1.0F, theme_(is_hovered ? 2.5F : 1.5F)));
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
  ImVec2 cell_;
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
