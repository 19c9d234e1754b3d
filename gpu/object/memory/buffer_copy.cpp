#include "texelscope/gpu/buffer_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"
#include "gpu/object/memory/copy_checks.h"

namespace texelscope::gpu {
namespace {

/// A copy that has been checked, with its index in the list.
struct CheckedCopy {
  std::size_t index = 0;
  driver::MemoryCopyPart part;
  /// Set for a copy between the memories of two devices.
  const BufferBox* destination = nullptr;
  const BufferBox* source = nullptr;
};

struct ResolvedPart {
  const BufferBox& box;
  DevicePointer pointer;
  std::size_t size_bytes;
};

ResolvedPart resolve(const BufferPart& part, std::string_view object, RangeUse use) {
  const BufferBox& box = require_open(part.buffer().box(), object);
  const CheckedRange range = require_inside(box, part.range(), use);
  return {box, {box.pointer(object).value + range.offset_bytes}, range.size_bytes};
}

CheckedCopy check(const BufferCopy& copy, const Stream& stream) {
  CheckedCopy checked;
  if (!copy.source()) {
    const ResolvedPart destination = resolve(*copy.destination(), "destination buffer", RangeUse::write);
    const DeviceBox& device = *destination.box.device();
    static_cast<void>(require_stream(stream, device, "destination buffer"));
    require_room(device, copy.source_bytes().size(), destination.size_bytes);
    require_access(destination.box, MemoryAccess::read_write);
    checked.part = {destination.pointer, host_address(copy.source_bytes().data()), copy.source_bytes().size()};
    return checked;
  }
  const ResolvedPart source = resolve(*copy.source(), "source buffer", RangeUse::read);
  require_access(source.box, MemoryAccess::read_only);
  if (!copy.destination()) {
    const DeviceBox& device = *source.box.device();
    static_cast<void>(require_stream(stream, device, "source buffer"));
    require_room(device, source.size_bytes, copy.destination_bytes().size());
    checked.part = {host_address(copy.destination_bytes().data()), source.pointer, source.size_bytes};
    return checked;
  }
  const ResolvedPart destination = resolve(*copy.destination(), "destination buffer", RangeUse::write);
  const DeviceBox& device = device_of_copy(destination.box, source.box, stream);
  static_cast<void>(require_stream(stream, device, "destination buffer"));
  require_room(device, source.size_bytes, destination.size_bytes);
  require_access(destination.box, MemoryAccess::read_write);
  checked.part = {destination.pointer, source.pointer, source.size_bytes};
  if (is_between_devices(destination.box, source.box)) {
    checked.destination = &destination.box;
    checked.source = &source.box;
  }
  return checked;
}

/// The nonempty copies, in order. @throws the error of an invalid copy, with its index in the list.
std::vector<CheckedCopy> check_all(std::span<const BufferCopy> copies, const Stream& stream) {
  std::vector<CheckedCopy> all;
  all.reserve(copies.size());
  for (std::size_t i = 0; i < copies.size(); ++i) {
    CheckedCopy checked;
    try {
      checked = check(copies[i], stream);
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(fmt::format("copies[{}]: {}", i, error.what()));
    } catch (const InvalidState& error) {
      throw InvalidState(fmt::format("copies[{}]: {}", i, error.what()));
    }
    checked.index = i;
    if (checked.part.size_bytes > 0) {
      all.push_back(checked);
    }
  }
  return all;
}

/// The bytes of one side of a copy. The host and all devices share one address space (unified addressing).
struct Side {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::size_t index = 0;
  bool is_written = false;
};

/// @throws InvalidArgument if one copy writes bytes that another copy reads or writes.
void require_apart(const DeviceBox& device, const std::vector<CheckedCopy>& copies) {
  std::vector<Side> sides;
  sides.reserve(2 * copies.size());
  for (const CheckedCopy& copy : copies) {
    const driver::MemoryCopyPart& part = copy.part;
    sides.push_back({part.destination.value, part.destination.value + part.size_bytes, copy.index, true});
    sides.push_back({part.source.value, part.source.value + part.size_bytes, copy.index, false});
  }
  std::ranges::sort(sides, {}, &Side::first);
  // If any of the sides that begin before a given side overlaps it, the side that extends furthest does.
  const Side none;
  Side written = none;
  Side read = none;
  for (const Side& side : sides) {
    const Side& other = side.first < written.end ? written : side.is_written ? read : none;
    if (side.first < other.end) {
      throw_on<InvalidArgument>(device,
                                "copies[{}] {} bytes at {:#x} that copies[{}] {}: copies in one call run in any order; "
                                "move one of them to a separate call",
                                side.index, side.is_written ? "writes" : "reads", side.first, other.index,
                                other.is_written ? "writes" : "reads");
    }
    Side& furthest = side.is_written ? written : read;
    furthest = side.end > furthest.end ? side : furthest;
  }
}

/// Makes a separate call for one copy.
void copy_alone(DeviceBox& device, const CheckedCopy& copy, const StreamBox& order) {
  const driver::MemoryCopyPart& part = copy.part;
  try {
    if (copy.destination != nullptr) {
      device.call(driver::MemoryCopyPeer{.destination = part.destination,
                                         .destination_ordinal = copy.destination->place()->ordinal,
                                         .source = part.source,
                                         .source_ordinal = copy.source->place()->ordinal,
                                         .size_bytes = part.size_bytes,
                                         .stream = order.handle()});
    } else {
      device.call(driver::MemoryCopy{.destination = part.destination,
                                     .source = part.source,
                                     .size_bytes = part.size_bytes,
                                     .stream = order.handle()});
    }
  } catch (const DriverError& error) {
    throw DriverError(error.status(), fmt::format("copies[{}]: {}", copy.index, error.call()), error.device());
  }
}

}  // namespace

void copy(const Stream& stream, std::initializer_list<BufferCopy> copies) {
  copy(stream, std::span{copies.begin(), copies.size()});
}

void copy(const Stream& stream, std::span<const BufferCopy> copies) {
  const StreamBox& order = require_open(stream.box(), "stream");
  DeviceBox& device = *order.device();
  const std::vector<CheckedCopy> checked = check_all(copies, stream);
  require_apart(device, checked);
  std::vector<driver::MemoryCopyPart> parts;
  std::vector<std::size_t> indices;
  for (const CheckedCopy& copy : checked) {
    // Graphs record copies one by one.
    if (copy.destination != nullptr || order.is_captured()) {
      copy_alone(device, copy, order);
    } else {
      parts.push_back(copy.part);
      indices.push_back(copy.index);
    }
  }
  if (parts.empty()) {
    return;
  }
  driver::MemoryCopyBatch batch{.copies = parts, .stream = order.handle()};
  try {
    device.make(batch);
  } catch (const DriverError& error) {
    if (!batch.failed_copy) {
      throw;
    }
    throw DriverError(error.status(), fmt::format("copies[{}]: {}", indices[*batch.failed_copy], error.call()),
                      error.device());
  }
}

}  // namespace texelscope::gpu
