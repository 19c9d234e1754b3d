#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "app/files/file_kinds.h"
#include "app/text/shown_path.h"
#include "app/window/action.h"
#include "app/window/file_dialog.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"
#include "app/workspace/open.h"

namespace texelscope::app {
namespace {

constexpr std::size_t longest_path = 4096;

int edit(ImGuiInputTextCallbackData* data) {
  State& state = *static_cast<State*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    const std::string text{data->Buf, static_cast<std::size_t>(data->BufTextLen)};
    const std::string longer = completed(text, offered_paths(state, text));
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, longer.c_str());
  } else if (std::exchange(state.dialogs.file.moves_cursor, false)) {
    // A field that receives keyboard focus selects its text, which the next letter would replace.
    data->CursorPos = data->BufTextLen;
    data->SelectionStart = data->SelectionEnd = data->BufTextLen;
  }
  return 0;
}

void draw_field(State& state) {
  FileDialog& dialog = state.dialogs.file;
  std::array<char, longest_path> buffer{};
  std::memcpy(buffer.data(), dialog.text.data(), std::min(dialog.text.size(), buffer.size() - 1));
  if (dialog.saves != SavedKind::lesson_results) {
    give_keyboard(dialog.takes_focus);
  }
  ImGui::SetNextItemWidth(-1);
  // ImGui keeps the text of an active field, so a replaced text needs a new field.
  ImGui::PushID(dialog.revision);
  ImGui::InputText("##path", buffer.data(), buffer.size(),
                   ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackAlways, edit, &state);
  ImGui::PopID();
  const std::string name = dialog.saves ? "save.path" : "open.path";
  record_item(state, ImGui::IsItemActive() ? name : name + ".waiting");
  if (dialog.text != buffer.data()) {
    type_path(state, buffer.data());
  }
}

/// The name of the student whose results are saved; it has the initial keyboard focus.
void draw_student(const PanelContext& context) {
  State& state = context.state;
  std::array<char, 128> buffer{};
  state.course.student.copy(buffer.data(), buffer.size() - 1);
  give_keyboard(state.dialogs.file.takes_focus);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##student", "Your name", buffer.data(), buffer.size())) {
    type_student(state, buffer.data());
  }
  describe_item(context, "save.student", "Written to the file, which you hand in yourself: nothing is sent.");
}

const char* title_of(const FileDialog& dialog) {
  if (!dialog.saves) {
    return dialog.is_for_course ? "Open course" : "Open file";
  }
  switch (*dialog.saves) {
    case SavedKind::frame:
      return "Save frame";
    case SavedKind::picture:
      return "Save picture";
    case SavedKind::session:
      return "Save session";
    case SavedKind::lab_file:
      return "Export from the lab";
    case SavedKind::video:
      return "Record video";
    case SavedKind::lesson_results:
      return "Save lesson results";
    case SavedKind::clipboard:
      break;
  }
  return "";
}

/// The options of a file to write.
void draw_save_options(const PanelContext& context) {
  FileDialog& dialog = context.state.dialogs.file;
  const Theme& theme = context.theme;
  if (has_png_bits(dialog)) {
    for (const int bits : {8, 16}) {
      if (ImGui::RadioButton(fmt::format("{} bits per channel", bits).c_str(), dialog.png_bits == bits)) {
        dialog.png_bits = bits;
      }
      describe_item(context, fmt::format("save.bits.{}", bits),
                    bits == 8 ? "Values are rounded to 256 steps." : "Values are rounded to 65,536 steps.");
      ImGui::SameLine();
    }
    ImGui::NewLine();
  }
  if (!dialog.replaced.empty()) {
    wrapped_text_in(theme.small_text, color::warning, "The file exists. Press Enter again to replace it.");
    record_item(context.state, "save.replaces");
  }
}

/// Has the same effect as Enter.
void draw_save_button(const PanelContext& context) {
  if (primary_button("Save", {context.theme(72), 0})) {
    press_in_dialog(context.state, key::enter);
  }
  describe_item(context, "save.save", "Writes the file.");
  ImGui::SameLine();
}

void draw_entries(const PanelContext& context) {
  State& state = context.state;
  FileDialog& dialog = state.dialogs.file;
  const Theme& theme = context.theme;
  if (!dialog.list.error.empty()) {
    wrapped_text_in(theme.small_text, color::error, dialog.list.error);
  } else if (dialog.list.entries.empty() && !dialog.saves) {
    // A file to save is usually new.
    wrapped_text_in(
        theme.small_text, color::text_dim,
        dialog.is_for_course
            ? "No folder or course (.json) starts with this text."
            : fmt::format("No folder or supported file starts with this text. Supported: {}.", openable_files_text()));
    record_item(state, "open.none");
  }
  std::optional<std::string> taken;
  for (std::size_t i = 0; i < dialog.list.entries.size(); ++i) {
    const PathEntry& entry = dialog.list.entries[i];
    const bool is_selected = dialog.selected == static_cast<int>(i);
    ImGui::PushStyleColor(ImGuiCol_Text, entry.is_folder ? color::text_dim : color::text);
    if (text_row(shown_path(entry.name) + (entry.is_folder ? "/" : ""), i, is_selected)) {
      taken = with_entry(dialog.text, entry);
    }
    ImGui::PopStyleColor();
    record_item(state, "entry." + entry.name);
    if (is_selected && std::exchange(dialog.is_selection_moved, false)) {
      ImGui::SetScrollHereY();
    }
  }
  if (dialog.list.left_out > 0) {
    text_in(theme.small_text, color::text_dim,
            fmt::format("and {} more; type the beginning of the name", dialog.list.left_out));
  }
  if (taken) {
    take_path(state, *taken);
  }
}

}  // namespace

void draw_file_dialog(const PanelContext& context) {
  FileDialog& dialog = context.state.dialogs.file;
  if (!dialog.is_shown) {
    return;
  }
  const Theme& theme = context.theme;
  if (begin_overlay(context, "open", title_of(dialog), {620, 460}, dialog.is_shown)) {
    if (dialog.saves == SavedKind::lesson_results) {
      draw_student(context);
    }
    draw_field(context.state);
    if (dialog.saves) {
      draw_save_options(context);
    }
    const float footer =
        dialog.saves ? ImGui::GetFrameHeightWithSpacing() : theme(size::small_text) + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("entries", {0, -footer}, false);
    draw_entries(context);
    ImGui::EndChild();
    if (dialog.saves) {
      draw_save_button(context);
    }
    text_in(theme.small_text, color::text_disabled,
            dialog.saves ? fmt::format("Names end in {} · Tab completes · Enter saves · Esc closes",
                                       alternatives_text(endings_of(context.state, *dialog.saves)))
                         : "Tab completes · Up and Down choose · Enter opens · Esc closes");
  }
  end_overlay();
  take_enter(context.state);
}

}  // namespace texelscope::app
