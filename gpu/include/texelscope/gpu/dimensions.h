#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace texelscope::gpu {

/// The maximum number of axes of a layout.
inline constexpr std::size_t max_dimensions = 64;

/// One signed number for each axis: a shape, strides, an index, or an order of axes. Holds at most max_dimensions of
/// them in place, never on the heap.
class Dimensions {
 public:
  constexpr Dimensions() noexcept {
    if (std::is_constant_evaluated()) {
      values_.fill(0);  // a constant must not contain uninitialized memory
    }
  }
  /// @throws InvalidArgument for more than max_dimensions.
  constexpr Dimensions(std::initializer_list<std::int64_t> values)
      : Dimensions{std::span{values.begin(), values.size()}} {}
  /// @throws InvalidArgument for more than max_dimensions.
  constexpr explicit Dimensions(std::span<const std::int64_t> values) : Dimensions{} {
    if (values.size() > max_dimensions) {
      refuse(values.size());
    }
    for (const std::int64_t value : values) {
      values_[size_++] = value;
    }
  }
  constexpr Dimensions(const Dimensions& other) noexcept : Dimensions{} { *this = other; }  ///< A copy.
  constexpr Dimensions& operator=(const Dimensions& other) noexcept {                       ///< A copy.
    const std::size_t size = other.size_;
    size_ = size;
    if (std::is_constant_evaluated()) {
      std::copy_n(other.values_.begin(), max_dimensions, values_.begin());
      return *this;
    }
    // Copies whole blocks, including unset entries: copying exactly size_ entries would cost a call.
    constexpr std::size_t block = 4;
    static_assert(max_dimensions % block == 0);
    for (std::size_t axis = 0; axis < size; axis += block) {
      std::memcpy(values_.data() + axis, other.values_.data() + axis, block * sizeof(std::int64_t));
    }
    return *this;
  }
  ~Dimensions() = default;

  /// `count` copies of `value`. @throws InvalidArgument for more than max_dimensions.
  [[nodiscard]] static constexpr Dimensions filled(std::size_t count, std::int64_t value) {
    Dimensions dimensions;
    dimensions.set_size(count);
    std::fill_n(dimensions.values_.begin(), count, value);
    return dimensions;
  }
  /// The number of entries, and whether there are none.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  /// A single entry, and all of them. `axis` must be less than size().
  [[nodiscard]] constexpr std::int64_t operator[](std::size_t axis) const noexcept { return values_[axis]; }
  [[nodiscard]] constexpr std::int64_t& operator[](std::size_t axis) noexcept { return values_[axis]; }
  [[nodiscard]] constexpr const std::int64_t* begin() const noexcept { return values_.data(); }
  [[nodiscard]] constexpr const std::int64_t* end() const noexcept { return values_.data() + size_; }
  [[nodiscard]] constexpr std::int64_t* begin() noexcept { return values_.data(); }
  [[nodiscard]] constexpr std::int64_t* end() noexcept { return values_.data() + size_; }
  [[nodiscard]] constexpr std::span<const std::int64_t> values() const noexcept { return {values_.data(), size_}; }

  /// Entries beyond the previous size are uninitialized. @throws InvalidArgument for more than max_dimensions.
  constexpr void set_size(std::size_t size) {
    if (size > max_dimensions) {
      refuse(size);
    }
    size_ = size;
  }
  /// @throws InvalidArgument if there are already max_dimensions entries.
  constexpr void push_back(std::int64_t value) {
    if (size_ == max_dimensions) {
      refuse(size_ + 1);
    }
    values_[size_++] = value;
  }

  /// `axis` must be less than size().
  constexpr void remove(std::size_t axis) noexcept {
    std::copy(begin() + axis + 1, end(), begin() + axis);
    --size_;
  }
  /// Whether the number of entries and all entries are equal.
  constexpr bool operator==(const Dimensions& other) const noexcept {
    bool is_equal = size_ == other.size_;
    for (std::size_t axis = 0; is_equal && axis < size_; ++axis) {
      is_equal = values_[axis] == other.values_[axis];
    }
    return is_equal;
  }

 private:
  [[noreturn]] static void refuse(std::size_t count);

  std::size_t size_ = 0;
  // Only the first size_ entries are set: copying more would cost more than most layout operations.
  std::array<std::int64_t, max_dimensions> values_;
};

/// As in Python: "()", "(3,)", "(2, 3)".
[[nodiscard]] std::string to_string(const Dimensions& dimensions);

/// Parses "5,3,4", "(5, 3, 4)", "[5,3,4]", "(3,)", "()" or an empty string; spaces are ignored.
/// @throws InvalidArgument with the position and what was expected there.
[[nodiscard]] Dimensions dimensions_from_string(std::string_view text);

}  // namespace texelscope::gpu
