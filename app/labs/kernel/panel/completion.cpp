#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/labs/kernel/panel/kernel_panel.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_rows = 8;

/// The row that Tab inserts next.
std::size_t next_row(const KernelCompletion& completion) {
  return completion.taken ? (*completion.taken + 1) % completion.offered.names.size() : 0;
}

void draw_rows(const KernelContext& context, std::size_t first, std::size_t count) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  const KernelCompletion completion = lab.completion;
  const std::size_t marked = completion.taken.value_or(next_row(completion));
  for (std::size_t i = first; i < first + count; ++i) {
    const CompletedName& name = completion.offered.names[i];
    const ScopedFont scoped_font{theme.value};
    if (ImGui::Selectable(fmt::format("{}##{}", shortened(name.declaration, theme(520)), i).c_str(), i == marked)) {
      std::string text = lab.text;
      text.replace(completion.offered.begin, lab.cursor.place - completion.offered.begin, name.name);
      lab.replace_typed(text, completion.offered.begin + name.name.size(), context.state().now);
      lab.completion = {};
    }
    context.describe(fmt::format("completion.{}", i), name.description);
  }
  if (completion.offered.names.size() > count) {
    text_in(theme.small_text, color::text_dim,
            fmt::format("{} names; Tab cycles through them", completion.offered.names.size()));
  } else if (const std::string& description = completion.offered.names[marked].description; !description.empty()) {
    text_in(theme.small_text, color::text_dim, shortened(theme.small_text, description, theme(520)));
  }
}

}  // namespace

std::optional<CompletedText> take_completion(KernelCompletion& completion, std::size_t cursor) {
  if (!completion.is_shown || completion.offered.names.empty()) {
    return std::nullopt;
  }
  completion.taken = next_row(completion);
  return CompletedText{completion.offered.begin, cursor, completion.offered.names[*completion.taken].name};
}

void draw_completion(const KernelContext& context, const TextPlace& place) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  const std::size_t count = lab.completion.offered.names.size();
  const bool is_looked_at = lab.cursor.has_keyboard || lab.completion.is_hovered;
  if (!lab.completion.is_shown || !is_looked_at || count == 0) {
    return;
  }
  const std::string_view text = lab.text;
  const std::size_t begin = std::min(lab.completion.offered.begin, text.size());
  const std::size_t line = begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
  const std::string_view before = text.substr(line, begin - line);
  const float x = place.left() + ImGui::CalcTextSize(before.data(), before.data() + before.size()).x;
  const float below = place.top_of(lab.cursor.line + 1) + theme(2);
  const std::size_t rows = std::min(count, max_rows);
  // Includes the spacing of the rows, the line below them and the window's padding.
  const float height = static_cast<float>(rows + 1) * (place.line_height + ImGui::GetStyle().ItemSpacing.y) + theme(16);
  const bool has_room_below = below + height <= ImGui::GetIO().DisplaySize.y;
  ImGui::SetNextWindowPos({x, has_room_below ? below : place.top_of(lab.cursor.line) - theme(2)}, ImGuiCond_Always,
                          {0, has_room_below ? 0.0F : 1.0F});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, color::raised);
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize;
  if (ImGui::Begin("kernel completion", nullptr, flags)) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    lab.completion.is_hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    const std::size_t marked = lab.completion.taken.value_or(next_row(lab.completion));
    draw_rows(context, std::min(marked - std::min(marked, max_rows - 1), count - rows), rows);
  }
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace texelscope::app
