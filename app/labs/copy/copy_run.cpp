#include "app/labs/copy/copy_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "app/files/path_list.h"
#include "app/labs/copy/copy_kernels.h"
#include "app/text/bytes_text.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

/// The minimum duration of a round, for a precise measurement; a round is shorter if this would require more than
/// max_repetitions.
constexpr double round_seconds = 0.005;
constexpr double max_repetitions = 200;
/// The time after which a racer runs no more rounds.
constexpr double patience_seconds = 1.5;
constexpr int picture_pixels = 640;
/// On an idle machine, rounds of 5 ms differ by a few percent.
constexpr double disturbed_spread = 0.15;

std::size_t bytes_of(const gpu::StridedLayout& array, const gpu::StridedLayout& layout) {
  // The memory is also large enough for a memcpy of the same number of bytes.
  return static_cast<std::size_t>(std::max({array.required_size_in_bytes(), layout.required_size_in_bytes(),
                                            layout.volume() * layout.itemsize(), std::int64_t{1}}));
}

/// A side's bytes in memory that kernels can access: the side itself, or a copy.
gpu::Buffer on_device(const SideMemory& memory, const gpu::Stream& stream) {
  if (memory.kind() == CopyMemory::device) {
    return *memory.buffer();
  }
  const SideMemory twin(CopyMemory::device, memory.size_bytes(), stream);
  twin.bytes().copy_from(memory.bytes(), stream);
  return *twin.buffer();
}

/// A copy of all bytes of a side on the host.
std::vector<std::byte> on_host(const SideMemory& memory, const gpu::Stream& stream) {
  std::vector<std::byte> bytes(memory.size_bytes());
  const auto view = gpu::StridedMemoryView::from_host(std::span<std::byte>{bytes},
                                                      {{static_cast<std::int64_t>(bytes.size())}, 1}, {});
  view.copy_from(memory.bytes(), stream);
  stream.synchronize();
  return bytes;
}

void from_host(std::span<const std::byte> bytes, const SideMemory& memory, const gpu::Stream& stream) {
  const gpu::StridedLayout layout({static_cast<std::int64_t>(bytes.size())}, 1);
  memory.bytes(bytes.size()).copy_from(gpu::StridedMemoryView::from_host(bytes, layout, {}), stream);
  stream.synchronize();
}

std::string extents_text(const gpu::Dimensions& shape) {
  return shape.empty() ? "one element" : fmt::format("{}", fmt::join(shape, " × "));
}

}  // namespace

SideMemory::SideMemory(CopyMemory kind, std::size_t size_bytes, const gpu::Stream& stream)
    : kind_{kind}, size_bytes_{std::max<std::size_t>(size_bytes, 1)} {
  switch (kind) {
    case CopyMemory::device:
      buffer_ = stream.device().allocate(size_bytes_, stream);
      break;
    case CopyMemory::pinned:
      buffer_ = stream.device().allocate_pinned(size_bytes_);
      break;
    case CopyMemory::pageable:
      host_ = std::make_shared<std::vector<std::byte>>(size_bytes_);
      break;
  }
}

gpu::StridedMemoryView SideMemory::view(const gpu::StridedLayout& layout, const gpu::ElementType& type) const {
  return buffer_ ? gpu::StridedMemoryView::from_buffer(*buffer_, layout, type)
                 : gpu::StridedMemoryView::from_host(std::span<std::byte>{*host_}, layout, type, host_);
}

gpu::StridedMemoryView SideMemory::bytes(std::size_t count) const {
  return view({{static_cast<std::int64_t>(count)}, 1}, {});
}

bool SideMemory::is_reached_by(const gpu::Device& device) const {
  return device.id().kind == gpu::DeviceKind::cpu || kind_ != CopyMemory::pageable;
}

double CopyOutcome::gigabytes_per_second(CopyRacer racer) const {
  std::vector<double> times = seconds[static_cast<std::size_t>(racer)];
  if (times.empty()) {
    return 0;
  }
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return 2e-9 * static_cast<double>(bytes) / std::max(times[times.size() / 2], 1e-12);
}

double CopyOutcome::spread(CopyRacer racer) const {
  std::vector<double> times = seconds[static_cast<std::size_t>(racer)];
  if (times.size() < 4) {
    return 0;
  }
  std::ranges::sort(times);
  const std::size_t quarter = times.size() / 4;
  return (times[times.size() - 1 - quarter] - times[quarter]) / std::max(times[times.size() / 2], 1e-12);
}

std::string spread_text(double spread) {
  return spread > 0 ? fmt::format(" ±{:.0f} %", std::min(50 * spread, 100.0)) : "";
}

bool CopyOutcome::is_disturbed() const {
  return std::max(spread(CopyRacer::copy), spread(CopyRacer::memcpy)) > disturbed_spread;
}

std::string describe(const CopyInput& input, const CopySetup& setup) {
  constexpr std::array orders = {"C order", "F order", "K order", "typed layout"};
  std::string text = fmt::format("{} {}", extents_text(setup.source.array().shape()), to_string(setup.array_type));
  for (const ChainEntry& entry : operations_from_string(input.source.operations)) {
    text += "  " + entry.text;
  }
  return fmt::format("{}  into {}", text, orders[static_cast<std::size_t>(input.order)]);
}

CopyRun::CopyRun(gpu::Device device, CopyInput input, CopySetup setup)
    : device_{std::move(device)},
      stream_{device_.create_stream("copy lab")},
      input_{std::move(input)},
      setup_{std::move(setup)} {
  outcome_.description = describe(input_, setup_);
  outcome_.method = to_string(setup_.plan->method);
  outcome_.device = to_string(device_.id());
  outcome_.source_memory = input_.source_memory;
  outcome_.destination_memory = input_.destination_memory;
  outcome_.elements = setup_.source.layout->volume();
  outcome_.bytes = setup_.bytes();
}

gpu::StridedMemoryView CopyRun::source() const { return source_->view(*setup_.source.layout, setup_.type); }
gpu::StridedMemoryView CopyRun::destination() const {
  return destination_->view(*setup_.destination.layout, setup_.type);
}

void CopyRun::step() {
  const int last = step_count - 1;
  if (number_ == 0) {
    begin();
    check();
  } else if (number_ < last) {
    // Interleaved, so that all run under the same conditions.
    race(static_cast<CopyRacer>((number_ - 1) % static_cast<int>(copy_racers)));
  } else {
    show();
    source_.reset();
    destination_.reset();
  }
  ++number_;
}

void CopyRun::begin() {
  const std::size_t source_bytes = bytes_of(setup_.source.array(), *setup_.source.layout);
  const std::size_t destination_bytes = bytes_of(setup_.destination.array(), *setup_.destination.layout);
  if (std::max(source_bytes, destination_bytes) > static_cast<std::size_t>(largest_run_bytes)) {
    throw gpu::InvalidArgument(fmt::format("the copy needs {} and {}; the limit is {} per side: use a smaller shape",
                                           bytes_text(static_cast<std::int64_t>(source_bytes)),
                                           bytes_text(static_cast<std::int64_t>(destination_bytes)),
                                           bytes_text(largest_run_bytes)));
  }
  source_.emplace(input_.source_memory, source_bytes, stream_);
  destination_.emplace(input_.destination_memory, destination_bytes, stream_);
  if (!source_->is_reached_by(device_) || !destination_->is_reached_by(device_)) {
    outcome_.naive_reason = fmt::format("kernels on {} cannot access pageable memory", to_string(device_.id()));
  }
}

void CopyRun::check() {
  const SideMemory noise(CopyMemory::device, source_->size_bytes(), stream_);
  fill_with_noise(*noise.buffer(), stream_);
  source_->bytes().copy_from(noise.bytes(), stream_);
  run_once(CopyRacer::copy);
  outcome_.differences = count_differences(on_device(*source_, stream_), *setup_.source.layout,
                                           on_device(*destination_, stream_), *setup_.destination.layout, stream_);
}

void CopyRun::run_once(CopyRacer racer) {
  switch (racer) {
    case CopyRacer::copy:
      destination().copy_from(source(), stream_);
      break;
    case CopyRacer::memcpy: {
      const auto bytes = static_cast<std::size_t>(outcome_.bytes);
      destination_->bytes(bytes).copy_from(source_->bytes(bytes), stream_);
      break;
    }
    case CopyRacer::naive:
      copy_naively(source(), destination(), stream_);
      break;
  }
}

void CopyRun::race(CopyRacer racer) {
  const auto index = static_cast<std::size_t>(racer);
  std::vector<double>& seconds = outcome_.seconds[index];
  int& repetitions = repetitions_[index];
  double spent = 0;
  for (const double round : seconds) {
    spent += round * repetitions;
  }
  const bool is_left_out = racer == CopyRacer::naive && !outcome_.naive_reason.empty();
  if (outcome_.bytes == 0 || is_left_out || spent > patience_seconds) {
    return;
  }
  const auto time_of = [&](int count) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
      run_once(racer);
    }
    stream_.synchronize();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  if (repetitions == 0) {
    // The first call warms up; for a racer this slow, it is also a good enough measurement.
    if (const double first = time_of(1); first > patience_seconds) {
      repetitions = 1;
      seconds.push_back(first);
      return;
    }
    const double second = std::max(time_of(1), 1e-9);
    repetitions = static_cast<int>(std::clamp(std::ceil(round_seconds / second), 1.0, max_repetitions));
  }
  seconds.push_back(time_of(repetitions) / repetitions);
}

std::vector<std::byte> CopyRun::content() const {
  std::vector<std::byte> bytes(source_->size_bytes());
  if (input_.content == CopyContent::typed) {
    fill_with_picture(bytes, setup_.source.array(), setup_.array_type);
    return bytes;
  }
  std::span<const std::byte> file;
  gpu::NpyArray array;
  if (input_.content == CopyContent::npy) {
    array = gpu::read_npy(typed_path(input_.file));
    if (array.layout != setup_.source.array() || array.type != setup_.array_type) {
      throw gpu::InvalidArgument(
          fmt::format("{} has changed since its header was read; enter its path again", input_.file));
    }
    file = array.bytes();
  } else {
    file = setup_.image->pixels;
  }
  std::copy_n(file.begin(), std::min(file.size(), bytes.size()), bytes.begin());
  return bytes;
}

void CopyRun::show() {
  const gpu::StridedLayout& from = setup_.source.array();
  const gpu::StridedLayout& to = setup_.destination.array();
  const std::vector<std::byte> before = content();
  from_host(before, *source_, stream_);
  // Gaps of the destination are black.
  from_host(std::vector<std::byte>(destination_->size_bytes()), *destination_, stream_);
  run_once(CopyRacer::copy);
  const ValueRange range = value_range(before, from, setup_.array_type);
  outcome_.source_picture = memory_picture(before, from, setup_.array_type, range, picture_pixels);
  outcome_.destination_picture =
      memory_picture(on_host(*destination_, stream_), to, setup_.type,
                     setup_.type == setup_.array_type ? range : ValueRange{0, 255}, picture_pixels);
}

}  // namespace texelscope::app
