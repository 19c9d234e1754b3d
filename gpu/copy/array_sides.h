#pragma once

#include <optional>

#include "gpu/driver/calls/array.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu::copy {

/// How memory must be shaped for a region of an array: ([depth,] [height,] width, channels) of elements of the format.
[[nodiscard]] StridedLayout dense_layout(const ArrayDescriptor& array, const ArrayRegion& region);

/// A layout of memory, seen so: it may leave the channels out where there is one, or where its elements are whole
/// texels. @throws InvalidArgument when the shape or the itemsize is another, with both.
[[nodiscard]] StridedLayout as_texels(const StridedLayout& layout, const ArrayDescriptor& array,
                                      const ArrayRegion& region);

/// The memory's side of one call for all of the region: texels are whole, rows and slices lie at pitches; nothing
/// where they do not. `texels` is as as_texels() gives it, `pointer` that of its offset 0.
[[nodiscard]] std::optional<driver::ArrayCopySide> pitched_side(const StridedLayout& texels, DevicePointer pointer);

}  // namespace texelscope::gpu::copy
