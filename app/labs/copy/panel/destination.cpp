#include <fmt/format.h>

#include <array>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/labs/layout/panel/layout_fields.h"

namespace texelscope::app {
namespace {

constexpr std::array orders = {
    LabChoice{"order.C", "C", "Dense, the last axis with stride 1."},
    LabChoice{"order.F", "F", "Dense, the first axis with stride 1."},
    LabChoice{"order.K", "K", "Dense, the axes in the order of the source's strides."},
    LabChoice{"order.typed", "Typed", "A layout of its own: an array, and operations that it is seen through."},
};
constexpr std::array<std::string_view, 3> memories = {"device", "pinned host", "pageable host"};

void choose_order(CopyLab& lab, CopyOrder order) {
  CopyInput& input = lab.input;
  if (order == CopyOrder::typed && input.order != order && lab.setup().source.layout) {
    // What is typed begins with a shape that fits.
    input.destination = {{.shape = fmt::format("{}", fmt::join(lab.setup().source.layout->shape(), ", "))}, ""};
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
  context.describe(name, "Takes over the layout that the Layout lab shows, with its operations.");
  return is_pressed ? layouts : nullptr;
}

void draw_memory_choice(const CopyContext& context, const char* name, CopyMemory& memory) {
  field_label(context, "Memory",
              "Device memory; page-locked host memory, which the device reaches; or host memory of malloc, which goes "
              "through page-locked buffers on a GPU.");
  ImGui::SetNextItemWidth(-1);
  choose(context, name, memories, memory);
}

void draw_side_outcome(const CopyContext& context, const char* name, const CopySide& side) {
  if (side.layout) {
    const gpu::StridedLayout& layout = *side.layout;
    wrapped_line(context, fmt::format("{}.layout", name), color::text_dim,
                 fmt::format("{}  strides {}{}", to_string(layout.shape()), to_string(layout.strides()),
                             layout.slice_offset() == 0 ? "" : fmt::format("  offset {}", layout.slice_offset())));
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
  const CopySide& side = lab.setup().destination;
  if (const LayoutLab* layouts = draw_side_heading(context, "DESTINATION", "destination.take")) {
    lab.take_destination(*layouts);
  }
  CopyOrder order = lab.input.order;
  if (choice_row(context, orders, order, context.theme()(3), true)) {
    choose_order(lab, order);
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
