#pragma once

#include <string>

#include "app/core/lessons/lesson_facts.h"

namespace texelscope::app {

/// The computations about layouts; see lesson_computation_kinds(). All throw nlohmann::json::exception for arguments of
/// another shape, and gpu::InvalidArgument.
[[nodiscard]] LessonFacts layout_facts(const std::string& arguments);
[[nodiscard]] LessonFacts warp_facts(const std::string& arguments);
[[nodiscard]] LessonFacts bank_facts(const std::string& arguments);
[[nodiscard]] LessonFacts copy_facts(const std::string& arguments);

}  // namespace texelscope::app
