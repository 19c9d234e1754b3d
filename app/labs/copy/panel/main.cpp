#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/labs/copy/panel/declaration.h"
#include "app/labs/layout/warp_access.h"
#include "app/window/panels/part.h"

namespace texelscope::app {

CopyContext copy_context(const PanelContext& context) {
  return {{context, "copies"}, static_cast<CopyLab&>(*context.state.lab_states[*context.state.lab])};
}

namespace {

/// In the order of CopyTab: two views, two texts.
constexpr std::array tabs = {
    LabTab{"motion", "Slow motion", "Which items are read, staged and written, step by step."},
    LabTab{"picture", "Picture", "The memory of both sides after a run."},
    LabTab{"plan", "Plan", "What the copy does, and why."},
    LabTab{"speed", "Speed", "Figures of this run and of former ones."},
};

/// Whether view and text have room beside each other.
bool is_wide(const PanelContext& context) { return context.regions.viewport.width >= context.theme(700); }

void draw_run_button(const CopyContext& context, float right) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float width = theme(72);
  ImGui::SameLine(right - width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 extent{width, theme(24)};
  ImGui::SetCursorScreenPos({corner.x, corner.y + theme(1)});
  const bool is_running = lab.is_running();
  ImGui::BeginDisabled(!is_running && !lab.can_run());
  ImGui::PushStyleColor(ImGuiCol_Button, is_running ? color::raised : color::accent_dim);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color::accent_dim);
  ImGui::PushFont(theme.small_text);
  if (ImGui::Button(is_running ? "Stop###run" : "Run###run", extent)) {
    is_running ? lab.stop() : lab.run();
  }
  ImGui::PopFont();
  ImGui::PopStyleColor(2);
  ImGui::EndDisabled();
  context.record("run");
  tooltip(theme, is_running ? fmt::format("{:.0f} % done. Stops after the piece that runs now.", 100 * lab.progress())
                            : "Runs the copy, checks and measures it (F5).");
  if (is_running) {
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const float end = from.x + (to.x - from.x) * static_cast<float>(lab.progress());
    ImGui::GetWindowDrawList()->AddRectFilled({from.x, to.y - theme(3)}, {end, to.y}, packed(color::accent));
  }
}

void draw_tab(const CopyContext& context, CopyTab tab) {
  switch (tab) {
    case CopyTab::motion:
      draw_copy_motion(context);
      break;
    case CopyTab::picture:
      draw_copy_pictures(context);
      break;
    case CopyTab::plan:
      draw_copy_plan(context);
      break;
    case CopyTab::speed:
      draw_copy_speed(context);
      break;
  }
}

/// The tabs from `first` on, `count` of them, of which `chosen` is open.
void choose_among(const CopyContext& context, std::size_t first, std::size_t count, CopyTab chosen, float gap) {
  const std::size_t open = static_cast<std::size_t>(chosen) - first;
  const std::size_t clicked = draw_tabs(context, std::span{tabs}.subspan(first, count), open, gap);
  if (clicked != open) {
    context.lab.choose_tab(static_cast<CopyTab>(first + clicked));
  }
}

void draw_wide(const CopyContext& context) {
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float side = std::round(std::clamp(width * 0.38F, theme(290), theme(480)));
  choose_among(context, 0, 2, context.lab.view, theme(14));
  ImGui::SameLine(left + width - side);
  choose_among(context, 2, 2, context.lab.text, theme(14));
  draw_run_button(context, left + width);
  draw_line_below_tabs(context.panel);
  begin_part("view", {width - side - theme(21), 0});
  draw_tab(context, context.lab.view);
  ImGui::EndChild();
  ImGui::SameLine(0, theme(10));
  const ImVec2 line = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(line, {line.x, line.y + ImGui::GetContentRegionAvail().y}, packed(color::line));
  ImGui::SameLine(0, theme(21));
  begin_part("text", {0, 0});
  draw_tab(context, context.lab.text);
  ImGui::EndChild();
}

void draw_narrow(const CopyContext& context) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  choose_among(context, 0, tabs.size(), context.lab.tab, context.theme()(10));
  draw_run_button(context, right);
  draw_line_below_tabs(context.panel);
  begin_part("tab", {0, 0});
  draw_tab(context, context.lab.tab);
  ImGui::EndChild();
}

void draw_copy_side(const PanelContext& panel) {
  const CopyContext context = copy_context(panel);
  context.lab.update();
  draw_copy_presets(context);
  draw_copy_source(context);
  draw_copy_destination(context);
}

void draw_copy_main(const PanelContext& panel) {
  const CopyContext context = copy_context(panel);
  context.lab.update();
  context.lab.advance(panel.state.device);
  context.lab.is_motion_shown = false;
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

std::string readout_text(const CopyLab& lab) {
  const CopyMotion& motion = lab.motion();
  if (lab.is_motion_shown && lab.hovered_item && static_cast<std::size_t>(*lab.hovered_item) < motion.items.size()) {
    const MotionItem& item = motion.items[static_cast<std::size_t>(*lab.hovered_item)];
    const auto sector = [](std::int64_t byte) {
      return static_cast<std::int64_t>(std::floor(static_cast<double>(byte) / static_cast<double>(sector_bytes)));
    };
    return fmt::format("source byte {}, sector {}   destination byte {}, sector {}", item.source, sector(item.source),
                       item.destination, sector(item.destination));
  }
  return lab.setup().plan ? to_string(*lab.setup().plan) : std::string{};
}

void draw_copy_readout(const PanelContext& panel) {
  const CopyContext context = copy_context(panel);
  draw_readout_text(context, readout_text(context.lab));
}

}  // namespace

LabDeclaration copy_lab_declaration() {
  return {.name = "copies",
          .title = "Copies",
          .teaches =
              "How elements get from one layout into another: the plan and its reasons, each step in slow motion, and "
              "how fast it runs. Choose a copy, watch it, run it.",
          .key = key::f3,
          .make = [] { return std::unique_ptr<LabState>{std::make_unique<CopyLab>()}; },
          .draw_side = draw_copy_side,
          .draw_main = draw_copy_main,
          .draw_readout = draw_copy_readout,
          .varies = {"copies.race", "copies.history"}};
}

}  // namespace texelscope::app
