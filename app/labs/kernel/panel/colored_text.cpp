#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/labs/kernel/panel/kernel_panel.h"

namespace texelscope::app {
namespace {

const ImVec4& ink_of(CodeTokenKind kind) {
  switch (kind) {
    case CodeTokenKind::plain:
      break;
    case CodeTokenKind::keyword:
    case CodeTokenKind::directive:
      return color::categories[4];
    case CodeTokenKind::type:
      return color::categories[1];
    case CodeTokenKind::function:
      return color::categories[3];
    case CodeTokenKind::number:
      return color::categories[0];
    case CodeTokenKind::text:
      return color::good;
    case CodeTokenKind::comment:
      return color::text_disabled;
  }
  return color::text;
}

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

/// The horizontal scroll of a field; ImGui's name for it differs between versions.
template <class State>
float scroll_of(const State& state) {
  if constexpr (requires { state.ScrollX; }) {
    return state.ScrollX;
  } else {
    return state.Scroll.x;
  }
}

/// The positions of the visible lines in the source.
struct SeenLines {
  int first = 1;
  /// The starts of those lines, and the end of the last.
  std::vector<std::size_t> begins;
};

SeenLines seen_lines(std::string_view text, const TextPlace& place) {
  const float top = ImGui::GetWindowPos().y;
  const float bottom = top + ImGui::GetWindowHeight();
  SeenLines seen;
  seen.first = std::max(1, static_cast<int>(std::floor((top - place.top_of(1)) / place.line_height)) + 1);
  const int last = std::max(seen.first, static_cast<int>(std::ceil((bottom - place.top_of(1)) / place.line_height)));
  std::size_t begin = 0;
  for (int line = 1; line <= last + 1; ++line) {
    if (line >= seen.first) {
      seen.begins.push_back(begin);
    }
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) {
      seen.begins.push_back(text.size() + 1);
      break;
    }
    begin = end + 1;
  }
  return seen;
}

void draw_line(ImDrawList* draw, std::string_view text, const std::vector<CodeToken>& tokens, std::size_t begin,
               std::size_t end, ImVec2 at) {
  std::size_t place = begin;
  for (auto token = std::ranges::lower_bound(tokens, begin, {}, &CodeToken::begin);
       token != tokens.end() && token->begin < end; ++token) {
    const std::string_view shown = text.substr(token->begin, token->size);
    at.x += width_of(text.substr(place, token->begin - place));
    draw->AddText(at, packed(ink_of(token->kind)), shown.data(), shown.data() + shown.size());
    at.x += width_of(shown);
    place = token->begin + token->size;
  }
}

}  // namespace

void draw_colored_text(const KernelContext& context, const TextPlace& place, ImGuiID field) {
  KernelLab& lab = context.lab;
  const std::string_view text = lab.text;
  const ImGuiWindow* const window = ImGui::GetCurrentWindow();
  // The field is a separate window, whose draw list follows that of this window and includes the selection.
  ImDrawList* const draw =
      window->DC.ChildWindows.empty() ? window->DrawList : window->DC.ChildWindows.back()->DrawList;
  const bool is_active = ImGui::GetActiveID() == field;
  const ImGuiInputTextState* const state = is_active ? ImGui::GetInputTextState(field) : nullptr;
  const float left = place.left() - (state != nullptr ? scroll_of(*state) : 0);
  const ImVec2 low{place.corner.x + place.gutter, window->InnerClipRect.Min.y};
  draw->PushClipRect(low, {place.corner.x + place.width, window->InnerClipRect.Max.y});
  const SeenLines seen = seen_lines(text, place);
  for (std::size_t i = 0; i + 1 < seen.begins.size(); ++i) {
    draw_line(draw, text, lab.tokens(), seen.begins[i], seen.begins[i + 1],
              {left, place.top_of(seen.first + static_cast<int>(i))});
  }
  // ImGui draws the cursor in the color of the text, which is transparent.
  constexpr float blink_seconds = 1.2F;
  constexpr float shown_seconds = 0.8F;
  if (state != nullptr && (state->CursorAnim <= 0 || std::fmod(state->CursorAnim, blink_seconds) <= shown_seconds)) {
    const std::size_t cursor = std::min(lab.cursor.place, text.size());
    const std::size_t begin = cursor == 0 ? 0 : text.rfind('\n', cursor - 1) + 1;
    const float x = std::floor(left + width_of(text.substr(begin, cursor - begin)));
    const float top = place.top_of(lab.cursor.line);
    draw->AddLine({x, top}, {x, top + place.line_height - 1}, packed(color::text), context.theme()(1));
  }
  draw->PopClipRect();
}

}  // namespace texelscope::app
