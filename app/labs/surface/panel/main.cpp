#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

#include "app/labs/surface/panel/declaration.h"
#include "app/labs/surface/panel/surface_panel.h"
#include "app/window/action.h"
#include "app/window/panels/part.h"

namespace texelscope::app {

const std::byte* shown_texels(const SurfaceLab& lab) {
  return lab.shows_before ? lab.chosen()->before.data() : lab.chosen()->now.data();
}

namespace {

/// In the order of SurfaceTab.
constexpr std::array tabs = {
    LabTab{"paint", "Surface", "The texels of a level; drag to paint."},
    LabTab{"bytes", "Bytes", "The texels as raw bytes, a colour for each texel."},
    LabTab{"elements", "Elements", "The texels as numbers of their format."},
    LabTab{"texture", "Texture", "All levels as a texture over the same array sees them."},
};

SurfaceContext surface_context(const PanelContext& context) {
  return {{context, "surfaces"}, static_cast<SurfaceLab&>(*context.state.lab_states[*context.state.lab])};
}

bool is_wide(const PanelContext& context) { return context.regions.viewport.width >= context.theme(700); }

void draw_write_button(const SurfaceContext& context, float right) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float width = theme(72);
  ImGui::SameLine(right - width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({corner.x, corner.y + theme(1)});
  ImGui::BeginDisabled(!lab.can_run());
  ImGui::PushStyleColor(ImGuiCol_Button, color::accent_dim);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color::accent_dim);
  ImGui::PushFont(theme.small_text);
  if (ImGui::Button(lab.is_trying() ? "Trying###write" : "Write###write", {width, theme(24)})) {
    lab.run();
  }
  ImGui::PopFont();
  ImGui::PopStyleColor(2);
  ImGui::EndDisabled();
  context.record("write");
  tooltip(theme, "Uses the brush as typed (F5).");
}

void draw_tab(const SurfaceContext& context, SurfaceTab tab) {
  if (context.lab.chosen() == nullptr) {
    wrapped_text_in(context.theme().small_text, color::error, context.lab.error());
    context.record("error.surfaces");
    return;
  }
  switch (tab) {
    case SurfaceTab::paint:
      draw_surface_paint(context);
      break;
    case SurfaceTab::bytes:
      draw_surface_bytes(context);
      break;
    case SurfaceTab::elements:
      draw_surface_elements(context);
      break;
    case SurfaceTab::texture:
      draw_surface_texture(context);
      break;
  }
}

/// The tabs from `first` on, of which `chosen` is open.
void choose_among(const SurfaceContext& context, std::size_t first, SurfaceTab chosen, float gap) {
  const std::size_t open = static_cast<std::size_t>(chosen) - first;
  const std::size_t clicked = draw_tabs(context, std::span{tabs}.subspan(first), open, gap);
  if (clicked != open) {
    context.lab.choose_tab(static_cast<SurfaceTab>(first + clicked));
  }
}

void draw_wide(const SurfaceContext& context) {
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float side = std::round(std::clamp(width * 0.46F, theme(320), theme(760)));
  draw_level_choice(context);
  ImGui::SameLine(left + width - side);
  choose_among(context, 1, context.lab.reading, theme(14));
  draw_write_button(context, left + width);
  draw_line_below_tabs(context.panel);
  begin_part("paint", {width - side - theme(21), 0});
  draw_tab(context, SurfaceTab::paint);
  ImGui::EndChild();
  ImGui::SameLine(0, theme(10));
  const ImVec2 line = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(line, {line.x, line.y + ImGui::GetContentRegionAvail().y}, packed(color::line));
  ImGui::SameLine(0, theme(21));
  begin_part("reading", {0, 0});
  draw_tab(context, context.lab.reading);
  ImGui::EndChild();
}

void draw_narrow(const SurfaceContext& context) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  choose_among(context, 0, context.lab.tab, context.theme()(10));
  draw_write_button(context, right);
  draw_line_below_tabs(context.panel);
  draw_level_choice(context);
  begin_part("tab", {0, 0});
  draw_tab(context, context.lab.tab);
  ImGui::EndChild();
}

void draw_surface_side(const PanelContext& panel) {
  const SurfaceContext context = surface_context(panel);
  context.lab.update();
  draw_surface_input(context);
  draw_surface_brush(context);
}

void draw_surface_main(const PanelContext& panel) {
  const SurfaceContext context = surface_context(panel);
  SurfaceLab& lab = context.lab;
  lab.update();
  lab.advance(panel.state.device);
  if (begin_region("lab", panel.regions.viewport, color::canvas, {panel.theme(14), panel.theme(6)})) {
    if (is_wide(panel)) {
      draw_wide(context);
    } else {
      draw_narrow(context);
    }
    panel.state.widgets["viewport"] = panel.regions.viewport;
  }
  if (!ImGui::IsAnyItemHovered()) {
    lab.hovered_byte.reset();
  }
  ImGui::End();
}

std::string readout_text(const SurfaceLab& lab) {
  const LevelTexels* const texels = lab.chosen();
  if (texels == nullptr || !lab.hovered_byte || *lab.hovered_byte >= texels->now.size()) {
    const gpu::ArrayDescriptor descriptor = lab.level_descriptor();
    return fmt::format("level {}   {}   {} bytes a row", lab.level, to_string(descriptor),
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
  return fmt::format("texel ({}, {})   bytes {} to {} of row {}   {}   = {}", x, row, x * texels->element_size,
                     (x + 1) * texels->element_size - 1, row, bytes, values);
}

void draw_surface_readout(const PanelContext& panel) {
  const SurfaceContext context = surface_context(panel);
  draw_readout_text(context, readout_text(context.lab));
}

}  // namespace

void draw_level_choice(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  ImGui::PushFont(theme.small_text);
  ImGui::AlignTextToFramePadding();
  text_in(theme.small_text, color::text_dim, "Level");
  for (std::size_t level = 0; level < static_cast<std::size_t>(lab.input.num_levels); ++level) {
    ImGui::SameLine(0, level == 0 ? theme(8) : theme(3));
    const auto shape = gpu::level_descriptor(lab.input.descriptor(), static_cast<unsigned>(level)).shape;
    if (choice_button(context, fmt::format("level.{}", level).c_str(), fmt::format("{}", level).c_str(),
                      level == lab.level)) {
      lab.level = level;
    }
    tooltip(theme, fmt::format("The surface of level {}: {} × {} texels.", level, shape.width(), shape.height()));
  }
  ImGui::SameLine(0, theme(14));
  if (choice_button(context, "before", "Before", lab.shows_before)) {
    lab.shows_before = !lab.shows_before;
  }
  tooltip(theme, "Shows the texels as they were before the last stroke or drag.");
  ImGui::PopFont();
}

LabDeclaration surface_lab_declaration() {
  return {.name = "surfaces",
          .title = "Surfaces",
          .teaches =
              "What kernels write through surfaces: x in bytes or in texels, and what lies outside. Paint on a level, "
              "and read it back as bytes, numbers or a texture.",
          .key = key::f6,
          .make = [] { return std::unique_ptr<LabState>{std::make_unique<SurfaceLab>()}; },
          .draw_side = draw_surface_side,
          .draw_main = draw_surface_main,
          .draw_readout = draw_surface_readout};
}

}  // namespace texelscope::app
