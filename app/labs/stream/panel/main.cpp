#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "app/labs/stream/panel/stream_panel.h"
#include "app/text/duration_text.h"
#include "app/window/action.h"
#include "app/window/file_dialog.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

constexpr const char* picture_name = "streams.picture";

/// The image of the last run, at the largest integer scale that fits into `room`. @returns its extent on the screen.
ImVec2 draw_picture(const StreamContext& context, const Image& image, ImVec2 room) {
  PanelImage& picture = context.state().drawn.images[picture_name];
  picture.is_smooth = false;
  if (picture.image == nullptr || picture.image->pixels != image.pixels) {
    picture.image = std::make_shared<const Image>(image);
  }
  const float fit = std::min(room.x / static_cast<float>(image.width), room.y / static_cast<float>(image.height));
  const float scale = std::max(fit >= 1 ? std::floor(fit * 2) / 2 : fit, 0.25F);
  const ImVec2 extent{static_cast<float>(image.width) * scale, static_cast<float>(image.height) * scale};
  if (picture.texture != nullptr) {
    ImGui::Image(texture_id(picture.texture), extent);
  } else {
    ImGui::Dummy(extent);
  }
  context.record("picture");
  return extent;
}

void draw_result(const StreamContext& context, const ExperimentRun& run) {
  const Theme& theme = context.theme();
  if (!run.result) {
    wrapped_line(context, "error.experiment", color::error, run.error);
    return;
  }
  const ExperimentResult& result = *run.result;
  ImGui::BeginGroup();
  wrapped_text_in(theme.text, result.is_correct ? color::good : color::error, result.verdict);
  for (const ExperimentNumber& number : result.numbers) {
    text_in(theme.small_text, color::text_dim, fmt::format("{}: {:.5g} {}", number.name, number.value, number.unit));
  }
  ImGui::EndGroup();
  context.record(result.is_correct ? "verdict.correct" : "verdict.wrong");
}

/// The list of experiments, in the properties.
void draw_experiment_list(const PanelContext& panel) {
  const StreamContext context{panel};
  const Theme& theme = panel.theme;
  StreamLab& lab = context.lab;
  heading(theme, "EXPERIMENTS");
  // A lesson may ask what the right way is.
  const bool shows_code = shows_values_at_mouse(context.state().course);
  const auto experiments = stream_experiments();
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const ExperimentDeclaration& experiment = experiments[i];
    const bool is_chosen = i == lab.experiment;
    const ScopedFont scoped_font{theme.small_text};
    const float width = ImGui::GetContentRegionAvail().x;
    text_in(theme.small_text, is_chosen ? color::text : color::text_dim,
            shortened(std::string{experiment.title}, width));
    context.record(fmt::format("experiment.{}", experiment.name));
    const float gap = theme(4);
    const ImVec2 extent{std::floor((width - gap) / 2), 0};
    for (const bool is_right : {false, true}) {
      if (is_right) {
        ImGui::SameLine(0, gap);
      }
      const std::string name = fmt::format("{}.{}", is_right ? "right" : "wrong", experiment.name);
      const std::string code{shows_code ? (is_right ? experiment.right : experiment.wrong).code : ""};
      if (choice_button(context, {name.c_str(), is_right ? "Right" : "Wrong", code.c_str()},
                        is_chosen && lab.is_right == is_right, extent)) {
        lab.choose(i, is_right);
        lab.run();
        lab.tab = StreamTab::experiment;
      }
    }
  }
}

void draw_experiment(const StreamContext& context) {
  const Theme& theme = context.theme();
  StreamLab& lab = context.lab;
  const ExperimentDeclaration& experiment = stream_experiments()[lab.experiment];
  const ExperimentVersion& version = lab.is_right ? experiment.right : experiment.wrong;
  const std::optional<ExperimentRun>& run = lab.last_run();
  const bool has_run = run && run->experiment == lab.experiment && run->is_right == lab.is_right;
  titled(context, lab.is_right ? "RIGHT WAY" : "WRONG WAY", std::string{experiment.title}, color::text);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (has_run && run->result && run->result->picture.width > 0) {
    const ImVec2 extent = draw_picture(context, run->result->picture,
                                       {std::min(room.x * 0.44F, theme(288)), std::min(room.y, theme(216))});
    ImGui::SameLine(0, theme(12));
    begin_part("beside", {0, std::max(extent.y, room.y)});
  } else {
    begin_part("beside", {0, 0});
  }
  ImGui::BeginGroup();
  if (has_run) {
    draw_result(context, *run);
  } else {
    text_in(theme.small_text, color::text_dim, "Run it with its button or F5.");
  }
  wrapped_line(context, "text", color::text, std::string{version.text});
  ImGui::EndGroup();
  context.record("outcome");
  ImGui::Dummy({0, theme(4)});
  text_in(theme.value, color::text_dim, std::string{version.code});
  context.record("code");
  ImGui::EndChild();
}

/// In the order of StreamTab.
constexpr std::array tabs = {
    TabOf<StreamContext>{{"experiment", "Experiment", "The result of the experiment, and its explanation."},
                         draw_experiment},
    TabOf<StreamContext>{{"calls", "Calls", "Every driver call; click one to show it above."}, draw_call_list},
};

void draw_toolbar(const StreamContext& context) {
  const Theme& theme = context.theme();
  StreamLab& lab = context.lab;
  const ScopedFont scoped_font{theme.small_text};
  if (icon_button(context, "pause", lab.is_paused ? Icon::play : Icon::pause,
                  lab.is_paused ? "Resumes the live view." : "Pauses the timeline.", lab.is_paused)) {
    lab.set_paused(!lab.is_paused);
  }
  ImGui::SameLine(0, theme(8));
  ImGui::AlignTextToFramePadding();
  text_in(theme.small_text, lab.is_paused ? color::accent : color::text_dim, lab.is_paused ? "Paused" : "Live");
  ImGui::SameLine(0, theme(16));
  for (const auto& [name, title, factor] : {std::tuple{"zoom_out", "−", 1.6}, std::tuple{"zoom_in", "+", 1 / 1.6}}) {
    if (choice_button(context,
                      {name, title, "The wheel zooms at the mouse; dragging pans, and Shift+dragging measures."}, false,
                      {ImGui::GetFrameHeight(), 0})) {
      zoom(lab.view, factor, lab.is_paused ? 0.5 : 1);
    }
    ImGui::SameLine(0, theme(4));
  }
  if (choice_button(context, {"fit", "Fit", "Shows the whole last experiment, or all calls if there was none."},
                    false)) {
    lab.show_run();
  }
  ImGui::SameLine(0, theme(4));
  const bool is_covered = has_covered_results(context.state());
  ImGui::BeginDisabled(is_covered);
  if (choice_button(
          context,
          {"export", "Export…", is_covered ? covered_reason : "Saves the timeline as a Chrome trace, for Perfetto."},
          false)) {
    show_save_dialog(context.state(), SavedKind::lab_file);
  }
  ImGui::EndDisabled();
  ImGui::SameLine(0, theme(16));
  text_in(theme.small_text, color::text_dim, duration_text(lab.view.seconds));
  context.record("seconds");
  // As much of the color legend as fits.
  for (const auto& [kind, title] :
       std::initializer_list<std::pair<std::optional<WorkKind>, const char*>>{{WorkKind::launch, "kernel"},
                                                                              {WorkKind::copy, "copy"},
                                                                              {WorkKind::memory, "memory"},
                                                                              {WorkKind::mapping, "map"},
                                                                              {WorkKind::wait, "wait"},
                                                                              {WorkKind::record, "record"},
                                                                              {std::nullopt, "renderer"},
                                                                              {WorkKind::host, "host"}}) {
    const float width = ImGui::CalcTextSize(title).x + theme(26);
    ImGui::SameLine(0, theme(16));
    if (ImGui::GetContentRegionAvail().x < width) {
      ImGui::NewLine();
      break;
    }
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float side = theme(9);
    const float top = corner.y + (ImGui::GetFrameHeight() - side) / 2;
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x, top}, {corner.x + side, top + side}, work_color(kind),
                                              theme(1));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + theme(5));
    ImGui::AlignTextToFramePadding();
    text_in(theme.small_text, color::text_dim, title);
    context.record(fmt::format("legend.{}", title), {corner.x, corner.y, width, ImGui::GetFrameHeight()});
  }
}

void draw_below(const StreamContext& context) {
  const Theme& theme = context.theme();
  StreamLab& lab = context.lab;
  const float width = ImGui::GetContentRegionAvail().x;
  if (!is_wide(context.panel, 760)) {
    lab.tab =
        draw_tabs(context, std::span<const TabOf<StreamContext>>{tabs}, StreamTab::experiment, lab.tab, theme(16));
    draw_part({"tab", [&] { draw_below_tab(context, tabs, lab.tab); }});
    return;
  }
  draw_part({"experiment", [&] { draw_experiment(context); }}, {std::floor(width * 0.54F), 0});
  ImGui::SameLine(0, theme(16));
  draw_part({"log", [&] { draw_call_list(context); }});
}

void draw_stream_main(const PanelContext& panel) {
  const StreamContext context{panel};
  context.lab.advance(panel.state);
  const std::uint64_t hovered_before = context.lab.hovered;
  const auto draw = [&] {
    draw_toolbar(context);
    const float height = std::round(ImGui::GetContentRegionAvail().y * 0.46F);
    draw_part({"time", [&] { draw_timeline(context); }, no_scrolling}, {0, height});
    draw_rule(panel.theme(4));
    draw_below(context);
  };
  draw_lab_region(panel, draw, ImGuiWindowFlags_NoScrollWithMouse);
  // In each frame, the mouse is over at most one part. If none has claimed it, no call is under the mouse.
  if (context.lab.hovered == hovered_before && !ImGui::IsAnyItemHovered()) {
    context.lab.hovered = 0;
  }
}

std::string readout_text(const StreamLab& lab) {
  const gpu::ActivityRecord* record = lab.find(lab.hovered);
  record = record != nullptr ? record : lab.find(lab.selected);
  if (record == nullptr && lab.measured) {
    return to_string(measure_range(lab.records(), *lab.measured));
  }
  if (record == nullptr) {
    return fmt::format("{} calls recorded   {} shown   Shift+drag measures", lab.records().size(),
                       duration_text(lab.view.seconds));
  }
  std::string text = fmt::format("call {}   host {}", record->number,
                                 duration_text(seconds_of(record->host.end - record->host.start)));
  if (record->device) {
    text += fmt::format("   device {}", duration_text(seconds_of(record->device->end - record->device->start)));
  }
  return fmt::format("{}   {}({})", text, record->name, record->arguments);
}

}  // namespace

extern const LabDeclaration stream_lab;
const LabDeclaration stream_lab = {
    .name = "streams",
    .title = "Streams",
    .teaches =
        "A live timeline of all streams: maps, kernels, copies, and the events that order them. Experiments show "
        "the effects of missing stream order as images.",
    .key = key::f9,
    .make = make_lab<StreamLab>,
    .draw_properties = draw_experiment_list,
    .draw_main = draw_stream_main,
    .draw_readout = draw_lab_readout<StreamLab, readout_text>,
    .varies = {"viewport", "streams.readout"},
    .results = {"picture", "verdict.*", "timeline", "calls", "readout"}};

}  // namespace texelscope::app
