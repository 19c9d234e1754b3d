#pragma once

#include <cstdint>
#include <optional>

#include "gpu/copy/host/copy_pointers.h"
#include "gpu/driver/calls/array.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu::copy {

/// With shorter rows, the copy engine is slower than a kernel.
inline constexpr std::int64_t min_pitched_row_bytes = 64;

/// The copy engine's call for a plan of rows, and slices of rows, at positive, non-overlapping pitches on both sides;
/// nullopt for other plans. `pointers` are the addresses of offset 0. The caller sets the stream.
[[nodiscard]] std::optional<driver::ArrayCopy> pitched_copy(const CopyPlan& plan, const CopyPointers& pointers);

/// Bytes of an item when memory is copied from or to an array: a channel, or a block of texels.
[[nodiscard]] std::int64_t item_bytes(const ArrayDescriptor& array) noexcept;

/// A memory layout for a region of an array: the axes of the region's extent, slowest first, then the channels. Its
/// elements are those of the format; a block counts as one element with one channel. The channels may be missing if the
/// elements are whole texels, and the rows are missing for a layered 1D array. @throws InvalidArgument when
/// the shape or the itemsize differs, with both.
[[nodiscard]] StridedLayout as_texels(const StridedLayout& layout, const ArrayDescriptor& array,
                                      const ArrayRegion& region);

/// The memory side of a single call for the whole region: whole texels, with rows and slices at pitches; nullopt for
/// other layouts. `texels` is the result of as_texels(), `pointer` the address of its offset 0.
[[nodiscard]] std::optional<driver::ArrayCopySide> pitched_side(const StridedLayout& texels, DevicePointer pointer);

}  // namespace texelscope::gpu::copy
