#pragma once

#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "app/scene/scene.h"

namespace texelscope::app {

/// All scenes, in the order in which a newcomer should meet them. Adding a scene requires only its file and a line in
/// registry.cpp.
[[nodiscard]] std::span<const SceneDeclaration> scenes();

/// Null if there is no scene with that name.
[[nodiscard]] const SceneDeclaration* find_scene(std::string_view name);

/// @throws ParameterError, naming the nearest scene and all scenes, if there is no scene with that name.
[[nodiscard]] const SceneDeclaration& require_scene(std::string_view name);

/// All scenes as JSON, {"scenes": […]}: their declarations, with parameters, ranges and initial values.
[[nodiscard]] std::string scenes_json();

/// Prepares scenes on its own thread, so that they need not wait when first shown: reads the built-in picture, and
/// loads the program's kernels. A failure becomes a diagnostic of the device, and the scene tries again. The thread
/// ends early when stopped.
[[nodiscard]] std::jthread warm_up_scenes(const gpu::Device& device);

}  // namespace texelscope::app
