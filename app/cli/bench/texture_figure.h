#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/cli/bench/texture_cases.h"

namespace texelscope::app {

/// A figure over the rounds of a measurement.
struct Spread {
  double median = 0;
  double lowest = 0;
  double highest = 0;
};

/// How fast a texture is sampled, in 10⁶ fetches a second.
struct TextureFigure {
  TextureCase measured;
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

}  // namespace texelscope::app
