#pragma once

#include <string>

#include "app/lessons/lesson_facts.h"

namespace texelscope::app {

/// The computations about streams, events and timelines; see lesson_computation_kinds(). All throw
/// nlohmann::json::exception for arguments of another shape, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts stream_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts timeline_facts(const std::string& arguments);
[[nodiscard]] LessonFacts experiment_facts(const std::string& arguments, const gpu::Device& device);

}  // namespace texelscope::app
