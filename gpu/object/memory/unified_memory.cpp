#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"
#include "gpu/object/memory/copy_checks.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/memory/managed_memory_resource.h"
#include "texelscope/gpu/memory/memory_location.h"

namespace texelscope::gpu {
namespace {

BufferBox& require_managed(const std::shared_ptr<BufferBox>& box) {
  BufferBox& buffer = require_open(box, "buffer");
  if (!buffer.is_managed()) {
    throw_on<InvalidArgument>(*buffer.device(),
                              "this buffer of {} bytes is not managed memory: allocate it from a ManagedMemoryResource",
                              buffer.size_bytes());
  }
  return buffer;
}

void require_concurrent_access(const DeviceBox& device) {
  if (!device.properties().has_concurrent_managed_access) {
    throw_on<Unavailable>(device,
                          "this device cannot access managed memory concurrently with the host "
                          "(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS): omit advice and prefetching");
  }
}

void require_location(const DeviceBox& device, MemoryLocation location) {
  const bool has_number =
      location.kind == MemoryLocation::Kind::device || location.kind == MemoryLocation::Kind::host_numa;
  if (has_number && location.id < 0) {
    throw_on<InvalidArgument>(device, "there is no {} {}: count from 0", to_string(location.kind), location.id);
  }
  if (location.kind == MemoryLocation::Kind::device && location.id == device.id().ordinal) {
    require_concurrent_access(device);
  }
}

void advise_range(const BufferBox& box, MemoryAdvice advice, MemoryLocation location, ByteRange range) {
  const CheckedRange bytes = require_inside(box, range, RangeUse::read);
  if (bytes.size_bytes > 0) {
    box.device()->call(
        driver::ManagedAdvise{{box.pointer().value + bytes.offset_bytes}, bytes.size_bytes, advice, location});
  }
}

}  // namespace

std::string_view to_string(MemoryLocation::Kind kind) noexcept {
  switch (kind) {
    case MemoryLocation::Kind::device:
      return "device";
    case MemoryLocation::Kind::host:
      return "host";
    case MemoryLocation::Kind::host_numa:
      return "host NUMA node";
    case MemoryLocation::Kind::host_numa_current:
      break;
  }
  return "nearest host NUMA node";
}

std::string_view to_string(MemoryAdvice advice) noexcept {
  switch (advice) {
    case MemoryAdvice::set_read_mostly:
      return "set_read_mostly";
    case MemoryAdvice::unset_read_mostly:
      return "unset_read_mostly";
    case MemoryAdvice::set_preferred_location:
      return "set_preferred_location";
    case MemoryAdvice::unset_preferred_location:
      return "unset_preferred_location";
    case MemoryAdvice::set_accessed_by:
      return "set_accessed_by";
    case MemoryAdvice::unset_accessed_by:
      break;
  }
  return "unset_accessed_by";
}

void Buffer::prefetch(MemoryLocation location, const Stream& stream) const { prefetch({}, location, stream); }

void Buffer::prefetch(ByteRange range, MemoryLocation location, const Stream& stream) const {
  const BufferBox& box = require_managed(box_);
  DeviceBox& device = *box.device();
  const StreamBox& order = require_stream(stream, device, "buffer");
  require_not_captured(order, "prefetch managed memory");
  const CheckedRange bytes = require_inside(box, range, RangeUse::read);
  require_location(device, location);
  // cuMemPrefetchAsync requires this of the stream's device, regardless of the pages' destination.
  require_concurrent_access(device);
  if (bytes.size_bytes > 0) {
    device.call(driver::ManagedPrefetch{.pointer = {box.pointer().value + bytes.offset_bytes},
                                        .size_bytes = bytes.size_bytes,
                                        .location = location,
                                        .stream = order.handle()});
  }
}

void Buffer::advise(MemoryAdvice advice) const {
  const BufferBox& box = require_managed(box_);
  if (driver::is_about_location(advice)) {
    throw_on<InvalidArgument>(*box.device(), "the advice {} needs a location: specify one", to_string(advice));
  }
  advise_range(box, advice, {}, {});
}

void Buffer::advise(MemoryAdvice advice, MemoryLocation location, ByteRange range) const {
  const BufferBox& box = require_managed(box_);
  if (driver::is_about_location(advice)) {
    require_location(*box.device(), location);
  }
  // cuMemAdvise treats the host as a single processor.
  const bool is_about_access = advice == MemoryAdvice::set_accessed_by || advice == MemoryAdvice::unset_accessed_by;
  if (is_about_access && location.kind != MemoryLocation::Kind::device && location.kind != MemoryLocation::Kind::host) {
    throw_on<InvalidArgument>(*box.device(), "the advice {} applies to a device or the host, not to a {}",
                              to_string(advice), to_string(location.kind));
  }
  // A driver also checks the location of other advice.
  advise_range(box, advice, driver::is_about_location(advice) ? location : MemoryLocation{}, range);
}

}  // namespace texelscope::gpu
