#pragma once

#include <string>

#include "app/lessons/lesson_facts.h"

namespace texelscope::app {

/// The computations about textures; see lesson_computation_kinds(). All throw nlohmann::json::exception for arguments
/// of another shape, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts fetch_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts sweep_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts refusal_facts(const std::string& arguments);
[[nodiscard]] LessonFacts explanation_facts(const std::string& arguments);
[[nodiscard]] LessonFacts level_facts(const std::string& arguments);

}  // namespace texelscope::app
