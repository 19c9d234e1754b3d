#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <filesystem>
#include <span>

#include "app/files/file.h"
#include "app/images/pixel_layout.h"
#include "app/labs/layout/layout_code.h"
#include "app/labs/layout/layout_picture.h"
#include "app/labs/layout/layout_reasons.h"
#include "app/labs/layout/panel/lab_panel.h"
#include "app/labs/layout/panel/layout_fields.h"

namespace texelscope::app {
namespace {

std::string chain_text(const LayoutLab& lab) {
  std::string text = "shape " + lab.text.shape;
  for (std::size_t i = 0; i < lab.entries.size(); ++i) {
    if (lab.result().steps[i].layout) {
      text += "  ." + lab.entries[i].text;
    }
  }
  return text;
}

void save(const LayoutContext& context, const char* extension,
          void (*write)(const std::filesystem::path&, const Drawing&)) {
  State& state = context.state();
  const gpu::StridedLayout* layout = context.lab.result().shown();
  if (layout == nullptr) {
    return;
  }
  try {
    const std::filesystem::path path = free_name("layout", extension);
    write(path, layout_picture(*layout, chain_text(context.lab), context.lab.slice));
    state.notices.notify(NoticeKind::information, "Saved " + std::filesystem::absolute(path).string(), state.now);
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::error, error.what(), state.now);
  }
}

void draw_lab_input(const LayoutContext& context) {
  heading(context.theme(), "LAYOUT");
  if (const auto& open = context.state().pictures.current; open && draw_opened_picture(context, "")) {
    context.lab.take_layout(pixel_layout(*open->image));
  }
  const LayoutFields fields{context, context.lab.text, context.lab.result()};
  fields.draw_shape();
  fields.draw_strides();
  fields.draw_itemsize();
  fields.draw_order();
}

void draw_lab_export(const LayoutContext& context) {
  heading(context.theme(), "PICTURE");
  const bool is_covered = has_covered_results(context.state());
  ImGui::BeginDisabled(context.lab.result().shown() == nullptr || is_covered);
  const float width = (ImGui::GetContentRegionAvail().x - context.theme()(6)) / 2;
  if (ImGui::Button("Save SVG", {width, 0})) {
    save(context, ".svg", save_svg);
  }
  context.describe("save_svg",
                   is_covered ? covered_reason : "Saves the grid and the memory as a drawing in the current folder.");
  ImGui::SameLine(0, context.theme()(8));
  if (ImGui::Button("Save PNG", {width, 0})) {
    save(context, ".png", save_picture_png);
  }
  context.describe("save_png",
                   is_covered ? covered_reason : "Saves the grid and the memory as an image in the current folder.");
  ImGui::EndDisabled();
}

const ImVec4& verdict_color(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return color::accent;
    case Verdict::fails:
      return color::text_dim;
    case Verdict::unknown:
      return color::warning;
    case Verdict::neutral:
      break;
  }
  return color::text;
}

void draw_property(const LayoutContext& context, const LayoutReason& property) {
  const Theme& theme = context.theme();
  ImGui::BeginGroup();
  value_row(context, std::string{property.property}, color::text, property.value, verdict_color(property.verdict));
  if (!property.is_plain) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - theme(3));
    wrapped_text_in(theme.small_text, color::text_dim, property.reason);
  }
  ImGui::EndGroup();
  value_tooltip(context.panel, property.is_plain ? property.reason : "");
  context.record(fmt::format("property.{}", property.property));
  ImGui::Dummy({0, theme(4)});
}

void draw_lab_properties(const LayoutContext& context, const gpu::StridedLayout& layout) {
  for (const LayoutReason& property : layout_reasons(layout)) {
    draw_property(context, property);
  }
}

void draw_lab_code(const LayoutContext& context) {
  LayoutLab& lab = context.lab;
  const Theme& theme = context.theme();
  constexpr std::array languages = {LabChoice{"code.0", "NumPy", "The layout in Python, with NumPy."},
                                    LabChoice{"code.1", "cuda.core", "The layout in Python, with cuda.core."},
                                    LabChoice{"code.2", "C++", "The layout in C++, with this library."}};
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::PushFont(theme.small_text);
  choice_row(context, languages, lab.code, theme(4));
  ImGui::PopFont();
  ImGui::SameLine(right - theme(38));
  const std::string code = layout_code(lab.code, lab.text, lab.result());
  draw_copy_link(context, code);
  ImGui::Dummy({0, theme(4)});
  begin_part("code", {0, 0}, ImGuiWindowFlags_HorizontalScrollbar);
  text_in(theme.value, color::text, code);
  context.record("code.text");
  ImGui::EndChild();
}

/// In the order of LayoutTab.
constexpr std::array tabs = {
    LabTab{"map", "Map", "Indices and memory."},
    LabTab{"properties", "Properties", "Every property, and the reason for it."},
    LabTab{"code", "Code", "The same chain for NumPy, cuda.core and C++."},
    LabTab{"warp", "Warp", "The memory that one load of a warp touches."},
    LabTab{"banks", "Shared memory", "Banks and conflicts of a tile, with padding."},
};

void draw_tabs_of(const LayoutContext& context, bool has_map_tab) {
  LayoutTab& tab = context.lab.tab;
  const std::span<const LabTab> all{tabs};
  if (has_map_tab) {
    tab = draw_tabs(context, all, LayoutTab::map, tab, context.theme()(8));
    return;
  }
  const LayoutTab open = tab == LayoutTab::map ? LayoutTab::properties : tab;
  if (const LayoutTab chosen = draw_tabs(context, all.subspan(1), LayoutTab::properties, open, context.theme()(16));
      chosen != open) {
    tab = chosen;
  }
}

std::string memory_title(const gpu::StridedLayout& layout) {
  const MemoryRange range = memory_range(layout);
  if (range.count == 0) {
    return "no offset";
  }
  return fmt::format("offsets {} to {}", range.lowest, range.lowest + range.count - 1);
}

void draw_map(const LayoutContext& context, const gpu::StridedLayout& layout, MapLink& link) {
  LayoutLab& lab = context.lab;
  const Theme& theme = context.theme();
  settle(lab.slice, layout);
  const IndexGrid grid = index_grid(layout, lab.slice);
  const MemoryRange range = memory_range(layout, lab.slice.first_offset);
  titled(context, "INDICES",
         grid.is_clipped() ? fmt::format("{} of {} × {}: {} × {} shown", slice_text(layout, lab.slice), grid.rows,
                                         grid.columns, grid.shown_rows, grid.shown_columns)
                           : fmt::format("{}  with the offset in each cell", slice_text(layout, lab.slice)),
         grid.is_clipped() ? color::accent : color::text_dim);
  context.record("grid_title");
  if (layout.is_empty()) {
    wrapped_text_in(theme.small_text, color::text_dim, "There are no elements: an extent is 0.");
    return;
  }
  if (const std::size_t widgets = count_slice_controls(layout, lab.slice); widgets > 0) {
    // Many axes scroll within two rows.
    const auto in_row =
        std::max<std::size_t>(static_cast<std::size_t>((ImGui::GetContentRegionAvail().x + theme(6)) / theme(154)), 1);
    const std::size_t rows = std::min<std::size_t>((widgets + in_row - 1) / in_row, 2);
    const float row = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    draw_part({"controls", [&] { draw_slice_controls(context, layout); }}, {0, static_cast<float>(rows) * row});
  }
  const float left = ImGui::GetContentRegionAvail().y;
  const float title_height = theme(size::heading) + ImGui::GetStyle().ItemSpacing.y + theme(6);
  // The grid is tall enough for its rows, with cells that fit side by side, up to a share of the height.
  const float widest_cell =
      ImGui::GetContentRegionAvail().x / static_cast<float>(std::max<std::int64_t>(grid.shown_columns, 1));
  const float cell = std::clamp(widest_cell, theme(12), theme(largest_grid_cell));
  const float wanted = static_cast<float>(grid.shown_rows) * cell + theme(30);
  const float grid_height = std::floor(std::min(wanted, (left - title_height) * 0.56F));
  draw_part({"grid", [&] { draw_index_grid(context, layout, link); }, ImGuiWindowFlags_HorizontalScrollbar},
            {0, grid_height});
  ImGui::Dummy({0, 0});
  titled(context, "MEMORY",
         range.is_clipped() ? fmt::format("{}: {} shown", memory_title(layout), range.shown)
                            : fmt::format("{}  with {} in each cell", memory_title(layout),
                                          lab.tab == LayoutTab::warp ? "the lane that reads it" : "the element"),
         range.is_clipped() ? color::accent : color::text_dim);
  context.record("memory_title");
  draw_part({"memory", [&] { draw_memory_strip(context, layout, link); }});
}

void draw_link(const PanelContext& context, const MapLink& link) {
  if (!link.in_grid || !link.in_memory) {
    return;
  }
  const Rect& region = context.regions.viewport;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect({region.x, region.y}, {region.right(), region.bottom()});
  const ImVec2 from = *link.in_grid;
  const ImVec2 to = *link.in_memory;
  const float bend = (to.y - from.y) * 0.45F;
  draw->AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, packed(color::accent),
                       std::max(1.5F, context.theme(1.5F)));
  draw->PopClipRect();
}

void draw_shown_tab(const LayoutContext& context, const gpu::StridedLayout& layout) {
  switch (context.lab.tab) {
    case LayoutTab::map:
    case LayoutTab::properties:
      draw_lab_properties(context, layout);
      break;
    case LayoutTab::code:
      draw_lab_code(context);
      break;
    case LayoutTab::warp:
      draw_lab_warp(context, layout);
      break;
    case LayoutTab::banks:
      draw_lab_banks(context);
      break;
  }
}

void draw_failure(const LayoutContext& context) {
  const auto failed = context.lab.result().failed();
  if (failed) {
    wrapped_line(context, "failure", color::error,
                 fmt::format("Showing the layout before operation {}, which failed.", *failed + 1));
  }
}

void draw_content(const LayoutContext& context, const gpu::StridedLayout& layout) {
  LayoutLab& lab = context.lab;
  const PanelContext& panel = context.panel;
  const Theme& theme = context.theme();
  MapLink link;
  if (lab.tab == LayoutTab::banks) {
    draw_part({"tab", [&] { draw_lab_banks(context); }});
    return;
  }
  draw_failure(context);
  const auto map = [&] { draw_map(context, layout, link); };
  const auto tab = [&] { draw_shown_tab(context, layout); };
  if (is_wide(panel)) {
    const float width = ImGui::GetContentRegionAvail().x;
    draw_beside(theme, std::round(std::clamp(width * 0.34F, theme(260), theme(400))), {"map", map}, {"tab", tab});
  } else if (lab.tab == LayoutTab::map) {
    draw_part({"tab", map});
  } else {
    draw_part({"tab", tab});
  }
  // Above both children.
  ImGui::SetCursorPos({0, 0});
  ImGui::BeginChild("link", ImGui::GetWindowSize(), false,
                    ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
  draw_link(panel, link);
  ImGui::EndChild();
}

void draw_lab_properties(const PanelContext& panel) {
  const LayoutContext context{panel};
  context.lab.update();
  if (context.lab.tab == LayoutTab::banks) {
    // The tile has its own shape, which is set by the fields above it.
    heading(panel.theme, "TILE");
    wrapped_text_in(
        panel.theme.small_text, color::text_dim,
        fmt::format("{} × {} elements of {} bytes, set above it. The layout of the other tabs has no effect "
                    "here.",
                    context.lab.tile.rows, context.lab.tile.columns, context.lab.tile.itemsize));
    context.record("tile_settings");
    return;
  }
  draw_lab_input(context);
  draw_lab_chain(context);
  draw_lab_export(context);
}

void draw_lab_main(const PanelContext& panel) {
  LayoutContext context{panel};
  LayoutLab& lab = context.lab;
  lab.update();
  context.hovered = lab.hovered;
  lab.hovered.reset();
  const bool has_map_tab = !is_wide(panel);
  draw_lab_region(panel, [&] {
    draw_tabs_of(context, has_map_tab);
    draw_line_below_tabs(panel);
    if (const gpu::StridedLayout* layout = lab.result().shown()) {
      // A copy, since drawing may change the chain.
      const gpu::StridedLayout drawn = *layout;
      draw_content(context, drawn);
    } else if (lab.tab == LayoutTab::banks) {
      draw_lab_banks(context);
    } else {
      wrapped_text_in(panel.theme.small_text, color::error,
                      lab.result().input_error + (lab.last_shown() ? " This is the layout before." : ""));
      context.record("input_error");
      if (lab.last_shown()) {
        const gpu::StridedLayout drawn = *lab.last_shown();
        draw_content(context, drawn);
      }
    }
  });
}

void draw_layout_readout(const PanelContext& panel) {
  const LayoutContext context{panel};
  const Theme& theme = panel.theme;
  const Rect& region = panel.regions.readout;
  if (begin_region("readout", region, color::panel, {theme(size::padding), 0}, ImGuiWindowFlags_NoScrollWithMouse)) {
    const ScopedFont scoped_font{theme.value};
    ImGui::SetCursorPosY(std::round((region.height - ImGui::GetFontSize()) / 2));
    const gpu::StridedLayout* layout = context.lab.last_shown() ? &*context.lab.last_shown() : nullptr;
    const auto& hovered = context.lab.hovered;
    if (hovered && layout != nullptr) {
      std::string text;
      if (hovered->position && *hovered->position < layout->volume()) {
        text += fmt::format("index {}   element {} of {}   ", to_string(index_at(*layout, *hovered->position)),
                            *hovered->position, layout->volume());
      }
      text += fmt::format("offset {}   byte {}", hovered->offset, hovered->offset * layout->itemsize());
      const OffsetElements found = ElementFinder{*layout}.at(hovered->offset);
      if (found.count != 1) {
        text += found.count == 0 ? "   gap: no element"
                                 : fmt::format("   {}{} elements here", found.is_exact ? "" : "at least ", found.count);
      }
      ImGui::TextUnformatted(shortened(text, ImGui::GetContentRegionAvail().x).c_str());
      context.record("readout");
    } else if (context.shows_map() && layout != nullptr) {
      text_in(theme.small_text, color::text_disabled,
              shortened(theme.small_text,
                        shows_values_at_mouse(context.state().course)
                            ? "Point to an element or offset; click to find it in the other view."
                            : covered_values,
                        ImGui::GetContentRegionAvail().x));
    } else {
      end_after_set_cursor();
    }
  }
  ImGui::End();
}

}  // namespace

extern const LabDeclaration layout_lab;
const LabDeclaration layout_lab = {
    .name = "layouts",
    .title = "Layouts",
    .teaches =
        "Where each element of a tensor is in memory, and how operations on shape and strides change that without "
        "touching the data. Enter a layout, chain operations, and see indices and memory side by side.",
    .key = key::f2,
    .make = make_lab<LayoutLab>,
    .draw_properties = draw_lab_properties,
    .draw_main = draw_lab_main,
    .draw_readout = draw_layout_readout,
    .results = {"warp.sectors", "warp.lines", "warp.load efficiency", "warp.verdict", "warp.lanes_by_sector",
                "warp.lanes_of_lines"}};

}  // namespace texelscope::app
