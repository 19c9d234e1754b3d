#pragma once

#include <cstddef>
#include <optional>

#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu::copy {

/// The axis along which the source's items are neighbors; nothing when there is none.
[[nodiscard]] std::optional<std::size_t> source_run_axis(const CopyPlan& plan) noexcept;

/// Whether the source has few channels side by side that are planes of the destination; the method `channels` without
/// it joins planes.
[[nodiscard]] bool splits_channels(const CopyPlan& plan) noexcept;

/// Chooses how the axes of a normalized plan are walked, and says why.
void choose_method(CopyPlan& plan);

}  // namespace texelscope::gpu::copy
