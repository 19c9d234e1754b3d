#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/block_decoder.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/float16.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/texture.h"

/// Shared by the tests of encoded arrays and of views.
namespace texelscope::gpu::encoded_arrays {

using Texels = std::vector<kernels::Float4>;

/// Reads a level or a layer of a texture at `per_texel` points per texel; with 1, at the centers of the texels.
struct ReadTexels {
  kernels::Texture texture;
  kernels::Float4* results;
  std::int32_t width, height;
  float step_x, step_y;
  kernels::TextureShape shape;
  std::int32_t layer;
  float level;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    kernels::TextureFetch fetch;
    fetch.shape = shape;
    fetch.operation = level < 0 ? kernels::TextureOperation::sample : kernels::TextureOperation::sample_level;
    fetch.x = (static_cast<float>(at.x) + 0.5F) * step_x;
    fetch.y = (static_cast<float>(at.y) + 0.5F) * step_y;
    fetch.layer = layer;
    fetch.level = level;
    results[at.y * width + at.x] = texture.fetch<kernels::Float4>(fetch);
  }
};

class EncodedArrayTest : public tests::DeviceTest {
 protected:
  struct Where {
    kernels::TextureShape shape = kernels::TextureShape::texture_2d;
    int layer = 0;
    /// Below 0: not a mipmap.
    float level = -1;
    /// Points per texel along an axis.
    int per_texel = 1;
    bool is_normalized = false;
  };

  [[nodiscard]] Texels read(const TextureObject& texture, const Extent& texels, const Where& where) const {
    const auto width = static_cast<std::int32_t>(texels.width()) * where.per_texel;
    const auto height = static_cast<std::int32_t>(texels.height()) * where.per_texel;
    Texels seen(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const Buffer results = device().allocate(seen.size() * sizeof(kernels::Float4), stream());
    const auto step = [&](std::int32_t count, std::uint64_t extent) {
      return where.is_normalized ? 1.0F / static_cast<float>(count)
                                 : static_cast<float>(extent) / static_cast<float>(count);
    };
    kernels::launch(
        stream(), {width, height},
        ReadTexels{kernels::Texture(texture.handle()), reinterpret_cast<kernels::Float4*>(results.handle().value),
                   width, height, step(width, texels.width()), step(height, texels.height()), where.shape, where.layer,
                   where.level});
    results.copy_to(std::as_writable_bytes(std::span(seen)), stream());
    stream().synchronize();
    return seen;
  }
  [[nodiscard]] Texels read(const TextureObject& texture, const Extent& texels) const {
    return read(texture, texels, Where{});
  }
};

inline std::vector<std::byte> random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<std::byte> bytes(count);
  for (std::byte& value : bytes) {
    value = static_cast<std::byte>(random());
  }
  return bytes;
}

inline constexpr std::array block_encodings{
    TexelEncoding::bc1_unorm, TexelEncoding::bc1_unorm_srgb, TexelEncoding::bc2_unorm, TexelEncoding::bc2_unorm_srgb,
    TexelEncoding::bc3_unorm, TexelEncoding::bc3_unorm_srgb, TexelEncoding::bc4_unorm, TexelEncoding::bc4_snorm,
    TexelEncoding::bc5_unorm, TexelEncoding::bc5_snorm,      TexelEncoding::bc6h_uf16, TexelEncoding::bc6h_sf16,
    TexelEncoding::bc7_unorm, TexelEncoding::bc7_unorm_srgb};

inline bool is_exact(TexelEncoding encoding) { return !is_srgb(encoding); }

inline double from_srgb(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// A channel of a decoded texel as a number.
inline double decoded_value(TexelEncoding encoding, const DecodedBlock& block, std::size_t texel, std::size_t channel) {
  const std::uint16_t bits = block.texels[texel][channel];
  switch (decoded_type(encoding)) {
    case DataType::uint8:
      return is_srgb(encoding) && channel < 3 ? from_srgb(bits / 255.0) : bits / 255.0;
    case DataType::uint16:
      return bits / 65535.0;
    case DataType::int16:
      return static_cast<std::int16_t>(bits) / 32767.0;
    default:
      return static_cast<double>(kernels::float32_from_float16(bits));
  }
}

/// Compares a texture's reads with the decoder: exactly, except for sRGB. On a GPU, the test's properties record the
/// difference.
inline void expect_decoded(TexelEncoding encoding, const Extent& shape, std::span<const std::byte> blocks,
                           const Texels& seen) {
  const std::size_t size = block_bytes(encoding);
  const std::size_t columns = (shape.width() + 3) / 4;
  double largest = 0;
  std::size_t differing = 0;
  for (std::size_t y = 0; y < shape.height(); ++y) {
    for (std::size_t x = 0; x < shape.width(); ++x) {
      const auto decoded = decode_block(encoding, &blocks[(y / 4 * columns + x / 4) * size]);
      const kernels::Float4& texel = seen[y * shape.width() + x];
      const float channels[] = {texel.x, texel.y, texel.z, texel.w};
      for (std::size_t channel = 0; channel < static_cast<std::size_t>(channel_count(encoding)); ++channel) {
        const double expected = decoded_value(encoding, decoded, y % 4 * 4 + x % 4, channel);
        const double distance = std::fabs(expected - static_cast<double>(channels[channel]));
        largest = std::fmax(largest, distance);
        differing += static_cast<float>(expected) != channels[channel] ? 1 : 0;
      }
    }
  }
  testing::Test::RecordProperty(std::string(to_string(encoding)) + "_largest", std::to_string(largest));
  testing::Test::RecordProperty(std::string(to_string(encoding)) + "_differing", std::to_string(differing));
  if (is_exact(encoding)) {
    EXPECT_EQ(differing, 0U) << to_string(encoding) << ", off by up to " << largest;
  } else {
    // The texture unit converts 8 bits to linear light with less precision than a float has.
    EXPECT_LE(largest, 1 / 255.0) << to_string(encoding) << ", " << differing << " channels differ";
  }
}

/// The message of the InvalidArgument that `make` throws; empty if it throws none.
inline std::string refusal_of(const auto& make) {
  try {
    make();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

}  // namespace texelscope::gpu::encoded_arrays
