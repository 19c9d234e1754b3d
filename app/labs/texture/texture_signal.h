#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/labs/texture/texture_sampler.h"
#include "app/labs/texture/texture_view.h"

namespace texelscope::app {

/// The line of a signal: through the probe to the right or down, or between two points.
enum class SignalLine : std::uint8_t { row, column, free };

struct SignalInput {
  SignalLine line = SignalLine::row;
  /// The ends of a free line, in texture extents.
  Point from{0, 0};
  Point to{1, 1};
  /// 0 … 3.
  int channel = 0;
  bool operator==(const SignalInput& other) const {
    return line == other.line && from.x == other.from.x && from.y == other.from.y && to.x == other.to.x &&
           to.y == other.to.y && channel == other.channel;
  }
};

/// One channel along a line, by descriptor; empty for a hidden descriptor.
struct TextureSignal {
  struct Curve {
    /// The device's results, at equal steps from end to end.
    std::vector<double> sampled;
    /// The ideal filter's results at the same coordinates, for every ideal_stride-th of them; empty for integers and
    /// without filtering.
    std::vector<double> ideal;
    std::size_t ideal_stride = 1;
    /// The largest difference between device and ideal.
    double largest_error = 0;
  };
  std::array<Curve, 2> curves;
  /// The coordinates at both ends, in the descriptor's units.
  std::array<std::array<std::array<float, 3>, 2>, 2> ends{};
  double lowest = 0;
  double highest = 1;
};

/// Samples a line on a device, and computes the ideal curve of each descriptor that is `shown`. @throws gpu::Error when
/// the device fails.
[[nodiscard]] TextureSignal trace_signal(const TextureWork& work, const std::array<bool, 2>& shown,
                                         const std::array<Point, 2>& line, int channel, int count,
                                         TextureSampler& sampler);

/// Round coordinates strictly between the ends of an axis, 1, 2 or 5 times a power of ten apart and at most `most` of
/// them; none for ends that are equal or not finite.
[[nodiscard]] std::vector<double> axis_ticks(double from, double to, int most);

}  // namespace texelscope::app
