#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "app/workspace/lesson.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The time for all computations of a step, which a lesson from elsewhere could otherwise exceed without limit.
inline constexpr std::chrono::seconds max_computation_time{2};
/// The time by which a computation must end.
using ComputationDeadline = std::chrono::steady_clock::time_point;

/// Refuses arguments that a computation would ignore, such as misspelled ones. @throws ParameterError for an argument
/// that is not in `known`.
void require_known(const nlohmann::json& arguments, const std::vector<std::string_view>& known);

/// {"shape", "strides" or "order", "itemsize", "operations"} as a layout. The object may have the arguments `others`,
/// too. @throws as the computations.
[[nodiscard]] gpu::StridedLayout lesson_layout(const nlohmann::json& json,
                                               const std::vector<std::string_view>& others = {});

/// A computation for lessons: takes its arguments, the device for results of hardware, and the time by which it must
/// end unless its arguments limit its duration. docs/lessons.md lists the arguments and results of each. @throws
/// nlohmann::json::exception for malformed arguments, ParameterError, gpu::Error.
using Computation = LessonFacts(const nlohmann::json& arguments, const gpu::Device& device,
                                ComputationDeadline deadline);

/// Layouts.
Computation layout_facts, warp_facts, bank_facts, copy_facts;
/// Textures.
Computation fetch_facts, over_facts, sweep_facts, resize_facts, refusal_facts, explanation_facts, level_facts;
/// Surfaces, pitched memory, and exported tensors.
Computation surface_facts, pitch_facts, dlpack_facts;
/// Launches that write rows of texels through surfaces and read them through textures.
Computation row_facts;
/// The recorded accesses of a kernel, always on the CPU device.
Computation access_facts;
/// The life of an image that OpenGL and the device share.
Computation image_facts;
/// A running program that shows its array, and a window that receives it.
Computation live_facts;
/// Streams, events and timelines.
Computation stream_facts, timeline_facts, experiment_facts;

/// All results that a step computes, by "name.fact". @throws ParameterError for an unknown kind or argument, and for
/// computations that take longer than max_computation_time; gpu::Error.
[[nodiscard]] LessonFacts facts_of(const LessonStep& step, const gpu::Device& device);

}  // namespace texelscope::app
