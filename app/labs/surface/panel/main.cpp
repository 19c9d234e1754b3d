#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/labs/surface/panel/surface_panel.h"
#include "app/window/action.h"

namespace texelscope::app {

const std::byte* shown_texels(const SurfaceLab& lab) {
  return lab.shows_before ? lab.chosen()->before.data() : lab.chosen()->now.data();
}

namespace {

using Tab = TabOf<SurfaceContext>;

/// In the order of SurfaceTab.
constexpr std::array tabs = {
    Tab{{"paint", "Surface", "The texels of a level; drag to paint."}, draw_surface_paint},
    Tab{{"bytes", "Bytes", "The texels as raw bytes, with one color per texel."}, draw_surface_bytes},
    Tab{{"elements", "Elements", "The texels as numbers of their format."}, draw_surface_elements},
    Tab{{"texture", "Texture", "All levels as read by a texture over the same array."}, draw_surface_texture},
};

void draw_write_button(const SurfaceContext& context, float right) {
  SurfaceLab& lab = context.lab;
  if (button_beside_tabs(context, "write", lab.is_trying() ? "Trying###write" : "Write###write", right, true,
                         lab.can_run())) {
    lab.run();
  }
  tooltip(context.theme(), "Writes with the current brush settings (F5).");
}

void draw_shown(const SurfaceContext& context, SurfaceTab tab) {
  if (context.lab.chosen() == nullptr) {
    error_text(context, "surfaces", context.lab.error());
    return;
  }
  draw_below_tab(context, tabs, tab);
}

void draw_wide(const SurfaceContext& context) {
  const Theme& theme = context.theme();
  const SurfaceLab& lab = context.lab;
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float side = std::round(std::clamp(width * 0.46F, theme(320), theme(760)));
  draw_level_choice(context);
  ImGui::SameLine(left + width - side);
  choose_tab(context, std::span<const Tab>{tabs}.subspan(1), SurfaceTab::bytes, lab.reading, theme(16));
  draw_write_button(context, left + width);
  draw_line_below_tabs(context.panel);
  draw_beside(theme, side, {"paint", [&] { draw_shown(context, SurfaceTab::paint); }},
              {"reading", [&] { draw_shown(context, lab.reading); }});
}

void draw_narrow(const SurfaceContext& context) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  choose_tab(context, std::span<const Tab>{tabs}, SurfaceTab::paint, context.lab.tab, context.theme()(12));
  draw_write_button(context, right);
  draw_line_below_tabs(context.panel);
  draw_level_choice(context);
  draw_part({"tab", [&] { draw_shown(context, context.lab.tab); }});
}

void draw_surface_properties(const PanelContext& panel) {
  const SurfaceContext context{panel};
  context.lab.update();
  draw_surface_input(context);
  draw_surface_brush(context);
}

void draw_surface_main(const PanelContext& panel) {
  const SurfaceContext context{panel};
  SurfaceLab& lab = context.lab;
  if (const std::optional<SeenPicture> open = opened_picture(context)) {
    lab.offer(open->picture);
  }
  lab.update();
  lab.advance(panel.state.device);
  draw_lab_region(panel, [&] { is_wide(panel) ? draw_wide(context) : draw_narrow(context); });
  if (!ImGui::IsAnyItemHovered()) {
    lab.hovered_byte.reset();
  }
}

std::string readout_text(const SurfaceLab& lab) {
  const LevelTexels* const texels = lab.chosen();
  if (texels == nullptr || !lab.hovered_byte || *lab.hovered_byte >= texels->now.size()) {
    const gpu::ArrayDescriptor descriptor = lab.level_descriptor();
    return fmt::format("level {}   {}   {} bytes per row", lab.level, to_string(descriptor),
                       descriptor.shape.width() * descriptor.element_size());
  }
  const std::size_t row = *lab.hovered_byte / texels->row_bytes();
  const std::size_t byte = *lab.hovered_byte % texels->row_bytes();
  const std::size_t x = byte / texels->element_size;
  const std::byte* const texel = texels->now.data() + texels->offset(static_cast<int>(x), static_cast<int>(row));
  const std::size_t channel_size = gpu::size_bytes(lab.input.format);
  std::string values;
  std::string bytes;
  for (std::size_t at = 0; at < texels->element_size; ++at) {
    bytes += fmt::format("{}{:02X}", at == 0 ? "" : " ", std::to_integer<int>(texel[at]));
    if (at % channel_size == 0) {
      values += fmt::format("{}{}", at == 0 ? "" : ", ", channel_text(texel + at, lab.input.format));
    }
  }
  const OfferedPicture* const copied = lab.copied_picture();
  const std::string origin =
      copied != nullptr && lab.level == 0
          ? fmt::format("   {} ({}, {})", copied->name, copied->image->x + lab.input.picture_x + static_cast<int>(x),
                        copied->image->y + lab.input.picture_y + static_cast<int>(row))
          : "";
  return fmt::format("texel ({}, {}){}   bytes {} to {} of row {}   {}   = {}", x, row, origin,
                     x * texels->element_size, (x + 1) * texels->element_size - 1, row, bytes, values);
}

}  // namespace

void draw_level_choice(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.small_text};
  ImGui::AlignTextToFramePadding();
  text_in(theme.small_text, color::text_dim, "Level");
  for (std::size_t level = 0; level < static_cast<std::size_t>(lab.input.num_levels); ++level) {
    ImGui::SameLine(0, level == 0 ? theme(8) : theme(3));
    const auto shape = gpu::level_descriptor(lab.input.descriptor(), static_cast<unsigned>(level)).shape;
    if (choice_button(
            context,
            {fmt::format("level.{}", level).c_str(), fmt::format("{}", level).c_str(),
             fmt::format("The surface of level {}: {} × {} texels.", level, shape.width(), shape.height()).c_str()},
            level == lab.level)) {
      lab.level = level;
    }
  }
  ImGui::SameLine(0, theme(16));
  toggle_button(context, {"before", "Before", "Shows the texels as they were before the last stroke or drag."},
                lab.shows_before);
}

extern const LabDeclaration surface_lab;
const LabDeclaration surface_lab = {
    .name = "surfaces",
    .title = "Surfaces",
    .teaches =
        "Writes of kernels through surfaces, with x in bytes or in texels, in and out of bounds. Paint on a level, "
        "and read it back as bytes, numbers or a texture.",
    .key = key::f6,
    .make = make_lab<SurfaceLab>,
    .draw_properties = draw_surface_properties,
    .draw_main = draw_surface_main,
    .draw_readout = draw_lab_readout<SurfaceLab, readout_text>,
    .results = {"surface", "bytes", "elements", "picture.*", "report", "report.*"}};

}  // namespace texelscope::app
