#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/labs/layout/panel/layout_fields.h"

namespace texelscope::app {
namespace {

constexpr std::array orders = {"C", "F", "K", "Typed"};
constexpr std::array order_names = {"order.C", "order.F", "order.K", "order.typed"};
constexpr std::array order_texts = {
    "Dense, the last axis with stride 1.",
    "Dense, the first axis with stride 1.",
    "Dense, the axes in the order of the source's strides.",
    "A layout of its own: an array, and operations that it is seen through.",
};
constexpr std::array memories = {"device", "pinned host", "pageable host"};

std::string list_text(const gpu::Dimensions& values) {
  const std::string text = to_string(values);
  const std::string inner = text.substr(1, text.size() - 2);
  return inner.ends_with(',') ? inner.substr(0, inner.size() - 1) : inner;
}

void choose_order(CopyLab& lab, CopyOrder order) {
  CopyInput& input = lab.input;
  if (order == CopyOrder::typed && input.order != order && lab.setup().source.layout) {
    // What is typed begins with a shape that fits.
    input.destination = {{.shape = list_text(lab.setup().source.layout->shape())}, ""};
  }
  input.order = order;
}

}  // namespace

const LayoutLab* draw_side_heading(const CopyContext& context, const char* title, const char* name) {
  const Theme& theme = context.theme();
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  heading(theme, title);
  const LayoutLab* layouts = nullptr;
  for (const auto& lab : context.state().lab_states) {
    layouts = layouts == nullptr ? dynamic_cast<const LayoutLab*>(lab.get()) : layouts;
  }
  ImGui::SameLine(right - theme(90));
  ImGui::PushID(name);
  ImGui::BeginDisabled(layouts == nullptr || layouts->result().shown() == nullptr);
  const bool is_pressed = link_button(theme, "From Layouts");
  ImGui::EndDisabled();
  ImGui::PopID();
  context.record(name);
  tooltip(theme, "Takes over the layout that the Layout lab shows, with its operations.");
  return is_pressed ? layouts : nullptr;
}

void draw_memory_choice(const CopyContext& context, const char* name, CopyMemory& memory) {
  field_label(context, "Memory",
              "Device memory; page-locked host memory, which the device reaches; or host memory of malloc, which goes "
              "through page-locked buffers on a GPU.");
  ImGui::SetNextItemWidth(-1);
  auto chosen = static_cast<std::size_t>(memory);
  choose(context, name, memories, chosen);
  memory = static_cast<CopyMemory>(chosen);
}

void draw_side_outcome(const CopyContext& context, const char* name, const CopySide& side) {
  if (side.layout) {
    const gpu::StridedLayout& layout = *side.layout;
    wrapped_text_in(context.theme().small_text, color::text_dim,
                    fmt::format("{}  strides {}{}", to_string(layout.shape()), to_string(layout.strides()),
                                layout.slice_offset() == 0 ? "" : fmt::format("  offset {}", layout.slice_offset())));
    context.record(fmt::format("{}.layout", name));
  }
}

void draw_operations(const CopyContext& context, const char* name, std::string& operations, const CopySide& side) {
  field_label(context, "Operations",
              "What the array is seen through, one after another, such as permuted(1, 0)  sliced(::2).");
  const bool is_wrong = side.chain.input.has_value() && !side.error.empty();
  text_field(context, name, operations, "as it lies", is_wrong);
  if (is_wrong) {
    error_text(context, name, side.error);
  }
}

void draw_copy_destination(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  const CopySide& side = lab.setup().destination;
  if (const LayoutLab* layouts = draw_side_heading(context, "DESTINATION", "destination.take")) {
    lab.take_destination(*layouts);
  }
  const float gap = theme(3);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - 3 * gap) / 4);
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0, gap);
    }
    if (choice_button(context, order_names[i], orders[i], static_cast<std::size_t>(lab.input.order) == i,
                      {i + 1 < orders.size() ? width : -1, 0})) {
      choose_order(lab, static_cast<CopyOrder>(i));
    }
    tooltip(theme, order_texts[i]);
  }
  if (lab.input.order == CopyOrder::typed) {
    const LayoutFields fields{context, lab.input.destination.array, side.chain, "destination_"};
    fields.draw_shape();
    fields.draw_strides();
    if (lab.input.destination.array.order != "C") {
      fields.draw_order();
    }
    draw_operations(context, "destination_operations", lab.input.destination.operations, side);
  } else if (!side.error.empty()) {
    error_text(context, "destination", side.error);
  }
  draw_memory_choice(context, "destination_memory", lab.input.destination_memory);
  draw_side_outcome(context, "destination", side);
  if (!lab.setup().plan_error.empty()) {
    error_text(context, "plan", lab.setup().plan_error);
  }
}

}  // namespace texelscope::app
