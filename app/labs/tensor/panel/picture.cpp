#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/images/color_map.h"
#include "app/labs/tensor/number_scale.h"
#include "app/labs/tensor/panel/tensor_panel.h"
#include "app/text/value_text.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

/// The image on the screen.
class SlicePicture {
 public:
  explicit SlicePicture(const TensorContext& context)
      : context_{context},
        theme_{context.theme()},
        lab_{context.lab},
        corner_{ImGui::GetCursorScreenPos()},
        scale_{std::max(ImGui::GetIO().DisplayFramebufferScale.x, 1e-3F)} {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    room_ = {std::floor(room.x), std::floor(room.y)};
    width_ = static_cast<int>(room_.x * scale_);
    height_ = static_cast<int>(room_.y * scale_);
  }

  [[nodiscard]] bool has_room() const { return width_ >= 8 && height_ >= 8; }

  void draw() {
    extent_ = lab_.extent(width_, height_);
    invisible_button("slice", room_, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    context_.record("picture");
    take_mouse();
    settle(lab_.place, extent_);
    place_ = lab_.picture_place(width_, height_);
    take_hovered();
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    draw->PushClipRect(corner_, {corner_.x + room_.x, corner_.y + room_.y}, true);
    draw_image(draw);
    draw_values(draw);
    draw_hovered(draw);
    draw->PopClipRect();
  }

 private:
  void take_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
      zoom_by(lab_.place, extent_, io.MouseWheel, in_viewport(io.MousePos));
    }
    if (ImGui::IsItemActive() && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
      pan(lab_.place, extent_, static_cast<double>(io.MouseDelta.x * scale_),
          static_cast<double>(io.MouseDelta.y * scale_));
    }
  }

  void take_hovered() {
    lab_.hovered.reset();
    if (!ImGui::IsItemHovered() || context_.tensor().layout().is_empty()) {
      return;
    }
    const Point mouse = in_viewport(ImGui::GetIO().MousePos);
    const double column = std::floor(place_.corner.x + mouse.x * place_.columns_per_pixel);
    const double row = std::floor(place_.corner.y + mouse.y * place_.rows_per_pixel);
    if (column >= 0 && row >= 0 && column < static_cast<double>(extent_.image_width) &&
        row < static_cast<double>(extent_.image_height)) {
      lab_.hovered = SlicePosition{static_cast<std::int64_t>(row), static_cast<std::int64_t>(column)};
    }
  }

  void draw_image(ImDrawList* draw) {
    PanelImage& shown = context_.state().drawn.images["tensors.slice"];
    shown.image = lab_.draw(width_, height_);
    shown.is_smooth = false;
    if (shown.image != nullptr && shown.texture != nullptr) {
      draw->AddImage(texture_id(shown.texture), corner_,
                     {corner_.x + static_cast<float>(shown.image->width) / scale_,
                      corner_.y + static_cast<float>(shown.image->height) / scale_});
    }
  }

  /// The visible cells, if their numbers are readable.
  void draw_values(ImDrawList* draw) {
    const double wanted = static_cast<double>(theme_(size::texel_with_values) * scale_);
    const double cell_width = 1 / place_.columns_per_pixel;
    const double cell_height = 1 / place_.rows_per_pixel;
    if (!context_.state().viewport.has_texel_values || cell_width < wanted ||
        cell_height < static_cast<double>(theme_(18) * scale_) || context_.tensor().layout().is_empty()) {
      return;
    }
    const SlicePart part{in_sight(place_.corner.y, place_.rows_per_pixel * height_, extent_.image_height),
                         in_sight(place_.corner.x, place_.columns_per_pixel * width_, extent_.image_width)};
    const TensorCells* const cells = lab_.read_cells(part);
    if (cells == nullptr) {
      return;
    }
    for (std::int64_t row = part.rows.first; row < part.rows.first + part.rows.count; ++row) {
      for (std::int64_t column = part.columns.first; column < part.columns.first + part.columns.count; ++column) {
        draw_value(draw, *cells, {row, column});
      }
    }
  }

  void draw_value(ImDrawList* draw, const TensorCells& cells, SlicePosition at) const {
    const ImVec2 low = on_screen(at.column, at.row);
    const ImVec2 high = on_screen(at.column + 1, at.row + 1);
    const auto side = high.x - low.x;
    const int channel_axis = lab_.view.channel_axis;
    const std::int64_t channels =
        channel_axis < 0 ? 1 : values_shape(context_.tensor())[static_cast<std::size_t>(channel_axis)];
    ImFont* const font = channels == 1 && side >= theme_(60) ? theme_.value : theme_.tiny_value;
    const float glyph = text_size(font, "0").x;
    const int characters = std::max(3, static_cast<int>((side - theme_(4)) / glyph));
    const float line = std::min(line_height(font), (high.y - low.y) / static_cast<float>(channels));
    float y = (low.y + high.y - line * static_cast<float>(channels)) / 2;
    const ImU32 ink = packed(ink_on(color_at(cells, at, channels)));
    for (at.channel = 0; at.channel < channels; ++at.channel, y += line) {
      const std::string text = cell_text(cells, at, characters);
      const ImVec2 extent = text_size(font, text);
      const float left = std::round((low.x + high.x - extent.x) / 2);
      // A truncated number would be a different number.
      if (left >= draw->GetClipRectMin().x && left + extent.x <= draw->GetClipRectMax().x) {
        draw_text(draw, font, {left, std::round(y + (line - extent.y) / 2)}, ink, text);
      }
    }
  }

  /// A value in full if there is room, otherwise with fewer digits.
  [[nodiscard]] static std::string cell_text(const TensorCells& cells, const SlicePosition& at, int characters) {
    std::string text = cells.text(at);
    return static_cast<int>(text.size()) <= characters ? text : short_number(cells.number(at), characters);
  }

  [[nodiscard]] Rgb color_at(const TensorCells& cells, SlicePosition at, std::int64_t channels) const {
    const NumberScale scale(lab_.range());
    std::array<std::uint8_t, 3> levels{};
    for (at.channel = 0; at.channel < std::min<std::int64_t>(channels, 3); ++at.channel) {
      const double number = cells.number(at);
      if (!std::isfinite(number)) {
        return std::isnan(number) ? SpecialColors{}.not_a_number
               : number > 0       ? SpecialColors{}.positive_infinity
                                  : SpecialColors{}.negative_infinity;
      }
      levels[static_cast<std::size_t>(at.channel)] = static_cast<std::uint8_t>(scale.part_of(number) * 255 + 0.5);
      if (lab_.view.channel_axis < 0) {
        return color_ramp(lab_.view.map)[levels[0]];
      }
    }
    return {levels[0], channels > 1 ? levels[1] : levels[0], channels > 2 ? levels[2] : levels[0]};
  }

  void draw_hovered(ImDrawList* draw) const {
    if (!lab_.hovered) {
      return;
    }
    const ImVec2 low = on_screen(lab_.hovered->column, lab_.hovered->row);
    const ImVec2 high = on_screen(lab_.hovered->column + 1, lab_.hovered->row + 1);
    if (high.x - low.x >= theme_(6) && high.y - low.y >= theme_(6)) {
      frame_over_picture(theme_, draw, low, high, color::accent);
    }
  }

  [[nodiscard]] Point in_viewport(const ImVec2& at) const {
    return {static_cast<double>((at.x - corner_.x) * scale_), static_cast<double>((at.y - corner_.y) * scale_)};
  }
  [[nodiscard]] ImVec2 on_screen(std::int64_t column, std::int64_t row) const {
    const double x = (static_cast<double>(column) - place_.corner.x) / place_.columns_per_pixel;
    const double y = (static_cast<double>(row) - place_.corner.y) / place_.rows_per_pixel;
    return {corner_.x + static_cast<float>(x) / scale_, corner_.y + static_cast<float>(y) / scale_};
  }
  [[nodiscard]] static AxisPart in_sight(double first, double count, std::int64_t extent) {
    const auto begin = static_cast<std::int64_t>(std::clamp(std::floor(first), 0.0, static_cast<double>(extent - 1)));
    const auto end = static_cast<std::int64_t>(
        std::clamp(std::ceil(first + count), static_cast<double>(begin + 1), static_cast<double>(extent)));
    return {begin, end - begin, 1};
  }

  const TensorContext& context_;
  const Theme& theme_;
  TensorLab& lab_;
  ImVec2 corner_;
  float scale_;
  ImVec2 room_;
  int width_ = 0;
  int height_ = 0;
  ViewExtent extent_;
  PicturePlace place_;
};

}  // namespace

void draw_tensor_picture(const TensorContext& context) {
  SlicePicture picture(context);
  if (picture.has_room()) {
    picture.draw();
  }
}

}  // namespace texelscope::app
