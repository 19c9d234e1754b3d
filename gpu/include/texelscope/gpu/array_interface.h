#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {

/// The contents of NumPy's `__array_interface__` or of `__cuda_array_interface__`.
struct ArrayInterface {
  Dimensions shape{};
  /// The strides in bytes; nullopt for C order.
  std::optional<Dimensions> strides{};
  /// NumPy's type string, such as "<f4".
  std::string_view typestr;
  /// The address of element (0, 0, …).
  std::uint64_t address = 0;
  bool is_read_only = false;  ///< Whether writing is forbidden.
  std::int64_t version = 3;   ///< Version of the interface.
  /// For CUDA arrays from version 3 on: the stream whose work the consumer must wait for; nullopt if no wait is needed.
  /// Version 2 cannot express this: its producer must have waited.
  std::optional<std::uint64_t> stream{};
};

/// Wraps an array in host memory without copying it (NumPy, "The array interface protocol", version 3).
/// @throws Unavailable for an earlier version; InvalidArgument for a type that is neither a number nor a string, or
/// that has a different byte order; also like StridedLayout's constructor and StridedMemoryView::from_external().
[[nodiscard]] StridedMemoryView from_array_interface(const ArrayInterface& array,
                                                     std::shared_ptr<const void> owner = {});

/// Wraps an array in CUDA device memory without copying it (Numba, "CUDA Array Interface", versions 2 and 3; earlier
/// versions left strides undefined). An empty array may have address 0. @throws like from_array_interface() and
/// producer_stream().
[[nodiscard]] StridedMemoryView from_cuda_array_interface(const ArrayInterface& array, std::int32_t device,
                                                          std::shared_ptr<const void> owner = {});

/// The stream that the consumer of a CUDA array must wait for. @throws InvalidArgument for stream 0, which the protocol
/// forbids because it does not distinguish the two default streams.
[[nodiscard]] std::optional<ForeignStream> producer_stream(const ArrayInterface& array);

}  // namespace texelscope::gpu
