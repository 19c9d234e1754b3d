#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/documents/document.h"
#include "app/documents/picture_document.h"
#include "app/scene/picture_tone.h"
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

void draw_exposure(const PanelContext& context, float exposure, float right) {
  const Theme& theme = context.theme;
  const float width = theme(110);
  const float height = theme(22);
  ImGui::SetCursorPos({right - width, std::round((context.regions.readout.height - height) / 2)});
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{theme(4), std::floor((height - ImGui::GetFontSize()) / 2)});
  constexpr float darkest = -16;
  constexpr float brightest = 16;
  slider(theme, "##exposure", {ImGuiDataType_Float, &exposure, &darkest, &brightest}, "%+.1f EV",
         {(exposure - darkest) / (brightest - darkest), 0.5});
  ImGui::PopStyleVar();
  describe_item(context, "exposure", "Exposure in stops: multiplies light by 2 to this power. Keys [ and ].");
  if (exposure != shown_document(context.state)->exposure()) {
    shown_document(context.state)->set_exposure(exposure);
  }
}

void draw_position(const Point& at) {
  ImGui::TextUnformatted(fmt::format("x {:<5.0f}y {:<5.0f}", std::floor(at.x), std::floor(at.y)).c_str());
}

void draw_frame_texel(const PanelContext& context) {
  const State& state = context.state;
  draw_position(*state.viewport.hovered);
  const std::optional<TexelValue> value = hovered_value(state);
  if (!value) {
    return;
  }
  ImGui::SameLine();
  draw_swatch(context.theme, shown_color(state.frame.format, *value, viewport_exposure(state)));
  const int column = state.frame.format == FrameFormat::rgba8 ? 4 : 9;
  std::string text;
  for (const float channel : *value) {
    text += fmt::format("{:>{}}", channel_text(state.frame.format, channel, column - 1), column);
  }
  ImGui::SameLine(0, 0);
  ImGui::TextUnformatted(text.c_str());
}

void draw_alpha_kind(const PanelContext& context, const Image& picture) {
  if (picture.is_premultiplied) {
    ImGui::SameLine(0, context.theme(8));
    text_in(context.theme.small_text, color::text_dim, "premultiplied");
    describe_item(context, "premultiplied",
                  "The picture's colors are multiplied by alpha. For the colors before that, set its channels to "
                  "straight.");
  }
}

/// The picture's own texel, and the texture unit's result for the pixel under the mouse.
void draw_picture_texel(const PanelContext& context, const PictureView& shown) {
  const State& state = context.state;
  const Theme& theme = context.theme;
  const Point at = *hovered_position(state, shown);
  draw_position({at.x + shown.picture->x, at.y + shown.picture->y});
  ImGui::SameLine();
  if (const std::optional<PictureTexel> texel = picture_texel(*shown.picture, at.x, at.y)) {
    const std::array<float, 4> color = shown_color(*texel, shown_tone(state, *shown.picture));
    draw_swatch(theme, {color[0], color[1], color[2]});
    const bool is_wide = gpu::size_bytes(texel->type) == 4;
    const int column = is_wide || state.viewport.notation == TexelNotation::linear ? 15
                       : texel->type == gpu::DataType::uint16                      ? 6
                                                                                   : 4;
    std::string text;
    for (int channel = 0; channel < texel->channels; ++channel) {
      text += fmt::format("{:>{}}", channel_text(*texel, channel, state.viewport.notation, column), column);
    }
    if (state.viewport.notation == TexelNotation::hexadecimal) {
      if (const std::string stored = stored_text(*shown.picture, at.x, at.y); !stored.empty()) {
        text = "  " + stored;
      }
    }
    ImGui::SameLine(0, 0);
    ImGui::TextUnformatted(text.c_str());
    describe_item(context, "texel_value",
                  "The texel under the mouse, as stored in the picture's file. Press X to show it in hexadecimal and "
                  "as linear light.");
    draw_alpha_kind(context, *shown.picture);
  } else {
    text_in(theme.small_text, color::text_disabled, "outside the picture");
  }
  const std::optional<TexelValue> sampled = hovered_value(state);
  if (!sampled) {
    return;
  }
  std::string text = "sampled";
  for (const float channel : *sampled) {
    text.append(" ").append(channel_text(state.frame.format, channel, 8));
  }
  ImGui::SameLine(0, theme(16));
  text_in(theme.value, color::text_dim, text);
  describe_item(context, "sampled_value", "The texture unit's result for the pixel under the mouse.");
}

/// Color information in the picture's file that is not applied.
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
    const std::string zoom = zoom_text(shown_document(state)->zoom_factor());
    const float zoom_left = region.width - theme(10) - ImGui::CalcTextSize(zoom.c_str()).x;
    const std::optional<float> exposure = shown_document(state)->exposure();
    const float clip_right = zoom_left - theme(12) - (exposure ? theme(122) : 0);

    ImGui::PushClipRect({region.x, region.y}, {region.x + clip_right, region.bottom()}, true);
    ImGui::SetCursorPosY(text_y);
    const std::optional<PictureView> picture = picture_view(state);
    if (!state.viewport.hovered) {
      text_in(theme.small_text, color::text_disabled, "No texel under the mouse");
    } else if (picture) {
      draw_picture_texel(context, *picture);
    } else {
      draw_frame_texel(context);
    }
    draw_image_note(context);
    ImGui::PopClipRect();

    ImGui::SetCursorPos({zoom_left, text_y});
    ImGui::TextUnformatted(zoom.c_str());
    describe_item(context, "zoom",
                  picture ? "Screen pixels per texel of the picture. The wheel zooms it; dragging moves it."
                          : "Screen pixels per texel of the frame. The wheel zooms it; dragging moves it.");
    if (exposure) {
      draw_exposure(context, *exposure, zoom_left - theme(12));
    }
  }
  ImGui::End();
}

}  // namespace texelscope::app
