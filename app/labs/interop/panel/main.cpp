#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include "app/labs/interop/panel/declaration.h"
#include "app/labs/interop/panel/interop_panel.h"
#include "app/window/action.h"
#include "app/window/panels/part.h"

namespace texelscope::app {
namespace {

/// In the order of InteropTab.
constexpr std::array tabs = {LabTab{"life", "Life", "The steps of a frame, who has the image, and why."},
                             LabTab{"image", "Image", "What the renderer sees, and what the objects say."},
                             LabTab{"cost", "Cost", "What each way to show a kernel's output costs."}};

InteropContext interop_context(const PanelContext& context) {
  return {{context, "interop"}, static_cast<InteropLab&>(*context.state.lab_states[*context.state.lab])};
}

void draw_steps(const InteropContext& context) {
  const Theme& theme = context.theme();
  InteropLab& lab = context.lab;
  ImGui::PushFont(theme.small_text);
  if (icon_button(theme, "again", Icon::reset)) {
    lab.begin_again();
  }
  context.record("again");
  tooltip(theme, "Makes the image anew.");
  ImGui::SameLine(0, theme(4));
  if (icon_button(theme, "runs", lab.runs ? Icon::pause : Icon::play, lab.runs)) {
    lab.runs = !lab.runs;
  }
  context.record("runs");
  tooltip(theme, "Takes a step each second, or no longer.");
  ImGui::SameLine(0, theme(4));
  if (icon_button(theme, "step", Icon::step)) {
    lab.step();
  }
  context.record("step");
  tooltip(theme, "Takes the next step (F5).");
  if (const OwnershipTrace* const life = lab.life()) {
    const OwnershipRecord& record = life->records()[lab.looked_at()];
    ImGui::SameLine(0, theme(12));
    ImGui::AlignTextToFramePadding();
    text_in(theme.small_text, color::text_dim, fmt::format("frame {}", life->frame()));
    context.record("frame");
    ImGui::SameLine(0, theme(12));
    text_in(theme.small_text, color::text, std::string{title_of(record.step)});
    ImGui::SameLine(0, theme(12));
    text_in(theme.small_text, color::text_dim, shortened(waits_text(record.facts), ImGui::GetContentRegionAvail().x));
    context.record("waits");
  }
  ImGui::PopFont();
}

void draw_life_or_error(const InteropContext& context, void (*draw)(const InteropContext&)) {
  if (context.lab.life() != nullptr) {
    draw(context);
  } else if (!context.lab.error().empty()) {
    error_text(context, "life", context.lab.error());
  }
}

void draw_small(const InteropContext& context) {
  const Theme& theme = context.theme();
  InteropLab& lab = context.lab;
  lab.tab = static_cast<InteropTab>(draw_tabs(context, tabs, static_cast<std::size_t>(lab.tab), theme(14)));
  draw_line_below_tabs(context.panel);
  if (lab.tab == InteropTab::cost) {
    begin_part("cost", {0, 0});
    draw_showing_cost(context);
    ImGui::EndChild();
    context.record("cost");
    return;
  }
  draw_steps(context);
  begin_part("part", {0, 0});
  if (lab.tab == InteropTab::image) {
    draw_life_or_error(context, draw_life_facts);
  } else {
    draw_life_or_error(context, [](const InteropContext& part) {
      const float height = std::round(ImGui::GetContentRegionAvail().y * 0.5F);
      begin_part("diagram", {0, height});
      draw_life_diagram(part);
      ImGui::EndChild();
      draw_life_text(part);
    });
  }
  ImGui::EndChild();
  context.record(lab.tab == InteropTab::image ? "image" : "why");
}

void draw_large(const InteropContext& context) {
  const Theme& theme = context.theme();
  draw_steps(context);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  begin_part("life", {0, std::round(room.y * 0.69F)});
  draw_life_or_error(context, [](const InteropContext& part) {
    const ImVec2 inner = ImGui::GetContentRegionAvail();
    begin_part("diagram", {0, std::round(inner.y * 0.36F)});
    draw_life_diagram(part);
    ImGui::EndChild();
    ImGui::Dummy({0, part.theme()(2)});
    begin_part("image", {std::floor(inner.x * 0.56F), 0});
    draw_life_facts(part);
    ImGui::EndChild();
    part.record("image");
    ImGui::SameLine(0, part.theme()(14));
    begin_part("why", {0, 0});
    draw_life_text(part);
    ImGui::EndChild();
    part.record("why");
  });
  ImGui::EndChild();
  const ImVec2 line = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(line, {line.x + ImGui::GetContentRegionAvail().x, line.y}, packed(color::line));
  ImGui::Dummy({0, theme(3)});
  begin_part("cost", {0, 0});
  draw_showing_cost(context);
  ImGui::EndChild();
  context.record("cost");
}

void draw_interop_side(const PanelContext& panel) {
  const InteropContext context = interop_context(panel);
  const Theme& theme = panel.theme;
  InteropLab& lab = context.lab;
  heading(theme, "COST OF SHOWING");
  ImGui::PushFont(theme.small_text);
  const float gap = theme(3);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 2 * gap) / 3);
  for (std::size_t i = 0; i < shown_sizes.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0, gap);
    }
    const ShownSize& size = shown_sizes[i];
    if (choice_button(context, fmt::format("size.{}", size.name).c_str(), size.title, i == lab.size(), {width, 0})) {
      lab.choose_size(i);
      lab.tab = InteropTab::cost;
    }
    tooltip(theme, fmt::format("Measures images of {} × {}.", size.width, size.height));
  }
  if (choice_button(context, "measure", "Measure again", false, {ImGui::GetContentRegionAvail().x, 0})) {
    lab.measure_again();
    lab.tab = InteropTab::cost;
  }
  tooltip(theme, "Shows the kernel's output in every way again, and takes the time of each.");
  ImGui::PopFont();
  wrapped_text_in(theme.small_text, color::text_dim,
                  "All ways in turns, some milliseconds in each frame of the window.");
}

void draw_interop_main(const PanelContext& panel) {
  const InteropContext context = interop_context(panel);
  const Theme& theme = panel.theme;
  context.lab.advance(panel.state);
  if (begin_region("lab", panel.regions.viewport, color::canvas, {theme(14), theme(6)},
                   ImGuiWindowFlags_NoScrollWithMouse)) {
    const Rect& region = panel.regions.viewport;
    region.width < theme(760) || region.height < theme(470) ? draw_small(context) : draw_large(context);
    panel.state.widgets["viewport"] = panel.regions.viewport;
  }
  ImGui::End();
}

std::string readout_text(const InteropLab& lab) {
  if (lab.life() == nullptr) {
    return lab.error();
  }
  const OwnershipRecord& record = lab.life()->records()[lab.looked_at()];
  std::string text = fmt::format("{}   {} has it", title_of(record.step),
                                 record.facts.owner == ImageOwner::renderer ? "the renderer" : "the device");
  if (record.facts.timeline) {
    text += fmt::format("   timeline {}", record.facts.timeline->value);
  }
  return fmt::format("{}   {}", text, record.facts.mapping);
}

void draw_interop_readout(const PanelContext& panel) {
  const InteropContext context = interop_context(panel);
  draw_readout_text(context, readout_text(context.lab));
}

}  // namespace

LabDeclaration interop_lab_declaration() {
  return {.name = "interop",
          .title = "Interop",
          .teaches =
              "The life of an image that renderer and device share, step by step: who has it, who waits for whom. What "
              "each way to show a kernel's output costs, measured live.",
          .key = key::f10,
          .make = [] { return std::unique_ptr<LabState>{std::make_unique<InteropLab>()}; },
          .draw_side = draw_interop_side,
          .draw_main = draw_interop_main,
          .draw_readout = draw_interop_readout,
          .varies = {"interop.image", "interop.why", "interop.calls", "interop.cost", "interop.readout"}};
}

}  // namespace texelscope::app
