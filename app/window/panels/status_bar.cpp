#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/documents/document.h"
#include "app/documents/picture_facts.h"
#include "app/text/count_text.h"
#include "app/text/shown_path.h"
#include "app/window/panels/widgets.h"
#include "app/workspace/gallery.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

struct Segment {
  const char* name;
  std::string text;
  std::string tooltip;
  /// Segments with the highest rank are dropped first if space is short.
  int rank;
  ImVec4 color = color::text_dim;
};

std::vector<Segment> make_segments(const State& state) {
  const DeviceFacts& facts = state.machine.facts;
  const Timings& times = state.machine.timings;
  std::vector<Segment> segments;
  segments.push_back(
      {"device", facts.device, fmt::format("Kernels run on {}: {}", facts.device, facts.device_name), 0, color::text});
  segments.push_back({"interop", facts.is_direct ? "interop direct" : "interop through host",
                      facts.is_direct ? "Kernels write directly to the renderer's images, without copies."
                                      : "Pixels are copied through host memory at map and unmap: " + facts.path_reason,
                      2, facts.is_direct || facts.device == "cpu" ? color::text_dim : color::warning});
  if (state.work.recording.is_running) {
    segments.push_back(
        {"recording",
         fmt::format("recording {}: {}", state.work.recording.name, count_text(state.work.recording.frames, "frame")),
         "Writes every frame of the scene once, no matter how long it takes; Ctrl+R stops the recording.", 0,
         color::error});
  }
  if (state.gallery.is_touring) {
    segments.push_back(
        {"tour", tour_text(state), "Moves on to the next scene automatically; T ends the tour.", 0, color::accent});
  }
  if (state.labs.is_any_open()) {
    // No frame is produced.
    segments.push_back({"renderer", facts.renderer, facts.api + "'s renderer: " + facts.renderer, 6});
    segments.push_back(
        {"driver", facts.api + " " + facts.api_version, facts.api + "'s version and driver: " + facts.api_version, 7});
    return segments;
  }
  segments.push_back(
      {"presents",
       times.is_idle || times.frame_ms == 0 ? "idle" : fmt::format("{:3.0f} frames/s", 1000 / times.frame_ms),
       "Frames of this window per second; idle while nothing changes. While a slow frame of the scene is drawn, the "
       "window keeps showing the previous one.",
       1});
  if (times.kernel_ms > 0) {
    segments.push_back({"kernel_time", fmt::format("kernels {:.1f} ms", times.kernel_ms),
                        fmt::format("The last frame's work on {}, between map and unmap. The scene's draw call took "
                                    "{:.2f} ms of CPU time.",
                                    facts.device, times.draw_ms),
                        1});
  }
  segments.push_back({"map_time", fmt::format("map {:.2f} unmap {:.2f} ms", times.map_ms, times.unmap_ms),
                      "CPU time to pass the texture to the device, and back to the renderer.", 3});
  if (state.pictures.current && input_of(state, current_scene(state)) != nullptr) {
    const Image& image = *state.pictures.current->image;
    constexpr float longest_name_in_heights = 14;
    const std::string name =
        shortened(shown_file_name(state.pictures.current->path), longest_name_in_heights * ImGui::GetFontSize());
    segments.push_back(
        {"image", fmt::format("{}  {} × {}", name, image.width, image.height),
         fmt::format("{}: {}", shown_path(state.pictures.current->path), picture_facts(*state.pictures.current)), 4});
  }
  const std::string_view moved = shown_document(state)->noun();
  segments.push_back(
      {"view", fmt::format("wheel: {}", moved),
       fmt::format("The wheel, dragging and the view keys move the {}; Ctrl+wheel and Ctrl+drag move the frame.",
                   moved),
       4});
  segments.push_back({"frame_size", fmt::format("frame {} × {}", state.frame.width, state.frame.height),
                      fmt::format("The frame's size in texels; {} per texel.",
                                  state.frame.format == FrameFormat::rgba8 ? "4 bytes" : "4 floats"),
                      5});
  segments.push_back({"renderer", facts.renderer, facts.api + "'s renderer: " + facts.renderer, 6});
  segments.push_back(
      {"driver", facts.api + " " + facts.api_version, facts.api + "'s version and driver: " + facts.api_version, 7});
  return segments;
}

/// The work in progress, its progress, and a button that cancels it. @returns its width in the bar.
float draw_work(const PanelContext& context) {
  const std::optional<WorkInProgress> work = long_work(context.state);
  if (!work) {
    return 0;
  }
  const Theme& theme = context.theme;
  const Rect& region = context.regions.status;
  const float button = ImGui::GetFrameHeight();
  const float width = std::min(theme(300), region.width / 2);
  const ImVec2 corner{region.x + theme(size::padding), region.y};
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const std::string seconds = fmt::format("  {:.0f} s", context.state.now - context.state.work.since);
  const std::string amount = work->progress ? fmt::format("  {:.0f} %", 100 * *work->progress) : seconds;
  const float text_width = width - button - ImGui::CalcTextSize(amount.c_str()).x - theme(size::gap);
  ImGui::SetCursorScreenPos({corner.x, corner.y + std::round((region.height - ImGui::GetFontSize()) / 2)});
  ImGui::BeginGroup();
  text_in(theme.small_text, color::accent, shortened(work->title, text_width) + amount);
  ImGui::EndGroup();
  describe_item(context, "status.work", work->title);
  // If the progress is unknown, a part of the bar moves back and forth.
  const float full = width - button - theme(size::gap);
  constexpr float part = 0.25F;
  const auto swing = static_cast<float>(0.5 - 0.5 * std::cos(3 * context.state.now));
  const float from = work->progress ? 0 : swing * (1 - part) * full;
  const float length = work->progress ? static_cast<float>(*work->progress) * full : part * full;
  const float bottom = region.bottom() - theme(2);
  draw->AddRectFilled({corner.x, bottom - theme(2)}, {corner.x + full, bottom}, packed(color::line));
  draw->AddRectFilled({corner.x + from, bottom - theme(2)}, {corner.x + from + length, bottom}, packed(color::accent));
  ImGui::SetCursorScreenPos({corner.x + width - button, corner.y + std::round((region.height - button) / 2)});
  if (icon_button(context, "status.cancel", Icon::remove, "Cancels the work in progress (Esc).")) {
    cancel_work(context.state);
  }
  return width + theme(18);
}

}  // namespace

void draw_status_bar(const PanelContext& context) {
  const Theme& theme = context.theme;
  const Rect& region = context.regions.status;
  if (begin_region("status", region, color::bar, {theme(size::padding), 0}, ImGuiWindowFlags_NoScrollWithMouse)) {
    const ScopedFont scoped_font{theme.small_text};
    std::vector<Segment> segments = make_segments(context.state);
    const float gap = theme(18);
    const float work_width = draw_work(context);
    const float room = region.width - 2 * theme(size::padding) - work_width;
    // Long names of renderers are truncated before segments are dropped.
    for (Segment& segment : segments) {
      segment.text = shortened(segment.text, theme(230));
    }
    const auto total = [&] {
      float sum = -gap;
      for (const Segment& segment : segments) {
        sum += ImGui::CalcTextSize(segment.text.c_str()).x + gap;
      }
      return sum;
    };
    while (segments.size() > 1 && total() > room) {
      segments.erase(std::ranges::max_element(segments, {}, &Segment::rank));
    }
    const float text_y = std::round((region.height - ImGui::GetFontSize()) / 2);
    float x = theme(size::padding) + work_width;
    for (const Segment& segment : segments) {
      const float width = ImGui::CalcTextSize(segment.text.c_str()).x;
      if (x > theme(size::padding)) {
        const float line_x = std::round(region.x + x - gap / 2);
        ImGui::GetWindowDrawList()->AddLine({line_x, region.y + theme(8)}, {line_x, region.bottom() - theme(8)},
                                            packed(color::line));
      }
      ImGui::SetCursorPos({x, text_y});
      ImGui::PushStyleColor(ImGuiCol_Text, segment.color);
      ImGui::TextUnformatted(drawable(segment.text).c_str());
      ImGui::PopStyleColor();
      describe_item(context, std::string{"status."} + segment.name, segment.tooltip);
      x += width + gap;
    }
  }
  ImGui::End();
}

}  // namespace texelscope::app
