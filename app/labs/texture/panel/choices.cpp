#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/texture/panel/texture_panel.h"

namespace texelscope::app {

bool choose_legal(const TextureContext& context, const char* name, std::span<const std::string_view> names,
                  const RefusalOf& refusal_of, std::size_t& chosen, ImGuiComboFlags flags, float width) {
  bool is_changed = false;
  ImGui::SetNextItemWidth(width);
  const bool is_open =
      ImGui::BeginCombo(fmt::format("##{}", name).c_str(), names[chosen].data(), ImGuiComboFlags_HeightLarge | flags);
  context.record(name);
  if (!is_open) {
    return false;
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string refusal = i == chosen ? "" : refusal_of(i);
    ImGui::PushStyleColor(ImGuiCol_Text, refusal.empty() ? color::text : color::text_disabled);
    if (ImGui::Selectable(names[i].data(), i == chosen, refusal.empty() ? 0 : ImGuiSelectableFlags_Disabled)) {
      is_changed = i != chosen;
      chosen = i;
    }
    ImGui::PopStyleColor();
    context.record(fmt::format("{}.{}", name, i));
    if (!refusal.empty()) {
      tooltip(context.theme(), refusal);
    }
  }
  ImGui::EndCombo();
  return is_changed;
}

bool choose_in_row(const TextureContext& context, const char* name, std::span<const std::string_view> names,
                   const RefusalOf& refusal_of, std::size_t& chosen) {
  const float gap = context.theme()(3);
  const float width = column_width(names.size(), gap);
  bool is_changed = false;
  float widest = 0;
  for (const std::string_view each : names) {
    widest = std::max(widest, ImGui::CalcTextSize(each.data()).x);
  }
  // In a narrow panel, uses a smaller font without margins.
  const ScopedFont scoped_font{widest + context.theme()(4) > width ? context.theme().small_text : ImGui::GetFont()};
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{0, ImGui::GetStyle().FramePadding.y});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0, gap);
    }
    const std::string refusal = i == chosen ? "" : refusal_of(i);
    ImGui::BeginDisabled(!refusal.empty());
    if (choice_button(context, {fmt::format("{}.{}", name, i).c_str(), names[i].data()}, i == chosen,
                      {i + 1 < names.size() ? width : -1, 0})) {
      is_changed = i != chosen;
      chosen = i;
    }
    ImGui::EndDisabled();
    if (!refusal.empty()) {
      tooltip(context.theme(), refusal);
    }
  }
  ImGui::PopStyleVar();
  return is_changed;
}

bool tick_legal(const TextureContext& context, const char* name, const char* label, const std::string& text,
                const std::string& refusal, bool& is_ticked) {
  const ScopedFont scoped_font{context.theme().small_text};
  ImGui::BeginDisabled(!refusal.empty());
  const bool is_changed = check_box(context.theme(), fmt::format("{}##{}", label, name).c_str(), &is_ticked);
  ImGui::EndDisabled();
  context.describe(name, refusal.empty() ? text : refusal);
  return is_changed;
}

bool drag_real(const TextureContext& context, const char* name, float& value, float speed, float lowest,
               float highest) {
  ImGuiIO& io = ImGui::GetIO();
  const bool has_control = io.KeyCtrl;
  io.KeyCtrl = has_control || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  float changed = value;
  ImGui::PushFont(context.theme().value);
  ImGui::DragFloat(fmt::format("##{}", name).c_str(), &changed, speed, lowest, highest, "%.4g",
                   ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  ImGui::PopFont();
  io.KeyCtrl = has_control;
  context.record(name);
  if (changed == value || !std::isfinite(changed)) {
    return false;
  }
  value = changed;
  return true;
}

bool drag_reals(const TextureContext& context, const char* name, std::span<float> values, float speed) {
  const float gap = context.theme()(3);
  const float width = column_width(values.size(), gap);
  bool is_changed = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0, gap);
    }
    ImGui::SetNextItemWidth(i + 1 < values.size() ? width : -1);
    is_changed |= drag_real(context, fmt::format("{}.{}", name, i).c_str(), values[i], speed, -1e6F, 1e6F);
  }
  return is_changed;
}

}  // namespace texelscope::app
