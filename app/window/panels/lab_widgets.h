#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/images/layout_color.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {

/// The context of a lab's widgets. Their items are recorded as "<lab>.<name>".
struct LabWidgets {
  const PanelContext& panel;
  /// The lab's name.
  std::string_view lab_name;

  [[nodiscard]] State& state() const { return panel.state; }
  [[nodiscard]] const Theme& theme() const { return panel.theme; }
  /// Records the rectangle of the last item.
  void record(std::string_view name) const;
  void record(std::string_view name, const Rect& region) const;
  /// Records the last item, and sets its tooltip.
  void describe(std::string_view name, const std::string& text) const;
};

/// If a question hides the first widget of `names`: reserves `height` over the whole width in place of all of them, so
/// that the size of their cover reveals nothing, and returns true. Draw them otherwise.
[[nodiscard]] bool reserve_if_hidden(const LabWidgets& context, std::span<const std::string> names, float height);

/// A button with an icon, see icon_button() of all panels.
bool icon_button(const LabWidgets& context, std::string_view name, Icon icon, const std::string& text,
                 bool is_active = false);
/// A text field with the full width; red if its text is invalid.
bool text_field(const LabWidgets& context, const char* id, std::string& text, const char* hint, bool is_wrong);
/// One number to drag for each entry of a list in `text`, starting at `left` in the window; nothing if the text is not
/// a list or the list is too long.
bool drag_numbers(const LabWidgets& context, const char* id, std::string& text, std::int64_t lowest, float left);
/// One number to drag or type, under a name for tests.
bool drag_number(const LabWidgets& context, const char* name, std::int64_t& value, std::int64_t lowest,
                 std::int64_t highest, const char* format = "%lld");
bool drag_number(const LabWidgets& context, const char* name, int& value, int lowest, int highest,
                 const char* format = "%lld");
/// A label on the left; the next widget fills the rest of the row.
void field_label(const LabWidgets& context, const char* label, const std::string& text);
/// An entry of a list.
struct ListEntry {
  std::string title;
  /// Its tooltip; the reason, if it cannot be chosen.
  std::string text{};
  bool is_legal = true;
  /// For tests; empty for its position.
  std::string name{};
};
/// A list of `count` entries below the text `shown`. @returns the picked entry.
std::optional<std::size_t> choose_entry(const LabWidgets& context, const char* name, const std::string& shown,
                                        std::size_t count, std::optional<std::size_t> chosen,
                                        const std::function<ListEntry(std::size_t)>& entry,
                                        ImGuiComboFlags flags = ImGuiComboFlags_HeightLarge);
/// A list of names. @returns whether the choice changed.
bool choose(const LabWidgets& context, const char* name, std::span<const std::string_view> names, std::size_t& chosen);
/// A list of the names of enumerators; an enumerator's value is the position of its name in `names`.
template <class Enum>
  requires std::is_enum_v<Enum>
bool choose(const LabWidgets& context, const char* name, std::span<const std::string_view> names, Enum& chosen) {
  auto position = static_cast<std::size_t>(chosen);
  const bool is_changed = choose(context, name, names, position);
  chosen = static_cast<Enum>(position);
  return is_changed;
}
/// A slider over numbers, recorded under its name. @returns whether the value changed.
template <class Number>
bool slide_number(const LabWidgets& context, const std::string& name, Number& value,
                  std::type_identity_t<Number> lowest, std::type_identity_t<Number> highest, const char* format,
                  ImGuiSliderFlags flags = 0) {
  constexpr ImGuiDataType type = std::is_same_v<Number, float>    ? ImGuiDataType_Float
                                 : std::is_same_v<Number, double> ? ImGuiDataType_Double
                                 : sizeof(Number) == 4            ? ImGuiDataType_S32
                                                                  : ImGuiDataType_S64;
  const auto distance = static_cast<double>(value) - static_cast<double>(lowest);
  const auto range = static_cast<double>(highest) - static_cast<double>(lowest);
  const bool is_changed = slider(context.theme(), ("##" + name).c_str(), {type, &value, &lowest, &highest}, format,
                                 {range > 0 ? distance / range : 0, 0}, flags);
  context.record(name);
  return is_changed;
}
/// The open picture; nothing without one.
[[nodiscard]] std::optional<SeenPicture> opened_picture(const LabWidgets& context);
/// A link to use the open picture with its size, unless `file` is already that picture's. @returns whether it was
/// pressed.
[[nodiscard]] bool draw_opened_picture(const LabWidgets& context, std::string_view file);
/// A link that copies code.
void draw_copy_link(const LabWidgets& context, const std::string& code);
/// A label with a value at the right edge; a long value continues on the following rows.
void value_row(const LabWidgets& context, const std::string& label, const ImVec4& label_ink, const std::string& value,
               const ImVec4& value_ink);
/// An error in red, recorded as "error.<name>".
void error_text(const LabWidgets& context, const char* name, const std::string& text);
/// A heading with a subtitle, truncated to the space.
void titled(const LabWidgets& context, const char* title, const std::string& text, const ImVec4& ink);
/// One line of small text, truncated to `room`, with the whole text in a tooltip; recorded under its name. Without
/// `room`, uses the available width.
void text_line(const LabWidgets& context, const char* name, const std::string& text, const ImVec4& ink,
               std::optional<float> room = std::nullopt);
/// A choice by its name, its title and its tooltip.
struct LabChoice {
  const char* name;
  const char* title;
  const char* text = "";
};
/// Small text, wrapped and recorded under its name.
void wrapped_line(const LabWidgets& context, std::string_view name, const ImVec4& ink, const std::string& text);
/// A button that is one of a row of choices. @returns whether it was pressed.
bool choice_button(const LabWidgets& context, const LabChoice& choice, bool is_chosen, ImVec2 extent = {});
/// A button that turns a switch on or off.
void toggle_button(const LabWidgets& context, const LabChoice& choice, bool& is_on, ImVec2 extent = {});
/// A row of choice buttons, `gap` apart; with `fills`, they fill the width. Returns whether one was pressed, which is
/// then `chosen`. A height of 0 fits the titles.
bool choice_row(const LabWidgets& context, std::span<const LabChoice> choices, std::size_t& chosen, float gap,
                bool fills = false, float height = 0);
/// A row of choice buttons for an enumerator, whose value is its position in `choices`.
template <class Enum>
  requires std::is_enum_v<Enum>
bool choice_row(const LabWidgets& context, std::span<const LabChoice> choices, Enum& chosen, float gap,
                bool fills = false, float height = 0) {
  auto position = static_cast<std::size_t>(chosen);
  const bool is_pressed = choice_row(context, choices, position, gap, fills, height);
  chosen = static_cast<Enum>(position);
  return is_pressed;
}

/// The line below the viewport: text, truncated to the space, recorded as "readout".
void draw_readout_text(const LabWidgets& context, const std::string& text);

[[nodiscard]] inline ImU32 packed(Rgb color) { return IM_COL32(color.red, color.green, color.blue, 255); }
/// A color blended toward the canvas, for inactive parts.
[[nodiscard]] Rgb faded(Rgb color);
/// Diagonal lines over a box.
void draw_hatch(const Theme& theme, ImDrawList* draw, ImVec2 corner, ImVec2 end, const ImVec4& color);

}  // namespace texelscope::app
