#pragma once

#include <cstdint>
#include <memory>

#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/strided_layout.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {

/// A DLDevice: its type and number.
struct DLPackDevice {
  std::int32_t type = 0;
  std::int32_t id = 0;
  constexpr bool operator==(const DLPackDevice&) const noexcept = default;
};

/// A DLDataType: the meaning of the bits (DLDataTypeCode), their number, and the number of lanes per element.
struct DLPackType {
  std::uint8_t code = 0;
  std::uint8_t bits = 0;
  std::uint16_t lanes = 1;
  constexpr bool operator==(const DLPackType&) const noexcept = default;
};

/// The description of another library's tensor, as that library provides it: read in nanoseconds, and not inspected
/// until its layout, type or a view is requested. Shape and strides belong to the library and are valid as long as the
/// tensor exists and is not resized.
struct TensorMetadata {
  /// The address of element (0, 0, …).
  DevicePointer pointer{};
  DLPackDevice device{};                ///< Where it resides.
  DLPackType type{};                    ///< Type of an element.
  std::int32_t ndim = 0;                ///< Number of axes.
  const std::int64_t* shape = nullptr;  ///< One extent for each axis.
  /// The strides in elements; null for C order.
  const std::int64_t* strides = nullptr;
  bool is_read_only = false;  ///< Whether writing is forbidden.
  /// Whether elements of less than 8 bits occupy a full byte each.
  bool are_elements_padded = false;

  /// @throws InvalidArgument, with the reason, for elements that are not numbers or not whole bytes.
  [[nodiscard]] ElementType element_type() const;
  /// @throws InvalidArgument for an ndim outside 0–64, a missing shape, a negative extent, sizes beyond 64 bits; also
  /// like element_type(), which determines the itemsize.
  [[nodiscard]] StridedLayout layout() const;
  /// The tensor's location and accessibility, without inspecting its elements. @throws InvalidArgument for a negative
  /// CUDA device number; Unavailable for a device that is neither the host nor CUDA.
  [[nodiscard]] ForeignMemory memory(std::shared_ptr<const void> owner = {}) const;
  /// Checks the tensor and wraps it without copying it; `owner` keeps it alive. If `owner` is null, the caller must.
  /// The size of the memory is unknown.
  /// @throws InvalidArgument like layout(), and for elements without an address; Unavailable for a device that is
  /// neither the host nor CUDA.
  [[nodiscard]] StridedMemoryView view(std::shared_ptr<const void> owner = {}) const;
};

/// An owned tensor from another library, as that library describes it: a view is created on request.
struct ImportedTensor {
  TensorMetadata metadata{};
  /// Keeps the memory and the shape and strides of the metadata alive; the last copy returns the tensor to its library.
  std::shared_ptr<const void> owner{};

  /// @throws like TensorMetadata::view().
  [[nodiscard]] StridedMemoryView view() const { return metadata.view(owner); }
};

}  // namespace texelscope::gpu
