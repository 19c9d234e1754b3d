#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/labs/interop/panel/interop_panel.h"
#include "app/window/action.h"

namespace texelscope::app {
namespace {

/// In the order of InteropTab.
constexpr std::array tabs = {LabTab{"life", "Life", "The steps of a frame, the owner of the image, and why."},
                             LabTab{"image", "Image", "The renderer's view, and the state of the objects."},
                             LabTab{"cost", "Cost", "The cost of each present path."}};

void draw_steps(const InteropContext& context) {
  const Theme& theme = context.theme();
  InteropLab& lab = context.lab;
  const ScopedFont scoped_font{theme.small_text};
  if (icon_button(context, "again", Icon::reset, "Re-creates the image.")) {
    lab.begin_again();
  }
  ImGui::SameLine(0, theme(4));
  if (icon_button(context, "runs", lab.runs ? Icon::pause : Icon::play, "Takes a step every second, or stops.",
                  lab.runs)) {
    lab.runs = !lab.runs;
  }
  ImGui::SameLine(0, theme(4));
  if (icon_button(context, "step", Icon::step, "Takes the next step (F5).")) {
    lab.step();
  }
  if (const OwnershipTrace* const life = lab.life()) {
    const OwnershipRecord& record = life->records()[lab.looked_at()];
    ImGui::SameLine(0, theme(12));
    ImGui::AlignTextToFramePadding();
    text_in(theme.small_text, color::text_dim, fmt::format("frame {}", life->frame()));
    context.record("frame");
    ImGui::SameLine(0, theme(12));
    text_in(theme.small_text, color::text, std::string{title_of(record.step, life->renderer())});
    ImGui::SameLine(0, theme(12));
    text_line(context, "waits", waits_text(record.facts), color::text_dim);
  }
}

void draw_life_or_error(const InteropContext& context, void (*draw)(const InteropContext&)) {
  if (context.lab.life() != nullptr) {
    draw(context);
  } else if (!context.lab.error().empty()) {
    error_text(context, "life", context.lab.error());
  }
}

void draw_cost_part(const InteropContext& context) {
  draw_part({"cost", [&] { draw_presentation_cost(context); }});
  context.record("cost");
}

void draw_small(const InteropContext& context) {
  InteropLab& lab = context.lab;
  lab.tab = draw_tabs(context, std::span<const LabTab>{tabs}, InteropTab::life, lab.tab, context.theme()(16));
  draw_line_below_tabs(context.panel);
  if (lab.tab == InteropTab::cost) {
    draw_cost_part(context);
    return;
  }
  draw_steps(context);
  const auto draw_diagram_and_text = [](const InteropContext& part) {
    const float height = std::round(ImGui::GetContentRegionAvail().y * 0.5F);
    draw_part({"diagram", [&] { draw_life_diagram(part); }}, {0, height});
    draw_life_text(part);
  };
  const bool is_image = lab.tab == InteropTab::image;
  draw_part({"part", [&] { draw_life_or_error(context, is_image ? draw_life_facts : +draw_diagram_and_text); }});
  context.record(is_image ? "image" : "why");
}

void draw_large(const InteropContext& context) {
  draw_steps(context);
  const auto draw_life = [](const InteropContext& part) {
    const ImVec2 inner = ImGui::GetContentRegionAvail();
    draw_part({"diagram", [&] { draw_life_diagram(part); }}, {0, std::round(inner.y * 0.36F)});
    ImGui::Dummy({0, part.theme()(4)});
    draw_part({"image", [&] { draw_life_facts(part); }}, {std::floor(inner.x * 0.56F), 0});
    part.record("image");
    ImGui::SameLine(0, part.theme()(16));
    draw_part({"why", [&] { draw_life_text(part); }});
    part.record("why");
  };
  const float height = std::round(ImGui::GetContentRegionAvail().y * 0.69F);
  draw_part({"life", [&] { draw_life_or_error(context, draw_life); }}, {0, height});
  draw_rule(context.theme()(4));
  draw_cost_part(context);
}

void draw_interop_properties(const PanelContext& panel) {
  const InteropContext context{panel};
  const Theme& theme = panel.theme;
  InteropLab& lab = context.lab;
  heading(theme, "PRESENTATION COST");
  ImGui::PushFont(theme.small_text);
  const float gap = theme(4);
  const float width = column_width(shown_sizes.size(), gap);
  for (std::size_t i = 0; i < shown_sizes.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0, gap);
    }
    const ShownSize& size = shown_sizes[i];
    if (choice_button(context,
                      {fmt::format("size.{}", size.name).c_str(), size.title,
                       fmt::format("Measures images of {} × {}.", size.width, size.height).c_str()},
                      i == lab.size(), {width, 0})) {
      lab.choose_size(i);
      lab.tab = InteropTab::cost;
    }
  }
  if (choice_button(context, {"measure", "Measure again", "Repeats and measures all present paths."}, false,
                    {ImGui::GetContentRegionAvail().x, 0})) {
    lab.measure_again();
    lab.tab = InteropTab::cost;
  }
  ImGui::PopFont();
  wrapped_text_in(theme.small_text, color::text_dim,
                  "Measures all paths in turn, for a few milliseconds per frame of the window.");
}

void draw_interop_main(const PanelContext& panel) {
  const InteropContext context{panel};
  context.lab.advance(panel.state);
  const Rect& region = panel.regions.viewport;
  const bool is_small = !is_wide(panel, 760) || region.height < panel.theme(470);
  draw_lab_region(
      panel, [&] { is_small ? draw_small(context) : draw_large(context); }, ImGuiWindowFlags_NoScrollWithMouse);
}

std::string readout_text(const InteropLab& lab) {
  if (lab.life() == nullptr) {
    return lab.error();
  }
  const OwnershipRecord& record = lab.life()->records()[lab.looked_at()];
  std::string text = fmt::format("{}   owner: {}", title_of(record.step, lab.life()->renderer()),
                                 record.facts.owner == ImageOwner::renderer ? "the renderer" : "the device");
  if (record.facts.timeline) {
    text += fmt::format("   timeline {}", record.facts.timeline->value);
  }
  return fmt::format("{}   {}", text, record.facts.mapping);
}

}  // namespace

extern const LabDeclaration interop_lab;
const LabDeclaration interop_lab = {
    .name = "interop",
    .title = "Interop",
    .teaches =
        "An image that renderer and device share, step by step: its owner and all waits. The cost of each present "
        "path, measured live.",
    .key = key::f10,
    .make = make_lab<InteropLab>,
    .draw_properties = draw_interop_properties,
    .draw_main = draw_interop_main,
    .draw_readout = draw_lab_readout<InteropLab, readout_text>,
    .varies = {"interop.image", "interop.why", "interop.calls", "interop.cost", "interop.readout"},
    .results = {"fact.*", "text", "readout", "refused.*"}};

}  // namespace texelscope::app
