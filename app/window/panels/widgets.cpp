#include "app/window/panels/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "app/text/escape.h"
#include "app/text/visual_order.h"
#include "app/window/noted_letters.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

/// The width of the text of tooltips, at scale 1.
constexpr float widest_tooltip = 320;

/// The visible part of the last item, after clipping by the window and scrolling; nothing if it is empty.
std::optional<Rect> seen_part_of_item() {
  const ImVec2 first = ImGui::GetItemRectMin();
  const ImVec2 last = ImGui::GetItemRectMax();
  const ImDrawList* const draw = ImGui::GetWindowDrawList();
  const ImVec2 clip_first = draw->GetClipRectMin();
  const ImVec2 clip_last = draw->GetClipRectMax();
  const float left = std::max(first.x, clip_first.x);
  const float top = std::max(first.y, clip_first.y);
  const Rect seen{left, top, std::min(last.x, clip_last.x) - left, std::min(last.y, clip_last.y) - top};
  return seen.width > 0 && seen.height > 0 ? std::optional{seen} : std::nullopt;
}

/// The cover of a one-line item is extended to a multiple of a step, since its exact length would reveal the length of
/// the text: to the right or, at the right edge of the window, to the left.
Rect cover_of(const Rect& seen) {
  const float line = ImGui::GetFontSize();
  if (seen.height > 1.8F * line) {
    return seen;
  }
  const float step = 6 * line;
  const auto whole_steps = [&](float width) { return step * std::ceil(width / step); };
  const ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float first = draw->GetClipRectMin().x;
  const float last = draw->GetClipRectMax().x;
  const float end = first + whole_steps(std::max(seen.right(), seen.x + step) - first);
  if (end <= last) {
    return {seen.x, seen.y, end - seen.x, seen.height};
  }
  const float begin = std::clamp(last - whole_steps(last - seen.x), first, seen.x);
  return {begin, seen.y, last - begin, seen.height};
}

/// Whether this is the widget of the lesson's step.
bool is_meant(const State& state, const std::string& name) {
  const LessonStep* const step = current_step(state.course);
  return step != nullptr && step->look_at == name;
}

/// An item and the whole window that it is in.
struct ItemPlace {
  ImRect item;
  ImRect window;
};

ItemPlace place_of_item() {
  return {{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, ImGui::GetCurrentWindow()->RootWindow->Rect()};
}

/// Puts the next tooltip beside the item's window if that is a narrow panel, and above or below it, or the item, if it
/// is a bar or a row of widgets: a tooltip at the mouse would cover what one clicks next.
void set_tooltip_place(const Theme& theme, const ItemPlace& place) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImRect& window = place.window;
  const float widest = theme(widest_tooltip + 2 * size::padding);
  const float gap = theme(size::small_gap);
  const bool is_bar = window.GetHeight() <= theme(2 * size::row);
  const bool fits_right = window.Max.x + gap + widest <= display.x;
  const bool fits_left = window.Min.x - gap - widest >= 0;
  if (!is_bar && window.GetWidth() <= display.x / 2 && (fits_right || fits_left)) {
    const bool is_low = place.item.Min.y > display.y / 2;
    ImGui::SetNextWindowPos(
        {fits_right ? window.Max.x + gap : window.Min.x - gap, is_low ? place.item.Max.y : place.item.Min.y},
        ImGuiCond_Always, {fits_right ? 0.0F : 1.0F, is_low ? 1.0F : 0.0F});
  } else if (is_bar || place.item.GetHeight() <= theme(2 * size::row)) {
    // In a large window, the next click is usually in the same row.
    const ImRect& row = is_bar ? window : place.item;
    const bool is_low = row.Min.y > display.y / 2;
    const float x = std::clamp(place.item.Min.x, 0.0F, std::max(display.x - widest, 0.0F));
    ImGui::SetNextWindowPos({x, is_low ? row.Min.y - gap : row.Max.y + gap}, ImGuiCond_Always,
                            {0, is_low ? 1.0F : 0.0F});
  }
}

struct RowTooltip {
  std::string text;
  /// The text of the item under the mouse, and its place.
  std::string hovered;
  ItemPlace place;
  bool has_own = false;
};
RowTooltip row_tooltip;

/// Line breaks between words, or within a word that is wider than a line, so that lines in the current font are at most
/// `width` wide. ImGui would also break after every period, even within numbers, and it draws all lines above the
/// visible ones of a text that it wraps, until its 16-bit indices overflow and its assertion ends the program.
std::string wrapped_between_words(const std::string& text, float width) {
  ImFont* const font = ImGui::GetFont();
  // The library stops at the letter with which a line reaches this width.
  const float beyond = std::nextafter(std::floor(width), std::numeric_limits<float>::max());
  std::string wrapped;
  wrapped.reserve(text.size() + text.size() / 16);
  const char* const text_end = text.data() + text.size();
  const char* end = text.data();
  for (const char* line = text.data(); line < text_end;) {
    // A text may be one long line.
    end = line < end ? end : std::find(line, text_end, '\n');
    const char* fit = end;
    (void)font->CalcTextSizeA(ImGui::GetFontSize(), beyond, 0, line, end, &fit);
    const char* next = end;
    if (fit < end) {
      const auto space = std::find(std::reverse_iterator{fit + 1}, std::reverse_iterator{line + 1}, ' ');
      const bool is_word = space.base() == line + 1;
      // At least one letter, however narrow the line.
      fit = is_word ? std::find_if_not(std::max(fit, line + 1), end, is_within_letter) : space.base() - 1;
      next = is_word ? fit : fit + 1;
      wrapped.append(line, fit).push_back('\n');
    } else {
      wrapped.append(line, end);
      if (end < text_end) {
        wrapped.push_back('\n');
        next = end + 1;
      }
    }
    line = next;
  }
  return wrapped;
}

/// The first `count` lines of a text, the last of which ends in "…" if others follow.
std::string first_lines(std::string text, std::size_t count) {
  std::size_t end = 0;
  for (; count > 0 && end != std::string::npos; --count) {
    end = text.find('\n', end == 0 ? 0 : end + 1);
  }
  return end == std::string::npos ? text : text.replace(end, std::string::npos, "…");
}

void show_tooltip(const Theme& theme, const std::string& text) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{theme(size::padding), theme(size::gap)});
  ImGui::BeginTooltip();
  ImGui::PushFont(theme.small_text);
  const auto most_lines = static_cast<std::size_t>(
      std::max((ImGui::GetIO().DisplaySize.y - 2 * theme(8)) / ImGui::GetTextLineHeight(), 1.0F));
  ImGui::TextUnformatted(
      drawable(first_lines(wrapped_between_words(text, theme(widest_tooltip) - ImGui::GetCursorPosX()), most_lines))
          .c_str());
  ImGui::PopFont();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

/// Whether the last item shows this tooltip now; its row's is not shown in any case.
bool wants_tooltip(const std::string& text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    return false;
  }
  row_tooltip.has_own = true;
  // While a field is being edited, its tooltip would hide the error below it.
  return !ImGui::IsItemActive() || !ImGui::GetIO().WantTextInput;
}

/// In a large window, longer lines are hard to follow.
float line_width(float available) {
  constexpr float longest_line_in_heights = 44;
  return std::min(available, longest_line_in_heights * ImGui::GetFontSize());
}

void draw_bar(const Theme& theme, const SliderMark& mark) {
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 end = ImGui::GetItemRectMax();
  const auto at = [&](double position) {
    return std::round(corner.x + static_cast<float>(std::clamp(position, 0.0, 1.0)) * (end.x - corner.x));
  };
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float top = end.y - theme(3);
  const auto [left, right] = std::minmax({at(mark.origin), at(mark.position)});
  draw->AddRectFilled({left, top}, {right, end.y}, packed(color::accent_dim));
  const float center = std::clamp(at(mark.position), corner.x + theme(1.5F), end.x - theme(1.5F));
  draw->AddRectFilled({center - theme(1.5F), end.y - theme(3)}, {center + theme(1.5F), end.y}, packed(color::accent));
}

}  // namespace

bool begin_region(const char* name, const Rect& region, const ImVec4& background, ImVec2 padding, int extra_flags) {
  return begin_above(name, region, background, padding, extra_flags | ImGuiWindowFlags_NoBringToFrontOnFocus);
}

bool begin_above(const char* name, const Rect& region, const ImVec4& background, ImVec2 padding, int extra_flags) {
  set_row_tooltip("");
  ImGui::SetNextWindowPos({region.x, region.y});
  ImGui::SetNextWindowSize({std::max(region.width, 1.0F), std::max(region.height, 1.0F)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
  const bool is_visible = ImGui::Begin(
      name, nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | extra_flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return is_visible;
}

void record_item(State& state, const std::string& name) {
  if (is_meant(state, name)) {
    state.course.mark = seen_part_of_item();
    if (state.course.frames_to_look > 0) {
      ImGui::SetScrollHereY();
    }
  }
  if (is_hidden(state.course, name)) {
    if (const auto seen = seen_part_of_item()) {
      state.course.covers[name] = cover_of(*seen);
    }
  }
  if (ImGui::IsItemVisible()) {
    const ImVec2 corner = ImGui::GetItemRectMin();
    const ImVec2 extent = ImGui::GetItemRectSize();
    state.drawn.widgets[name] = {corner.x, corner.y, extent.x, extent.y};
    // Records the focused item under a second name.
    if (ImGui::IsItemFocused()) {
      state.drawn.widgets["focus"] = state.drawn.widgets[name];
    }
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      row_tooltip.hovered = row_tooltip.text;
      row_tooltip.place = place_of_item();
    }
  }
}

void record_left_out(State& state, const std::string& name, const Rect& place) {
  state.drawn.widgets[name] = place;
  if (is_hidden(state.course, name)) {
    state.course.covers[name] = {};
  }
}

void tooltip(const Theme& theme, const std::string& text) {
  if (wants_tooltip(text)) {
    set_tooltip_place(theme, place_of_item());
    show_tooltip(theme, text);
  }
}

void value_tooltip(const PanelContext& context, const std::string& text) {
  if (wants_tooltip(text)) {
    show_tooltip(context.theme, shows_values_at_mouse(context.state.course) ? text : covered_values);
  }
}

void describe_item(const PanelContext& context, const std::string& name, const std::string& text) {
  record_item(context.state, name);
  tooltip(context.theme, text);
}

void set_row_tooltip(const std::string& text) { row_tooltip.text = text; }

void draw_row_tooltip(const Theme& theme) {
  if (!row_tooltip.has_own && !row_tooltip.hovered.empty()) {
    set_tooltip_place(theme, row_tooltip.place);
    show_tooltip(theme, row_tooltip.hovered);
  }
  row_tooltip = {};
}

void frame_over_picture(const Theme& theme, ImDrawList* draw, const ImVec2& low, const ImVec2& high,
                        const ImVec4& ink) {
  const float line = std::max(1.0F, std::round(theme(1.5F)));
  for (const float margin : {-line, line}) {
    draw->AddRect({low.x + margin, low.y + margin}, {high.x - margin, high.y - margin}, packed(color::shadow), 0, 0,
                  line);
  }
  draw->AddRect(low, high, packed(ink), 0, 0, line);
}

void heading(const Theme& theme, const char* title) {
  set_row_tooltip("");
  ImGui::Dummy({0, theme(4)});
  std::string capitals{title};
  std::ranges::transform(capitals, capitals.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
  });
  text_in(theme.heading, color::text_dim, capitals);
}

void text_in(ImFont* font, const ImVec4& color, const std::string& text) {
  ImGuiWindowTempData& line = ImGui::GetCurrentWindow()->DC;
  // On a line with widgets, ImGui aligns the tops of texts, and so not the baselines of different fonts.
  const float lower = line.CurrLineTextBaseOffset > 0 ? std::round(ascent(ImGui::GetFont()) - ascent(font)) : 0;
  line.CurrLineTextBaseOffset += lower;
  const ScopedFont scoped_font{font};
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  const std::string drawn = drawable(text);
  ImGui::TextUnformatted(drawn.c_str(), drawn.c_str() + drawn.size());
  ImGui::PopStyleColor();
  line.PrevLineTextBaseOffset -= lower;
}

bool primary_button(const char* label, const ImVec2& extent) {
  const bool is_enabled = (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) == 0;
  if (is_enabled) {
    ImGui::PushStyleColor(ImGuiCol_Button, color::accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color::accent_hovered);
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, color::accent_hovered);
    ImGui::PushStyleColor(ImGuiCol_Text, color::on_fill);
  }
  const bool is_pressed = ImGui::Button(label, extent);
  if (is_enabled) {
    ImGui::PopStyleColor(4);
  }
  return is_pressed;
}

bool check_box(const Theme& theme, const char* label, bool* is_ticked) {
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0F, std::floor(theme(1))));
  ImGui::PushStyleColor(ImGuiCol_Border, color::text_disabled);
  const bool is_changed = ImGui::Checkbox(label, is_ticked);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  return is_changed;
}

float column_width(std::size_t count, float gap) {
  const auto columns = static_cast<float>(count);
  return std::floor((ImGui::GetContentRegionAvail().x - (columns - 1) * gap) / columns);
}

float Columns::next() {
  const std::size_t column = used_++ % count_;
  if (column > 0) {
    ImGui::SameLine(0, gap_);
  }
  const float width = column + 1 < count_ ? width_ : -1;
  ImGui::SetNextItemWidth(width);
  return width;
}

std::string drawable(std::string_view text) {
  std::string drawn = visual_order(text);
  note_letters(drawn);
  return drawn;
}

ImVec2 text_size(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(line_height(font), 1e9F, 0, text.data(), text.data() + text.size());
}

void draw_text(ImDrawList* draw, ImFont* font, const ImVec2& at, ImU32 ink, std::string_view text) {
  // ImGui interprets a null end as the end of a C string.
  if (!text.empty()) {
    const std::string drawn = drawable(text);
    draw->AddText(font, line_height(font), at, ink, drawn.data(), drawn.data() + drawn.size());
  }
}

void draw_text_at(ImDrawList* draw, ImFont* font, const ImVec2& at, const ImVec2& part, ImU32 ink,
                  std::string_view text) {
  const ImVec2 extent = text_size(font, text);
  draw_text(draw, font, {std::round(at.x - part.x * extent.x), std::round(at.y - part.y * extent.y)}, ink, text);
}

bool text_row(std::string_view text, std::size_t id, bool is_selected) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(id));
  const bool is_chosen = ImGui::Selectable("##row", is_selected);
  ImGui::PopID();
  draw_text(ImGui::GetWindowDrawList(), ImGui::GetFont(), at, ImGui::GetColorU32(ImGuiCol_Text), text);
  return is_chosen;
}

float wrapped_text_height(ImFont* font, const std::string& text, float width) {
  const ScopedFont scoped_font{font};
  return ImGui::CalcTextSize(wrapped_between_words(text, line_width(width)).c_str()).y;
}

void wrapped_text_in(ImFont* font, const ImVec4& color, const std::string& text) {
  const ScopedFont scoped_font{font};
  text_in(font, color, wrapped_between_words(text, line_width(ImGui::GetContentRegionAvail().x)));
}

std::string shortened(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) {
    return text;
  }
  // Starts with the part that fits without the ellipsis, because untrusted text may have any length.
  const char* end = nullptr;
  (void)ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), width, 0, text.data(), text.data() + text.size(), &end);
  std::string kept{text.data(), end};
  while (!kept.empty() && ImGui::CalcTextSize((kept + "…").c_str()).x > width) {
    // A whole UTF-8 character.
    while (!kept.empty() && is_within_letter(kept.back())) {
      kept.pop_back();
    }
    if (!kept.empty()) {
      kept.pop_back();
    }
  }
  return kept + "…";
}

std::string shortened(ImFont* font, const std::string& text, float width) {
  const ScopedFont scoped_font{font};
  return shortened(text, width);
}

bool invisible_button(const char* id, const ImVec2& extent, ImGuiButtonFlags flags) {
#if IMGUI_VERSION_NUM >= 19140
  // Keyboard navigation skips invisible buttons without this flag.
  flags |= ImGuiButtonFlags_EnableNav;
#endif
  const bool is_pressed = ImGui::InvisibleButton(id, {std::max(extent.x, 1.0F), std::max(extent.y, 1.0F)}, flags);
  // ImGui draws the mark of keyboard navigation around its own buttons only.
  const ImRect box{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
#if IMGUI_VERSION_NUM >= 19140
  ImGui::RenderNavCursor(box, ImGui::GetItemID());
#else
  ImGui::RenderNavHighlight(box, ImGui::GetItemID());
#endif
  return is_pressed;
}

bool overlapped_button(const char* id, const ImVec2& extent, ImGuiButtonFlags flags) {
  // In later versions, the first button under the mouse receives the click unless it allows overlap before it is drawn.
#if IMGUI_VERSION_NUM >= 18970
  ImGui::SetNextItemAllowOverlap();
  return invisible_button(id, extent, flags);
#else
  const bool is_pressed = invisible_button(id, extent, flags);
  ImGui::SetItemAllowOverlap();
  return is_pressed;
#endif
}

bool link_button(const Theme& theme, const char* label) {
  const ScopedFont scoped_font{theme.small_text};
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{0, 0});
  ImGui::PushStyleColor(ImGuiCol_Button, color::transparent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color::accent_wash);
  ImGui::PushStyleColor(ImGuiCol_Text, color::accent);
  // Aligned with the text of its neighbors.
  const bool is_pressed = ImGui::SmallButton(label);
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar();
  return is_pressed;
}

std::string label_text(std::string_view name) {
  std::string label{name};
  std::ranges::replace(label, '_', ' ');
  if (!label.empty() && label[0] >= 'a' && label[0] <= 'z') {
    label[0] = static_cast<char>(label[0] - 32);
  }
  return label;
}

bool slider(const Theme& theme, const char* id, const SliderValue& value, const char* format, const SliderMark& mark,
            ImGuiSliderFlags flags) {
  ImGuiIO& io = ImGui::GetIO();
  // ImGui starts text input only on Ctrl+click.
  const bool has_control = io.KeyCtrl;
  io.KeyCtrl = has_control || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, color::transparent);
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, color::transparent);
  // The mark must follow the mouse; a grab as long as a scrollbar's would offset it.
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, theme(8));
  const bool is_changed = ImGui::SliderScalar(id, value.type, value.value, value.minimum, value.maximum, format,
                                              flags | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  io.KeyCtrl = has_control;
  draw_bar(theme, mark);
  return is_changed;
}

}  // namespace texelscope::app
