#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "texelscope/gpu/dimensions.h"

namespace texelscope::gpu {

/// In which order the axes of a dense layout lie in memory: C (the last axis has stride 1), F (the first has), K (as
/// in the layout that it is made from), or a permutation of the axes whose last entry has stride 1.
class StrideOrder {
 public:
  enum class Kind : std::uint8_t { c, f, keep, permutation };
  /// The orders of the class comment, by their names.
  [[nodiscard]] static constexpr StrideOrder c() noexcept { return StrideOrder{Kind::c}; }
  [[nodiscard]] static constexpr StrideOrder f() noexcept { return StrideOrder{Kind::f}; }
  [[nodiscard]] static constexpr StrideOrder k() noexcept { return StrideOrder{Kind::keep}; }
  /// Checked where it meets a shape: each axis once, negative ones count from the end.
  constexpr StrideOrder(const Dimensions& permutation) noexcept : kind_{Kind::permutation}, permutation_{permutation} {}
  constexpr StrideOrder(std::initializer_list<std::int64_t> permutation) : StrideOrder{Dimensions{permutation}} {}
  /// Which of them it is.
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

/// "C", "F", "K", or the axes as dimensions_from_string takes them.
/// @throws InvalidArgument with what was expected.
[[nodiscard]] StrideOrder stride_order_from_string(std::string_view text);

}  // namespace texelscope::gpu
