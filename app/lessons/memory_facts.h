#pragma once

#include <string>

#include "app/lessons/lesson_facts.h"

namespace texelscope::app {

/// The computations about surfaces, pitched memory and tensors that are handed over; see lesson_computation_kinds().
/// All throw nlohmann::json::exception for arguments of another shape, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts surface_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts pitch_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts dlpack_facts(const std::string& arguments, const gpu::Device& device);

}  // namespace texelscope::app
