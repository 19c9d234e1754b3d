#pragma once

#include <string>

#include "app/lessons/lesson_facts.h"

namespace texelscope::app {

/// The life of an image that OpenGL and the device share; see lesson_computation_kinds(). Throws
/// nlohmann::json::exception for arguments of another shape, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts image_facts(const std::string& arguments, const gpu::Device& device);

}  // namespace texelscope::app
