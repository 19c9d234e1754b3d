#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/accesses/hazard.h"
#include "app/labs/access/access_lines.h"
#include "app/labs/access/panel/access_panel.h"

namespace texelscope::app {
namespace {

/// A column of numbers.
struct Column {
  const char* title;
  const char* text;
  std::string (*number)(const LineMap& line);
};

double ratio(std::uint64_t a, std::uint64_t b) { return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b); }

constexpr std::array columns = {
    Column{"req.", "Requests: what 32 threads do together at this line; 8 for surfaces, 4 for fetches and volumes.",
           [](const LineMap& line) { return short_count_text(line.requests); }},
    Column{"sect.",
           "Sectors: the distinct 32 bytes of each request. Exact for linear memory; for textures and surfaces, by a "
           "rule that was measured on an H200.",
           [](const LineMap& line) { return short_count_text(line.sectors); }},
    Column{"s/r", "Sectors a request: the fewer, the better are the accesses coalesced.",
           [](const LineMap& line) { return fmt::format("{:.3g}", ratio(line.sectors, line.requests)); }},
    Column{"bytes", "Bytes of the texels and elements that the accesses read or wrote.",
           [](const LineMap& line) { return short_count_text(line.bytes); }},
    Column{"reuse", "How often the threads of a request read or wrote the same texel.",
           [](const LineMap& line) { return fmt::format("{:.3g}", ratio(line.texels, line.distinct)); }},
    Column{"conf.", "Bank conflicts, if linear memory were shared memory.",
           [](const LineMap& line) { return short_count_text(line.bank_conflicts); }},
};

constexpr float column_width_of_numbers = 46;

void draw_right(const Theme& theme, float right, float y, const ImVec4& ink, const std::string& text) {
  draw_text(ImGui::GetWindowDrawList(), theme.small_text, {right - text_size(theme.small_text, text).x, y}, packed(ink),
            text);
}

float right_of(const Theme& theme, float left, float width, std::size_t column) {
  return left + width - theme(4) - theme(column_width_of_numbers) * static_cast<float>(columns.size() - 1 - column);
}

void draw_titles(const AccessContext& context, float width) {
  const Theme& theme = context.theme();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = theme(size::small_text + 4);
  draw_text(ImGui::GetWindowDrawList(), theme.small_text, {corner.x + theme(4), corner.y}, packed(color::text_dim),
            "line");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float right = right_of(theme, corner.x, width, i);
    draw_right(theme, right, corner.y, color::text_dim, columns[i].title);
    ImGui::SetCursorScreenPos({right - theme(column_width_of_numbers - 4), corner.y});
    invisible_button(columns[i].title, {theme(column_width_of_numbers - 4), height});
    tooltip(theme, columns[i].text);
  }
  ImGui::SetCursorScreenPos({corner.x, corner.y + height});
  end_after_set_cursor();
}

/// The chosen access' line, by its place, because the history of a pixel may have a recording of its own.
bool is_line_of_access(const AccessLab& lab, const gpu::AccessSite& site) {
  if (!lab.access()) {
    return false;
  }
  const gpu::AccessRecording& recording = lab.detail()->recorded.recording;
  const gpu::AccessSite& chosen = recording.sites[recording.accesses[*lab.access()].site];
  return chosen.has_same_lines(site);
}

/// Shows the texels that a line accesses.
void show_texels(AccessLab& lab, const LineMap& line) {
  const std::vector<TexelCounts>& counts = lab.study()->recorded.counts;
  const std::vector<gpu::AccessObject>& objects = lab.study()->recorded.recording.objects;
  const auto found = std::ranges::find_if(lab.maps(), [&](const TexelMapChoice& map) {
    return map.is_of_writes == gpu::is_write(line.kind) && counts[map.counts].launch == line.launch &&
           objects[map.object].memory == objects[line.object].memory;
  });
  if (found != lab.maps().end()) {
    lab.choose_map(static_cast<std::size_t>(found - lab.maps().begin()));
  }
}

void draw_line(const AccessContext& context, const LineMap& line, std::size_t id, float width) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  const AccessStudy& study = *lab.study();
  const gpu::AccessSite& site = study.recorded.recording.sites[line.site];
  const float text_line_height = std::round(theme(size::small_text + 2));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string name = fmt::format("line.{}", id);
  if (invisible_button(name.c_str(), {width, 2 * text_line_height + theme(4)})) {
    show_texels(lab, line);
  }
  const std::string what = fmt::format("{}: {} of {}, launch {}", short_site_text(site),
                                       gpu::access_kind_names[static_cast<std::size_t>(line.kind)],
                                       short_object_text(study.recorded.recording, line.object), line.launch);
  context.describe(name, what + ". Click to show how often this launch accesses each texel of the object.");
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered() || is_line_of_access(lab, site)) {
    draw->AddRectFilled(corner, {corner.x + width, corner.y + 2 * text_line_height + theme(4)},
                        packed(is_line_of_access(lab, site) ? color::accent_wash : color::raised),
                        theme(size::rounding));
  }
  const float top = corner.y + theme(2);
  const std::string place = shortened(theme.small_text, short_site_text(site), width / 2);
  draw_text(draw, theme.small_text, {corner.x + theme(4), top}, packed(color::accent), place);
  const float left = corner.x + theme(12) + text_size(theme.small_text, place).x;
  draw_text(draw, theme.small_text, {left, top}, packed(color::text),
            shortened(theme.small_text, lab.source_line(study, site), corner.x + width - left));
  const float below = top + text_line_height;
  const float room = width - theme(20) - theme(column_width_of_numbers) * static_cast<float>(columns.size());
  draw_text(draw, theme.small_text, {corner.x + theme(16), below}, packed(color::text_dim),
            shortened(theme.small_text, std::string{access_verb(line.kind)}, room));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    draw_right(theme, right_of(theme, corner.x, width, i), below, color::text, columns[i].number(line));
  }
}

}  // namespace

void draw_access_lines(const AccessContext& context) {
  const AccessLab& lab = context.lab;
  if (lab.study() == nullptr) {
    wrapped_line(context, "hint", color::text_dim, "There is no recording yet.");
    return;
  }
  // The same for rows beside a scrollbar.
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  draw_titles(context, width);
  const std::vector<LineMap>& lines = lab.lines();
  begin_part("lines", {0, 0});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lab.launch || lines[i].launch == *lab.launch) {
      draw_line(context, lines[i], i, width);
    }
  }
  ImGui::EndChild();
}

}  // namespace texelscope::app
