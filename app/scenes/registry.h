#pragma once

#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "app/scene/scene.h"

namespace texelscope::app {

/// All scenes, in the order in which a newcomer should meet them. Adding one is its file and a line in registry.cpp.
[[nodiscard]] std::span<const SceneDeclaration> scenes();

/// Null when there is no scene of that name.
[[nodiscard]] const SceneDeclaration* find_scene(std::string_view name);

/// @throws ParameterError, naming the nearest scene and all of them, when there is no scene of that name.
[[nodiscard]] const SceneDeclaration& require_scene(std::string_view name);

/// All scenes as JSON, {"scenes": […]}: what each declares, with its parameters, their ranges and initial values.
[[nodiscard]] std::string scenes_json();

/// Does ahead, on a thread of its own, what scenes would wait for when they are first shown: reads the built-in
/// picture, and loads the program's kernels. What fails becomes a diagnostic of the device, and is tried again by the
/// scene. The thread ends early when it is stopped.
[[nodiscard]] std::jthread warm_up_scenes(const gpu::Device& device);

}  // namespace texelscope::app
