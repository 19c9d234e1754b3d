#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app {

/// The memory growth over many frames.
struct FrameGrowth {
  std::uint64_t frames = 0;
  /// Resident memory of the process and driver objects, after the first tenth of the frames and at the end.
  std::uint64_t early_bytes = 0;
  std::uint64_t late_bytes = 0;
  std::size_t early_objects = 0;
  std::size_t late_objects = 0;

  /// Allocators release memory late and in pages, so this much is not growth.
  static constexpr std::uint64_t slack_bytes = std::uint64_t{4} << 20U;
  [[nodiscard]] bool is_right() const noexcept {
    return late_objects <= early_objects && late_bytes <= early_bytes + slack_bytes;
  }
};

/// The memory growth over many switches between scenes, and the time that they took.
struct SwitchGrowth {
  /// Measured while no scene is open: before the switches, after three runs of each scene, and after the switches;
  /// `frames` counts switches.
  FrameGrowth growth;
  /// The longest time from one scene to the first frame of the next, and that next scene; includes first runs.
  double slowest_ms = 0;
  std::string slowest_scene;
  double mean_ms = 0;
};

/// The resident bytes of the process (the second number in /proc/self/statm), after freed memory is returned to the
/// system; 0 if Linux does not report it.
[[nodiscard]] std::uint64_t resident_bytes();

/// Runs `frames` ≥ 10 frames of a scene, each acquired, drawn and released. @throws gpu::Error, render::Error.
[[nodiscard]] FrameGrowth measure_growth(const std::shared_ptr<const ImageSharing>& images,
                                         const gpu::LiveObjects& live, std::uint64_t frames,
                                         const std::function<void(std::uint64_t frame)>& progress);

/// Opens all scenes in turn, renders a frame of each, and closes it when the next one opens: `switches` ≥ 10. @throws
/// gpu::Error, render::Error.
[[nodiscard]] SwitchGrowth measure_switches(const std::shared_ptr<const ImageSharing>& images,
                                            const gpu::LiveObjects& live, std::uint64_t switches,
                                            const std::function<void(std::uint64_t done)>& progress);

}  // namespace texelscope::app
