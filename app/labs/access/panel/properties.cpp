#include <fmt/format.h>

#include <cmath>

#include "app/labs/access/access_lines.h"
#include "app/labs/access/panel/access_panel.h"
#include "app/text/count_text.h"
#include "app/window/file_dialog.h"

namespace texelscope::app {
namespace {

void draw_recording(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  heading(theme, "RECORDING");
  constexpr std::array sources = {
      LabChoice{"source.scene", "Scene", "The scene's frame, rendered again on the CPU device."},
      LabChoice{"source.kernel", "Kernel", "The kernel of the Kernels lab, with its inputs."}};
  if (choice_row(context, sources, lab.source, theme(4), true)) {
    lab.request(lab.source);
  }
  ImGui::BeginDisabled(!lab.can_run());
  if (primary_button(lab.is_recording() ? "Recording …" : "Record", {-1, 0})) {
    lab.run();
  }
  ImGui::EndDisabled();
  context.describe("record", "Records the shown frame again (F5). The window stays responsive, and Esc cancels.");
  const AccessStudy* const study = lab.study();
  if (!lab.error().empty()) {
    error_text(context, "recording", lab.error());
  }
  if (study == nullptr) {
    return;
  }
  wrapped_line(context, "title", color::text, study->title);
  if (!study->comparison.empty()) {
    wrapped_line(context, "comparison", study->is_different ? color::warning : color::text_dim, study->comparison);
  }
  if (const std::uint64_t dropped = num_dropped(study->recorded.recording); dropped > 0) {
    wrapped_line(
        context, "dropped", color::text_dim,
        fmt::format("{} accesses are summed in the maps but not kept.{}", grouped_digits(fmt::format("{}", dropped)),
                    study->reads_sources ? " A click on a pixel records the threads that access it." : ""));
  }
  if (study->recorded.hazards && !study->recorded.hazards->empty()) {
    if (link_button(theme, count_text(study->recorded.hazards->size(), "hazard").c_str())) {
      lab.tab = AccessTab::hazards;
    }
    context.describe("hazards", "Races and other mistakes: opens their list.");
  }
  const ScopedFont scoped_font{theme.small_text};
  const auto save = [&](const char* label, bool saves_detail) {
    if (ImGui::Button(label, {-1, 0})) {
      lab.saves_detail = saves_detail;
      show_save_dialog(context.state(), SavedKind::lab_file);
    }
  };
  save("Save…", false);
  context.describe("save", "Saves the recording, which texelscope accesses and this lab can open.");
  ImGui::BeginDisabled(!lab.has_own_detail());
  save("Save these threads…", true);
  ImGui::EndDisabled();
  context.describe("save_detail",
                   "Saves the threads that access the chosen pixel, with all of their accesses, once "
                   "they were recorded for themselves.");
}

/// The colors of a map, side by side.
void draw_legend(const AccessContext& context, const std::vector<MapColor>& colors) {
  const Theme& theme = context.theme();
  const float side = std::round(theme(size::small_text));
  for (const MapColor& each : colors) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy({side, side});
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + side, corner.y + side},
                                              IM_COL32(each.color.red, each.color.green, each.color.blue, 255));
    ImGui::GetWindowDrawList()->AddRect(corner, {corner.x + side, corner.y + side}, packed(color::text_dim));
    ImGui::SameLine(0, theme(4));
    text_in(theme.small_text, color::text_dim, each.text);
    ImGui::SameLine(0, theme(12));
  }
  ImGui::NewLine();
  context.record("legend");
}

void draw_shown(const AccessContext& context) {
  AccessLab& lab = context.lab;
  heading(context.theme(), "PICTURE");
  const std::size_t first = lab.study()->shown ? frame_picture_names.size() : lab.study()->frame ? 1 : 0;
  const auto title = [&](std::size_t i) {
    return i < first ? fmt::format("The {}", frame_picture_names[i]) : lab.maps()[i - first].title;
  };
  const std::size_t shown = lab.map() ? *lab.map() + first : static_cast<std::size_t>(lab.frame_picture());
  const std::size_t count = lab.maps().size() + first;
  if (count == 0) {
    return;
  }
  set_row_tooltip("The recorded frame, or how often a launch read or wrote each texel.");
  if (const auto picked = choose_entry(context, "map", title(shown), count, shown,
                                       [&](std::size_t i) { return ListEntry{title(i)}; })) {
    *picked < first ? lab.choose_frame(static_cast<FramePicture>(*picked)) : lab.choose_map(*picked - first);
  }
  if (lab.map()) {
    const TexelMapChoice& map = lab.maps()[*lab.map()];
    wrapped_line(context, "map_text", color::text_dim, texel_map_text(lab.study()->recorded, map));
    draw_legend(context, lab.legend());
  }
}

void draw_launches(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const gpu::AccessRecording& recording = lab.study()->recorded.recording;
  heading(context.theme(), "LAUNCHES");
  for (const LaunchSums& sums : lab.launches()) {
    const gpu::AccessLaunch& launch = recording.launches[sums.launch];
    AccessRow row{.name = fmt::format("launch.{}", sums.launch),
                  .place = fmt::format("{}", sums.launch),
                  .first = short_kernel_name(launch.kernel),
                  .second = fmt::format("{} × {}{}   {} accesses", launch.extent.width, launch.extent.height,
                                        launch.extent.depth > 1 ? fmt::format(" × {}", launch.extent.depth) : "",
                                        short_count_text(sums.accesses)),
                  .note = launch.is_trapped ? "trapped" : "",
                  .is_chosen = lab.launch == sums.launch};
    if (!launch.is_recordable) {
      row.second = "not compiled for recording";
    }
    if (draw_access_row(context, row, sums.launch)) {
      lab.launch = lab.launch == sums.launch ? std::nullopt : std::optional{sums.launch};
      lab.tab = AccessTab::lines;
    }
  }
}

}  // namespace

void draw_access_properties(const PanelContext& panel) {
  const AccessContext context{panel};
  draw_recording(context);
  if (context.lab.study() != nullptr) {
    draw_shown(context);
    draw_launches(context);
  }
}

}  // namespace texelscope::app
