#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace texelscope::gpu {

/// The result for a coordinate outside 0 … extent (CUaddress_mode; the numbers are the driver's).
enum class AddressMode : unsigned char { wrap = 0, clamp = 1, mirror = 2, border = 3 };
/// CUfilter_mode.
enum class FilterMode : unsigned char { point = 0, linear = 1 };
/// Whether an integer texel is read unchanged, or as a float in 0 … 1 (unsigned) or −1 … 1 (signed).
enum class ReadMode : unsigned char { element, normalized_float };

[[nodiscard]] std::string_view to_string(AddressMode mode) noexcept;
[[nodiscard]] std::string_view to_string(FilterMode mode) noexcept;
[[nodiscard]] std::string_view to_string(ReadMode mode) noexcept;
[[nodiscard]] std::optional<AddressMode> address_mode_from_string(std::string_view name) noexcept;
[[nodiscard]] std::optional<FilterMode> filter_mode_from_string(std::string_view name) noexcept;

/// One address mode for each axis. Constructed from a single mode for all axes, or from a list of 1–3 modes, of which
/// the last is repeated.
class AddressModes {
 public:
  constexpr AddressModes(AddressMode all = AddressMode::clamp) : modes_{all, all, all} {}
  /// @throws InvalidArgument for an empty list or a list of more than three modes.
  AddressModes(std::initializer_list<AddressMode> modes);
  /// For axis 0 (x), 1 or 2.
  [[nodiscard]] constexpr AddressMode operator[](int axis) const noexcept { return modes_[axis]; }
  bool operator==(const AddressModes&) const = default;

 private:
  std::array<AddressMode, 3> modes_;
};

/// The settings with which a texture is read (CUDA_TEXTURE_DESC).
struct TextureDescriptor {
  AddressModes address_mode;
  FilterMode filter_mode = FilterMode::point;
  ReadMode read_mode = ReadMode::element;
  /// Coordinates of 0 … 1 across the texture instead of 0 … extent.
  bool normalized_coords = false;
  /// Decodes sRGB to linear on reads; 8-bit unsigned, 4 channels, normalized floats only.
  bool srgb = false;
  bool disable_trilinear_optimization = false;  ///< CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION.
  bool seamless_cubemap = false;                ///< Filters across the edges of faces (CU_TRSF_SEAMLESS_CUBEMAP).
  /// 0–16.
  unsigned max_anisotropy = 0;
  FilterMode mipmap_filter_mode = FilterMode::point;  ///< Filter between levels.
  float mipmap_level_bias = 0;                        ///< Added to the level.
  float min_mipmap_level_clamp = 0;                   ///< The lowest level that is read.
  float max_mipmap_level_clamp = 0;                   ///< The highest level that is read.
  /// The result of AddressMode::border outside the texture, one value for each channel.
  std::array<float, 4> border_color{};

  bool operator==(const TextureDescriptor&) const = default;
};

}  // namespace texelscope::gpu
