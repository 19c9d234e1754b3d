#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "texelscope/gpu/dimensions.h"

namespace texelscope::gpu {

/// The memory order of a dense layout's axes: C (the last axis has stride 1), F (the first has), K (as in the layout
/// from which it is derived), or a permutation of the axes whose last entry has stride 1.
class StrideOrder {
 public:
  enum class Kind : std::uint8_t { c, f, keep, permutation };
  /// The orders listed above, by name.
  [[nodiscard]] static constexpr StrideOrder c() noexcept { return StrideOrder{Kind::c}; }
  [[nodiscard]] static constexpr StrideOrder f() noexcept { return StrideOrder{Kind::f}; }
  [[nodiscard]] static constexpr StrideOrder k() noexcept { return StrideOrder{Kind::keep}; }
  /// Validated when applied to a shape: each axis once; negative axes count from the end.
  constexpr StrideOrder(const Dimensions& permutation) noexcept : kind_{Kind::permutation}, permutation_{permutation} {}
  constexpr StrideOrder(std::initializer_list<std::int64_t> permutation) : StrideOrder{Dimensions{permutation}} {}
  /// The kind of order.
  [[nodiscard]] constexpr Kind kind() const noexcept { return kind_; }
  /// Empty unless kind() is permutation.
  [[nodiscard]] constexpr const Dimensions& permutation() const noexcept { return permutation_; }

  constexpr bool operator==(const StrideOrder&) const noexcept = default;

 private:
  constexpr explicit StrideOrder(Kind kind) noexcept : kind_{kind} {}

  Kind kind_;
  Dimensions permutation_;
};

/// "C", "F", "K", or the permutation as "(2, 0, 1)".
[[nodiscard]] std::string to_string(const StrideOrder& order);

/// Parses "C", "F", "K", or axes in the format of dimensions_from_string().
/// @throws InvalidArgument with what was expected.
[[nodiscard]] StrideOrder stride_order_from_string(std::string_view text);

}  // namespace texelscope::gpu
