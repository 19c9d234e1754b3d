#include "app/window/panels/lab_widgets.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <utility>

#include "app/files/json_entry.h"
#include "app/text/escape.h"
#include "app/text/shown_path.h"

namespace texelscope::app {
namespace {

/// Maximum number of draggable numbers.
constexpr std::size_t max_drags = 8;
constexpr std::size_t drags_in_row = 4;

/// Cuts a text that was pasted to the length of a setting: the saved session would be refused with a longer one.
int cut_text(ImGuiInputTextCallbackData* data) {
  int end = static_cast<int>(max_text_bytes);
  if (data->BufTextLen > end) {
    while (end > 0 && is_within_letter(data->Buf[end])) {
      --end;
    }
    data->DeleteChars(end, data->BufTextLen - end);
  }
  return 0;
}

}  // namespace

void LabWidgets::record(std::string_view name) const { record_item(state(), fmt::format("{}.{}", lab_name, name)); }

void LabWidgets::record(std::string_view name, const Rect& region) const {
  state().drawn.widgets[fmt::format("{}.{}", lab_name, name)] = region;
}

void LabWidgets::describe(std::string_view name, const std::string& text) const {
  describe_item(panel, fmt::format("{}.{}", lab_name, name), text);
}

bool reserve_if_hidden(const LabWidgets& context, std::span<const std::string> names, float height) {
  if (!is_hidden(context.state().course, fmt::format("{}.{}", context.lab_name, names.front()))) {
    return false;
  }
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, height});
  for (const std::string& name : names) {
    context.record(name);
  }
  return true;
}

bool icon_button(const LabWidgets& context, std::string_view name, Icon icon, const std::string& text, bool is_active) {
  return icon_button(context.panel, fmt::format("{}.{}", context.lab_name, name), icon, text, is_active);
}

bool text_field(const LabWidgets& context, const char* id, std::string& text, const char* hint, bool is_wrong) {
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.value};
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, is_wrong ? std::max(1.0F, theme(1)) : 0.0F);
  ImGui::PushStyleColor(ImGuiCol_Border, color::error);
  ImGui::SetNextItemWidth(-1);
  const bool is_changed = ImGui::InputTextWithHint(fmt::format("##{}", id).c_str(), hint, &text,
                                                   ImGuiInputTextFlags_CallbackEdit, cut_text);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  context.record(id);
  return is_changed;
}

bool drag_number(const LabWidgets& context, const char* name, std::int64_t& value, std::int64_t lowest,
                 std::int64_t highest, const char* format) {
  // Several pixels per step if there are few values, so that each can be reached.
  const float speed = highest - lowest < 100 ? 0.05F : highest - lowest < 10000 ? 0.2F : 1.0F;
  ImGuiIO& io = ImGui::GetIO();
  const bool has_control = io.KeyCtrl;
  io.KeyCtrl = has_control || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::PushFont(context.theme().value);
  const bool is_changed = ImGui::DragScalar(fmt::format("##{}", name).c_str(), ImGuiDataType_S64, &value, speed,
                                            &lowest, &highest, format, ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopFont();
  io.KeyCtrl = has_control;
  context.record(name);
  return is_changed;
}

bool drag_number(const LabWidgets& context, const char* name, int& value, int lowest, int highest, const char* format) {
  std::int64_t wide = value;
  const bool is_changed = drag_number(context, name, wide, lowest, highest, format);
  value = static_cast<int>(std::clamp<std::int64_t>(wide, lowest, highest));
  return is_changed;
}

bool drag_numbers(const LabWidgets& context, const char* id, std::string& text, std::int64_t lowest, float left) {
  gpu::Dimensions values;
  try {
    values = gpu::dimensions_from_string(text);
  } catch (const std::exception&) {
    return false;
  }
  if (values.empty() || values.size() > max_drags) {
    return false;
  }
  ImGui::SetCursorPosX(left);
  const float gap = context.theme()(4);
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

void field_label(const LabWidgets& context, const char* label, const std::string& text) {
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  text_in(theme.small_text, color::text, label);
  tooltip(theme, text);
  set_row_tooltip(text);
  ImGui::SameLine(left + std::min(theme(size::label), ImGui::GetContentRegionAvail().x * 0.36F));
}

std::optional<std::size_t> choose_entry(const LabWidgets& context, const char* name, const std::string& shown,
                                        std::size_t count, std::optional<std::size_t> chosen,
                                        const std::function<ListEntry(std::size_t)>& entry, ImGuiComboFlags flags) {
  std::optional<std::size_t> picked;
  const bool is_open = ImGui::BeginCombo(fmt::format("##{}", name).c_str(), shown.c_str(), flags);
  context.record(name);
  if (!is_open) {
    return picked;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const ListEntry offered = entry(i);
    ImGui::PushStyleColor(ImGuiCol_Text, offered.is_legal ? color::text : color::text_disabled);
    // Titles may be equal.
    const std::string label = fmt::format("{}##{}", offered.title, i);
    if (ImGui::Selectable(label.c_str(), i == chosen, offered.is_legal ? 0 : ImGuiSelectableFlags_Disabled)) {
      picked = i;
    }
    ImGui::PopStyleColor();
    context.describe(fmt::format("{}.{}", name, offered.name.empty() ? fmt::format("{}", i) : offered.name),
                     offered.text);
  }
  ImGui::EndCombo();
  return picked;
}

bool choose(const LabWidgets& context, const char* name, std::span<const std::string_view> names, std::size_t& chosen) {
  const auto picked = choose_entry(
      context, name, std::string{names[chosen]}, names.size(), chosen,
      [&](std::size_t i) { return ListEntry{std::string{names[i]}}; }, 0);
  return std::exchange(chosen, picked.value_or(chosen)) != chosen;
}

std::optional<SeenPicture> opened_picture(const LabWidgets& context) { return seen_picture(context.state()); }

bool draw_opened_picture(const LabWidgets& context, std::string_view file) {
  const auto& opened = context.state().pictures.current;
  if (!opened || opened->path.string() == file) {
    return false;
  }
  const bool is_pressed =
      link_button(context.theme(), drawable(fmt::format("Use {}", shown_file_name(opened->path))).c_str());
  const Image& image = *opened->image;
  context.describe("use_opened", fmt::format("Uses the open picture: {} rows of {} pixels with {} channels of {}.",
                                             image.height, image.width, image.channels, gpu::to_string(image.type)));
  return is_pressed;
}

void draw_copy_link(const LabWidgets& context, const std::string& code) {
  // A lesson may cover the code that this link copies.
  ImGui::BeginDisabled(code.empty() ||
                       is_hidden(context.state().course, fmt::format("{}.code.text", context.lab_name)));
  if (link_button(context.theme(), "Copy")) {
    context.state().requests.copied_text = code;
    context.state().notices.notify(NoticeKind::information, "Copied code.", context.state().now);
  }
  ImGui::EndDisabled();
  context.describe("code.copy", "Copies the code to the clipboard.");
}

void value_row(const LabWidgets& context, const std::string& label, const ImVec4& label_ink, const std::string& value,
               const ImVec4& value_ink) {
  const Theme& theme = context.theme();
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  text_in(theme.small_text, label_ink, label);
  const float width = text_size(theme.value, value).x;
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() + width > right) {
    ImGui::NewLine();
    wrapped_text_in(theme.value, value_ink, value);
  } else {
    ImGui::SetCursorPosX(right - width);
    text_in(theme.value, value_ink, value);
  }
}

void error_text(const LabWidgets& context, const char* name, const std::string& text) {
  wrapped_line(context, fmt::format("error.{}", name), color::error, text);
}

void wrapped_line(const LabWidgets& context, std::string_view name, const ImVec4& ink, const std::string& text) {
  wrapped_text_in(context.theme().small_text, ink, text);
  context.record(name);
}

void titled(const LabWidgets& context, const char* title, const std::string& text, const ImVec4& ink) {
  const Theme& theme = context.theme();
  text_in(theme.heading, color::text_dim, title);
  ImGui::SameLine(0, theme(8));
  text_line(context, "", text, ink);
}

void text_line(const LabWidgets& context, const char* name, const std::string& text, const ImVec4& ink,
               std::optional<float> room) {
  const Theme& theme = context.theme();
  const std::string shown = shortened(theme.small_text, text, room.value_or(ImGui::GetContentRegionAvail().x));
  text_in(theme.small_text, ink, shown);
  if (*name != '\0') {
    context.record(name);
  }
  tooltip(theme, shown == text ? "" : text);
}

bool choice_button(const LabWidgets& context, const LabChoice& choice, bool is_chosen, ImVec2 extent) {
  ImGui::PushStyleColor(ImGuiCol_Button, is_chosen ? color::accent_wash : color::raised);
  ImGui::PushStyleColor(ImGuiCol_Text, is_chosen ? color::accent : color::text_dim);
  // In the light theme, the backgrounds of chosen and other buttons are equally bright, so that only a border
  // distinguishes them when printed in gray.
  const bool has_border = is_chosen && theme_in_use() == ColorTheme::light;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, has_border ? std::max(1.0F, context.theme()(1)) : 0);
  ImGui::PushStyleColor(ImGuiCol_Border, color::accent);
  const bool is_pressed = ImGui::Button(fmt::format("{}##{}", choice.title, choice.name).c_str(), extent);
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar();
  context.describe(choice.name, choice.text);
  return is_pressed;
}

void toggle_button(const LabWidgets& context, const LabChoice& choice, bool& is_on, ImVec2 extent) {
  is_on = is_on != choice_button(context, choice, is_on, extent);
}

bool choice_row(const LabWidgets& context, std::span<const LabChoice> choices, std::size_t& chosen, float gap,
                bool fills, float height) {
  Columns columns{choices.size(), gap};
  bool is_pressed = false;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const float width = columns.next();
    if (choice_button(context, choices[i], i == chosen, {fills ? width : 0, height})) {
      chosen = i;
      is_pressed = true;
    }
  }
  return is_pressed;
}

void draw_readout_text(const LabWidgets& context, const std::string& text) {
  const Theme& theme = context.theme();
  const Rect& region = context.panel.regions.readout;
  if (begin_region("readout", region, color::panel, {theme(size::padding), 0}, ImGuiWindowFlags_NoScrollWithMouse)) {
    const ScopedFont scoped_font{theme.value};
    ImGui::SetCursorPosY(std::round((region.height - ImGui::GetFontSize()) / 2));
    ImGui::TextUnformatted(shortened(text, ImGui::GetContentRegionAvail().x).c_str());
    // Records the whole region, because comparisons of screenshots mask it where its text varies.
    context.record("readout", region);
  }
  ImGui::End();
}

Rgb faded(Rgb color) {
  const auto mix = [](std::uint8_t channel, float ground) {
    return static_cast<std::uint8_t>(0.22F * static_cast<float>(channel) + 0.78F * 255 * ground);
  };
  const ImVec4& ground = color::raised;
  return {mix(color.red, ground.x), mix(color.green, ground.y), mix(color.blue, ground.z)};
}

void draw_hatch(const Theme& theme, ImDrawList* draw, ImVec2 corner, ImVec2 end, const ImVec4& color) {
  const float height = end.y - corner.y;
  const float step = std::max(4.0F, std::round(theme(5)));
  draw->PushClipRect(corner, end, true);
  // All boxes share the same grid of lines, so that hatching continues across neighbors.
  const float first = std::floor((corner.x - height) / step) * step;
  for (float x = first; x < end.x; x += step) {
    draw->AddLine({x, end.y}, {x + height, corner.y}, packed(color), std::max(1.0F, theme(0.8F)));
  }
  draw->PopClipRect();
}

}  // namespace texelscope::app
