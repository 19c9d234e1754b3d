#pragma once

#include <cmath>

#include "app/scene/scene.h"

namespace texelscope::app {

/// The time of a frame at the scene's speed.
[[nodiscard]] inline double scene_seconds(const FrameInput& input, const ParameterValues& values) {
  return static_cast<double>(input.number) / 60 * values.real("speed");
}

/// `rate` radians a second as an angle within one turn. fmod is exact, so late frames keep the precision of early ones.
[[nodiscard]] inline float phase_at(double seconds, double rate) {
  constexpr double two_pi = 6.28318530717958647692;
  return static_cast<float>(std::fmod(seconds * rate, two_pi));
}

/// `rate` units a second within `period` units, for coordinates that wrap.
[[nodiscard]] inline float drift_at(double seconds, double rate, double period) {
  return static_cast<float>(std::fmod(seconds * rate, period));
}

}  // namespace texelscope::app
