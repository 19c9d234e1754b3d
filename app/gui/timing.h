#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "app/interop/frame_runner.h"

namespace texelscope::app {

/// Milliseconds since the process started, according to the system; since the first call if that is unknown.
[[nodiscard]] double milliseconds_since_process_start();

/// The value that `fraction` (0 … 1) of the values do not exceed (nearest rank); 0 for none.
[[nodiscard]] double percentile(std::span<const double> values, double fraction);

/// The times of a run, for measurements.
class Timing {
 public:
  /// Call after each swap.
  void frame_is_shown(const FrameTimes& times);
  [[nodiscard]] double last_frame_ms() const { return frame_ms_.empty() ? 0 : frame_ms_.back(); }

  /// {"first_frame_ms", "frame_ms": […], "p50", "p95", "map_ms", "draw_ms", "unmap_ms"}: the time from the process's
  /// start to the first frame, from each frame to the next, their percentiles, and medians. @throws FileError.
  void write(const std::filesystem::path& path) const;

 private:
  double first_frame_ms_ = 0;
  double last_shown_ms_ = 0;
  std::vector<double> frame_ms_;
  std::vector<double> map_ms_;
  std::vector<double> draw_ms_;
  std::vector<double> unmap_ms_;
};

}  // namespace texelscope::app
