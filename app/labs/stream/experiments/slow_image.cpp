#include "app/labs/stream/experiments/slow_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "app/text/count_text.h"

namespace texelscope::app {

Gate::Gate(const gpu::Device& device)
    : memory_{device.allocate_pinned(2 * sizeof(std::uint32_t))},
      flags_{reinterpret_cast<std::uint32_t*>(memory_.host_bytes().data())} {
  std::atomic_ref{flags_[0]}.store(0);
  std::atomic_ref{flags_[1]}.store(0);
}

Gate::~Gate() { open(); }

void Gate::open() noexcept { std::atomic_ref{flags_[0]}.store(1); }

void Gate::wait_for_kernel() const {
  constexpr std::chrono::microseconds pause{50};
  constexpr std::chrono::seconds longest{2};
  const auto deadline = std::chrono::steady_clock::now() + longest;
  while (std::atomic_ref{flags_[1]}.load() == 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(pause);
  }
}

ProducerAndConsumer::ProducerAndConsumer(const gpu::Device& device)
    : producer{device.create_stream("producer")},
      consumer{device.create_stream("consumer")},
      image{make_stale_image(device, producer)},
      seen{make_stale_image(device, consumer)},
      gate{device} {
  warm_up(device);
}

ExperimentResult ProducerAndConsumer::consume() {
  copy_image(image, seen, consumer);
  ExperimentResult result = result_of_picture(seen, consumer);
  gate.open();
  producer.synchronize();
  return result;
}

gpu::Buffer make_stale_image(const gpu::Device& device, const gpu::Stream& stream) {
  gpu::Buffer image = device.allocate(slow_image::size_bytes, stream);
  const std::vector<std::byte> stale = stale_image_bytes();
  image.copy_from(stale, stream);
  // The bytes are in pageable memory of this function.
  stream.synchronize();
  return image;
}

std::size_t count_done(std::span<const gpu::Stream> streams, std::chrono::milliseconds longest) {
  constexpr std::chrono::microseconds pause{100};
  const auto deadline = std::chrono::steady_clock::now() + longest;
  for (;;) {
    // The time is read before the streams are queried: work that is done by then counts, no matter how late this thread
    // checks.
    const bool is_last = std::chrono::steady_clock::now() >= deadline;
    const auto count = static_cast<std::size_t>(std::ranges::count_if(streams, &gpu::Stream::is_done));
    if (count == streams.size() || is_last) {
      return count;
    }
    std::this_thread::sleep_for(pause);
  }
}

ExperimentResult result_of_picture(std::vector<std::byte> pixels) {
  const auto grouped = [](std::int64_t count) { return grouped_digits(fmt::format("{}", count)); };
  const std::vector<std::byte> fresh = fresh_image_bytes();
  ExperimentResult result;
  result.pixels = slow_image::pixels;
  for (std::size_t at = 0; at < slow_image::size_bytes; at += 4) {
    result.stale_pixels += std::memcmp(pixels.data() + at, fresh.data() + at, 4) != 0 ? 1 : 0;
  }
  result.is_correct = result.stale_pixels == 0;
  result.verdict = result.is_correct ? fmt::format("All {} pixels are what the producer wrote.", grouped(result.pixels))
                                     : fmt::format("{} of {} pixels are stale.", grouped(result.stale_pixels),
                                                   grouped(result.pixels));
  result.picture = {slow_image::width, slow_image::height, 4, gpu::DataType::uint8, std::move(pixels)};
  return result;
}

ExperimentResult result_of_picture(const gpu::Buffer& image, const gpu::Stream& stream) {
  std::vector<std::byte> pixels(slow_image::size_bytes);
  image.copy_to(pixels, stream);
  stream.synchronize();
  return result_of_picture(std::move(pixels));
}

}  // namespace texelscope::app
