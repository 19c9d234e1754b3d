#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panels/widgets.h"

namespace texelscope::app {
namespace {

struct Segment {
  const char* name;
  std::string text;
  std::string tooltip;
  /// Those of the highest numbers go first where there is no room.
  int rank;
  ImVec4 color = color::text_dim;
};

std::vector<Segment> make_segments(const State& state) {
  const DeviceFacts& facts = state.facts;
  const Timings& times = state.timings;
  std::vector<Segment> segments;
  segments.push_back(
      {"device", facts.device, fmt::format("Kernels run on {}: {}", facts.device, facts.device_name), 0, color::text});
  segments.push_back({"interop", facts.is_direct ? "interop direct" : "interop through host",
                      facts.is_direct ? "Kernels write the renderer's images themselves: no pixel is copied."
                                      : "Pixels are copied through host memory at map and unmap: " + facts.path_reason,
                      2, facts.is_direct || facts.device == "cpu" ? color::text_dim : color::warning});
  if (state.recording.is_running) {
    segments.push_back({"recording",
                        fmt::format("recording {}: {} frame{}", state.recording.name, state.recording.frames,
                                    state.recording.frames == 1 ? "" : "s"),
                        "Each frame of the scene is written once, however long it takes; Ctrl+R ends it.", 0,
                        color::error});
  }
  if (state.gallery.is_touring) {
    segments.push_back({"tour", fmt::format("tour {} of {}", state.scene + 1, state.scenes.size()),
                        "Goes on to the next scene by itself; T ends it.", 0, color::accent});
  }
  if (state.is_loading) {
    segments.push_back({"image", fmt::format("reading {}… Esc stops", state.loading_path.filename().string()),
                        state.loading_path.string(), 1, color::accent});
  }
  if (state.lab) {
    // No frame is made.
    segments.push_back({"renderer", facts.renderer, facts.api + "'s renderer: " + facts.renderer, 6});
    segments.push_back(
        {"driver", facts.api + " " + facts.api_version, facts.api + "'s version and driver: " + facts.api_version, 7});
    return segments;
  }
  segments.push_back(
      {"frame_time", fmt::format("frame {:5.1f} ms", times.frame_ms),
       fmt::format("From one frame on screen to the next. The scene's draw call took {:.2f} ms of the host's time.",
                   times.draw_ms),
       1});
  segments.push_back({"map_time", fmt::format("map {:.2f} unmap {:.2f} ms", times.map_ms, times.unmap_ms),
                      "Time in which the texture is handed to the device, and back to the renderer.", 3});
  if (state.image && !state.is_loading) {
    const Image& image = *state.image->image;
    std::string name = state.image->path.filename().string();
    if (name.size() > 28) {
      name = name.substr(0, 24) + "…";
    }
    const std::string extent = image.depth > 1 ? fmt::format("{} × {} × {}", image.width, image.height, image.depth)
                                               : fmt::format("{} × {}", image.width, image.height);
    segments.push_back({"image", fmt::format("{}  {}", name, extent),
                        fmt::format("{}: {} texels, {} channels of {}", state.image->path.string(), extent,
                                    image.channels, gpu::to_string(image.type)),
                        4});
  }
  segments.push_back({"frame_size", fmt::format("frame {} × {}", state.frame_width, state.frame_height),
                      fmt::format("The frame's size in texels; {} a texel.",
                                  state.format == FrameFormat::rgba8 ? "4 bytes" : "4 floats"),
                      5});
  segments.push_back({"renderer", facts.renderer, facts.api + "'s renderer: " + facts.renderer, 6});
  segments.push_back(
      {"driver", facts.api + " " + facts.api_version, facts.api + "'s version and driver: " + facts.api_version, 7});
  return segments;
}

}  // namespace

void draw_status_bar(const PanelContext& context) {
  const Theme& theme = context.theme;
  const Rect& region = context.regions.status;
  if (begin_region("status", region, color::bar, {theme(size::padding), 0}, ImGuiWindowFlags_NoScrollWithMouse)) {
    ImGui::PushFont(theme.small_text);
    std::vector<Segment> segments = make_segments(context.state);
    const float gap = theme(18);
    const float room = region.width - 2 * theme(size::padding);
    // Long names of renderers are cut before anything is left out.
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
    float x = theme(size::padding);
    for (const Segment& segment : segments) {
      const float width = ImGui::CalcTextSize(segment.text.c_str()).x;
      if (x > theme(size::padding)) {
        const float line_x = std::round(region.x + x - gap / 2);
        ImGui::GetWindowDrawList()->AddLine({line_x, region.y + theme(8)}, {line_x, region.bottom() - theme(8)},
                                            packed(color::line));
      }
      ImGui::SetCursorPos({x, text_y});
      ImGui::PushStyleColor(ImGuiCol_Text, segment.color);
      ImGui::TextUnformatted(segment.text.c_str());
      ImGui::PopStyleColor();
      record_item(context.state, std::string{"status."} + segment.name);
      tooltip(theme, segment.tooltip);
      x += width + gap;
    }
    ImGui::PopFont();
  }
  ImGui::End();
}

}  // namespace texelscope::app
