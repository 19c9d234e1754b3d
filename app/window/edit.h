#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/images/pixel_rectangle.h"
#include "app/text/parameter.h"

namespace texelscope::app {

/// The input picture or volume of scenes.
struct LoadedImage {
  std::filesystem::path path;
  std::shared_ptr<const Image> image;
  ReadOptions reading{};
  /// The file's modification time before it was read; nothing if it was not queried.
  std::optional<std::filesystem::file_time_type> written{};
  bool operator==(const LoadedImage&) const = default;
};

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

/// A scene's settings, stored while other scenes run.
struct SceneSettings {
  ParameterValues values;
  FrameSize size;
  bool operator==(const SceneSettings&) const = default;
};

struct State;

/// The user's setup of scenes and labs. It excludes time, the frame's view and the panels.
struct Edit {
  std::size_t scene = 0;
  std::optional<std::size_t> lab{};
  std::vector<SceneSettings> settings{};
  std::optional<LoadedImage> image{};
  /// Its position in the list of pictures.
  std::optional<std::size_t> picture{};
  float exposure = 0;
  /// Rectangles that comparisons of pictures ignore, in texels.
  std::vector<PixelRectangle> masks{};
  /// Names and texts of each lab's settings.
  std::vector<std::vector<std::pair<std::string, std::string>>> labs{};

  bool operator==(const Edit&) const = default;
};

[[nodiscard]] Edit edit_of(const State& state);
/// Applies an edit to the state by setting what differs. A value that a lab no longer accepts, such as a deleted file,
/// becomes a notice.
void take_edit(const Edit& edit, State& state);

/// The undo history of the setup. The current scene or lab and the view of a picture are not steps: undo leaves them
/// unchanged, except that it shows the scene or lab whose setting it changes.
class EditHistory {
 public:
  /// Maximum number of steps; the oldest are dropped first.
  static constexpr std::size_t capacity = 300;

  /// Records the current state. A change by the user becomes a step, and discards the steps that were undone; any other
  /// change is added to the previous step.
  void record(const State& state, bool is_by_user);
  [[nodiscard]] bool can_undo() const noexcept { return position_ > 0; }
  [[nodiscard]] bool can_redo() const noexcept { return position_ + 1 < edits_.size(); }
  /// Reverts the last step and notifies the user of it. Requires can_undo().
  void undo(State& state);
  /// Applies the next step again. Requires can_redo().
  void redo(State& state);

 private:
  void go(std::size_t position, const char* what, State& state);

  std::deque<Edit> edits_;
  /// The position of the current state.
  std::size_t position_ = 0;
};

}  // namespace texelscope::app
