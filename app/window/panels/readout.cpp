#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

std::string zoom_text(double zoom) {
  if (zoom >= 1) {
    return fmt::format("{:.3g}×", zoom);
  }
  return zoom >= 0.1 ? fmt::format("{:.0f} %", zoom * 100) : fmt::format("{:.1f} %", zoom * 100);
}

void draw_swatch(const Theme& theme, const std::array<float, 3>& color) {
  const float side = theme(14);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + (ImGui::GetFontSize() - side) / 2;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, y}, {at.x + side, y + side},
                                            packed({color[0], color[1], color[2], 1}));
  ImGui::GetWindowDrawList()->AddRect({at.x, y}, {at.x + side, y + side}, packed(color::line));
  ImGui::Dummy({side, ImGui::GetFontSize()});
}

void draw_exposure(const PanelContext& context, float right) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const float width = theme(110);
  const float height = theme(22);
  ImGui::SetCursorPos({right - width, std::round((context.regions.readout.height - height) / 2)});
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{theme(4), std::floor((height - ImGui::GetFontSize()) / 2)});
  constexpr float darkest = -16;
  constexpr float brightest = 16;
  slider(theme, "##exposure", {ImGuiDataType_Float, &state.exposure, &darkest, &brightest}, "%+.1f EV",
         {(state.exposure - darkest) / (brightest - darkest), 0.5});
  ImGui::PopStyleVar();
  describe_item(context, "exposure",
                "Exposure in stops: float values are multiplied by 2 to this power. Keys [ and ].");
}

/// The colors that the picture's file asks for and that are not applied.
void draw_image_note(const PanelContext& context) {
  const std::shared_ptr<const Image> image = input_of(context.state, current_scene(context.state));
  if (image == nullptr || image->note.empty()) {
    return;
  }
  ImGui::SameLine(0, context.theme(16));
  text_in(context.theme.small_text, color::text_disabled, image->note);
  describe_item(context, "image_note", "The picture: " + image->note + ".");
}

}  // namespace

void draw_readout(const PanelContext& context) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const Rect& region = context.regions.readout;
  if (begin_region("readout", region, color::panel, {theme(10), 0}, ImGuiWindowFlags_NoScrollWithMouse)) {
    const ScopedFont scoped_font{theme.value};
    const float text_y = std::round((region.height - ImGui::GetFontSize()) / 2);
    const std::string zoom = zoom_text(state.view.zoom);
    const float zoom_left = region.width - theme(10) - ImGui::CalcTextSize(zoom.c_str()).x;
    const bool is_float = state.format == FrameFormat::rgba32f;
    const float clip_right = zoom_left - theme(12) - (is_float ? theme(122) : 0);

    ImGui::PushClipRect({region.x, region.y}, {region.x + clip_right, region.bottom()}, true);
    ImGui::SetCursorPosY(text_y);
    if (state.hovered) {
      const auto value = hovered_value(state);
      ImGui::TextUnformatted(
          fmt::format("x {:<5}y {:<5}", static_cast<int>(state.hovered->x), static_cast<int>(state.hovered->y))
              .c_str());
      if (value) {
        ImGui::SameLine();
        draw_swatch(theme, shown_color(state.format, *value, state.exposure));
        const int column = state.format == FrameFormat::rgba8 ? 4 : 9;
        std::string text;
        for (const float channel : *value) {
          text += fmt::format("{:>{}}", channel_text(state.format, channel, column - 1), column);
        }
        ImGui::SameLine(0, 0);
        ImGui::TextUnformatted(text.c_str());
      }
    } else {
      text_in(theme.small_text, color::text_disabled, "No texel under the mouse");
    }
    draw_image_note(context);
    ImGui::PopClipRect();

    ImGui::SetCursorPos({zoom_left, text_y});
    ImGui::TextUnformatted(zoom.c_str());
    describe_item(context, "zoom", "Pixels of the screen for each texel.");
    if (is_float) {
      draw_exposure(context, zoom_left - theme(12));
    }
  }
  ImGui::End();
}

}  // namespace texelscope::app
