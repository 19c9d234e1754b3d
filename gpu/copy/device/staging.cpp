#include "gpu/copy/device/staging.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <mutex>
#include <new>
#include <vector>

#include "gpu/copy/host/host_copy.h"
#include "gpu/copy/run_plan.h"
#include "gpu/object/checks.h"
#include "gpu/threads/worker_pool.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/event.h"

namespace texelscope::gpu::copy {
namespace {

/// Large enough that the time of a call is negligible, small compared with the device's memory.
constexpr std::int64_t device_part_bytes = std::int64_t{64} << 20;
/// More threads than this do not increase the throughput of the bus (measured: 8 threads move 100 GB/s, and the bus
/// moves 55 GB/s).
constexpr std::size_t max_lanes = 8;

/// Runs on the calling thread: threads share the parts of a copy, not the items of a part.
void copy_on_host(const CopySides& sides, std::int64_t written_bytes) {
  const HostCopy copy = make_host_copy(plan_of(sides), sides.pointers, 1, written_bytes);
  run_tasks(copy, 0, task_count(copy));
}

void copy_on_device(const CopySides& sides, const Stream& stream) { run_plan(plan_of(sides), sides.pointers, stream); }

/// A pinned buffer for the duration of a copy.
class Stage {
 public:
  explicit Stage(const Stream& stream)
      : stream_{stream}, done_{stream.device().create_event({})}, memory_{device().stages().take(device())} {}
  ~Stage() {
    if (!is_in_use_) {
      device().stages().release(device(), memory_);
      return;
    }
    // The copy failed midway: freeing the buffer waits for the device.
    device().clean_up(driver::HostFree{memory_});
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] std::byte* bytes() const noexcept { return reinterpret_cast<std::byte*>(memory_.value); }

  /// Copies on the device, from or into the buffer.
  void use(const CopySides& sides) {
    is_in_use_ = true;
    run_across_bus(plan_of(sides), sides.pointers, stream_);
    stream_.record(done_);
  }
  /// Waits until the device has finished with the buffer.
  void wait() {
    if (is_in_use_) {
      done_.synchronize();
      is_in_use_ = false;
    }
  }

 private:
  [[nodiscard]] DeviceBox& device() const { return *stream_.box()->device(); }

  Stream stream_;
  Event done_;
  DevicePointer memory_;
  bool is_in_use_ = false;
};

/// The state shared by the threads that carry out one copy.
struct SharedParts {
  const std::vector<CopyPart>& parts;
  CopyPointers pointers;
  /// The total number of parts.
  std::int64_t bytes;
  const Stream& stream;
  std::atomic<std::size_t> next{0};
  std::mutex mutex{};
  std::exception_ptr failure{};

  /// The next part; null if none is left, or a thread has failed.
  const CopyPart* take() {
    const std::size_t number = next.fetch_add(1);
    return number < parts.size() ? &parts[number] : nullptr;
  }
  void fail() {
    next = parts.size();
    const std::scoped_lock lock(mutex);
    if (!failure) {
      failure = std::current_exception();
    }
  }
};

void upload(SharedParts& shared) {
  const CopyPart* part = shared.take();
  if (part == nullptr) {
    return;
  }
  Stage first(shared.stream);
  Stage second(shared.stream);
  Stage* next = &first;
  for (; part != nullptr; part = shared.take()) {
    next->wait();
    copy_on_host({part->host, part->packed, {shared.pointers.source, next->bytes()}}, 0);
    next->use({part->packed, part->device, {next->bytes(), shared.pointers.destination}});
    next = next == &first ? &second : &first;
  }
  first.wait();
  second.wait();
}

void download(SharedParts& shared) {
  const CopyPart* part = shared.take();
  if (part == nullptr) {
    return;
  }
  Stage first(shared.stream);
  Stage second(shared.stream);
  Stage* current = &first;
  Stage* other = &second;
  const auto fetch = [&](const CopyPart& wanted, Stage& stage) {
    stage.use({wanted.device, wanted.packed, {shared.pointers.source, stage.bytes()}});
  };
  fetch(*part, *current);
  while (part != nullptr) {
    const CopyPart* const following = shared.take();
    if (following != nullptr) {
      fetch(*following, *other);
    }
    current->wait();
    copy_on_host({part->packed, part->host, {current->bytes(), shared.pointers.destination}}, shared.bytes);
    part = following;
    std::swap(current, other);
  }
}

/// Elements larger than a part become an axis of bytes.
StridedLayout in_bytes(const StridedLayout& layout) {
  Dimensions shape = layout.shape();
  Dimensions strides = layout.strides_in_bytes();
  shape.push_back(layout.itemsize());
  strides.push_back(1);
  return {shape, strides, 1, StrideUnit::bytes, layout.slice_offset_in_bytes()};
}

std::vector<CopyPart> parts_of(const CopySides& sides, HostSide host, std::int64_t part_bytes) {
  const bool is_upload = host == HostSide::source;
  const StridedLayout& of_host = is_upload ? sides.source : sides.destination;
  const StridedLayout& of_device = is_upload ? sides.destination : sides.source;
  return of_host.itemsize() > part_bytes ? cut(in_bytes(of_host), in_bytes(of_device), part_bytes)
                                         : cut(of_host, of_device, part_bytes);
}

}  // namespace

void copy_through_host(const CopySides& sides, HostSide host, const Stream& stream) {
  constexpr auto part_bytes = static_cast<std::int64_t>(PinnedStagingPool::size_bytes);
  const std::vector<CopyPart> parts = parts_of(sides, host, part_bytes);
  SharedParts shared{parts, sides.pointers, sides.source.volume() * sides.source.itemsize(), stream};
  const auto work = [&](std::int64_t first, std::int64_t end) {
    for (; first < end; ++first) {
      try {
        host == HostSide::source ? upload(shared) : download(shared);
      } catch (...) {
        shared.fail();
      }
    }
  };
  const std::size_t lanes = std::min({parts.size(), max_lanes, std::size_t{host_workers().thread_count()}});
  host_workers().for_ranges(static_cast<std::int64_t>(lanes), 1, work);
  if (shared.failure) {
    std::rethrow_exception(shared.failure);
  }
}

void copy_through_device(const CopySides& sides, HostSide host, const Stream& stream) {
  std::int64_t largest = 0;
  const std::vector<CopyPart> parts = parts_of(sides, host, device_part_bytes);
  for (const CopyPart& part : parts) {
    largest = std::max(largest, part.packed.required_size_in_bytes());
  }
  if (largest == 0) {
    return;
  }
  // Freed in the order of the stream: after the last part.
  const Buffer memory = stream.device().allocate(static_cast<std::size_t>(largest), stream);
  auto* const packed = reinterpret_cast<std::byte*>(memory.handle().value);
  const auto [source, destination] = sides.pointers;
  for (const CopyPart& part : parts) {
    const bool is_upload = host == HostSide::source;
    copy_on_device({is_upload ? part.host : part.device, part.packed, {source, packed}}, stream);
    copy_on_device({part.packed, is_upload ? part.device : part.host, {packed, destination}}, stream);
  }
}

void copy_within_host(const CopySides& sides, const Stream& stream) {
  stream.synchronize();
  WorkerPool& workers = host_workers();
  const HostCopy copy = make_host_copy(plan_of(sides), sides.pointers, workers.thread_count());
  const bool is_done = workers.for_ranges(task_count(copy), 0,
                                          [&](std::int64_t first, std::int64_t end) { run_tasks(copy, first, end); });
  if (!is_done) {
    // Blocks are assembled in allocated memory; running out of it is the only reason for tasks to fail.
    throw std::bad_alloc();
  }
}

std::vector<CopyPart> cut(const StridedLayout& host, const StridedLayout& device, std::int64_t part_bytes) {
  if (host.is_empty()) {
    return {};
  }
  const std::int64_t bytes = host.volume() * host.itemsize();
  std::size_t axis = host.ndim();
  for (const std::int64_t candidate : host.stride_order()) {
    if (host.shape()[static_cast<std::size_t>(candidate)] > 1) {
      axis = static_cast<std::size_t>(candidate);
      break;
    }
  }
  if (bytes <= part_bytes || axis == host.ndim()) {
    return {{host, device, host.to_dense(StrideOrder::k())}};
  }
  const std::int64_t extent = host.shape()[axis];
  const std::int64_t step = std::clamp<std::int64_t>(part_bytes / (bytes / extent), 1, extent);
  std::vector<CopyPart> parts;
  std::vector<AxisSlice> slices(axis, AxisSlice::all());
  slices.push_back(AxisSlice::all());
  for (std::int64_t first = 0; first < extent; first += step) {
    slices.back() = AxisSlice(first, std::min(first + step, extent));
    const StridedLayout part = host.sliced(slices);
    if (step > 1 || bytes / extent <= part_bytes) {
      parts.push_back({part, device.sliced(slices), part.to_dense(StrideOrder::k())});
    } else {
      std::ranges::copy(cut(part, device.sliced(slices), part_bytes), std::back_inserter(parts));
    }
  }
  return parts;
}

}  // namespace texelscope::gpu::copy
