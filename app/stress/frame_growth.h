#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app {

/// What many frames left behind.
struct FrameGrowth {
  std::uint64_t frames = 0;
  /// Memory of the process (resident) and objects of the driver after the first tenth of the frames, and at the end.
  std::uint64_t early_bytes = 0;
  std::uint64_t late_bytes = 0;
  std::size_t early_objects = 0;
  std::size_t late_objects = 0;

  /// Allocators release late and in pages: so much is no growth.
  static constexpr std::uint64_t slack_bytes = std::uint64_t{4} << 20U;
  [[nodiscard]] bool is_right() const noexcept {
    return late_objects <= early_objects && late_bytes <= early_bytes + slack_bytes;
  }
};

/// What many switches between scenes left behind, and how long they took.
struct SwitchGrowth {
  /// Measured where no scene is open: before the switches, when each scene has run three times, and behind them;
  /// `frames` are switches.
  FrameGrowth growth;
  /// The longest time from one scene to the first frame of the next, and the next; first runs count.
  double slowest_ms = 0;
  std::string slowest_scene;
  double mean_ms = 0;
};

/// Bytes of the process that lie in memory (the second number of /proc/self/statm), once freed memory was given back to
/// the system; 0 where Linux does not tell.
[[nodiscard]] std::uint64_t resident_bytes();

/// Runs `frames` ≥ 10 frames of a scene, each acquired, drawn and released. @throws gpu::Error, render::Error.
[[nodiscard]] FrameGrowth measure_growth(const std::shared_ptr<const ImageSharing>& images,
                                         const gpu::LiveObjects& live, std::uint64_t frames,
                                         const std::function<void(std::uint64_t frame)>& progress);

/// Opens one scene after the other, all in turn, runs a frame of each and closes it with the next: `switches` ≥ 10.
/// @throws gpu::Error, render::Error.
[[nodiscard]] SwitchGrowth measure_switches(const std::shared_ptr<const ImageSharing>& images,
                                            const gpu::LiveObjects& live, std::uint64_t switches,
                                            const std::function<void(std::uint64_t done)>& progress);

}  // namespace texelscope::app
