#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// A font until the end of the scope.
class ScopedFont {
 public:
  explicit ScopedFont(ImFont* font) { ImGui::PushFont(font); }
  ~ScopedFont() { ImGui::PopFont(); }
  ScopedFont(const ScopedFont&) = delete;
  ScopedFont& operator=(const ScopedFont&) = delete;
};

/// An area that receives the mouse and draws nothing; at least one pixel in each direction, because a tiny window may
/// leave no space. @returns whether it was clicked.
bool invisible_button(const char* id, const ImVec2& extent, ImGuiButtonFlags flags = ImGuiButtonFlags_None);
/// An invisible_button() that lets later items that overlap it receive the mouse first.
bool overlapped_button(const char* id, const ImVec2& extent, ImGuiButtonFlags flags = ImGuiButtonFlags_None);

/// Ends a window's content at the cursor position, because ImGui requires an item after the cursor has been set.
inline void end_after_set_cursor() { ImGui::Dummy({0, 0}); }

/// Gives keyboard focus to the next item, once if `is_wanted`. A window that is just appearing cannot set focus yet,
/// and ImGui 1.90 sets it only for items of the focused window itself, not of its child.
inline void give_keyboard(bool& is_wanted) {
  if (is_wanted && !ImGui::IsWindowAppearing()) {
    is_wanted = false;
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
  }
}

/// Begins a window without decoration that fills a region of the screen, below all others. Call ImGui::End() regardless
/// of the result.
bool begin_region(const char* name, const Rect& region, const ImVec4& background, ImVec2 padding, int extra_flags = 0);
/// Begins a window without decoration above the regions. Call ImGui::End() regardless of the result.
bool begin_above(const char* name, const Rect& region, const ImVec4& background, ImVec2 padding, int extra_flags = 0);

/// Begins a part of a window that scrolls independently. Keyboard navigation moves between its widgets and those around
/// it as if it had no edge. End it with ImGui::EndChild().
inline void begin_part(const char* name, ImVec2 extent, ImGuiWindowFlags flags = ImGuiWindowFlags_None) {
#if IMGUI_VERSION_NUM >= 19090
  ImGui::BeginChild(name, extent, ImGuiChildFlags_NavFlattened, flags);
#else
  ImGui::BeginChild(name, extent, false, flags | ImGuiWindowFlags_NavFlattened);
#endif
}

/// Records the rectangle of the last item under a name. Items that are scrolled out of view are omitted.
void record_item(State& state, const std::string& name);

/// Records the rectangle of an item that its panel omits while is_hidden() is true: no cover is drawn over it.
void record_left_out(State& state, const std::string& name, const Rect& place);

/// A tooltip of wrapped text for the last item, beside its panel or bar; nothing if the text is empty.
void tooltip(const Theme& theme, const std::string& text);
/// A tooltip with values at the mouse, beside which it is; covered while a question is open, see
/// shows_values_at_mouse().
void value_tooltip(const PanelContext& context, const std::string& text);
/// The text shown instead of values at the mouse while they are covered.
inline constexpr const char* covered_values = "Values at the mouse are covered until you answer.";
/// Records the rectangle of the last item, and sets its tooltip.
void describe_item(const PanelContext& context, const std::string& name, const std::string& text);
/// The tooltip of recorded items without their own, up to the next heading or window: a label sets it for the
/// widgets of its row.
void set_row_tooltip(const std::string& text);
/// Shows the row's tooltip when the mouse is over an item without its own; call at the end of each frame.
void draw_row_tooltip(const Theme& theme);

/// A frame that is visible on a picture of any color.
void frame_over_picture(const Theme& theme, ImDrawList* draw, const ImVec2& low, const ImVec2& high, const ImVec4& ink);

/// A section's title, in capitals.
void heading(const Theme& theme, const char* title);
/// A section's title that folds and unfolds the section when it is clicked; recorded under `widget`. @returns whether
/// the section is unfolded.
[[nodiscard]] bool folding_heading(const PanelContext& context, const char* widget, const char* title);

/// A checkbox with an edge that is visible on any background. True if it was changed.
bool check_box(const Theme& theme, const char* label, bool* is_ticked);
/// Width of each of `count` widgets in a row that fill the space, `gap` apart.
[[nodiscard]] float column_width(std::size_t count, float gap);
/// Widgets in columns of equal width over the available space, `gap` apart, row after row.
class Columns {
 public:
  Columns(std::size_t count, float gap) : count_{count}, gap_{gap}, width_{column_width(count, gap)} {}
  /// Moves to the place of the next widget, and sets its width. @returns this width; −1, the rest, in the last column.
  float next();

 private:
  std::size_t count_;
  float gap_;
  float width_;
  std::size_t used_ = 0;
};
/// A text as ImGui draws it: from left to right, see visual_order(). The next frame has the letters that it needs.
[[nodiscard]] std::string drawable(std::string_view text);
/// Size of a line of text in a font, and a function that draws one.
[[nodiscard]] ImVec2 text_size(ImFont* font, std::string_view text);
void draw_text(ImDrawList* draw, ImFont* font, const ImVec2& at, ImU32 ink, std::string_view text);
/// Text that has the point `part` of its extent, {0, 0} the first corner and {1, 1} the last, at a position, in whole
/// pixels.
void draw_text_at(ImDrawList* draw, ImFont* font, const ImVec2& at, const ImVec2& part, ImU32 ink,
                  std::string_view text);
[[nodiscard]] inline ImVec2 middle_of(const Rect& box) { return {box.x + box.width / 2, box.y + box.height / 2}; }
/// Fills a box, or draws a line along its edge.
inline void fill_box(ImDrawList* draw, const Rect& box, ImU32 ink, float rounding = 0) {
  draw->AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, ink, rounding);
}
inline void frame_box(ImDrawList* draw, const Rect& box, ImU32 ink, float line = 1, float rounding = 0) {
  draw->AddRect({box.x, box.y}, {box.right(), box.bottom()}, ink, rounding, 0, line);
}
/// ImGui::Selectable() for any text, which ImGui would cut at "##"; the ID must be unique in its window.
bool text_row(std::string_view text, std::size_t id, bool is_selected);
/// The button for what one most likely does next; at most one of several in a row. Without the emphasis while disabled.
[[nodiscard]] bool primary_button(const char* label, const ImVec2& extent = {});
/// Text in a font and a color, on one baseline with the widgets of its line.
void text_in(ImFont* font, const ImVec4& color, const std::string& text);
/// Text in a font and a color, wrapped between words at the window's edge, or where lines would be too long to read.
void wrapped_text_in(ImFont* font, const ImVec4& color, const std::string& text);
/// Height of wrapped text at this width.
[[nodiscard]] float wrapped_text_height(ImFont* font, const std::string& text, float width);
/// Text truncated to `width`, ending in "…".
[[nodiscard]] std::string shortened(const std::string& text, float width);
/// Text in a different font, truncated to `width`, ending in "…".
[[nodiscard]] std::string shortened(ImFont* font, const std::string& text, float width);

enum class Icon : unsigned char {
  reset,
  pause,
  play,
  step,
  step_back,
  up,
  down,
  remove,
  fit,
  nearest,
  linear,
  darker,
  brighter,
  range,
  flip,
  split,
  difference
};
/// A square button of a row's height with a drawn icon, recorded under its name. @returns whether it was
/// pressed.
bool icon_button(const PanelContext& context, const std::string& name, Icon icon, const std::string& text,
                 bool is_active = false, bool is_enabled = true);

/// A button of text only, in the accent color.
bool link_button(const Theme& theme, const char* label);

/// The name of a parameter or a choice as a label: "address_mode" is "Address mode".
[[nodiscard]] std::string label_text(std::string_view name);

/// The value of a slider and its range, in one of ImGui's data types.
struct SliderValue {
  ImGuiDataType type;
  void* value;
  const void* minimum;
  const void* maximum;
};

/// A slider's mark: 0 is its left end, 1 its right end.
struct SliderMark {
  double position = 0;
  /// Start of the bar that ends at the position.
  double origin = 0;
};

/// A slider of the next item's width, with its bar below the number instead of after it. Double-click or Ctrl+click to
/// type the value, which is clamped to the range. `format` is printf's. Returns whether the value changed.
bool slider(const Theme& theme, const char* id, const SliderValue& value, const char* format, const SliderMark& mark,
            ImGuiSliderFlags flags = 0);

}  // namespace texelscope::app
