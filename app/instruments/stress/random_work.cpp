#include "app/instruments/stress/random_work.h"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "app/instruments/stress/random_worker.h"
#include "app/interop/frame_runner.h"
#include "app/scenes/registry.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_lines = 20;

/// The counters shared by all threads.
struct Shared {
  std::mutex mutex;
  RandomWorkResult result;
  std::atomic<std::uint64_t> left{0};
  std::atomic<int> running{0};

  void add(std::uint64_t operations, std::uint64_t checks, const std::vector<std::string>& wrong) {
    const std::lock_guard lock{mutex};
    result.operations += operations;
    result.checks += checks;
    for (const std::string& line : wrong) {
      if (result.wrong.size() < max_lines) {
        result.wrong.push_back(line);
      }
    }
  }

  /// Takes one of the remaining operations.
  bool take() {
    std::uint64_t now = left.load();
    while (now > 0 && !left.compare_exchange_weak(now, now - 1)) {
    }
    return now > 0;
  }
};

void work(const gpu::Device& device, std::span<const gpu::Stream> streams, std::uint64_t seed, Shared& shared) {
  std::uint64_t operations = 0;
  std::uint64_t checks = 0;
  std::vector<std::string> wrong;
  try {
    RandomWorker worker(device, streams, seed);
    while (shared.take()) {
      worker.step();
      ++operations;
    }
    worker.finish();
    checks = worker.checks();
    wrong = worker.wrong();
  } catch (const std::exception& error) {
    wrong.emplace_back(error.what());
  }
  shared.add(operations, checks, wrong);
  --shared.running;
}

/// Acquires and draws frames until the other threads are done; all frames with the same number must be equal.
void draw_frames(const std::shared_ptr<const ImageSharing>& images, Shared& shared) {
  FrameRunner runner(images);
  const SceneDeclaration& scene = require_scene("plasma");
  runner.start(scene, 64, 48, nullptr);
  const ParameterValues values(scene.parameters());
  std::vector<std::vector<std::byte>> expected;
  std::uint64_t frames = 0;
  std::vector<std::string> wrong;
  do {
    constexpr std::size_t numbers = 5;
    const std::size_t number = frames % numbers;
    runner.run_to(number, values, {});
    const std::vector<std::byte> pixels = runner.read_frame().pixels;
    if (expected.size() <= number) {
      expected.push_back(pixels);
    } else if (pixels != expected[number] && wrong.empty()) {
      wrong.push_back(fmt::format("frame {} of the scene differs after {} frames", number, frames));
    }
    ++frames;
  } while (shared.running.load() > 0);
  shared.add(0, 0, wrong);
  shared.result.frames = frames;
}

}  // namespace

RandomWorkResult run_random_work(const gpu::Device& device, const std::shared_ptr<const ImageSharing>& images,
                                 const RandomWorkOptions& options) {
  std::vector<gpu::Stream> streams;
  for (int i = 0; i < options.streams; ++i) {
    streams.push_back(device.create_stream());
  }
  Shared shared;
  shared.left = options.operations;
  shared.running = options.threads;
  std::vector<std::jthread> threads;
  for (int i = 0; i < options.threads; ++i) {
    threads.emplace_back(
        [&, seed = options.seed * 1000 + static_cast<std::uint64_t>(i)] { work(device, streams, seed, shared); });
  }
  if (images != nullptr) {
    draw_frames(images, shared);
  }
  threads.clear();
  return std::move(shared.result);
}

}  // namespace texelscope::app
