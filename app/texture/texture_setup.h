#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::app {

/// What a fetch returns for each channel: 32 bits of this kind.
enum class ResultKind : unsigned char { floats, signed_integers, unsigned_integers };

/// A texture without a device: the texels, and how they are read. make_texture() binds it on a device.
struct TextureSetup {
  /// Of level 0. Linear memory has rank 1, pitch-2D memory rank 2, both of one layer.
  gpu::ArrayDescriptor array;
  gpu::TextureDescriptor texture;
  gpu::ResourceKind resource = gpu::ResourceKind::array;
  /// The texels of each level, level 0 first: x fastest, then y, z, and layers or faces, channels interleaved. One
  /// level but for mipmapped arrays; level i has extents max(1, extent >> i).
  std::vector<std::vector<std::byte>> levels;

  /// What the rules of textures ask for.
  [[nodiscard]] gpu::ResourceFacts facts() const;
  /// What its fetches must name as their shape.
  [[nodiscard]] kernels::TextureShape shape() const noexcept;
  [[nodiscard]] ResultKind result_kind() const noexcept;
};

/// The kind of array that has textures of the shape.
[[nodiscard]] gpu::ArrayKind kind_of(kernels::TextureShape shape) noexcept;
/// How many coordinates a fetch of the shape takes, without the layer: 3 for cube maps.
[[nodiscard]] int num_coordinates(kernels::TextureShape shape) noexcept;
[[nodiscard]] constexpr bool is_layered(kernels::TextureShape shape) noexcept {
  return shape == kernels::TextureShape::layered_1d || shape == kernels::TextureShape::layered_2d ||
         shape == kernels::TextureShape::layered_cube_map;
}

/// Why there is no such resource: linear memory has rank 1, pitched memory rank 2, only a mipmapped array has more than
/// one level. Empty when there is.
[[nodiscard]] std::string resource_refusal(const gpu::ResourceFacts& facts);
/// Why no device can bind it: the rule that forbids it, or texels that are not as many as the descriptor says. Empty
/// when none is broken.
[[nodiscard]] std::string refusal(const TextureSetup& setup);
/// Why `fetch` is none of this texture; empty when it is.
[[nodiscard]] std::string refusal(const TextureSetup& setup, const kernels::TextureFetch& fetch);

/// "array 640x480 uint8x4, normalized, linear, address clamp wrap clamp, normalized coordinates": all that matters for
/// what a fetch returns.
[[nodiscard]] std::string to_string(const TextureSetup& setup);

}  // namespace texelscope::app
