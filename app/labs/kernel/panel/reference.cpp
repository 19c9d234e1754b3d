#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "app/labs/kernel/kernel_reference.h"
#include "app/labs/kernel/panel/kernel_panel.h"

namespace texelscope::app {
namespace {

bool contains(std::string_view text, std::string_view part) {
  const auto is_same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::ranges::search(text, part, is_same).begin() != text.end() || part.empty();
}

/// The heading of an owner's entries.
std::string title_of(const KernelReferenceEntry& entry) {
  return entry.owner.empty() ? "FUNCTIONS AND TYPES" : fmt::format("MEMBERS OF {}", entry.owner);
}

/// Draws the shared description of the entries above, once.
void finish_description(const Theme& theme, std::string& description) {
  if (!description.empty()) {
    wrapped_text_in(theme.small_text, color::text_dim, std::exchange(description, ""));
    ImGui::Dummy({0, theme(4)});
  }
}

}  // namespace

void draw_kernel_reference(const KernelContext& context) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  text_field(context, "reference.filter", lab.reference_filter, "search names", false);
  tooltip(theme, "Lists the names and descriptions that contain this text.");
  begin_part("entries", {0, 0});
  std::string title;
  std::string description;
  int number = 0;
  for (const KernelReferenceEntry& entry : kernel_reference()) {
    if (!contains(entry.name, lab.reference_filter) && !contains(entry.description, lab.reference_filter)) {
      continue;
    }
    if (const std::string next = title_of(entry); next != title) {
      finish_description(theme, description);
      title = next;
      heading(theme, title.c_str());
    }
    // Entries with the same comment are grouped above it.
    if (entry.description != description) {
      finish_description(theme, description);
    }
    wrapped_text_in(theme.value, color::text, entry.declaration);
    context.record(fmt::format("reference.{}", number++));
    description = entry.description;
    if (description.empty()) {
      ImGui::Dummy({0, theme(4)});
    }
  }
  finish_description(theme, description);
  if (number == 0) {
    text_in(theme.small_text, color::text_dim, "No matching names.");
  }
  ImGui::EndChild();
}

}  // namespace texelscope::app
