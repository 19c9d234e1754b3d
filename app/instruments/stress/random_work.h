#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

struct RandomWorkOptions {
  /// Over all threads, excluding maps.
  std::uint64_t operations = 10'000;
  int threads = 8;
  int streams = 64;
  std::uint64_t seed = 1;
};

/// The result of a run.
struct RandomWorkResult {
  std::uint64_t operations = 0;
  std::uint64_t checks = 0;
  /// Frames that this thread acquired and drew while the operations ran; 0 without a renderer.
  std::uint64_t frames = 0;
  /// One line per error, at most 20.
  std::vector<std::string> wrong;
};

/// Allocates, fills, copies, launches, records, waits, checks and closes at random, on many threads and streams that
/// share one device, while this thread acquires and draws frames of `images`, unless it is null. The contents of each
/// buffer are known and verified. @throws gpu::Error from this thread's work; errors of the other threads are in the
/// result.
[[nodiscard]] RandomWorkResult run_random_work(const gpu::Device& device,
                                               const std::shared_ptr<const ImageSharing>& images,
                                               const RandomWorkOptions& options);

}  // namespace texelscope::app
