#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "app/panels/layout_lab/lab_panel.h"

namespace texelscope::app {
namespace {

/// The most numbers that are offered for dragging.
constexpr std::size_t most_drags = 8;
constexpr std::size_t drags_in_row = 4;

}  // namespace

LabContext lab_context(const PanelContext& context) {
  return {context, static_cast<LayoutLab&>(*context.state.lab_states[*context.state.lab])};
}

bool text_field(const LabContext& context, const char* id, std::string& text, const char* hint, bool is_wrong) {
  const Theme& theme = context.theme();
  ImGui::PushFont(theme.value);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, is_wrong ? std::max(1.0F, theme(1)) : 0.0F);
  ImGui::PushStyleColor(ImGuiCol_Border, color::error);
  ImGui::SetNextItemWidth(-1);
  const bool is_changed = ImGui::InputTextWithHint(fmt::format("##{}", id).c_str(), hint, &text);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  record_item(context.state(), fmt::format("layouts.{}", id));
  return is_changed;
}

bool drag_number(const LabContext& context, const char* name, std::int64_t& value, std::int64_t lowest,
                 std::int64_t highest, const char* format) {
  // One step for some pixels where there are few values, so that each can be hit.
  const float speed = highest - lowest < 100 ? 0.05F : highest - lowest < 10000 ? 0.2F : 1.0F;
  ImGuiIO& io = ImGui::GetIO();
  const bool has_control = io.KeyCtrl;
  io.KeyCtrl = has_control || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::PushFont(context.theme().value);
  const bool is_changed = ImGui::DragScalar(fmt::format("##{}", name).c_str(), ImGuiDataType_S64, &value, speed,
                                            &lowest, &highest, format, ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopFont();
  io.KeyCtrl = has_control;
  record_item(context.state(), fmt::format("layouts.{}", name));
  return is_changed;
}

bool drag_number(const LabContext& context, const char* name, int& value, int lowest, int highest, const char* format) {
  std::int64_t wide = value;
  const bool is_changed = drag_number(context, name, wide, lowest, highest, format);
  value = static_cast<int>(std::clamp<std::int64_t>(wide, lowest, highest));
  return is_changed;
}

bool drag_numbers(const LabContext& context, const char* id, std::string& text, std::int64_t lowest, float left) {
  gpu::Dimensions values;
  try {
    values = gpu::dimensions_from_string(text);
  } catch (const std::exception&) {
    return false;
  }
  if (values.empty() || values.size() > most_drags) {
    return false;
  }
  ImGui::SetCursorPosX(left);
  const float gap = context.theme()(3);
  const std::size_t in_row = std::min(values.size(), drags_in_row);
  const float width =
      (ImGui::GetContentRegionAvail().x - gap * static_cast<float>(in_row - 1)) / static_cast<float>(in_row);
  bool is_changed = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % drags_in_row != 0) {
      ImGui::SameLine(0, gap);
    } else {
      ImGui::SetCursorPosX(left);
    }
    ImGui::SetNextItemWidth(std::floor(width));
    constexpr std::int64_t largest = std::int64_t{1} << 40;
    is_changed |= drag_number(context, fmt::format("{}.{}", id, i).c_str(), values[i], lowest, largest);
  }
  if (is_changed) {
    text.clear();
    for (const std::int64_t value : values) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
    }
  }
  return is_changed;
}

void field_label(const LabContext& context, const char* label, const std::string& text) {
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  text_in(theme.small_text, color::text, label);
  tooltip(theme, text);
  ImGui::SameLine(left + std::min(theme(72), ImGui::GetContentRegionAvail().x * 0.36F));
}

bool choose(const LabContext& context, const char* name, std::span<const char* const> names, std::size_t& chosen) {
  bool is_changed = false;
  const bool is_open = ImGui::BeginCombo(fmt::format("##{}", name).c_str(), names[chosen]);
  record_item(context.state(), fmt::format("layouts.{}", name));
  if (is_open) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (ImGui::Selectable(names[i], i == chosen)) {
        is_changed = i != chosen;
        chosen = i;
      }
      record_item(context.state(), fmt::format("layouts.{}.{}", name, i));
    }
    ImGui::EndCombo();
  }
  return is_changed;
}

}  // namespace texelscope::app
