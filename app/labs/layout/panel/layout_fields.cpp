#include "app/labs/layout/panel/layout_fields.h"

#include <array>

namespace texelscope::app {
namespace {

constexpr std::array orders = {"C", "F"};

}  // namespace

void LayoutFields::draw_error(LayoutField field, const char* name_of_field) const {
  if (result.wrong_field == field) {
    error_text(context, name(name_of_field).c_str(), result.input_error);
  }
}

void LayoutFields::draw_shape() const {
  field_label(context, "Shape", "The extent of each axis, such as 5, 3, 4; empty for one element of rank 0.");
  const float left = ImGui::GetCursorPosX();
  text_field(context, name("shape").c_str(), text.shape, "()", result.wrong_field == LayoutField::shape);
  drag_numbers(context, name("shape").c_str(), text.shape, 0, left);
  draw_error(LayoutField::shape, "shape");
}

void LayoutFields::draw_strides() const {
  field_label(context, "Strides", "The distance between neighbors along each axis; empty for a dense layout.");
  const float unit_width = context.theme()(84);
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool has_strides = !text.strides.empty();
  // In a child window in either case: a field that moves to another window at its first letter loses the keyboard.
  ImGui::BeginChild(name("strides").c_str(),
                    {has_strides ? width - unit_width - context.theme()(4) : width, ImGui::GetFrameHeight()}, false,
                    ImGuiWindowFlags_NoScrollbar);
  text_field(context, name("strides").c_str(), text.strides, "dense", result.wrong_field == LayoutField::strides);
  ImGui::EndChild();
  if (has_strides) {
    ImGui::SameLine(left + width - unit_width);
    ImGui::SetNextItemWidth(unit_width);
    ImGui::PushFont(context.theme().small_text);
    choose(context, name("unit").c_str(), layout_unit_names, text.unit);
    ImGui::PopFont();
    constexpr std::int64_t lowest = -(std::int64_t{1} << 40);
    drag_numbers(context, name("strides").c_str(), text.strides, lowest, left);
  }
  draw_error(LayoutField::strides, "strides");
}

void LayoutFields::draw_itemsize() const {
  field_label(context, "Itemsize", "Bytes of one element, 1 to 2147483648.");
  drag_number(context, name("itemsize").c_str(), text.itemsize, 1, gpu::max_itemsize,
              text.itemsize == 1 ? "%lld byte" : "%lld bytes");
  draw_error(LayoutField::itemsize, "itemsize");
}

void LayoutFields::draw_order() const {
  if (!text.strides.empty()) {
    return;
  }
  field_label(
      context, "Order",
      "C: the last axis has stride 1. F: the first axis has stride 1. Or a permutation of the axes, such as 2, 0, 1, "
      "whose last entry is the axis with stride 1.");
  const float side = ImGui::GetFrameHeight();
  for (const char* order : orders) {
    if (choice_button(context, {(name("order.") + order).c_str(), order}, text.order == order, {side, side})) {
      text.order = order;
    }
    ImGui::SameLine(0, context.theme()(4));
  }
  text_field(context, name("order").c_str(), text.order, "C", result.wrong_field == LayoutField::order);
  draw_error(LayoutField::order, "order");
}

}  // namespace texelscope::app
