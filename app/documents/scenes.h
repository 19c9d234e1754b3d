#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/scene/scene.h"
#include "app/text/parameter.h"

namespace texelscope::app {

/// The frame's size in texels. A frame that follows the viewport is re-created when the viewport stops changing; scenes
/// with history keep their size, because a new size restarts them.
struct FrameSize {
  bool follows_viewport = true;
  int width = 512;
  int height = 512;
  bool operator==(const FrameSize&) const = default;
};

/// The largest width and height of a frame that the window offers.
inline constexpr int maximum_frame_extent = 8192;
/// The largest frame that a session may request, in pixels: the largest size in the window's own list. A larger frame
/// can take so long that the window stops responding.
inline constexpr int max_session_frame_pixels = 3840 * 2160;

/// A scene's settings, stored while other scenes run.
struct SceneSettings {
  ParameterValues values;
  FrameSize size;
  bool operator==(const SceneSettings&) const = default;
};

/// The current frame, and whether time is running. Frames follow a clock of 60 per second.
struct Playback {
  bool is_paused = false;
  std::uint64_t number = 0;
  /// The elapsed fraction of the next frame, 0 … 1.
  double fraction = 0;
};

/// Advances by the frames that are due after `seconds`, at most `most`; the rest is dropped, so that a scene that needs
/// longer than 1/60 s per frame slows down instead of falling behind.
void advance(Playback& playback, double seconds, std::uint64_t most);

/// The scenes, and the one that the window shows.
struct Scenes {
  std::span<const SceneDeclaration> all;
  /// One for each scene.
  std::vector<SceneSettings> settings;
  /// The scene to show; the loop starts it, or resets this if it cannot start.
  std::size_t current = 0;
  /// Set when the scene failed: the image shown is its last one, until a restart.
  bool has_failed = false;
  /// Whether the loop must restart the scene from its first frame.
  bool must_restart = false;
  Playback playback;
};

}  // namespace texelscope::app
