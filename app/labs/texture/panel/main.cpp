#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/labs/texture/texture_code.h"
#include "app/texture/fetched_value.h"

namespace texelscope::app {
namespace {

void draw_texture_code(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  constexpr std::array languages = {LabChoice{"code.cuda", "CUDA C++", "The texture and its fetches in CUDA C++."},
                                    LabChoice{"code.cuda_core", "cuda.core", "The same in Python, with cuda.core."},
                                    LabChoice{"code.cpp", "texelscope", "The same in C++, with this library."}};
  choice_row(context, languages, lab.code, theme(4));
  const std::string code = texture_code(lab.code, lab.work(), lab.edited);
  ImGui::SameLine(0, theme(8));
  draw_copy_link(context, code);
  begin_part("code", {0, 0}, ImGuiWindowFlags_HorizontalScrollbar);
  text_in(theme.value, color::text, code.empty() ? lab.work().error(lab.edited) : code);
  context.record("code.text");
  ImGui::EndChild();
}

using Tab = TabOf<TextureContext>;

/// In the order of TextureTab: two views, two texts.
constexpr std::array tabs = {
    Tab{{"picture", "Picture", "The results of a plane of coordinates."}, draw_texture_picture},
    Tab{{"signal", "Signal", "One channel along a line, with the ideal filter's curve."}, draw_texture_signal},
    Tab{{"probe", "Probe", "The fetch under the mouse, step by step."}, draw_texture_probe},
    Tab{{"code", "Code", "The same setup in CUDA C++, cuda.core and this library."}, draw_texture_code},
};

void draw_views(const TextureContext& context) {
  const Theme& theme = context.theme();
  const float height = ImGui::GetContentRegionAvail().y;
  const float signal = std::round(std::clamp(height * 0.3F, theme(110), theme(260)));
  draw_part({"view", [&] { draw_texture_picture(context); }, no_scrolling}, {0, height - signal - theme(6)});
  draw_part({"signal", [&] { draw_texture_signal(context); }, no_scrolling});
}

void draw_texts(const TextureContext& context) {
  const TextureLab& lab = context.lab;
  const float gap = context.theme()(4);
  choose_tab(context, std::span<const Tab>{tabs}.last(2), TextureTab::probe, lab.text, context.theme()(16));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({below.x, below.y - gap},
                                      {below.x + ImGui::GetContentRegionAvail().x, below.y - gap}, packed(color::line));
  draw_part({"text", [&] { draw_below_tab(context, tabs, lab.text); }});
}

/// The image above the signal, with probe or code next to both.
void draw_wide(const TextureContext& context) {
  const Theme& theme = context.theme();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool is_code = context.lab.text == TextureTab::code;
  const float side = std::round(is_code ? width * 0.5F : std::clamp(width * 0.36F, theme(310), theme(470)));
  draw_beside(theme, side, {"views", [&] { draw_views(context); }}, {"texts", [&] { draw_texts(context); }});
}

void draw_narrow(const TextureContext& context) {
  choose_tab(context, std::span<const Tab>{tabs}, TextureTab::picture, context.lab.tab, context.theme()(12));
  draw_line_below_tabs(context.panel);
  draw_part({"tab", [&] { draw_below_tab(context, tabs, context.lab.tab); }});
}

void draw_texture_properties(const PanelContext& panel) {
  const TextureContext context{panel};
  context.lab.update();
  draw_texel_source(context);
  draw_texture_array(context);
  draw_texture_descriptor(context);
  draw_texture_fetch(context);
}

void draw_texture_main(const PanelContext& panel) {
  const TextureContext context{panel};
  context.lab.update();
  draw_lab_region(panel, [&] { is_wide(panel) ? draw_wide(context) : draw_narrow(context); });
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

}  // namespace

extern const LabDeclaration texture_lab;
const LabDeclaration texture_lab = {
    .name = "textures",
    .title = "Textures",
    .teaches =
        "How a texture unit handles a coordinate: addressing, filtering and conversion, with the actual numbers at "
        "each step. Choose texels and a descriptor, move over the image, and compare two descriptors.",
    .key = key::f4,
    .make = make_lab<TextureLab>,
    .draw_properties = draw_texture_properties,
    .draw_main = draw_texture_main,
    .draw_readout = draw_lab_readout<TextureLab, readout_text>,
    .results = {"picture", "signal.curve", "probe.result.*", "probe.ideal", "probe.taps", "probe.step.*", "readout"}};

}  // namespace texelscope::app
