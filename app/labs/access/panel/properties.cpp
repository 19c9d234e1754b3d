#include <fmt/format.h>

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
                    study->reads_sources ? " A click on a pixel records the threads around it again." : ""));
  }
  if (study->recorded.hazards && !study->recorded.hazards->empty()) {
    if (link_button(theme, count_text(study->recorded.hazards->size(), "hazard").c_str())) {
      lab.tab = AccessTab::hazards;
    }
    context.describe("hazards", "Races and other mistakes: opens their list.");
  }
  const ScopedFont scoped_font{theme.small_text};
  if (ImGui::Button("Save…", {-1, 0})) {
    show_save_dialog(context.state(), SavedKind::lab_file);
  }
  context.describe("save", "Saves the recording, which texelscope accesses and this lab can open.");
}

void draw_shown(const AccessContext& context) {
  AccessLab& lab = context.lab;
  heading(context.theme(), "PICTURE");
  const std::size_t first = lab.study()->frame ? 1 : 0;
  const auto title = [&](std::size_t i) { return i < first ? std::string{"The frame"} : lab.maps()[i - first].title; };
  const std::size_t shown = lab.map() ? *lab.map() + first : 0;
  const std::size_t count = lab.maps().size() + first;
  if (count == 0) {
    return;
  }
  set_row_tooltip("The recorded frame, or how often a launch read or wrote each texel.");
  if (const auto picked = choose_entry(context, "map", title(shown), count, shown,
                                       [&](std::size_t i) { return ListEntry{title(i)}; })) {
    lab.choose_map(*picked < first ? std::nullopt : std::optional{*picked - first});
  }
  if (lab.map()) {
    wrapped_line(context, "map_text", color::text_dim, texel_map_text(lab.study()->recorded, lab.maps()[*lab.map()]));
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
