#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_facts.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Refuses arguments that a computation would ignore, such as misspelled ones. @throws ParameterError for an argument
/// that is not in `known`.
void require_known(const nlohmann::json& arguments, const std::vector<std::string_view>& known);

/// The computations about textures; see lesson_computation_kinds(). All throw nlohmann::json::exception for
/// malformed arguments, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts fetch_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts over_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts sweep_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts resize_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts refusal_facts(const std::string& arguments);
[[nodiscard]] LessonFacts explanation_facts(const std::string& arguments);
[[nodiscard]] LessonFacts level_facts(const std::string& arguments);

/// The life of an image that OpenGL and the device share; see lesson_computation_kinds(). Throws
/// nlohmann::json::exception for malformed arguments, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts image_facts(const std::string& arguments, const gpu::Device& device,
                                      ComputationDeadline deadline);

/// Launches that write rows of texels through surfaces and read them through textures; see lesson_computation_kinds().
/// Throws nlohmann::json::exception for malformed arguments, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts row_facts(const std::string& arguments, const gpu::Device& device,
                                    ComputationDeadline deadline);

/// {"shape", "strides" or "order", "itemsize", "operations"} as a layout. The object may have the arguments `others`,
/// too. @throws as the computations.
[[nodiscard]] gpu::StridedLayout lesson_layout(const nlohmann::json& json,
                                               const std::vector<std::string_view>& others = {});

/// The computations about layouts; see lesson_computation_kinds(). All throw nlohmann::json::exception for arguments of
/// a different shape, ParameterError and gpu::InvalidArgument.
[[nodiscard]] LessonFacts layout_facts(const std::string& arguments);
[[nodiscard]] LessonFacts warp_facts(const std::string& arguments);
[[nodiscard]] LessonFacts bank_facts(const std::string& arguments);
[[nodiscard]] LessonFacts copy_facts(const std::string& arguments);

/// The computations about surfaces, pitched memory and exported tensors; see lesson_computation_kinds(). All throw
/// nlohmann::json::exception for malformed arguments, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts surface_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts pitch_facts(const std::string& arguments, const gpu::Device& device);
[[nodiscard]] LessonFacts dlpack_facts(const std::string& arguments, const gpu::Device& device);

/// The computations about streams, events and timelines; see lesson_computation_kinds(). All throw
/// nlohmann::json::exception for malformed arguments, ParameterError and gpu::Error.
[[nodiscard]] LessonFacts stream_facts(const std::string& arguments, const gpu::Device& device,
                                       ComputationDeadline deadline);
[[nodiscard]] LessonFacts timeline_facts(const std::string& arguments, const gpu::Device& device,
                                         ComputationDeadline deadline);
[[nodiscard]] LessonFacts experiment_facts(const std::string& arguments, const gpu::Device& device);

}  // namespace texelscope::app
