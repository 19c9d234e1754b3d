#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::app {

/// The type of each channel that a fetch returns, in 32 bits.
enum class ResultKind : unsigned char { floats, signed_integers, unsigned_integers };

/// A texture without a device: the texels, and the settings with which they are read. make_texture() creates it on a
/// device.
struct TextureSetup {
  /// Descriptor of level 0. Linear memory has rank 1, and pitch-2D memory has rank 2, both without layers.
  gpu::ArrayDescriptor array;
  gpu::TextureDescriptor texture;
  gpu::ResourceKind resource = gpu::ResourceKind::array;
  /// The texels of each level, level 0 first: x fastest, then y, z, and layers or faces, channels interleaved. A single
  /// level except for mipmapped arrays; level i has extents max(1, extent >> i).
  std::vector<std::vector<std::byte>> levels;
  /// Subtracted from coordinates x and y in texels: the place of an image's first texel in the file's coordinates.
  std::array<float, 2> place{};

  /// The input of the texture rules.
  [[nodiscard]] gpu::ResourceFacts facts() const;
  /// The shape that its fetches must use.
  [[nodiscard]] kernels::TextureShape shape() const noexcept;
  [[nodiscard]] ResultKind result_kind() const noexcept;
};

/// A texture of block-compressed texels as one of decoded texels, of which each fetch returns the same values. Requires
/// blocks.
[[nodiscard]] TextureSetup with_decoded_blocks(const TextureSetup& setup);

/// The kind of array that has textures with this shape.
[[nodiscard]] gpu::ArrayKind kind_of(kernels::TextureShape shape) noexcept;
/// The number of coordinates of a fetch with this shape, without the layer: 3 for cube maps.
[[nodiscard]] int num_coordinates(kernels::TextureShape shape) noexcept;
[[nodiscard]] constexpr bool is_layered(kernels::TextureShape shape) noexcept {
  return shape == kernels::TextureShape::layered_1d || shape == kernels::TextureShape::layered_2d ||
         shape == kernels::TextureShape::layered_cube_map;
}

/// Why this resource cannot exist: linear memory has rank 1, pitched memory has rank 2, and only a mipmapped array has
/// more than one level. Empty if it can.
[[nodiscard]] std::string resource_refusal(const gpu::ResourceFacts& facts);
/// Why no device can create it: the violated rule, or texels that do not match the descriptor. Empty if there is no
/// problem.
[[nodiscard]] std::string refusal(const TextureSetup& setup);
/// Why `fetch` is invalid for this texture; empty if it is valid.
[[nodiscard]] std::string refusal(const TextureSetup& setup, const kernels::TextureFetch& fetch);

/// "array 640x480 uint8x4, normalized, linear, address clamp wrap clamp, normalized coordinates": everything that
/// affects the result of a fetch.
[[nodiscard]] std::string to_string(const TextureSetup& setup);

}  // namespace texelscope::app
