#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {

/// What NumPy's `__array_interface__` and `__cuda_array_interface__` say of an array.
struct ArrayInterface {
  Dimensions shape{};
  /// In bytes; none for C order.
  std::optional<Dimensions> strides{};
  /// NumPy's text of the type: "<f4".
  std::string_view typestr;
  /// Of index (0, 0, …).
  std::uint64_t address = 0;
  bool is_read_only = false;  ///< Whether it must not be written.
  std::int64_t version = 3;   ///< Of the interface.
  /// Of CUDA's alone, from version 3 on: the stream whose work is to be waited for; none where there is nothing to
  /// wait for. Version 2 has no word for it: the producer must have waited.
  std::optional<std::uint64_t> stream{};
};

/// An array in host memory, in place (NumPy, "The array interface protocol", version 3).
/// @throws Unavailable for an earlier version; InvalidArgument for a type that is no number or text, or of another byte
/// order, and as StridedLayout and from_external().
[[nodiscard]] StridedMemoryView from_array_interface(const ArrayInterface& array,
                                                     std::shared_ptr<const void> owner = {});

/// An array in memory of a CUDA device, in place (Numba, "CUDA Array Interface", versions 2 and 3; earlier ones did not
/// say what strides are). An empty array may have address 0. @throws as from_array_interface(), and as
/// producer_stream().
[[nodiscard]] StridedMemoryView from_cuda_array_interface(const ArrayInterface& array, std::int32_t device,
                                                          std::shared_ptr<const void> owner = {});

/// The stream that a CUDA array's consumer has to wait for. @throws InvalidArgument for stream 0, which the protocol
/// forbids, as nobody knows which default stream it is.
[[nodiscard]] std::optional<ForeignStream> producer_stream(const ArrayInterface& array);

}  // namespace texelscope::gpu
