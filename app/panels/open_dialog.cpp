#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "app/panels/overlay.h"
#include "app/panels/widgets.h"

namespace texelscope::app {
namespace {

constexpr std::size_t longest_path = 4096;

void set_text(OpenDialog& dialog, std::string text) {
  dialog.text = std::move(text);
  dialog.list = list_path(dialog.text);
  dialog.selected = -1;
}

/// Opens an image, or enters a folder.
void take(State& state, const std::string& text) {
  OpenDialog& dialog = state.open_dialog;
  std::error_code error;
  if (text.empty() || std::filesystem::is_directory(typed_path(text), error)) {
    set_text(dialog, text.empty() || text.ends_with('/') ? text : text + "/");
    dialog.takes_focus = true;
    return;
  }
  state.requests.image = typed_path(text);
  dialog.is_shown = false;
}

void move_selection(OpenDialog& dialog, int step) {
  const int count = static_cast<int>(dialog.list.entries.size());
  if (count > 0) {
    dialog.selected = std::clamp(dialog.selected + step, 0, count - 1);
  }
}

int edit(ImGuiInputTextCallbackData* data) {
  OpenDialog& dialog = *static_cast<OpenDialog*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory) {
    move_selection(dialog, data->EventKey == ImGuiKey_UpArrow ? -1 : 1);
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    const std::string text{data->Buf, static_cast<std::size_t>(data->BufTextLen)};
    const std::string longer = completed(text, list_path(text));
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, longer.c_str());
  }
  return 0;
}

void draw_field(const PanelContext& context) {
  State& state = context.state;
  OpenDialog& dialog = state.open_dialog;
  std::array<char, longest_path> buffer{};
  std::memcpy(buffer.data(), dialog.text.data(), std::min(dialog.text.size(), buffer.size() - 1));
  if (dialog.takes_focus) {
    ImGui::SetKeyboardFocusHere();
    dialog.takes_focus = false;
  }
  ImGui::SetNextItemWidth(-1);
  const bool is_entered = ImGui::InputText("##path", buffer.data(), buffer.size(),
                                           ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
                                               ImGuiInputTextFlags_CallbackCompletion,
                                           edit, &dialog);
  record_item(state, "open.path");
  if (dialog.text != buffer.data()) {
    set_text(dialog, buffer.data());
  }
  if (is_entered) {
    const bool has_selected = dialog.selected >= 0 && dialog.selected < static_cast<int>(dialog.list.entries.size());
    take(state, has_selected ? with_entry(dialog.text, dialog.list.entries[static_cast<std::size_t>(dialog.selected)]) : dialog.text);
  }
}

void draw_entries(const PanelContext& context) {
  State& state = context.state;
  OpenDialog& dialog = state.open_dialog;
  const Theme& theme = context.theme;
  if (!dialog.list.error.empty()) {
    wrapped_text_in(theme.small_text, color::error, dialog.list.error);
  } else if (dialog.list.entries.empty()) {
    wrapped_text_in(theme.small_text, color::text_dim, "No image (png, jpg, bmp, tga, hdr, pgm, ppm) or folder begins like this.");
  }
  std::optional<std::string> taken;
  for (std::size_t i = 0; i < dialog.list.entries.size(); ++i) {
    const PathEntry& entry = dialog.list.entries[i];
    const bool is_selected = dialog.selected == static_cast<int>(i);
    ImGui::PushStyleColor(ImGuiCol_Text, entry.is_folder ? color::text_dim : color::text);
    if (ImGui::Selectable(fmt::format("{}{}##{}", entry.name, entry.is_folder ? "/" : "", i).c_str(), is_selected)) {
      taken = with_entry(dialog.text, entry);
    }
    ImGui::PopStyleColor();
    record_item(state, "entry." + entry.name);
    if (is_selected && !ImGui::IsItemVisible()) {
      ImGui::SetScrollHereY();
    }
  }
  if (dialog.list.left_out > 0) {
    text_in(theme.small_text, color::text_dim, fmt::format("and {} more: type the beginning of the name", dialog.list.left_out));
  }
  if (taken) {
    take(state, *taken);
  }
}

}  // namespace

void draw_open_dialog(const PanelContext& context) {
  OpenDialog& dialog = context.state.open_dialog;
  if (!dialog.is_shown) {
    return;
  }
  const Theme& theme = context.theme;
  if (begin_overlay(context, "open", "Open an image", {620, 460}, dialog.is_shown)) {
    draw_field(context);
    const float footer = theme(size::small_text) + ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("entries", {0, -footer}, false, ImGuiWindowFlags_NoNav);
    draw_entries(context);
    ImGui::EndChild();
    text_in(theme.small_text, color::text_disabled, "Tab completes · Up and Down choose · Enter opens · Esc closes");
  }
  end_overlay();
}

}  // namespace texelscope::app
