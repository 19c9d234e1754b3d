#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/labs/stream/panel/stream_panel.h"
#include "app/window/panels/part.h"

namespace texelscope::app {
namespace {

constexpr const char* picture_name = "streams.picture";

/// The picture of the last run, as large as fits into `room` in whole steps; its extent on the screen.
ImVec2 draw_picture(const StreamContext& context, const Image& image, ImVec2 room) {
  PanelImage& picture = context.state().panel_images[picture_name];
  picture.is_smooth = false;
  if (picture.image == nullptr || picture.image->pixels != image.pixels) {
    picture.image = std::make_shared<const Image>(image);
  }
  const float fit = std::min(room.x / static_cast<float>(image.width), room.y / static_cast<float>(image.height));
  const float scale = std::max(fit >= 1 ? std::floor(fit * 2) / 2 : fit, 0.25F);
  const ImVec2 extent{static_cast<float>(image.width) * scale, static_cast<float>(image.height) * scale};
  if (picture.texture != nullptr) {
    ImGui::Image(picture.texture, extent);
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
  wrapped_text_in(theme.text, result.is_correct ? color::good : color::error, result.verdict);
  context.record(result.is_correct ? "verdict.correct" : "verdict.wrong");
  for (const ExperimentNumber& number : result.numbers) {
    text_in(theme.small_text, color::text_dim, fmt::format("{}: {:.5g} {}", number.name, number.value, number.unit));
  }
}

}  // namespace

void draw_experiment_list(const StreamContext& context) {
  const Theme& theme = context.theme();
  StreamLab& lab = context.lab;
  heading(theme, "EXPERIMENTS");
  const auto experiments = stream_experiments();
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const ExperimentDeclaration& experiment = experiments[i];
    const bool is_chosen = i == lab.experiment;
    const ScopedFont scoped_font{theme.small_text};
    const float width = ImGui::GetContentRegionAvail().x;
    text_in(theme.small_text, is_chosen ? color::text : color::text_dim,
            shortened(std::string{experiment.title}, width));
    context.record(fmt::format("experiment.{}", experiment.name));
    const float gap = theme(3);
    const ImVec2 extent{std::floor((width - gap) / 2), 0};
    for (const bool is_right : {false, true}) {
      if (is_right) {
        ImGui::SameLine(0, gap);
      }
      const std::string name = fmt::format("{}.{}", is_right ? "right" : "wrong", experiment.name);
      if (choice_button(context,
                        {name.c_str(), is_right ? "Right" : "Wrong",
                         std::string{(is_right ? experiment.right : experiment.wrong).code}.c_str()},
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
  if (has_run) {
    draw_result(context, *run);
  } else {
    text_in(theme.small_text, color::text_dim, "Run it by its button, or by F5.");
  }
  wrapped_line(context, "text", color::text, std::string{version.text});
  ImGui::Dummy({0, theme(2)});
  text_in(theme.value, color::text_dim, std::string{version.code});
  context.record("code");
  ImGui::EndChild();
}

}  // namespace texelscope::app
