#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/lessons/lesson_facts.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// {"shape", "strides" or "order", "itemsize", "operations"} as a layout. @throws as the computations.
[[nodiscard]] gpu::StridedLayout lesson_layout(const nlohmann::json& json);

/// The computations about layouts; see lesson_computation_kinds(). All throw nlohmann::json::exception for arguments of
/// another shape, and gpu::InvalidArgument.
[[nodiscard]] LessonFacts layout_facts(const std::string& arguments);
[[nodiscard]] LessonFacts warp_facts(const std::string& arguments);
[[nodiscard]] LessonFacts bank_facts(const std::string& arguments);
[[nodiscard]] LessonFacts copy_facts(const std::string& arguments);

}  // namespace texelscope::app
