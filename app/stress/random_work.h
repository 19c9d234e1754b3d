#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

struct RandomWorkOptions {
  /// Of all threads together, maps not counted.
  std::uint64_t operations = 10'000;
  int threads = 8;
  int streams = 64;
  std::uint64_t seed = 1;
};

/// What a run did.
struct RandomWorkResult {
  std::uint64_t operations = 0;
  std::uint64_t checks = 0;
  /// Frames that were acquired and drawn on this thread meanwhile; 0 without a renderer.
  std::uint64_t frames = 0;
  /// One line for each thing that was wrong, the first 20.
  std::vector<std::string> wrong;
};

/// Allocates, fills, copies, launches, records, waits, checks and closes at random, on many threads and streams that
/// all share one device, while this thread acquires and draws frames of `images`, unless that is null. Each buffer's
/// contents are known, and compared.
/// @throws gpu::Error from this thread's work; errors of the other threads stand in the result.
[[nodiscard]] RandomWorkResult run_random_work(const gpu::Device& device,
                                               const std::shared_ptr<const ImageSharing>& images,
                                               const RandomWorkOptions& options);

}  // namespace texelscope::app
