#pragma once

#include <cstdint>
#include <optional>

#include "gpu/copy/host/copy_pointers.h"
#include "gpu/driver/calls/array.h"
#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu::copy {

/// Shorter rows leave the copy engine behind a kernel.
inline constexpr std::int64_t least_pitched_row_bytes = 64;

/// The copy engine's call for a plan of rows, and slices of rows, that lie at pitches, forwards and apart, on both
/// sides; nothing for other plans. `pointers` are those of offset 0. The stream is left to the caller.
[[nodiscard]] std::optional<driver::ArrayCopy> pitched_copy(const CopyPlan& plan, const CopyPointers& pointers);

}  // namespace texelscope::gpu::copy
