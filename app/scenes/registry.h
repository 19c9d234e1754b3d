#pragma once

#include <span>
#include <string_view>

#include "app/scene/scene.h"

namespace texelscope::app {

/// All scenes, in the order in which a newcomer should meet them. Adding one is its file and a line in registry.cpp.
[[nodiscard]] std::span<const SceneDeclaration> scenes();

/// Null when there is no scene of that name.
[[nodiscard]] const SceneDeclaration* find_scene(std::string_view name);

/// @throws ParameterError, naming the nearest scene and all of them, when there is no scene of that name.
[[nodiscard]] const SceneDeclaration& require_scene(std::string_view name);

}  // namespace texelscope::app
