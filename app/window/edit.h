#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/images/loaded_image.h"
#include "app/scene/scene_settings.h"

namespace texelscope::app {

struct State;

/// All that an undo brings back: what a user set up of scenes and labs. Time, the view and the panels are no part of
/// it.
struct Edit {
  std::size_t scene = 0;
  std::optional<std::size_t> lab{};
  std::vector<SceneSettings> settings{};
  std::optional<LoadedImage> image{};
  float exposure = 0;
  /// Of each lab, names and texts.
  std::vector<std::vector<std::pair<std::string, std::string>>> labs{};

  bool operator==(const Edit&) const = default;
};

[[nodiscard]] Edit edit_of(const State& state);
/// Brings the state to an edit by setting what differs. What a lab no longer takes, such as a file that is gone,
/// becomes a notice.
void take_edit(const Edit& edit, State& state);
/// What differs first, as a user calls it: "Rotation", "the scene", "Texture lab: filter". Empty where nothing does.
[[nodiscard]] std::string difference(const Edit& from, const Edit& to, const State& state);

}  // namespace texelscope::app
