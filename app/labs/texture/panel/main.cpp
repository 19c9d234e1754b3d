#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

#include "app/labs/texture/panel/declaration.h"
#include "app/labs/texture/panel/texture_panel.h"
#include "app/texture/fetched_value.h"
#include "app/window/panels/part.h"

namespace texelscope::app {

TextureContext texture_context(const PanelContext& context) {
  return {{context, "textures"}, static_cast<TextureLab&>(*context.state.lab_states[*context.state.lab])};
}

namespace {

/// In the order of TextureTab: two views, two texts.
constexpr std::array tabs = {
    LabTab{"picture", "Picture", "What a plane of coordinates reads."},
    LabTab{"signal", "Signal", "One channel along a line, with the ideal filter's curve."},
    LabTab{"probe", "Probe", "The fetch under the mouse, step by step."},
    LabTab{"code", "Code", "The same set-up for CUDA C++, cuda.core and this library."},
};

/// Whether views and text have room beside each other.
bool is_wide(const PanelContext& context) { return context.regions.viewport.width >= context.theme(700); }

void draw_tab(const TextureContext& context, TextureTab tab) {
  switch (tab) {
    case TextureTab::picture:
      draw_texture_picture(context);
      break;
    case TextureTab::signal:
      draw_texture_signal(context);
      break;
    case TextureTab::probe:
      draw_texture_probe(context);
      break;
    case TextureTab::code:
      draw_texture_code(context);
      break;
  }
}

void choose_among(const TextureContext& context, std::size_t first, std::size_t count, TextureTab chosen, float gap) {
  const std::size_t open = static_cast<std::size_t>(chosen) - first;
  const std::size_t clicked = draw_tabs(context, std::span{tabs}.subspan(first, count), open, gap);
  if (clicked != open) {
    context.lab.choose_tab(static_cast<TextureTab>(first + clicked));
  }
}

/// Picture above signal, with probe or code beside both.
void draw_wide(const TextureContext& context) {
  const Theme& theme = context.theme();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool is_code = context.lab.text == TextureTab::code;
  const float side = std::round(is_code ? width * 0.5F : std::clamp(width * 0.36F, theme(310), theme(470)));
  begin_part("views", {width - side - theme(21), 0});
  const float height = ImGui::GetContentRegionAvail().y;
  const float signal = std::round(std::clamp(height * 0.3F, theme(110), theme(260)));
  begin_part("view", {0, height - signal - theme(6)},
             ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_texture_picture(context);
  ImGui::EndChild();
  begin_part("signal", {0, 0}, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_texture_signal(context);
  ImGui::EndChild();
  ImGui::EndChild();
  ImGui::SameLine(0, theme(10));
  const ImVec2 line = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(line, {line.x, line.y + ImGui::GetContentRegionAvail().y}, packed(color::line));
  ImGui::SameLine(0, theme(21));
  begin_part("texts", {0, 0});
  choose_among(context, 2, 2, context.lab.text, theme(14));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({below.x, below.y - theme(3)},
                                      {below.x + ImGui::GetContentRegionAvail().x, below.y - theme(3)},
                                      packed(color::line));
  begin_part("text", {0, 0});
  draw_tab(context, context.lab.text);
  ImGui::EndChild();
  ImGui::EndChild();
}

void draw_narrow(const TextureContext& context) {
  choose_among(context, 0, tabs.size(), context.lab.tab, context.theme()(12));
  draw_line_below_tabs(context.panel);
  begin_part("tab", {0, 0});
  draw_tab(context, context.lab.tab);
  ImGui::EndChild();
}

void draw_texture_side(const PanelContext& panel) {
  const TextureContext context = texture_context(panel);
  context.lab.update();
  draw_texel_source(context);
  draw_texture_array(context);
  draw_texture_descriptor(context);
  draw_texture_fetch(context);
}

void draw_texture_main(const PanelContext& panel) {
  const TextureContext context = texture_context(panel);
  context.lab.update();
  if (begin_region("lab", panel.regions.viewport, color::canvas, {panel.theme(14), panel.theme(6)})) {
    if (is_wide(panel)) {
      draw_wide(context);
    } else {
      draw_narrow(context);
    }
    panel.state.widgets["viewport"] = panel.regions.viewport;
  }
  ImGui::End();
}

std::string readout_text(TextureLab& lab) {
  const std::size_t side = lab.probe.side;
  if (!lab.work().can_sample(side)) {
    return lab.work().error(side);
  }
  const ProbeResult& result = lab.probe_result(side);
  std::string text = side == 0 ? "A at" : "B at";
  for (int axis = 0; axis < num_coordinates(lab.work().setup->shape()); ++axis) {
    text += fmt::format(" {}", lab.probe.coordinates[static_cast<std::size_t>(axis)]);
  }
  text += "   ";
  for (int channel = 0; channel < result.num_channels && result.device; ++channel) {
    text += fmt::format(" {}", number_text((*result.device)[static_cast<std::size_t>(channel)], result.kind));
  }
  return text;
}

void draw_texture_readout(const PanelContext& panel) {
  const TextureContext context = texture_context(panel);
  draw_readout_text(context, readout_text(context.lab));
}

}  // namespace

LabDeclaration texture_lab_declaration() {
  return {.name = "textures",
          .title = "Textures",
          .teaches =
              "What a texture unit makes of a coordinate: addressing, filtering and conversion, with the true numbers "
              "at each step. Choose texels and a descriptor, move over the picture, compare two descriptors.",
          .key = key::f4,
          .make = [] { return std::unique_ptr<LabState>{std::make_unique<TextureLab>()}; },
          .draw_side = draw_texture_side,
          .draw_main = draw_texture_main,
          .draw_readout = draw_texture_readout};
}

}  // namespace texelscope::app
