#pragma once

#include <chrono>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/lesson.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The time for all computations of a step, which a lesson from elsewhere could otherwise exceed without limit.
inline constexpr std::chrono::seconds max_computation_time{2};
/// The time by which a computation must end.
using ComputationDeadline = std::chrono::steady_clock::time_point;

/// All results that a step computes, by "name.fact". @throws ParameterError for an unknown kind or argument, and for
/// computations that take longer than max_computation_time; gpu::Error.
[[nodiscard]] LessonFacts facts_of(const LessonStep& step, const gpu::Device& device);

}  // namespace texelscope::app
