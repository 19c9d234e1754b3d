#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "inspect/protocol/message.h"
#include "texelscope_inspect.h"

namespace texelscope::inspect {

/// One element's type, extents, and byte distances.
struct ArrayLayout {
  std::string type;
  std::int64_t itemsize = 1;
  int rank = 0;
  std::array<std::int64_t, max_rank> shape{};
  std::array<std::int64_t, max_rank> strides{};

  [[nodiscard]] std::int64_t num_elements() const noexcept;
};

/// An array that a program shows, and how its copy is laid out.
struct ShownArray {
  std::string name;
  ArrayLayout layout;
  const std::byte* data = nullptr;
  /// The lowest byte of the elements, relative to `data`: 0 or less.
  std::int64_t low = 0;
  /// Bytes of the copy: those from the lowest to the highest, or of the elements alone if these are less than half.
  std::uint64_t copy_bytes = 0;
  bool is_packed = false;
  /// Distances in the copy.
  std::array<std::int64_t, max_rank> copy_strides{};

  /// The position of the first element in the copy.
  [[nodiscard]] std::int64_t copy_offset() const noexcept { return is_packed ? 0 : -low; }
};

/// The name that a program passed. @throws std::invalid_argument if it has not 1 to 200 bytes.
[[nodiscard]] std::string checked_name(const char* name);
/// Checks what a program passed. @throws std::invalid_argument with a sentence for it.
[[nodiscard]] ShownArray checked_array(const texelscope_inspect_array* array);

/// Byte distances of C order without gaps.
void set_packed_strides(const ArrayLayout& layout, std::span<std::int64_t> strides) noexcept;

/// Copies elements one after the other, in C order.
void pack(const ArrayLayout& layout, const std::byte* first, std::byte* to) noexcept;

/// Copies the elements of host memory to `to`, which has `copy_bytes`.
void copy_array(const ShownArray& array, std::byte* to) noexcept;

}  // namespace texelscope::inspect
