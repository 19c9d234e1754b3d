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

/// A DLDataType: what the bits mean (DLDataTypeCode), how many, and how many of them are one element.
struct DLPackType {
  std::uint8_t code = 0;
  std::uint8_t bits = 0;
  std::uint16_t lanes = 1;
  constexpr bool operator==(const DLPackType&) const noexcept = default;
};

/// A tensor of another library in the words of that library: read in nanoseconds, and not looked into before someone
/// asks for its layout, its type or a view. Shape and strides are the library's own; they are there as long as the
/// tensor is and nobody resizes it.
struct TensorMetadata {
  /// The address of index (0, 0, …).
  DevicePointer pointer{};
  DLPackDevice device{};                ///< Where it lies.
  DLPackType type{};                    ///< Of an element.
  std::int32_t ndim = 0;                ///< How many axes it has.
  const std::int64_t* shape = nullptr;  ///< One extent for each axis.
  /// In elements; null for C order.
  const std::int64_t* strides = nullptr;
  bool is_read_only = false;  ///< Whether it must not be written.
  /// Elements of less than 8 bits have a byte each.
  bool are_elements_padded = false;

  /// @throws InvalidArgument with the reason for elements that are no numbers or no whole bytes.
  [[nodiscard]] ElementType element_type() const;
  /// @throws InvalidArgument for an ndim outside 0–64, a missing shape, a negative extent, sizes beyond 64 bits; and as
  /// element_type(), which the itemsize is of.
  [[nodiscard]] StridedLayout layout() const;
  /// Where it lies and who reaches it, without a look at its elements. @throws InvalidArgument for a CUDA device below
  /// 0; Unavailable for a device that is neither the host nor CUDA's.
  [[nodiscard]] ForeignMemory memory(std::shared_ptr<const void> owner = {}) const;
  /// The tensor, checked and in place; `owner` keeps it, or its user does. How large the memory is, is not known.
  /// @throws InvalidArgument as layout(), and for elements without an address; Unavailable for a device that is neither
  /// the host nor CUDA's.
  [[nodiscard]] StridedMemoryView view(std::shared_ptr<const void> owner = {}) const;
};

/// A tensor of another library that was taken over, in its library's words: a view of it is made when someone asks.
struct ImportedTensor {
  TensorMetadata metadata{};
  /// Keeps the memory, and what the metadata points to; the last copy hands the tensor back to its library.
  std::shared_ptr<const void> owner{};

  /// @throws as TensorMetadata::view().
  [[nodiscard]] StridedMemoryView view() const { return metadata.view(owner); }
};

}  // namespace texelscope::gpu
