#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/images/view.h"
#include "app/scene/scene.h"
#include "app/scene/texel.h"

namespace texelscope::app {

/// The frame on screen.
struct ShownTexels {
  /// It has no number before the scene's first frame, and lags behind Playback::number if frames are slow.
  std::optional<std::uint64_t> number;
  /// The position of the scene that produced it; nothing before the first frame.
  std::optional<std::size_t> scene{};
  /// The start of the wait for a newer frame, in seconds of State::now; nothing if this one is current.
  std::optional<double> pending_since{};
  FrameFormat format = FrameFormat::rgba8;
  /// Whether colors are multiplied by alpha.
  bool is_premultiplied = false;
  int width = 1;
  int height = 1;
  TexelPatch texels;
  /// The texture unit's result for the pixel under the mouse, before the tone; nothing if that is unknown.
  std::optional<std::array<float, 4>> sampled{};
};

/// The part of the window that shows the frame, and how.
struct Viewport {
  View view;
  /// In pixels of the framebuffer.
  double width = 1;
  double height = 1;
  /// Stops, for float frames.
  float exposure = 0;
  bool has_grid = true;
  bool has_texel_values = true;
  TexelNotation notation = TexelNotation::stored;
  /// Position of the mouse, in texels of the frame; nothing outside the frame.
  std::optional<Point> hovered;
  /// A position in the shown picture, or the frame, that show_texel() put in the place of the mouse until it moves.
  std::optional<Point> picked{};
  Pointer pointer;
  bool is_pan_key_down = false;
  /// Whether the mouse drags a widget: frames of a slow scene are coarser during the drag.
  bool is_dragging = false;
};

}  // namespace texelscope::app
