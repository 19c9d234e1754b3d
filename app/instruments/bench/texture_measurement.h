#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::app {

/// A texture whose sampling is measured, with normalized coordinates and integers read as normalized floats.
struct TextureSpeedCase {
  gpu::ArrayDescriptor array;
  gpu::TextureDescriptor texture;
  int num_levels = 1;
  /// A plain sample, or a level or gradients that are the same for all pixels.
  kernels::TextureFetch fetch;
  /// Whether GL has the same rules, so that the images can be compared: not for the level that gradients select, and
  /// not for anisotropy.
  bool has_same_image = true;

  [[nodiscard]] bool is_plain_sample() const { return fetch.operation == kernels::TextureOperation::sample; }
  /// The format of the output: 8 bits for plain samples of 8-bit sources, float32 for others.
  [[nodiscard]] gpu::DataType result_format() const;
};

/// "2D RGBA8 linear clamp", or "cube RGBA8 linear clamp level".
[[nodiscard]] std::string name_of(const TextureSpeedCase& any);
/// GL's name of the array's format without GL_, such as "RGBA32F", "SRGB8_ALPHA8" or "R8".
[[nodiscard]] std::string format_name_of(const TextureSpeedCase& any);

/// Every format with point and linear filtering in 2D, and the common ones in the other ranks and address modes, with
/// levels, gradients and anisotropy, and as cube maps.
[[nodiscard]] std::vector<TextureSpeedCase> texture_cases();

/// A figure over the rounds of a measurement.
struct Spread {
  double median = 0;
  double lowest = 0;
  double highest = 0;
};

/// The sampling speed of a texture, in 10⁶ fetches per second.
struct TextureFigure {
  TextureSpeedCase measured;
  Spread device;
  /// The same fetches by GL, if available: its speed, the device's speed relative to it per round, and the fraction of
  /// pixels that differ by more than the filters' precision explains.
  struct Peer {
    Spread speed;
    Spread ratio;
    double differing_share = 0;
  };
  std::optional<Peer> gl;

  /// Whether GL produced the same image, apart from the last bits at texel edges.
  [[nodiscard]] bool is_right() const { return !gl || !measured.has_same_image || gl->differing_share <= 0.01; }
};

[[nodiscard]] nlohmann::ordered_json json_of(const TextureFigure& figure);
/// One line for a terminal, including the line break.
[[nodiscard]] std::string line_of(const TextureFigure& figure);

struct TextureMeasurement {
  /// Width and height of the output in pixels.
  int size = 1024;
  int rounds = 11;
  /// Whether to sample with the current GL context, too.
  bool has_gl = false;
};

/// Samples a texture of noise over a plane that is slightly rotated and magnified by 1.1 (so that each linear fetch
/// blends, and the corners are beyond the edges), on `stream`'s device and by GL, interleaved. @throws gpu::Error,
/// render::Error.
[[nodiscard]] TextureFigure measure(const TextureSpeedCase& any, const gpu::Stream& stream,
                                    const TextureMeasurement& options);

}  // namespace texelscope::app
