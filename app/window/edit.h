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

/// The picture or volume that scenes work on.
struct LoadedImage {
  std::filesystem::path path;
  std::shared_ptr<const Image> image;
  ReadOptions reading{};
  /// When the file had last been written before it was read; nothing where nobody asked.
  std::optional<std::filesystem::file_time_type> written{};
  bool operator==(const LoadedImage&) const = default;
};

/// The frame's size in texels. One that follows the viewport is made again when the viewport has come to rest; scenes
/// with history keep their size, since another one starts them anew.
struct FrameSize {
  bool follows_viewport = true;
  int width = 512;
  int height = 512;
  bool operator==(const FrameSize&) const = default;
};

/// The largest width and height of a frame that the window offers.
inline constexpr int maximum_frame_extent = 8192;

/// What the session remembers of a scene while others run.
struct SceneSettings {
  ParameterValues values;
  FrameSize size;
  bool operator==(const SceneSettings&) const = default;
};

struct State;

/// What a user set up of scenes and labs. Time, the frame's view and the panels are no part of it.
struct Edit {
  std::size_t scene = 0;
  std::optional<std::size_t> lab{};
  std::vector<SceneSettings> settings{};
  std::optional<LoadedImage> image{};
  /// Where the list of pictures has it.
  std::optional<std::size_t> picture{};
  float exposure = 0;
  /// The rectangles that comparisons of pictures leave out, in texels.
  std::vector<PixelRectangle> masks{};
  /// Of each lab, names and texts.
  std::vector<std::vector<std::pair<std::string, std::string>>> labs{};

  bool operator==(const Edit&) const = default;
};

[[nodiscard]] Edit edit_of(const State& state);
/// Brings the state to an edit by setting what differs. What a lab no longer takes, such as a file that is gone,
/// becomes a notice.
void take_edit(const Edit& edit, State& state);

/// What was set up, step by step. Which scene or lab is shown, and how a picture lies in the frame, is no step: undo
/// leaves that as it is, but for a change in another scene or lab, which it shows.
class EditHistory {
 public:
  /// How many steps are kept; the oldest go first.
  static constexpr std::size_t capacity = 300;

  /// Takes down how things are. A change that a user made is a step, and what was undone before is gone then; one that
  /// came by itself belongs to the step before.
  void record(const State& state, bool is_by_user);
  [[nodiscard]] bool can_undo() const noexcept { return position_ > 0; }
  [[nodiscard]] bool can_redo() const noexcept { return position_ + 1 < edits_.size(); }
  /// Brings the state a step back, and says what that was. Only where it can.
  void undo(State& state);
  /// And on again.
  void redo(State& state);

 private:
  void go(std::size_t position, const char* what, State& state);

  std::deque<Edit> edits_;
  /// Of how things are.
  std::size_t position_ = 0;
};

}  // namespace texelscope::app
