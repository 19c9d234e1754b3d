#include "app/images/srgb.h"

#include <cmath>

namespace texelscope::app {

float linear_from_srgb(float encoded) {
  return encoded <= 0.04045F ? encoded / 12.92F : std::pow((encoded + 0.055F) / 1.055F, 2.4F);
}

double srgb_from_linear(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

namespace {

double light_of(double encoded) { return static_cast<double>(linear_from_srgb(static_cast<float>(encoded))); }

}  // namespace

double light_of_multiplied(double encoded, double alpha) {
  return encoded <= alpha ? (alpha > 0 ? light_of(encoded / alpha) * alpha : 0)
                          : alpha + light_of(encoded) - light_of(alpha);
}

double multiplied_of_light(double light, double alpha) {
  return light <= alpha ? (alpha > 0 ? srgb_from_linear(light / alpha) * alpha : 0)
                        : srgb_from_linear(light - alpha + light_of(alpha));
}

}  // namespace texelscope::app
