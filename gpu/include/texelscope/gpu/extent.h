#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace texelscope::kernels {
struct LaunchExtent;
}  // namespace texelscope::kernels

namespace texelscope::gpu {

/// Size of an image or an array in texels: (width), (width, height) or (width, height, depth). This is CUDA's order,
/// the reverse of NumPy's (depth, height, width).
class Extent {
 public:
  Extent() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): lists of 1–3 sizes are written alike, such as .shape = {64}.
  constexpr Extent(std::uint64_t width) : rank_{1}, sizes_{width, 1, 1} {}
  constexpr Extent(std::uint64_t width, std::uint64_t height) : rank_{2}, sizes_{width, height, 1} {}
  constexpr Extent(std::uint64_t width, std::uint64_t height, std::uint64_t depth)
      : rank_{3}, sizes_{width, height, depth} {}

  /// 1–3.
  [[nodiscard]] constexpr int rank() const noexcept { return rank_; }
  [[nodiscard]] constexpr std::uint64_t width() const noexcept { return sizes_[0]; }  ///< In texels.
  /// 1 if the rank has no height.
  [[nodiscard]] constexpr std::uint64_t height() const noexcept { return sizes_[1]; }
  /// 1 if the rank has no depth.
  [[nodiscard]] constexpr std::uint64_t depth() const noexcept { return sizes_[2]; }
  /// Size along `axis` (0 is x); 1 for axes beyond the rank.
  [[nodiscard]] constexpr std::uint64_t operator[](int axis) const noexcept { return sizes_[axis]; }

  /// Total number of texels. @throws InvalidArgument if the product overflows 64 bits.
  [[nodiscard]] std::uint64_t volume() const;

  /// A launch with one call per texel (kernels/index.h): kernels are launched over an array's shape.
  /// @throws InvalidArgument for a size above 2³¹ − 1, which exceeds the limit of launches.
  // NOLINTNEXTLINE(google-explicit-constructor): launches take it where a size is expected.
  operator kernels::LaunchExtent() const;

  bool operator==(const Extent&) const = default;

 private:
  int rank_ = 1;
  std::array<std::uint64_t, 3> sizes_{1, 1, 1};
};

/// "640x480", "640", "64x64x64".
[[nodiscard]] std::string to_string(const Extent& extent);

}  // namespace texelscope::gpu
