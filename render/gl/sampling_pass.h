#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "render/gl/framebuffer.h"
#include "render/gl/program.h"
#include "render/gl/vertex_array.h"

namespace texelscope::render::gl {

/// Texels that GL can sample, red first.
enum class SampledFormat : unsigned char { uint8, uint16, int8, int16, float16, float32 };
enum class SampledWrap : unsigned char { clamp, border, repeat, mirror };

/// A texture to sample, with its settings.
struct SampledTexture {
  /// Integers are read as normalized floats.
  SampledFormat format = SampledFormat::uint8;
  /// 1, 2 or 4.
  int num_channels = 4;
  /// uint8 with four channels: decoded from sRGB.
  bool is_srgb = false;
  /// 1–3; sizes beyond the rank are 1.
  int rank = 2;
  /// Six square faces for each level, of rank 2.
  bool is_cube_map = false;
  int num_levels = 1;
  std::array<int, 3> size{1, 1, 1};
  bool is_linear = false;
  bool is_linear_between_levels = false;
  float max_anisotropy = 1;
  SampledWrap wrap = SampledWrap::clamp;
  std::array<float, 4> border{};
  /// x fastest, then y, z or faces, then levels, whose extents are max(1, half), without gaps.
  std::span<const std::byte> texels;
};

enum class SamplingOperation : unsigned char { sample, level, gradients };

/// Normalized texture coordinates of pixel (x, y), or a direction: x · by_x + y · by_y + origin, where (0, 0) is the
/// first texel of a read-back.
struct SamplingCoordinates {
  std::array<float, 3> by_x{};
  std::array<float, 3> by_y{};
  std::array<float, 3> origin{};
  SamplingOperation operation = SamplingOperation::sample;
  float level = 0;
  std::array<float, 3> dx{};
  std::array<float, 3> dy{};
};

/// A full-screen pass that fetches once for each pixel. Owns its GL names. Belongs to the thread of the GL context.
class SamplingPass {
 public:
  /// @throws Error if GL rejects the texture or the size.
  SamplingPass(const SampledTexture& texture, PixelFormat result, int width, int height,
               const SamplingCoordinates& coordinates);
  SamplingPass(const SamplingPass&) = delete;
  SamplingPass& operator=(const SamplingPass&) = delete;
  ~SamplingPass();

  /// Draws, and waits until GL has finished.
  void draw() const;
  /// The result of the last draw. @throws Error when `pixels` is too small.
  void read(std::span<std::byte> pixels) const;

 private:
  Framebuffer target_;
  VertexArray rectangle_;
  Program program_;
  SamplingCoordinates coordinates_;
  std::uint32_t texture_ = 0;
};

}  // namespace texelscope::render::gl
