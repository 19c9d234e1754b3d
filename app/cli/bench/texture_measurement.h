#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::app {

/// A texture whose sampling is measured; normalized coordinates, integers read as normalized floats.
struct TextureSpeedCase {
  gpu::ArrayDescriptor array;
  gpu::TextureDescriptor texture;

  /// The format that a kernel or a pass writes: 8 bits for sources of 8 bits, float32 for others.
  [[nodiscard]] gpu::DataType result_format() const;
};

/// "2D RGBA8 linear clamp".
[[nodiscard]] std::string name_of(const TextureSpeedCase& any);
/// GL's name of the array's format without GL_, such as "RGBA32F", "SRGB8_ALPHA8" or "R8".
[[nodiscard]] std::string format_name_of(const TextureSpeedCase& any);

/// Every format with point and linear filtering in 2D, and the common ones in the other ranks and address modes.
[[nodiscard]] std::vector<TextureSpeedCase> texture_cases();

/// A figure over the rounds of a measurement.
struct Spread {
  double median = 0;
  double lowest = 0;
  double highest = 0;
};

/// How fast a texture is sampled, in 10⁶ fetches a second.
struct TextureFigure {
  TextureSpeedCase measured;
  Spread device;
  /// The same fetches by GL, where there is one: its speed, the device's against it round by round, and the share of
  /// pixels that the two differ in by more than filters of other precision explain.
  struct Peer {
    Spread speed;
    Spread ratio;
    double differing_share = 0;
  };
  std::optional<Peer> gl;

  /// Whether GL got the same picture: texels apart at their edges' last bits.
  [[nodiscard]] bool is_right() const { return !gl || gl->differing_share <= 0.01; }
};

[[nodiscard]] nlohmann::ordered_json json_of(const TextureFigure& figure);
/// One line for a terminal, with its end.
[[nodiscard]] std::string line_of(const TextureFigure& figure);

struct TextureMeasurement {
  /// Pixels of the output each way.
  int size = 1024;
  int rounds = 11;
  /// Whether the current GL context samples too.
  bool has_gl = false;
};

/// Samples a texture of noise by a plane that is turned a little and magnified by 1.1 (so each linear fetch blends, and
/// the corners look beyond the edges), on `stream`'s device and by GL in turns.
/// @throws gpu::Error, render::Error.
[[nodiscard]] TextureFigure measure(const TextureSpeedCase& any, const gpu::Stream& stream,
                                    const TextureMeasurement& options);

}  // namespace texelscope::app
