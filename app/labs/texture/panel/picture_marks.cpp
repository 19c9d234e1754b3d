#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// Lines across the image at multiples of 1/count; fainter beyond the texture.
void draw_lines(const TextureContext& context, const PictureBox& box, bool is_vertical, std::int64_t count) {
  const TextureView& view = context.lab.view;
  const double first = is_vertical ? view.first().x : view.first().y;
  const double last = is_vertical ? view.last().x : view.last().y;
  const double pixels = (is_vertical ? box.extent.x : box.extent.y) / ((last - first) * static_cast<double>(count));
  if (pixels < static_cast<double>(context.theme()(6))) {
    return;
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const bool is_cube = context.lab.work().setup->array.is_cube_map();
  const ImVec2 from = is_cube ? box.at(view, {0, 0}) : box.corner;
  const ImVec2 to = is_cube ? box.at(view, {1, 1}) : box.end();
  const auto begin = static_cast<std::int64_t>(std::ceil(first * static_cast<double>(count)));
  const auto end = static_cast<std::int64_t>(std::floor(last * static_cast<double>(count)));
  for (std::int64_t line = begin; line <= end; ++line) {
    const double at = static_cast<double>(line) / static_cast<double>(count);
    const bool is_inside = line >= 0 && line <= count;
    if (!is_inside && is_cube) {
      // Other faces of the cube map are outside.
      continue;
    }
    const ImU32 ink = packed(is_inside ? color::texel_line : color::texel_line_outside);
    const ImVec2 place = box.at(view, {at, at});
    if (is_vertical) {
      const float x = std::floor(place.x) + 0.5F;
      draw->AddLine({x, from.y}, {x, to.y}, ink);
    } else {
      const float y = std::floor(place.y) + 0.5F;
      draw->AddLine({from.x, y}, {to.x, y}, ink);
    }
  }
}

/// A cell of a grid of `extent` texels, with one row if the texture has no y.
std::array<ImVec2, 2> cell(const TextureLab& lab, const PictureBox& box, const std::array<std::int64_t, 2>& extent,
                           std::int64_t x, std::int64_t y, std::int64_t across = 1, std::int64_t down = 1) {
  const auto part = [](std::int64_t at, std::int64_t of) { return static_cast<double>(at) / static_cast<double>(of); };
  const bool is_row = lab.work().setup->array.shape.rank() == 1;
  const ImVec2 from = box.at(lab.view, {part(x, extent[0]), part(y, extent[1])});
  const ImVec2 to = box.at(lab.view, {part(x + across, extent[0]), part(y + down, extent[1])});
  return {ImVec2{from.x, is_row ? box.corner.y : from.y}, ImVec2{to.x, is_row ? box.end().y : to.y}};
}

/// The positions of taps of a level, slice, layer or face in the image.
void draw_taps(const TextureContext& context, const PictureBox& box, const gpu::FetchExplanation& explanation) {
  const TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const gpu::ArrayDescriptor& array = lab.work().setup->array;
  struct Place {
    int level;
    std::int64_t x, y;
    auto operator<=>(const Place&) const = default;
  };
  // A gather has no weights: each texel becomes a channel.
  const bool is_gather = lab.input.fetch.operation == kernels::TextureOperation::gather;
  struct Use {
    double weight = 0;
    std::string channels;
  };
  std::map<Place, Use> uses;
  std::size_t channel = 0;
  for (const gpu::TapExplanation& tap : explanation.taps) {
    const bool is_on_face = !array.is_cube_map() || tap.index[2] % 6 == lab.input.fetch.face;
    if (!tap.is_border && is_on_face && tap.weight != 0) {
      Use& use = uses[{tap.level, tap.index[0], array.shape.rank() == 1 ? 0 : tap.index[1]}];
      use.weight += tap.weight;
      use.channels += "xyzw"[channel % 4];
    }
    ++channel;
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (const auto& [place, use] : uses) {
    const auto size = [&](std::uint64_t extent) {
      return std::max<std::int64_t>(static_cast<std::int64_t>(extent >> static_cast<unsigned>(place.level)), 1);
    };
    const auto [from, to] = cell(lab, box, {size(array.shape.width()), size(array.shape.height())}, place.x, place.y);
    draw->AddRect({from.x + 1, from.y + 1}, {to.x, to.y}, packed(color::shadow), 0, 0, theme(4));
    draw->AddRect({from.x + 1, from.y + 1}, {to.x, to.y}, packed(color::accent), 0, 0, theme(2));
    const std::string text = is_gather ? use.channels : fmt::format("{:g}", std::round(use.weight * 100) / 100);
    ImFont* font = cell_font(theme, to.x - from.x, text);
    if (font != nullptr && to.y - from.y > line_height(font)) {
      const ImVec2 extent = text_size(font, text);
      const ImVec2 at{std::round((from.x + to.x - extent.x) / 2), std::round((from.y + to.y - extent.y) / 2)};
      draw->AddRectFilled({at.x - theme(3), at.y}, {at.x + extent.x + theme(3), at.y + extent.y}, packed(color::scrim),
                          theme(2));
      draw_text(draw, font, at, packed(color::text), text);
      // The last item is the picture, below the badge.
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      if (mouse.x >= at.x && mouse.y >= at.y && mouse.x < at.x + extent.x && mouse.y < at.y + extent.y) {
        tooltip(theme, is_gather ? "The channels that receive this texel."
                                 : "The weight of this texel in the fetch, in 256ths.");
      }
    }
  }
}

/// The texels that the fetch requests before address modes are applied, if they are outside the texture.
void draw_footprints(const TextureContext& context, const PictureBox& box, const gpu::FetchExplanation& explanation,
                     bool is_linear) {
  const TextureLab& lab = context.lab;
  if (lab.work().setup->array.is_cube_map()) {
    return;
  }
  const std::int64_t count = is_linear ? 2 : 1;
  for (const gpu::LevelExplanation& level : explanation.levels) {
    if (level.coordinates.empty()) {
      continue;
    }
    const gpu::CoordinateExplanation& x = level.coordinates[0];
    const bool has_y = level.coordinates.size() > 1 && lab.work().setup->array.shape.rank() > 1;
    const std::int64_t row = has_y ? level.coordinates[1].texel : 0;
    const std::int64_t rows = has_y ? level.coordinates[1].extent : 1;
    if (x.texel >= 0 && x.texel + count <= x.extent && row >= 0 && row + (has_y ? count : 1) <= rows) {
      continue;
    }
    const auto [from, to] = cell(lab, box, {x.extent, rows}, x.texel, row, count, has_y ? count : 1);
    ImGui::GetWindowDrawList()->AddRect(from, to, packed(color::text), 0, 0, std::max(1.0F, context.theme()(1)));
  }
}

/// The part of the texture that a pixel covers according to the derivatives of its fetch: a parallelogram around the
/// probe.
void draw_pixel_footprint(const TextureContext& context, const PictureBox& box, const Point& middle) {
  const TextureLab& lab = context.lab;
  const gpu::Extent& extent = lab.work().setup->array.shape;
  const bool is_normalized = lab.input.descriptors[lab.probe.side].normalized_coords;
  const double width = is_normalized ? 1 : static_cast<double>(extent.width());
  const double height = is_normalized ? 1 : static_cast<double>(extent.height());
  const auto half = [&](const std::array<float, 3>& derivative) {
    return Point{derivative[0] / width / 2, derivative[1] / height / 2};
  };
  const Point x = half(lab.input.fetch.dx);
  const Point y = half(lab.input.fetch.dy);
  const std::array corners{box.at(lab.view, {middle.x - x.x - y.x, middle.y - x.y - y.y}),
                           box.at(lab.view, {middle.x + x.x - y.x, middle.y + x.y - y.y}),
                           box.at(lab.view, {middle.x + x.x + y.x, middle.y + x.y + y.y}),
                           box.at(lab.view, {middle.x - x.x + y.x, middle.y - x.y + y.y})};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (const bool is_shadow : {true, false}) {
    draw->AddPolyline(corners.data(), static_cast<int>(corners.size()), packed(is_shadow ? color::shadow : color::text),
                      ImDrawFlags_Closed, context.theme()(is_shadow ? 4.5F : 2));
  }
}

/// The samples of an anisotropic fetch, whose areas are their weights: filled for the first level, hollow for the
/// second.
void draw_samples(const TextureContext& context, const PictureBox& box, const gpu::AnisotropyExplanation& anisotropy) {
  const Theme& theme = context.theme();
  const TextureLab& lab = context.lab;
  const gpu::Extent& shape = lab.work().setup->array.shape;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (std::size_t i = 0; i < anisotropy.samples.size(); ++i) {
    const gpu::SampleExplanation& sample = anisotropy.samples[i];
    const auto texels = [&](std::uint64_t extent) {
      return static_cast<double>(std::max<std::uint64_t>(extent >> static_cast<unsigned>(sample.level), 1));
    };
    const ImVec2 at =
        box.at(lab.view, {sample.position[0] / texels(shape.width()), sample.position[1] / texels(shape.height())});
    // Neighbors are about one texel apart.
    const auto texel = static_cast<float>(box.extent.x / (lab.view.span.x * texels(shape.width())));
    const float largest = std::clamp(texel, theme(3), theme(14));
    const float radius = std::max(theme(1.5F), largest * std::sqrt(static_cast<float>(sample.weight) / 1024));
    if (sample.level == anisotropy.samples.front().level) {
      draw->AddCircleFilled(at, radius + theme(1), packed(color::shadow), 24);
      draw->AddCircleFilled(at, radius, packed(color::accent), 24);
    } else {
      draw->AddCircle(at, radius, packed(color::shadow), 24, theme(2.5F));
      draw->AddCircle(at, radius, packed(color::text), 24, theme(1));
    }
    const Rect place{at.x - radius, at.y - radius, 2 * radius, 2 * radius};
    context.record(fmt::format("picture.sample.{}", i), place);
    if (place.contains(mouse.x, mouse.y)) {
      tooltip(theme, fmt::format("Sample {} of {}, of level {}: {}/1024 of the result.", i + 1,
                                 anisotropy.samples.size(), sample.level, sample.weight));
    }
  }
}

void draw_cross(const TextureContext& context, ImVec2 at, bool is_pinned) {
  const Theme& theme = context.theme();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float inner = theme(3);
  const float outer = theme(9);
  for (const bool is_shadow : {true, false}) {
    const ImU32 ink = packed(is_shadow ? color::shadow : is_pinned ? color::accent : color::text);
    const float width = theme(is_shadow ? 3.5F : 1.5F);
    draw->AddLine({at.x - outer, at.y}, {at.x - inner, at.y}, ink, width);
    draw->AddLine({at.x + inner, at.y}, {at.x + outer, at.y}, ink, width);
    draw->AddLine({at.x, at.y - outer}, {at.x, at.y - inner}, ink, width);
    draw->AddLine({at.x, at.y + inner}, {at.x, at.y + outer}, ink, width);
    if (is_pinned) {
      draw->AddCircle(at, outer, ink, 24, width);
    }
  }
}

void draw_line(const TextureContext& context, const PictureBox& box) {
  const TextureLab& lab = context.lab;
  const auto [from, to] = lab.signal_line();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 begin = box.at(lab.view, from);
  const ImVec2 end = box.at(lab.view, to);
  draw->AddLine(begin, end, packed(color::shadow), context.theme()(2.5F));
  draw->AddLine(begin, end, packed(color::text), std::max(1.0F, context.theme()(1)));
}

void draw_line_end(const TextureContext& context, const PictureBox& box, const char* name, Point& end) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const ImVec2 at = box.at(lab.view, end);
  const float grab = theme(7);
  if (at.x < box.corner.x || at.y < box.corner.y || at.x > box.end().x || at.y > box.end().y) {
    return;
  }
  ImGui::SetCursorScreenPos({at.x - grab, at.y - grab});
  overlapped_button(name, {2 * grab, 2 * grab});
  context.record(name);
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    end = lab.view.at({std::clamp((mouse.x - box.corner.x) / box.extent.x, 0.0F, 1.0F),
                       std::clamp((mouse.y - box.corner.y) / box.extent.y, 0.0F, 1.0F)});
  }
  const bool is_hot = ImGui::IsItemActive() || ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddCircleFilled(at, theme(5), packed(color::shadow), 20);
  draw->AddCircleFilled(at, theme(3), packed(is_hot ? color::accent : color::text), 16);
}

}  // namespace

void draw_texel_grid(const TextureContext& context, const PictureBox& box) {
  const TextureLab& lab = context.lab;
  if (!lab.work().setup) {
    return;
  }
  const std::array<std::int64_t, 2> extent = shown_level(lab).extent;
  const bool is_row = lab.work().setup->array.shape.rank() == 1;
  if (lab.has_grid) {
    draw_lines(context, box, true, extent[0]);
    if (!is_row) {
      draw_lines(context, box, false, extent[1]);
    }
  }
  const ImVec2 from = box.at(lab.view, {0, 0});
  const ImVec2 to = box.at(lab.view, {1, 1});
  const float top = is_row ? box.corner.y - 8 : from.y;
  const float bottom = is_row ? box.end().y + 8 : to.y;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRect({std::floor(from.x), std::floor(top)}, {std::floor(to.x) + 1, std::floor(bottom) + 1},
                packed(color::shadow), 0, 0, context.theme()(3));
  draw->AddRect({std::floor(from.x), std::floor(top)}, {std::floor(to.x) + 1, std::floor(bottom) + 1},
                packed(color::text), 0, 0, std::max(1.0F, context.theme()(1)));
}

void draw_probe_marks(const TextureContext& context, const PictureBox& box) {
  TextureLab& lab = context.lab;
  const std::size_t side = lab.probe.side;
  if (!lab.work().can_sample(side)) {
    return;
  }
  draw_line(context, box);
  const ProbeResult& result = lab.probe_result(side);
  if (result.error.empty()) {
    const bool is_linear = lab.input.descriptors[side].filter_mode == gpu::FilterMode::linear ||
                           lab.input.fetch.operation == kernels::TextureOperation::gather;
    draw_footprints(context, box, result.explanation, is_linear);
    draw_taps(context, box, result.explanation);
  }
  if (const std::optional<Point> position = lab.probe_position()) {
    if (lab.input.fetch.operation == kernels::TextureOperation::sample_gradients &&
        lab.work().setup->array.shape.rank() == 2 && !lab.work().setup->array.is_cube_map()) {
      draw_pixel_footprint(context, box, *position);
      if (result.error.empty() && result.explanation.anisotropy) {
        draw_samples(context, box, *result.explanation.anisotropy);
      }
    }
    draw_cross(context, box.at(lab.view, *position), lab.probe.is_pinned);
  }
}

void draw_split_handle(const TextureContext& context, const PictureBox& box) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float x = std::round(box.corner.x + static_cast<float>(lab.split) * box.extent.x);
  const float grab = theme(5);
  ImGui::SetCursorScreenPos({x - grab, box.corner.y});
  invisible_button("split", {2 * grab, box.extent.y});
  context.record("split");
  if (ImGui::IsItemActive()) {
    lab.split = std::clamp((ImGui::GetIO().MousePos.x - box.corner.x) / box.extent.x, 0.0F, 1.0F);
  }
  const bool is_hot = ImGui::IsItemActive() || ImGui::IsItemHovered();
  if (is_hot) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = packed(is_hot ? color::accent : color::text);
  draw->AddRectFilled({x - theme(2), box.corner.y}, {x + theme(2), box.end().y}, packed(color::shadow));
  draw->AddRectFilled({x - theme(0.5F), box.corner.y}, {x + std::max(theme(0.5F), 0.5F), box.end().y}, ink);
  const ImVec2 middle{x, box.corner.y + box.extent.y / 2};
  draw->AddCircleFilled(middle, theme(7), packed(color::shadow), 20);
  draw->AddTriangleFilled({x - theme(5), middle.y}, {x - theme(1.5F), middle.y - theme(3)},
                          {x - theme(1.5F), middle.y + theme(3)}, ink);
  draw->AddTriangleFilled({x + theme(5), middle.y}, {x + theme(1.5F), middle.y - theme(3)},
                          {x + theme(1.5F), middle.y + theme(3)}, ink);
}

void draw_line_handles(const TextureContext& context, const PictureBox& box) {
  SignalInput& input = context.lab.signal_input;
  draw_line_end(context, box, "picture.from", input.from);
  draw_line_end(context, box, "picture.to", input.to);
}

}  // namespace texelscope::app
