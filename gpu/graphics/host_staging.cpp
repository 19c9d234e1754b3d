#include "gpu/graphics/host_staging.h"

#include "gpu/graphics/host_shared_resource.h"

namespace texelscope::gpu::graphics {

Status HostStaging::allocate(std::size_t size_bytes) noexcept {
  driver::HostAllocate memory{size_bytes};
  if (const Status status = driver_.perform(memory); status != Status::success) {
    return status;
  }
  memory_ = memory.pointer;
  driver::EventCreate event{false};
  const Status status = driver_.perform(event);
  was_read_ = event.event;
  return status;
}

Status HostStaging::free() noexcept {
  Status status = Status::success;
  if (was_read_) {
    driver::EventSynchronize synchronize{was_read_};
    keep_first(status, driver_.perform(synchronize));
    driver::EventDestroy destroy{was_read_};
    keep_first(status, driver_.perform(destroy));
    was_read_ = {};
  }
  if (memory_) {
    driver::HostFree free{memory_};
    keep_first(status, driver_.perform(free));
    memory_ = {};
  }
  return status;
}

Status HostStaging::record_read(StreamHandle stream) noexcept {
  driver::EventRecord record{was_read_, stream};
  return driver_.perform(record);
}

Status HostStaging::wait_read(StreamHandle stream) noexcept {
  driver::StreamWaitEvent wait{stream, was_read_};
  return driver_.perform(wait);
}

}  // namespace texelscope::gpu::graphics
