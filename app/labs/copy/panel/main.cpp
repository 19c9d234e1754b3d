#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/labs/copy/panel/copy_panel.h"

namespace texelscope::app {

namespace {

using Tab = TabOf<CopyContext>;

/// In the order of CopyTab: two views, two texts.
constexpr std::array tabs = {
    Tab{{"motion", "Slow motion", "Which items are read, staged and written, step by step."}, draw_copy_motion},
    Tab{{"picture", "Picture", "The memory of both sides after a run."}, draw_copy_pictures},
    Tab{{"plan", "Plan", "The method of the copy, and the reason for it."}, draw_copy_plan},
    Tab{{"speed", "Speed", "Results of this run and of earlier runs."}, draw_copy_speed},
};

void draw_run_button(const CopyContext& context, float right) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  const bool is_running = lab.is_running();
  if (button_beside_tabs(context, "run", is_running ? "Stop###run" : "Run###run", right, !is_running,
                         is_running || lab.can_run())) {
    is_running ? lab.stop() : lab.run();
  }
  tooltip(theme, is_running ? fmt::format("{:.0f} % done. Stops after the current step.", 100 * lab.progress())
                            : "Runs, checks and measures the copy (F5).");
  if (is_running) {
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const float end = from.x + (to.x - from.x) * static_cast<float>(lab.progress());
    ImGui::GetWindowDrawList()->AddRectFilled({from.x, to.y - theme(3)}, {end, to.y}, packed(color::accent));
  }
}

void draw_wide(const CopyContext& context) {
  const Theme& theme = context.theme();
  const CopyLab& lab = context.lab;
  const std::span<const Tab> all{tabs};
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float side = std::round(std::clamp(width * 0.38F, theme(290), theme(480)));
  choose_tab(context, all.first(2), CopyTab::motion, lab.view, theme(16));
  ImGui::SameLine(left + width - side);
  choose_tab(context, all.last(2), CopyTab::plan, lab.text, theme(16));
  draw_run_button(context, left + width);
  draw_line_below_tabs(context.panel);
  draw_beside(theme, side, {"view", [&] { draw_below_tab(context, tabs, lab.view); }},
              {"text", [&] { draw_below_tab(context, tabs, lab.text); }});
}

void draw_narrow(const CopyContext& context) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  choose_tab(context, std::span<const Tab>{tabs}, CopyTab::motion, context.lab.tab, context.theme()(12));
  draw_run_button(context, right);
  draw_line_below_tabs(context.panel);
  draw_part({"tab", [&] { draw_below_tab(context, tabs, context.lab.tab); }});
}

void draw_copy_properties(const PanelContext& panel) {
  const CopyContext context{panel};
  context.lab.update();
  draw_copy_presets(context);
  draw_copy_source(context);
  draw_copy_destination(context);
}

void draw_copy_main(const PanelContext& panel) {
  const CopyContext context{panel};
  context.lab.update();
  context.lab.advance(panel.state.device);
  context.lab.is_motion_shown = false;
  draw_lab_region(panel, [&] { is_wide(panel) ? draw_wide(context) : draw_narrow(context); });
}

std::string readout_text(const CopyLab& lab) {
  const CopyMotion& motion = lab.motion();
  if (lab.is_motion_shown && lab.hovered_item && static_cast<std::size_t>(*lab.hovered_item) < motion.items.size()) {
    const MotionItem& item = motion.items[static_cast<std::size_t>(*lab.hovered_item)];
    return fmt::format("source byte {}, sector {}   destination byte {}, sector {}", item.source,
                       sector_at(item.source), item.destination, sector_at(item.destination));
  }
  return lab.setup().plan ? to_string(*lab.setup().plan) : std::string{};
}

}  // namespace

extern const LabDeclaration copy_lab;
const LabDeclaration copy_lab = {.name = "copies",
                                 .title = "Copies",
                                 .teaches =
                                     "How elements move from one layout to another: the plan and its reasons, each "
                                     "step in slow motion, and the speed. Choose a copy, watch it, and run it.",
                                 .key = key::f3,
                                 .make = make_lab<CopyLab>,
                                 .draw_properties = draw_copy_properties,
                                 .draw_main = draw_copy_main,
                                 .draw_readout = draw_lab_readout<CopyLab, readout_text>,
                                 .varies = {"copies.race", "copies.history"},
                                 .results = {"plan.*", "readout", "motion.plan", "motion.corner", "motion.cells",
                                             "motion.sectors.*", "motion.move", "motion.step_text", "race", "history"}};

}  // namespace texelscope::app
