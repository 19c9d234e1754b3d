#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/documents/pictures.h"
#include "app/documents/scenes.h"
#include "app/images/pixel_rectangle.h"

namespace texelscope::app {

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

/// The undo history of the setup, see undo.h.
struct EditHistory {
  /// Maximum number of steps; the oldest are dropped first.
  static constexpr std::size_t capacity = 300;

  std::deque<Edit> edits{};
  /// The position of the current state.
  std::size_t position = 0;

  [[nodiscard]] bool can_undo() const noexcept { return position > 0; }
  [[nodiscard]] bool can_redo() const noexcept { return position + 1 < edits.size(); }
};

}  // namespace texelscope::app
