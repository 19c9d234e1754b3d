#include "app/instruments/stress/random_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "app/interop/shared/last_stream_use.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_buffers = 12;
constexpr std::size_t max_numbers = 4096;

}  // namespace

RandomWorker::RandomWorker(gpu::Device device, std::span<const gpu::Stream> streams, std::uint64_t seed)
    : device_{std::move(device)}, streams_{streams}, random_{seed} {}

RandomWorker::~RandomWorker() {
  for (const Known& known : known_) {
    wait_at_the_end(streams_[known.stream]);
  }
}

void RandomWorker::step() {
  if (known_.size() < 2) {
    allocate();
    return;
  }
  const std::size_t index = draw(known_.size());
  switch (draw(12)) {
    case 0:
    case 1:
      if (known_.size() < max_buffers) {
        allocate();
      } else {
        close(index);
      }
      break;
    case 2:
      fill(known_[index]);
      break;
    case 3:
      upload(known_[index]);
      break;
    case 4:
    case 5:
    case 6:
      launch(known_[index]);
      break;
    case 7:
      copy(known_[index], known_[(index + 1 + draw(known_.size() - 1)) % known_.size()]);
      break;
    case 8:
      move(known_[index], draw(streams_.size()));
      break;
    case 9:
      check(known_[index]);
      break;
    case 10:
      copy_through_array(known_[index]);
      break;
    default:
      close(index);
  }
}

void RandomWorker::finish() {
  for (Known& known : known_) {
    check(known);
  }
}

void RandomWorker::allocate() {
  const std::size_t stream = draw(streams_.size());
  const std::size_t count = 1 + draw(max_numbers);
  known_.push_back(
      {device_.allocate(count * sizeof(std::uint32_t), streams_[stream]), stream, std::vector<std::uint32_t>(count)});
  fill(known_.back());
}

void RandomWorker::fill(Known& known) {
  const auto value = static_cast<std::uint8_t>(random_());
  known.buffer.fill(static_cast<std::byte>(value), streams_[known.stream]);
  std::ranges::fill(known.numbers, value * 0x01010101U);
}

void RandomWorker::upload(Known& known) {
  std::ranges::generate(known.numbers, [this] { return static_cast<std::uint32_t>(random_()); });
  known.buffer.copy_from(std::as_bytes(std::span(known.numbers)), streams_[known.stream]);
  // The next step changes the numbers.
  streams_[known.stream].synchronize();
}

void RandomWorker::launch(Known& known) {
  const auto salt = static_cast<std::uint32_t>(random_());
  const auto count = static_cast<std::uint32_t>(known.numbers.size());
  launch_mix(known.buffer, count, salt, streams_[known.stream]);
  for (std::uint32_t i = 0; i < count; ++i) {
    known.numbers[i] = mix(known.numbers[i], i, salt);
  }
}

void RandomWorker::copy(Known& to, Known& from) {
  if (from.numbers.size() > to.numbers.size()) {
    copy(from, to);
    return;
  }
  move(to, from.stream);
  to.buffer.copy_from(from.buffer, streams_[from.stream]);
  std::ranges::copy(from.numbers, to.numbers.begin());
}

void RandomWorker::copy_through_array(Known& known) {
  const std::size_t width = std::min<std::size_t>(known.numbers.size(), 64);
  const std::size_t height = known.numbers.size() / width;
  const gpu::CUDAArray array =
      gpu::CUDAArray::from_descriptor(device_, {gpu::Extent(width, height), gpu::DataType::uint32, 1, true});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  const gpu::Stream& stream = streams_[known.stream];
  array.copy_from(known.buffer, stream);
  array.copy_to(known.buffer, stream);
  // The driver destroys an array immediately, so the work that uses it must be complete.
  stream.synchronize();
}

void RandomWorker::move(Known& known, std::size_t stream) {
  if (stream == known.stream) {
    return;
  }
  const gpu::Event event = device_.create_event({});
  streams_[known.stream].record(event);
  streams_[stream].wait(event);
  known.stream = stream;
}

void RandomWorker::check(Known& known) {
  std::vector<std::uint32_t> actual(known.numbers.size());
  known.buffer.copy_to(std::as_writable_bytes(std::span(actual)), streams_[known.stream]);
  streams_[known.stream].synchronize();
  ++checks_;
  const auto [a, b] = std::ranges::mismatch(actual, known.numbers);
  if (a != actual.end()) {
    wrong_.push_back(fmt::format("number {} of {} is {:#x}, not {:#x}", a - actual.begin(), actual.size(), *a, *b));
  }
}

void RandomWorker::close(std::size_t index) {
  Known& known = known_[index];
  // Freed in the order of the stream that used it last, possibly while its work is still running.
  known.buffer.close(streams_[known.stream]);
  std::swap(known, known_.back());
  known_.pop_back();
}

}  // namespace texelscope::app
