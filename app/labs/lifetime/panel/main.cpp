#include <fmt/format.h>

#include <map>

#include "app/labs/lifetime/lifetime_lab.h"
#include "app/text/bytes_text.h"
#include "app/window/action.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {
namespace {

using LifetimeContext = LabContext<LifetimeLab>;

/// A column of the list, from `left` to `right` in pixels of the row.
struct Column {
  const char* name;
  const char* title;
  LifetimeOrder order;
  float left = 0;
  float right = 0;
  bool is_number = false;
};

/// In a narrow window owner and handle have no columns; the lines below the list show them.
std::vector<Column> columns_of(const Theme& theme, float width) {
  const bool has_owner = width >= theme(640);
  const bool has_handle = width >= theme(500);
  const float size = has_handle ? theme(296) : theme(168);
  const float rest = size + theme(92);
  const float origin_right = has_owner ? rest + (width - rest) * 0.45F : width;
  std::vector<Column> columns = {
      {"age", "No.", LifetimeOrder::age, 0, theme(46), true},
      {"kind", "Kind", LifetimeOrder::kind, theme(56), theme(176)},
      {"size", "Size", LifetimeOrder::size, size, size + theme(80), true},
      {"origin", "Owner", LifetimeOrder::origin, rest, origin_right - theme(8)},
  };
  if (has_handle) {
    columns.push_back({"handle", "Handle", LifetimeOrder::handle, theme(178), theme(292)});
  }
  if (has_owner) {
    columns.push_back({"owner", "Depends on", LifetimeOrder::age, origin_right, width});
  }
  return columns;
}

void draw_in(const Column& column, ImVec2 corner, ImU32 ink, const std::string& text) {
  const std::string shown = shortened(text, column.right - column.left);
  const float left = column.is_number ? column.right - ImGui::CalcTextSize(shown.c_str()).x : column.left;
  ImGui::GetWindowDrawList()->AddText({corner.x + left, corner.y}, ink, shown.c_str());
}

void draw_titles(const LifetimeContext& context, const std::vector<Column>& columns) {
  const Theme& theme = context.theme();
  LifetimeLab& lab = context.lab;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  for (const Column& column : columns) {
    const bool is_sorted = lab.order == column.order && std::string_view{column.name} != "owner";
    if (std::string_view{column.name} != "owner") {
      ImGui::SetCursorScreenPos({corner.x + column.left, corner.y});
      if (invisible_button(column.name, {column.right - column.left, theme(20)})) {
        lab.sort(column.order);
      }
      context.describe(fmt::format("sort.{}", column.name), "Sorts by this column; click again to reverse the order.");
    }
    const char* const arrow = !is_sorted ? "" : lab.is_descending ? " ↓" : " ↑";
    draw_in(column, {corner.x, corner.y + theme(2)}, packed(is_sorted ? color::accent : color::text_dim),
            fmt::format("{}{}", column.title, arrow));
  }
  ImGui::SetCursorScreenPos({corner.x, corner.y + theme(20)});
}

ImU32 ink_of(Relation relation) {
  switch (relation) {
    case Relation::owner:
      return packed(color::categories[2]);
    case Relation::user:
      return packed(color::categories[1]);
    case Relation::itself:
    case Relation::none:
      break;
  }
  return packed(color::text);
}

const char* mark_of(Relation relation) {
  return relation == Relation::owner ? "↑ " : relation == Relation::user ? "↓ " : "";
}

void draw_object(const LifetimeContext& context, const gpu::LiveObject& object, const std::vector<Column>& columns,
                 std::uint64_t& hovered) {
  const Theme& theme = context.theme();
  LifetimeLab& lab = context.lab;
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetFontSize() + theme(4);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(object.number));
  if (invisible_button("object", {width, height})) {
    lab.selected = lab.selected == object.number ? 0 : object.number;
  }
  ImGui::PopID();
  context.record(fmt::format("object.{}", object.number));
  if (ImGui::IsItemHovered()) {
    hovered = object.number;
  }
  const Relation relation = lab.relation_of(object.number);
  const bool is_selected = object.number == lab.selected;
  if (is_selected || relation != Relation::none) {
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + height},
                                              packed(is_selected ? color::accent_wash : color::raised));
  }
  const ImU32 ink = ink_of(relation);
  const gpu::LiveObject* const owner = object.owners.empty() ? nullptr : lab.find(object.owners.front());
  const ImVec2 text{corner.x, corner.y + theme(2)};
  for (const Column& column : columns) {
    const std::string_view name = column.name;
    draw_in(column, text, name == "age" ? packed(color::text_disabled) : ink,
            name == "age"      ? fmt::format("{}", object.number)
            : name == "kind"   ? std::string{mark_of(relation)} + std::string{to_string(object.kind)}
            : name == "handle" ? fmt::format("{:#x}", object.handle)
            : name == "size"   ? (object.size_bytes > 0 ? bytes_text(static_cast<std::int64_t>(object.size_bytes)) : "")
            : name == "origin" ? (object.origin.empty() ? "the program" : object.origin)
            : owner != nullptr ? name_of(*owner)
            : object.owners.empty() ? ""
                                    : "a destroyed object");
  }
}

void draw_kind(const LifetimeContext& context, const LifetimeRow& row) {
  const Theme& theme = context.theme();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFontSize() + theme(6);
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, height});
  context.record(fmt::format("kind.{}", to_string(row.kind)));
  const std::string text = fmt::format(
      "{} × {}{}", row.count, to_string(row.kind),
      row.size_bytes > 0 ? fmt::format("   {}", bytes_text(static_cast<std::int64_t>(row.size_bytes))) : "");
  ImGui::GetWindowDrawList()->AddText({corner.x, corner.y + theme(4)}, packed(color::accent), text.c_str());
}

void draw_list(const LifetimeContext& context) {
  const Theme& theme = context.theme();
  LifetimeLab& lab = context.lab;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const std::vector<Column> columns = columns_of(theme, ImGui::GetContentRegionAvail().x - theme(12));
  draw_titles(context, columns);
  begin_part("objects", {0, 0});
  std::uint64_t hovered = 0;
  for (const LifetimeRow& row : lab.rows()) {
    if (row.object) {
      draw_object(context, lab.objects()[*row.object], columns, hovered);
    } else {
      draw_kind(context, row);
    }
  }
  lab.hovered = hovered;
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void draw_details(const LifetimeContext& context) {
  const Theme& theme = context.theme();
  const gpu::LiveObject* const object = context.lab.looked_at();
  if (object == nullptr) {
    wrapped_text_in(theme.small_text, color::text_dim,
                    "Point to an object to see what it depends on (↑) and what depends on it (↓).");
    return;
  }
  wrapped_line(context, "chain", color::text, context.lab.chain_text(*object));
  wrapped_line(context, "end", color::categories[1], end_text(context.lab, *object));
  const double age = std::chrono::duration<double>(gpu::CallClock::now() - object->made_at).count();
  wrapped_text_in(theme.small_text, color::text_dim,
                  fmt::format("Created {:.1f} s ago for {} by {}", age,
                              object->origin.empty() ? "the program" : object->origin, object->made_by));
}

void draw_lifetime_properties(const PanelContext& panel) {
  const LifetimeContext context{panel};
  const Theme& theme = panel.theme;
  LifetimeLab& lab = context.lab;
  heading(theme, "LIVE OBJECTS");
  text_field(context, "filter", lab.filter, "filter objects", false);
  tooltip(theme, "Lists only objects whose kind, handle or owner contains this text.");
  ImGui::PushFont(theme.small_text);
  toggle_button(context, {"grouped", "Group by kind", "Groups objects by kind, with their number and memory."},
                lab.is_grouped, {ImGui::GetContentRegionAvail().x, 0});
  ImGui::PopFont();
  struct Total {
    std::size_t count = 0;
    std::size_t size_bytes = 0;
  };
  std::map<gpu::ObjectKind, Total> totals;
  for (const gpu::LiveObject& object : lab.objects()) {
    Total& total = totals[object.kind];
    ++total.count;
    total.size_bytes += object.size_bytes;
  }
  for (const auto& [kind, total] : totals) {
    const std::string bytes =
        total.size_bytes > 0 ? fmt::format(", {}", bytes_text(static_cast<std::int64_t>(total.size_bytes))) : "";
    text_in(theme.small_text, color::text_dim, fmt::format("{} × {}{}", total.count, to_string(kind), bytes));
  }
}

void draw_lifetime_main(const PanelContext& panel) {
  const LifetimeContext context{panel};
  const Theme& theme = panel.theme;
  if (panel.state.live_objects) {
    context.lab.update(*panel.state.live_objects, panel.state.now);
  }
  draw_lab_region(panel, [&] {
    const ScopedFont scoped_font{theme.small_text};
    const float details = 4 * (ImGui::GetFontSize() + theme(6));
    draw_part({"list", [&] { draw_list(context); }}, {0, ImGui::GetContentRegionAvail().y - details});
    context.record("list");
    draw_rule(theme(4));
    draw_part({"details", [&] { draw_details(context); }});
  });
}

void draw_lifetime_readout(const PanelContext& panel) {
  const LifetimeContext context{panel};
  std::size_t bytes = 0;
  for (const gpu::LiveObject& object : context.lab.objects()) {
    bytes += object.size_bytes;
  }
  draw_readout_text(context, fmt::format("{} live objects   {}", context.lab.objects().size(),
                                         bytes_text(static_cast<std::int64_t>(bytes))));
}

}  // namespace

extern const LabDeclaration lifetime_lab;
const LabDeclaration lifetime_lab = {.name = "lifetimes",
                                     .title = "Lifetimes",
                                     .teaches =
                                         "Every live object of the device, its owner, and its dependencies. Shows what "
                                         "closing an object would free, and what keeps it alive.",
                                     .key = key::f8,
                                     .make = make_lab<LifetimeLab>,
                                     .draw_properties = draw_lifetime_properties,
                                     .draw_main = draw_lifetime_main,
                                     .draw_readout = draw_lifetime_readout,
                                     .varies = {"lifetimes.list", "lifetimes.readout"}};

}  // namespace texelscope::app
