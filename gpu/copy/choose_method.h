#pragma once

#include <cstddef>
#include <optional>

#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu::copy {

/// The axis along which the source's items are neighbors; nullopt if none exists.
[[nodiscard]] std::optional<std::size_t> source_run_axis(const CopyPlan& plan) noexcept;

/// Whether the source has few channels side by side that are planes of the destination. Otherwise, the method
/// `channels` joins planes into channels.
[[nodiscard]] bool splits_channels(const CopyPlan& plan) noexcept;

/// Chooses the method for a normalized plan, and explains why.
void choose_method(CopyPlan& plan);

}  // namespace texelscope::gpu::copy
