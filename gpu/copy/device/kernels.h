#pragma once

#include <bit>
#include <cstdint>

#include "gpu/copy/device/channel_copy.h"
#include "gpu/copy/device/element_copy.h"
#include "gpu/copy/device/line_copy.h"
#include "gpu/copy/device/row_copy.h"
#include "gpu/copy/device/staged_copy.h"
#include "gpu/copy/device/tile_copy.h"
#include "texelscope/kernels/launch.h"

/// The kernels of strided copies on a GPU: one entry for each size of item, 1, 2, 4, 8 or 16 bytes. Without nvcc their
/// device_symbol is null.
namespace texelscope::gpu::copy {

/// Threads of each block.
inline constexpr std::int32_t copy_threads = 256;

[[nodiscard]] const kernels::KernelEntry& tile_kernel(std::int64_t item_bytes);
[[nodiscard]] const kernels::KernelEntry& staged_kernel(std::int64_t item_bytes, bool is_padded);
/// By the bytes of one read and write.
[[nodiscard]] const kernels::KernelEntry& row_kernel(std::int64_t bytes);
/// For items of 1–8 bytes that lie −4 to 4 items apart in the source.
[[nodiscard]] const kernels::KernelEntry& line_kernel(std::int64_t item_bytes, std::int64_t step);
[[nodiscard]] const kernels::KernelEntry& element_kernel(std::int64_t item_bytes);
/// For 2–4 channels of 1, 2 or 4 bytes.
[[nodiscard]] const kernels::KernelEntry& channel_kernel(std::int64_t item_bytes, std::int32_t channels,
                                                         bool is_joining);

/// The entry of a table that begins with the one for items of one byte.
[[nodiscard]] inline const kernels::KernelEntry& entry_of(const kernels::KernelEntry (&entries)[5],
                                                          std::int64_t item_bytes) {
  return entries[std::countr_zero(static_cast<std::uint64_t>(item_bytes))];
}

}  // namespace texelscope::gpu::copy
