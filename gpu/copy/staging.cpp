#include "gpu/copy/staging.h"

#include <algorithm>
#include <new>
#include <vector>

#include "gpu/copy/copy_parts.h"
#include "gpu/copy/host_copy.h"
#include "gpu/copy/run_plan.h"
#include "gpu/object/checks.h"
#include "gpu/threads/worker_pool.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/event.h"

namespace texelscope::gpu::copy {
namespace {

/// Large enough that a call's own time does not count, small against the device's memory.
constexpr std::int64_t device_part_bytes = std::int64_t{64} << 20;
/// Less is not worth a second thread.
constexpr std::int64_t least_bytes_of_thread = std::int64_t{256} << 10;

void copy_on_host(const CopySides& sides) {
  const CopyPlan plan = plan_of(sides);
  if (plan.volume_bytes < 2 * least_bytes_of_thread) {
    const HostCopy copy = make_host_copy(plan, sides.pointers, 1);
    run_tasks(copy, 0, task_count(copy));
    return;
  }
  WorkerPool& workers = host_workers();
  const HostCopy copy = make_host_copy(plan, sides.pointers, workers.thread_count());
  const bool is_done = workers.for_ranges(task_count(copy), 0,
                                          [&](std::int64_t first, std::int64_t end) { run_tasks(copy, first, end); });
  if (!is_done) {
    // Blocks are assembled in memory of their own, all that a task can fail for.
    throw std::bad_alloc();
  }
}

void copy_on_device(const CopySides& sides, const Stream& stream) { run_plan(plan_of(sides), sides.pointers, stream); }

/// A page-locked buffer for the time of a copy.
class Stage {
 public:
  explicit Stage(const Stream& stream)
      : stream_{stream}, done_{stream.device().create_event({})}, memory_{device().stages().take(device())} {}
  ~Stage() {
    if (!is_in_use_) {
      device().stages().give_back(device(), memory_);
      return;
    }
    // A copy that failed on its way: freeing waits for the device.
    device().clean_up(driver::HostFree{memory_});
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  [[nodiscard]] std::byte* bytes() const noexcept { return reinterpret_cast<std::byte*>(memory_.value); }

  /// Copies on the device, from or into the buffer.
  void use(const CopySides& sides) {
    is_in_use_ = true;
    copy_on_device(sides, stream_);
    stream_.record(done_);
  }
  /// Until the device is done with the buffer.
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

void upload(const std::vector<CopyPart>& parts, const CopyPointers& pointers, const Stream& stream) {
  Stage first(stream);
  Stage second(stream);
  Stage* next = &first;
  for (const CopyPart& part : parts) {
    next->wait();
    copy_on_host({part.host, part.packed, {pointers.source, next->bytes()}});
    next->use({part.packed, part.device, {next->bytes(), pointers.destination}});
    next = next == &first ? &second : &first;
  }
  first.wait();
  second.wait();
}

void download(const std::vector<CopyPart>& parts, const CopyPointers& pointers, const Stream& stream) {
  Stage first(stream);
  Stage second(stream);
  Stage* current = &first;
  Stage* next = &second;
  const auto fetch = [&](const CopyPart& part, Stage& stage) {
    stage.use({part.device, part.packed, {pointers.source, stage.bytes()}});
  };
  fetch(parts[0], *current);
  for (std::size_t number = 0; number < parts.size(); ++number) {
    if (number + 1 < parts.size()) {
      fetch(parts[number + 1], *next);
    }
    current->wait();
    copy_on_host({parts[number].packed, parts[number].host, {current->bytes(), pointers.destination}});
    std::swap(current, next);
  }
}

/// Elements beyond what a part takes are an axis of bytes.
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
  constexpr auto part_bytes = static_cast<std::int64_t>(PageLockedStages::size_bytes);
  const std::vector<CopyPart> parts = parts_of(sides, host, part_bytes);
  if (parts.empty()) {
    return;
  }
  if (host == HostSide::source) {
    upload(parts, sides.pointers, stream);
  } else {
    download(parts, sides.pointers, stream);
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

}  // namespace texelscope::gpu::copy
