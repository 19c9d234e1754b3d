#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/labs/texture/panel/texture_panel.h"

namespace texelscope::app {

bool choose_legal(const TextureContext& context, const char* name, std::span<const std::string_view> names,
                  const RefusalOf& refusal_of, std::size_t& chosen, ImGuiComboFlags flags, float width) {
  ImGui::SetNextItemWidth(width);
  const auto entry = [&](std::size_t i) {
    const std::string refusal = i == chosen ? "" : refusal_of(i);
    return ListEntry{std::string{names[i]}, refusal, refusal.empty()};
  };
  const auto picked = choose_entry(context, name, std::string{names[chosen]}, names.size(), chosen, entry,
                                   ImGuiComboFlags_HeightLarge | flags);
  return std::exchange(chosen, picked.value_or(chosen)) != chosen;
}

bool choose_in_row(const TextureContext& context, const char* name, std::span<const std::string_view> names,
                   const RefusalOf& refusal_of, std::size_t& chosen) {
  Columns columns{names.size(), context.theme()(4)};
  bool is_changed = false;
  float widest = 0;
  for (const std::string_view each : names) {
    widest = std::max(widest, ImGui::CalcTextSize(each.data()).x);
  }
  // In a narrow panel, uses a smaller font without margins.
  const ScopedFont scoped_font{widest + context.theme()(4) > column_width(names.size(), context.theme()(3))
                                   ? context.theme().small_text
                                   : ImGui::GetFont()};
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{0, ImGui::GetStyle().FramePadding.y});
  for (std::size_t i = 0; i < names.size(); ++i) {
    const float width = columns.next();
    const std::string refusal = i == chosen ? "" : refusal_of(i);
    ImGui::BeginDisabled(!refusal.empty());
    if (choice_button(context, {fmt::format("{}.{}", name, i).c_str(), names[i].data()}, i == chosen, {width, 0})) {
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
  Columns columns{values.size(), context.theme()(4)};
  bool is_changed = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    columns.next();
    is_changed |= drag_real(context, fmt::format("{}.{}", name, i).c_str(), values[i], speed, -1e6F, 1e6F);
  }
  return is_changed;
}

}  // namespace texelscope::app
