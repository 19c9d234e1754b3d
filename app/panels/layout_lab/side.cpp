#include <fmt/format.h>

#include <array>
#include <exception>
#include <filesystem>

#include "app/core/file.h"
#include "app/core/layout_picture.h"
#include "app/panels/layout_lab/lab_panel.h"

namespace texelscope::app {
namespace {

constexpr std::array units = {"elements", "bytes"};
constexpr std::array orders = {"C", "F"};

void error_text(const LabContext& context, const char* name, const std::string& text) {
  wrapped_text_in(context.theme().small_text, color::error, text);
  record_item(context.state(), fmt::format("layouts.error.{}", name));
}

void draw_shape(const LabContext& context) {
  LayoutLab& lab = context.lab;
  const bool is_wrong = lab.result().wrong_field == LayoutField::shape;
  field_label(context, "Shape", "The extent of each axis, such as 5, 3, 4; nothing for one element of rank 0.");
  const float left = ImGui::GetCursorPosX();
  text_field(context, "shape", lab.text.shape, "()", is_wrong);
  drag_numbers(context, "shape", lab.text.shape, 0, left);
  if (is_wrong) {
    error_text(context, "shape", lab.result().input_error);
  }
}

void draw_strides(const LabContext& context) {
  LayoutLab& lab = context.lab;
  const bool is_wrong = lab.result().wrong_field == LayoutField::strides;
  field_label(context, "Strides", "How far apart neighbours along each axis lie; empty for a dense layout.");
  const float unit_width = context.theme()(84);
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool has_strides = !lab.text.strides.empty();
  if (has_strides) {
    ImGui::BeginChild("strides", {width - unit_width - context.theme()(4), ImGui::GetFrameHeight()}, false,
                      ImGuiWindowFlags_NoScrollbar);
  }
  text_field(context, "strides", lab.text.strides, "dense", is_wrong);
  if (has_strides) {
    ImGui::EndChild();
    ImGui::SameLine(left + width - unit_width);
    ImGui::SetNextItemWidth(unit_width);
    auto unit = static_cast<std::size_t>(lab.text.unit);
    ImGui::PushFont(context.theme().small_text);
    choose(context, "unit", units, unit);
    ImGui::PopFont();
    lab.text.unit = static_cast<gpu::StrideUnit>(unit);
    constexpr std::int64_t lowest = -(std::int64_t{1} << 40);
    drag_numbers(context, "strides", lab.text.strides, lowest, left);
  }
  if (is_wrong) {
    error_text(context, "strides", lab.result().input_error);
  }
}

void draw_itemsize_and_order(const LabContext& context) {
  LayoutLab& lab = context.lab;
  const LayoutField wrong = lab.result().wrong_field;
  field_label(context, "Itemsize", "Bytes of one element, 1 to 2147483648.");
  ImGui::SetNextItemWidth(-1);
  drag_number(context, "itemsize", lab.text.itemsize, 1, gpu::max_itemsize, "%lld bytes");
  if (wrong == LayoutField::itemsize) {
    error_text(context, "itemsize", lab.result().input_error);
  }
  if (!lab.text.strides.empty()) {
    return;
  }
  field_label(context, "Order",
              "C: the last axis has stride 1. F: the first has. Or a permutation of the axes, such as "
              "2, 0, 1, whose last entry has stride 1.");
  const float side = ImGui::GetFrameHeight();
  for (const char* order : orders) {
    const bool is_chosen = lab.text.order == order;
    ImGui::PushStyleColor(ImGuiCol_Button, is_chosen ? color::accent_wash : color::raised);
    ImGui::PushStyleColor(ImGuiCol_Text, is_chosen ? color::accent : color::text_dim);
    if (ImGui::Button(order, {side, side})) {
      lab.text.order = order;
    }
    ImGui::PopStyleColor(2);
    record_item(context.state(), fmt::format("layouts.order.{}", order));
    ImGui::SameLine(0, context.theme()(3));
  }
  text_field(context, "order", lab.text.order, "C", wrong == LayoutField::order);
  if (wrong == LayoutField::order) {
    error_text(context, "order", lab.result().input_error);
  }
}

std::string chain_text(const LayoutLab& lab) {
  std::string text = "shape " + lab.text.shape;
  for (std::size_t i = 0; i < lab.entries.size(); ++i) {
    if (lab.result().steps[i].layout) {
      text += "  ." + lab.entries[i].text;
    }
  }
  return text;
}

void save(const LabContext& context, const char* extension,
          void (*write)(const std::filesystem::path&, const Picture&)) {
  State& state = context.state();
  const gpu::StridedLayout* layout = context.lab.result().shown();
  if (layout == nullptr) {
    return;
  }
  try {
    const std::filesystem::path path = free_name("layout", extension);
    write(path, layout_picture(*layout, chain_text(context.lab), context.lab.slice));
    state.notices.say(NoticeKind::information, "Saved " + std::filesystem::absolute(path).string(), state.now);
  } catch (const std::exception& error) {
    state.notices.say(NoticeKind::error, error.what(), state.now);
  }
}

}  // namespace

void draw_lab_input(const LabContext& context) {
  heading(context.theme(), "LAYOUT");
  draw_shape(context);
  draw_strides(context);
  draw_itemsize_and_order(context);
}

void draw_lab_export(const LabContext& context) {
  heading(context.theme(), "PICTURE");
  ImGui::BeginDisabled(context.lab.result().shown() == nullptr);
  const float width = (ImGui::GetContentRegionAvail().x - context.theme()(6)) / 2;
  if (ImGui::Button("Save SVG", {width, 0})) {
    save(context, ".svg", save_svg);
  }
  record_item(context.state(), "layouts.save_svg");
  tooltip(context.theme(), "Writes grid and memory as a drawing into the current folder.");
  ImGui::SameLine(0, context.theme()(6));
  if (ImGui::Button("Save PNG", {width, 0})) {
    save(context, ".png", save_picture_png);
  }
  record_item(context.state(), "layouts.save_png");
  tooltip(context.theme(), "Writes grid and memory as a picture into the current folder.");
  ImGui::EndDisabled();
}

}  // namespace texelscope::app
