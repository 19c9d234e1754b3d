#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

constexpr std::array comparisons = {
    LabChoice{"compare.A", "A", "The results of descriptor A."},
    LabChoice{"compare.B", "B", "The results of descriptor B."},
    LabChoice{"compare.Split", "Split", "A left of the handle, B right; drag the handle."},
    LabChoice{"compare.Difference", "Difference", "|A − B| by channel, amplified."},
    LabChoice{"compare.Bits", "Bits", "Where any bit differs, colored by units in the last place."},
};
constexpr std::array<std::string_view, 5> channel_names = {"RGB", "x", "y", "z", "w"};

void draw_controls(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.small_text};
  if (choice_row(context, comparisons, lab.comparison, theme(4)) && lab.comparison <= TextureComparison::b) {
    lab.edited = static_cast<std::size_t>(lab.comparison);
  }
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const float fit_width = ImGui::CalcTextSize("Fit").x + theme(12);
  const float channels_width = theme(62);
  const float gain_width = theme(58);
  const bool has_gain = lab.comparison == TextureComparison::difference;
  float wanted = channels_width + fit_width + theme(8) + (has_gain ? gain_width + theme(6) : 0);
  ImGui::SameLine(0, theme(8));
  if (ImGui::GetContentRegionAvail().x >= wanted) {
    ImGui::SetCursorPosX(right - wanted);
  } else {
    ImGui::NewLine();
  }
  if (has_gain) {
    ImGui::SetNextItemWidth(gain_width);
    drag_number(context, "gain", lab.gain_log2, 0, 24, fmt::format("×{}", 1 << lab.gain_log2).c_str());
    tooltip(theme, "The factor that differences are multiplied by.");
    ImGui::SameLine(0, theme(8));
  }
  ImGui::SetNextItemWidth(channels_width);
  choose(context, "shown", channel_names, lab.channels);
  tooltip(theme, "The channels shown in the image.");
  ImGui::SameLine(0, theme(4));
  if (choice_button(context, {"fit", "Fit", "Shows the texture and its surroundings. The wheel zooms; dragging pans."},
                    lab.view.is_fit, {fit_width, 0})) {
    lab.view = {};
  }
}

void take_mouse(const TextureContext& context, const PictureBox& box, int width, int height) {
  TextureLab& lab = context.lab;
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_hovered = ImGui::IsItemHovered();
  const Point part{(static_cast<double>(io.MousePos.x) - box.corner.x) / box.extent.x,
                   (static_cast<double>(io.MousePos.y) - box.corner.y) / box.extent.y};
  if (is_hovered && io.MouseWheel != 0) {
    zoom_by(lab.view, io.MouseWheel, lab.view.at(part));
  }
  const bool has_dragged =
      ImGui::IsMouseDragging(ImGuiMouseButton_Left) || ImGui::IsMouseDragging(ImGuiMouseButton_Right);
  if (ImGui::IsItemActive() && has_dragged && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    pan(lab.view, {io.MouseDelta.x / box.extent.x, io.MouseDelta.y / box.extent.y});
  }
  if (is_hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
      ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x == 0 &&
      ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).y == 0) {
    lab.probe.is_pinned = !lab.probe.is_pinned;
    if (lab.probe.is_pinned) {
      lab.probe_pixel(lab.side_at(part.x), part, width, height);
    }
  }
  if (is_hovered && !lab.probe.is_pinned && !ImGui::IsItemActive()) {
    lab.probe_pixel(lab.side_at(part.x), part, width, height);
  }
}

/// A letter in a corner of the image.
void draw_badge(const TextureContext& context, const char* text, ImVec2 corner, bool is_right) {
  const Theme& theme = context.theme();
  const ImVec2 extent = text_size(theme.small_text, text);
  const float left = is_right ? corner.x - extent.x - theme(16) : corner.x + theme(4);
  const ImVec2 at{left, corner.y + theme(4)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + extent.x + theme(12), at.y + extent.y + theme(2)}, packed(color::scrim), theme(3));
  draw_text(draw, theme.small_text, {at.x + theme(6), at.y + theme(1)}, packed(color::text), text);
}

struct Layer {
  const char* name;
  std::shared_ptr<const Image> image;
  /// Fractions of the image's width.
  double from = 0;
  double to = 1;
};

/// The drawn image, whose last blocks may extend beyond it.
void draw_layer(const TextureContext& context, const PictureBox& box, const Layer& layer) {
  PanelImage& shown = context.state().drawn.images[fmt::format("textures.{}", layer.name)];
  shown.image = layer.image;
  shown.is_smooth = false;
  if (layer.image == nullptr || shown.texture == nullptr) {
    return;
  }
  const auto pixel = static_cast<float>(context.lab.pictures().pixel_size);
  const float width = static_cast<float>(layer.image->width) * pixel / ImGui::GetIO().DisplayFramebufferScale.x;
  const float height = static_cast<float>(layer.image->height) * pixel / ImGui::GetIO().DisplayFramebufferScale.y;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect({std::round(box.corner.x + static_cast<float>(layer.from) * box.extent.x), box.corner.y},
                     {std::round(box.corner.x + static_cast<float>(layer.to) * box.extent.x), box.end().y}, true);
  draw->AddImage(texture_id(shown.texture), box.corner, {box.corner.x + width, box.corner.y + height});
  draw->PopClipRect();
}

void draw_layers(const TextureContext& context, const PictureBox& box) {
  const TextureLab& lab = context.lab;
  const TexturePictures& pictures = lab.pictures();
  switch (lab.comparison) {
    case TextureComparison::a:
      return draw_layer(context, box, {"a", pictures.images[0]});
    case TextureComparison::b:
      return draw_layer(context, box, {"b", pictures.images[1]});
    case TextureComparison::split:
      draw_layer(context, box, {"a", pictures.images[0], 0, lab.split});
      draw_layer(context, box, {"b", pictures.images[1], lab.split, 1});
      draw_badge(context, "A", box.corner, false);
      return draw_badge(context, "B", {box.end().x, box.corner.y}, true);
    case TextureComparison::difference:
      return draw_layer(context, box, {"difference", pictures.difference});
    case TextureComparison::bits:
      return draw_layer(context, box, {"bits", pictures.bits.image});
  }
}

/// The description of the image, or empty if there is none.
std::string caption(const TextureContext& context) {
  const TextureLab& lab = context.lab;
  if (lab.comparison == TextureComparison::bits || lab.comparison == TextureComparison::difference) {
    const BitDifferences& bits = lab.pictures().bits;
    const std::size_t count = lab.pictures().fetched[0].texels.size();
    if (bits.image == nullptr || bits.differing == 0) {
      return bits.image == nullptr ? "" : fmt::format("all {} results are bit-identical", count);
    }
    // Larger differences are not due to rounding.
    const bool is_rounding = bits.largest < 1U << 16U && lab.pictures().fetched[0].kind == ResultKind::floats;
    return fmt::format("{} of {} results differ, by up to {:.3g}{}", bits.differing, count, bits.largest_value,
                       is_rounding ? fmt::format(" ({} ulp)", bits.largest) : "");
  }
  if (!lab.work().setup) {
    return "";
  }
  const ShownLevel shown = shown_level(lab);
  const std::string facts = to_string(lab.work().setup->facts());
  return lab.work().setup->levels.size() > 1 && lab.input.fetch.operation == kernels::TextureOperation::sample_level
             ? fmt::format("{}; level {} has {} × {} texels", facts, shown.level, shown.extent[0], shown.extent[1])
             : facts;
}

std::string error_of(const TextureContext& context) {
  const TextureLab& lab = context.lab;
  for (std::size_t side = 0; side < 2; ++side) {
    if (lab.shows(side) && !lab.work().error(side).empty()) {
      return fmt::format("{}: {}", side == 0 ? "A" : "B", lab.work().error(side));
    }
  }
  return context.state().device ? lab.device_error() : "there is no device to sample on";
}

/// Errors are shown in full; other captions have one line, so that the image does not move.
void draw_caption(const TextureContext& context) {
  if (const std::string error = error_of(context); !error.empty()) {
    wrapped_line(context, "error.picture", color::error, error);
  } else if (const std::optional<std::size_t> side = warned_side(context)) {
    wrapped_line(context, "warning", color::warning,
                 fmt::format("{}: {}", *side == 0 ? "A" : "B", context.lab.work().warnings[*side]));
  } else {
    text_line(context, "caption", caption(context), color::text_dim);
  }
}

}  // namespace

ShownLevel shown_level(const TextureLab& lab) {
  const TextureWork& work = lab.work();
  const gpu::Extent& extent = work.setup->array.shape;
  int level = 0;
  if (work.setup->resource == gpu::ResourceKind::mipmapped_array &&
      work.input.fetch.operation == kernels::TextureOperation::sample_level) {
    const gpu::TextureDescriptor& texture = work.input.descriptors[lab.edited];
    const float asked = std::clamp(work.input.fetch.level + texture.mipmap_level_bias, texture.min_mipmap_level_clamp,
                                   std::max(texture.min_mipmap_level_clamp, texture.max_mipmap_level_clamp));
    level = static_cast<int>(std::clamp(asked, 0.0F, static_cast<float>(work.setup->levels.size() - 1)));
  }
  const auto of_level = [&](std::uint64_t size) {
    return std::max<std::int64_t>(static_cast<std::int64_t>(size >> static_cast<unsigned>(level)), 1);
  };
  return {level, {of_level(extent.width()), of_level(extent.height())}};
}

std::optional<std::size_t> warned_side(const TextureContext& context) {
  const TextureLab& lab = context.lab;
  if (error_of(context).empty()) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (lab.shows(side) && !lab.work().warnings[side].empty()) {
        return side;
      }
    }
  }
  return std::nullopt;
}

void draw_texture_picture(const TextureContext& context) {
  TextureLab& lab = context.lab;
  draw_controls(context);
  draw_caption(context);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const PictureBox box{ImGui::GetCursorScreenPos(), {std::floor(room.x), std::floor(room.y)}};
  if (box.extent.x < 8 || box.extent.y < 8) {
    return;
  }
  const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
  const int width = std::max(1, static_cast<int>(box.extent.x * scale));
  const int height = std::max(1, static_cast<int>(box.extent.y * scale));
  lab.sample(context.state().device, width, height);
  overlapped_button("picture", box.extent, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  context.record("picture");
  take_mouse(context, box, width, height);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(box.corner, box.end(), packed(color::panel));
  draw->PushClipRect(box.corner, box.end(), true);
  draw_layers(context, box);
  draw_texel_grid(context, box);
  draw_probe_marks(context, box);
  if (lab.comparison == TextureComparison::split) {
    draw_split_handle(context, box);
  }
  if (lab.signal_input.line == SignalLine::free) {
    draw_line_handles(context, box);
  }
  draw->PopClipRect();
}

}  // namespace texelscope::app
