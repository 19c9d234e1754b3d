#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ranges>
#include <string>
#include <string_view>

#include "app/labs/kernel/panel/kernel_panel.h"
#include "app/workspace/edit.h"
#include "app/workspace/undo.h"

namespace texelscope::app {
namespace {

using Severity = gpu::CompileMessage::Severity;

/// The number of messages visible at once below the source.
constexpr std::size_t max_rows = 4;
#if IMGUI_VERSION_NUM >= 18700
constexpr ImGuiKey key_space = ImGuiKey_Space;
#else
// GLFW's key code.
constexpr int key_space = ' ';
#endif
/// The left edge of a message's text, after its position.
constexpr float message_left = 60;

int line_count(std::string_view text) { return 1 + static_cast<int>(std::ranges::count(text, '\n')); }

/// The offset of the start of a line; lines are numbered from 1.
int offset_of_line(std::string_view text, int line) {
  std::size_t offset = 0;
  for (; line > 1 && offset < text.size(); --line) {
    const std::size_t end = text.find('\n', offset);
    if (end == std::string_view::npos) {
      return static_cast<int>(text.size());
    }
    offset = end + 1;
  }
  return static_cast<int>(offset);
}

const ImVec4& ink_of(Severity severity) {
  return severity == Severity::error ? color::error : severity == Severity::warning ? color::warning : color::text_dim;
}

/// Callback of the field while it has keyboard focus.
int edit(ImGuiInputTextCallbackData* data) {
  auto& lab = *static_cast<KernelLab*>(data->UserData);
  KernelCursor& cursor = lab.cursor;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    if (const auto taken = take_completion(lab.completion, static_cast<std::size_t>(data->CursorPos))) {
      data->DeleteChars(static_cast<int>(taken->begin), static_cast<int>(taken->end - taken->begin));
      data->InsertChars(static_cast<int>(taken->begin), taken->name.c_str());
    } else {
      data->InsertChars(data->CursorPos, "  ");
    }
  }
  const std::string_view text{data->Buf, static_cast<std::size_t>(data->BufTextLen)};
  if (cursor.wanted_line || cursor.wanted_place) {
    data->CursorPos = cursor.wanted_place
                          ? static_cast<int>(std::min(*std::exchange(cursor.wanted_place, std::nullopt), text.size()))
                          : offset_of_line(text, *std::exchange(cursor.wanted_line, std::nullopt));
    data->SelectionStart = data->SelectionEnd = data->CursorPos;
  }
  cursor.place = static_cast<std::size_t>(data->CursorPos);
  cursor.line = line_count(text.substr(0, cursor.place));
  return 0;
}

/// Offers completions for typed text; they disappear when the cursor moves without typing.
void offer_names(KernelLab& lab, bool is_changed, std::size_t place_before) {
  KernelCompletion& completion = lab.completion;
  // Ctrl+Space is the usual key in editors.
  const bool is_asked = ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(key_space, false);
  if (is_changed && completion.taken && completion.is_shown) {
    const std::string& name = completion.offered.names[*completion.taken].name;
    if (lab.text.compare(completion.offered.begin, name.size(), name) == 0 &&
        lab.cursor.place == completion.offered.begin + name.size()) {
      return;
    }
  }
  if (is_changed || is_asked) {
    completion = {true, complete_code(lab.text, lab.cursor.place), std::nullopt};
  } else if (lab.cursor.place != place_before) {
    completion = {};
  }
}

/// Shades lines that have messages, and colors their numbers.
void draw_lines(const KernelContext& context, const TextPlace& place, int count) {
  const Theme& theme = context.theme();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto wash = [&](int line, const ImVec4& ink, float alpha) {
    ImVec4 faint = ink;
    faint.w = alpha;
    draw->AddRectFilled({place.corner.x, place.top_of(line)},
                        {place.corner.x + place.width, place.top_of(line) + place.line_height}, packed(faint));
  };
  // The highest severity on each line.
  std::vector<Severity> worst(static_cast<std::size_t>(count), Severity::note);
  for (const gpu::CompileMessage& message : context.lab.messages()) {
    if (message.line >= 1 && message.line <= count) {
      Severity& of_line = worst[static_cast<std::size_t>(message.line - 1)];
      of_line = std::min(of_line, message.severity);
    }
  }
  const ScopedFont scoped_font{theme.value};
  // Only the visible ones: a text may have a million lines.
  const auto line_at = [&](float y) {
    return std::clamp(static_cast<int>((y - place.top_of(1)) / place.line_height) + 1, 1, count);
  };
  const float top = ImGui::GetWindowPos().y;
  const int last = line_at(top + ImGui::GetWindowHeight());
  for (int line = line_at(top); line <= last; ++line) {
    const std::string number = fmt::format("{}", line);
    const float width = ImGui::CalcTextSize(number.c_str()).x;
    const Severity severity = worst[static_cast<std::size_t>(line - 1)];
    const bool is_marked = severity != Severity::note;
    if (is_marked) {
      wash(line, ink_of(severity), 0.16F);
    }
    const ImVec4& unmarked = line == context.lab.cursor.line ? color::text : color::text_disabled;
    draw->AddText({place.corner.x + place.gutter - width - theme(8), place.top_of(line)},
                  packed(is_marked ? ink_of(severity) : unmarked), number.c_str());
  }
}

/// The tooltip over the numbers of marked lines: their messages.
void draw_marks(const KernelContext& context, const TextPlace& place, int count) {
  KernelLab& lab = context.lab;
  int last = 0;
  for (const gpu::CompileMessage& message : lab.messages()) {
    if (message.severity == Severity::note || message.line < 1 || message.line > count || message.line == last) {
      continue;
    }
    last = message.line;
    ImGui::SetCursorScreenPos({place.corner.x, place.top_of(message.line)});
    ImGui::PushID(message.line);
    if (invisible_button("mark", {place.gutter, place.line_height})) {
      lab.cursor.wanted_line = message.line;
    }
    context.describe(fmt::format("mark.{}", message.line), message.text);
    ImGui::PopID();
  }
}

/// Scrolls to the cursor when it has moved. This can require more than one frame, because focusing the field scrolls to
/// its start one frame later.
void follow_cursor(KernelLab& lab, const TextPlace& place) {
  if (lab.cursor.line == lab.cursor.seen_line) {
    return;
  }
  const float top = place.padding.y + place.line_height * static_cast<float>(lab.cursor.line - 1);
  const float height = ImGui::GetWindowHeight();
  if (top < ImGui::GetScrollY()) {
    ImGui::SetScrollY(top);
  } else if (top + 2 * place.line_height > ImGui::GetScrollY() + height) {
    ImGui::SetScrollY(top + 2 * place.line_height - height);
  } else {
    lab.cursor.seen_line = lab.cursor.line;
  }
}

/// Makes Escape only leave the field; ImGui would also revert the text typed since the field received focus.
void keep_typed_text(ImGuiID field, const std::string& text) {
  if (ImGuiInputTextState* const typing = ImGui::GetInputTextState(field)) {
#if IMGUI_VERSION_NUM >= 19160
    ImVector<char>& reverted = typing->TextToRevertTo;
#else
    ImVector<char>& reverted = typing->InitialTextA;
#endif
    reverted.resize(static_cast<int>(text.size()) + 1);
    std::memcpy(reverted.Data, text.c_str(), text.size() + 1);
  }
}

void draw_field(const KernelContext& context) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.value};
  const int count = line_count(lab.text);
  const TextPlace place{ImGui::GetCursorScreenPos(), ImGui::CalcTextSize("0000").x + theme(10),
                        ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight(), ImGui::GetStyle().FramePadding};
  draw_lines(context, place, count);
  // One extra line, so that the field never scrolls on its own.
  const float height = std::max(place.line_height * static_cast<float>(count + 1) + 2 * place.padding.y,
                                ImGui::GetContentRegionAvail().y);
  ImGui::SetCursorScreenPos({place.corner.x + place.gutter, place.corner.y});
  ImGui::PushStyleColor(ImGuiCol_FrameBg, color::transparent);
  // The characters are drawn in their colors below.
  ImGui::PushStyleColor(ImGuiCol_Text, color::transparent);
  bool takes_keyboard = lab.cursor.wanted_line || lab.cursor.wanted_place;
  give_keyboard(takes_keyboard);
  std::string before = lab.text;
  // The window implements undo, so that it works word by word and across a replaced source.
  constexpr ImGuiInputTextFlags flags =
      ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_NoUndoRedo;
  const std::string label = fmt::format("##text{}", lab.cursor.revision);
  const std::size_t place_before = lab.cursor.place;
  keep_typed_text(ImGui::GetID(label.c_str()), lab.text);
  const bool is_changed =
      ImGui::InputTextMultiline(label.c_str(), &lab.text, {place.width - place.gutter, height}, flags, &edit, &lab);
  lab.cursor.has_keyboard = ImGui::IsItemActive();
  ImGui::PopStyleColor(2);
  context.record("text");
  if (is_changed && lab.typing.begins(before, lab.text, context.state().now)) {
    lab.text.swap(before);
    record_edit(context.state(), true);
    lab.text.swap(before);
  }
  if (is_changed) {
    lab.note_typing(context.state().now);
  }
  offer_names(lab, is_changed, place_before);
  draw_colored_text(context, place, ImGui::GetID(label.c_str()));
  draw_marks(context, place, count);
  follow_cursor(lab, place);
  draw_completion(context, place);
}

/// The height of a message in a row with this `width`, whose left part shows the position.
float message_height(const Theme& theme, const gpu::CompileMessage& message, float width) {
  return wrapped_text_height(theme.small_text, message.text, width - theme(message_left)) + theme(4);
}

/// The height of the first messages; most of the space is for the source, and further messages scroll.
float messages_height(const KernelContext& context) {
  const Theme& theme = context.theme();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  float height = theme(14);
  for (const gpu::CompileMessage& message : context.lab.messages() | std::views::take(max_rows)) {
    height += message_height(theme, message, room.x) + ImGui::GetStyle().ItemSpacing.y;
  }
  return std::min(height, room.y * 0.36F);
}

/// The compiler's messages; a click jumps to the line.
void draw_messages(const KernelContext& context) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float width = ImGui::GetContentRegionAvail().x;
  const ScopedFont scoped_font{theme.small_text};
  std::size_t number = 0;
  for (const gpu::CompileMessage& message : lab.messages()) {
    const std::string place = message_place(message);
    ImGui::PushID(static_cast<int>(number));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float height = message_height(theme, message, width);
    if (ImGui::Selectable("##message", false, 0, {0, height}) && message.line > 0) {
      lab.cursor.wanted_line = message.line;
      lab.tab = KernelTab::text;
    }
    const ImVec2 after = ImGui::GetCursorScreenPos();
    context.describe(fmt::format("message.{}", number),
                     message.line > 0 ? "Jumps to this line." : "Applies to the whole source.");
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const float top = corner.y + theme(2);
    draw->AddText({corner.x + theme(4), top}, packed(ink_of(message.severity)), place.c_str());
    ImGui::SetCursorScreenPos({corner.x + theme(message_left), top});
    wrapped_text_in(theme.small_text, color::text, message.text);
    ImGui::SetCursorScreenPos(after);
    ImGui::PopID();
    ++number;
  }
  if (number > 0) {
    end_after_set_cursor();
  }
}

/// A file from elsewhere is overwritten only after confirmation.
void draw_overwrite_question(const KernelContext& context) {
  KernelLab& lab = context.lab;
  if (!lab.asks_to_overwrite()) {
    return;
  }
  wrapped_line(
      context, "overwrite", color::warning,
      fmt::format("{} was not opened or saved here, or has changed since. It has not been overwritten.", lab.file));
  const float width = context.theme()(120);
  if (choice_button(context, {"overwrite.yes", "Overwrite", "The file's contents are lost."}, false, {width, 0})) {
    lab.overwrite_file();
  }
  ImGui::SameLine(0, context.theme()(4));
  if (choice_button(context, {"overwrite.no", "Keep file", "To save the source, enter a different name."}, false,
                    {width, 0})) {
    lab.keep_file();
  }
}

}  // namespace

std::string message_place(const gpu::CompileMessage& message) {
  if (message.line == 0) {
    return "–";
  }
  return message.column == 0 ? fmt::format("line {}", message.line)
                             : fmt::format("{}:{}", message.line, message.column);
}

void draw_kernel_text(const KernelContext& context) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  // An error that is not a compiler message, such as a trap, has its own text.
  const bool has_messages = !lab.messages().empty();
  const bool has_error = !has_messages && !lab.error().empty();
  const float below = has_error ? theme(74) : has_messages ? messages_height(context) : 0;
  if (!lab.origin().empty()) {
    wrapped_line(context, "origin", color::warning,
                 fmt::format("From {}: not compiled. Press Compile to run it.", lab.origin()));
  }
  draw_overwrite_question(context);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, color::panel);
  begin_part("field", {0, ImGui::GetContentRegionAvail().y - below});
  draw_field(context);
  ImGui::EndChild();
  ImGui::PopStyleColor();
  if (below > 0) {
    begin_part("messages", {0, 0});
    ImGui::Dummy({0, theme(1)});
    if (has_error) {
      error_text(context, "kernel", lab.error());
    }
    draw_messages(context);
    ImGui::EndChild();
  }
}

}  // namespace texelscope::app
