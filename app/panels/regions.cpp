#include "app/panels/regions.h"

#include <algorithm>
#include <cmath>

namespace texelscope::app {
namespace {

constexpr float bar_height = 28;
constexpr float narrowest_side = 184;
constexpr float widest_side = 560;
constexpr float splitter_width = 5;
constexpr float course_width = 360;

}  // namespace

Regions make_regions(const RegionOptions& options) {
  const float bar = std::round(bar_height * options.scale);
  const float middle = std::max(0.0F, options.height - 2 * bar);
  const float wanted = std::clamp(options.side_width, narrowest_side, widest_side) * options.scale;
  const float side = options.has_side ? std::round(std::min(wanted, std::max(options.width * 0.36F, 0.0F))) : 0;
  const float splitter = options.has_side ? std::round(splitter_width * options.scale) : 0;
  const float left = side + splitter;
  const float beside = std::max(0.0F, options.width - left);
  const float course = options.has_course ? std::round(std::min(course_width * options.scale, beside * 0.5F)) : 0;
  const float right_width = beside - course;
  const float readout = std::min(bar, middle);
  const float log = options.has_log ? std::round(std::min(middle * 0.35F, 220 * options.scale)) : 0;
  const float viewport = std::max(0.0F, middle - readout - log);

  Regions regions;
  regions.menu = {0, 0, options.width, bar};
  regions.side = {0, bar, side, middle};
  regions.splitter = {side, bar, splitter, middle};
  regions.viewport = {left, bar, right_width, viewport};
  regions.readout = {left, bar + viewport, right_width, readout};
  regions.log = {left, bar + viewport + readout, right_width, log};
  regions.course = {left + right_width, bar, course, middle};
  regions.status = {0, bar + middle, options.width, std::min(bar, std::max(0.0F, options.height - bar))};
  return regions;
}

float dragged_side_width(float x, float scale) { return std::clamp(x / scale, narrowest_side, widest_side); }

}  // namespace texelscope::app
