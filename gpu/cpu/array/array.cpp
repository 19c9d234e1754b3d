#include <fmt/format.h>

#include <optional>

#include "gpu/cpu/array/copy_box.h"
#include "gpu/cpu/cpu_driver.h"
#include "gpu/driver/array_rules.h"
#include "gpu/driver/describe.h"

namespace texelscope::gpu::cpu {
namespace {

using Size = std::uint64_t;

/// One side of a copy, with the objects that must live until it has finished.
struct BoundSide {
  BoxSide box;
  std::shared_ptr<ArrayStorage> array;
};

std::optional<BoundSide> bind_array(std::shared_ptr<ArrayStorage> array, const driver::ArrayCopySide& side,
                                    const driver::ArrayCopy& copy) {
  if (array->descriptor.encoding == TexelEncoding::nv12) {
    return std::nullopt;
  }
  const Extent whole = array->descriptor.copy_extent();
  for (int axis = 0; axis < 3; ++axis) {
    const Size available = whole[axis];
    const Size origin = side.origin[static_cast<std::size_t>(axis)];
    if (origin > available || copy.extent[axis] > available - origin) {
      return std::nullopt;
    }
  }
  const Size element_size = array->descriptor.element_size();
  if (element_size != copy.element_size) {
    return std::nullopt;
  }
  std::byte* const first = array->texels + side.origin[2] * array->slice_pitch_bytes +
                           side.origin[1] * array->row_pitch_bytes + side.origin[0] * element_size;
  return BoundSide{{first, array->row_pitch_bytes, array->slice_pitch_bytes}, std::move(array)};
}

/// Pitches of 0 mean rows and slices without gaps.
std::optional<BoundSide> bind_memory(const MemoryMap& memory, const driver::ArrayCopySide& side,
                                     const driver::ArrayCopy& copy, MemoryAccess needed) {
  const Size rows = copy.extent.height();
  const Size slices = copy.extent.depth();
  Size row_bytes = 0;
  if (!side.pointer || __builtin_mul_overflow(copy.extent.width(), copy.element_size, &row_bytes)) {
    return std::nullopt;
  }
  const Size row_pitch = side.row_pitch_bytes == 0 ? row_bytes : side.row_pitch_bytes;
  const Size rows_per_slice = side.rows_per_slice == 0 ? rows : side.rows_per_slice;
  Size slice_pitch = 0;
  Size last_slice = 0;
  Size last_row = 0;
  Size size_bytes = 0;
  if (row_pitch < row_bytes || rows_per_slice < rows ||
      __builtin_mul_overflow(row_pitch, rows_per_slice, &slice_pitch) ||
      __builtin_mul_overflow(slice_pitch, slices - 1, &last_slice) ||
      __builtin_mul_overflow(row_pitch, rows - 1, &last_row) ||
      __builtin_add_overflow(last_slice, last_row, &size_bytes) ||
      __builtin_add_overflow(size_bytes, row_bytes, &size_bytes) ||
      memory.place(side.pointer, size_bytes, needed) == MemoryMap::Place::beyond_end) {
    return std::nullopt;
  }
  return BoundSide{{reinterpret_cast<std::byte*>(side.pointer.value), row_pitch, slice_pitch}, nullptr};
}

}  // namespace

void ArrayStorage::add_planes() {
  const ArrayDescriptor luma = plane_descriptor(descriptor, 0);
  planes = {std::make_shared<ArrayStorage>(luma, block, 0),
            std::make_shared<ArrayStorage>(plane_descriptor(descriptor, 1), block, luma.size_bytes())};
}

Status CpuDriver::perform(driver::ArrayCreate& call) noexcept {
  return if_working([&] {
    if (!array_refusal(properties_, call.descriptor).empty()) {
      return Status::invalid_value;
    }
    call.array = arrays_.insert(std::make_shared<ArrayStorage>(budget_, call.descriptor));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::ArrayDestroy& call) noexcept {
  std::shared_ptr<ArrayStorage> array = arrays_.find(call.array);
  if (!array || array->is_part || !arrays_.take(call.array)) {
    return refusal();
  }
  end_parts(array->parts);
  streams_.keep_until_passed(std::move(array));
  return Status::success;
}

Status CpuDriver::perform(driver::ArrayGetPlane& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<ArrayStorage> array = arrays_.find(call.array);
    if (!array) {
      return Status::invalid_handle;
    }
    if (call.plane >= array->planes.size()) {
      return Status::invalid_value;
    }
    call.plane_array = hand_out(array->parts, array->planes[call.plane]);
    return Status::success;
  });
}

Status CpuDriver::perform(driver::ArrayGetDescriptor& call) noexcept {
  const std::shared_ptr<ArrayStorage> array = arrays_.find(call.array);
  if (!array) {
    return refusal();
  }
  call.described = array->descriptor;
  return Status::success;
}

Status CpuDriver::perform(driver::ArrayCopy& call) noexcept {
  if (const Status status = state_for(call.stream); status != Status::success) {
    return status;
  }
  std::optional<BoundSide> sides[2];
  const driver::ArrayCopySide* const arguments[2] = {&call.destination, &call.source};
  const bool is_empty = call.extent.width() == 0 || call.extent.height() == 0 || call.extent.depth() == 0;
  for (int index = 0; index < 2; ++index) {
    const driver::ArrayCopySide& argument = *arguments[index];
    if (argument.array) {
      std::shared_ptr<ArrayStorage> array = arrays_.find(argument.array);
      if (!array) {
        return Status::invalid_handle;
      }
      sides[index] = bind_array(std::move(array), argument, call);
    } else if (!is_empty) {
      sides[index] =
          bind_memory(memory_, argument, call, index == 0 ? MemoryAccess::read_write : MemoryAccess::read_only);
    }
    if (!sides[index] && !is_empty) {
      return Status::invalid_value;
    }
  }
  if (is_empty) {
    return Status::success;
  }
  const BoxSize size{call.extent.width() * call.element_size, call.extent.height(), call.extent.depth()};
  const auto describe = [&] {
    GraphNode node = describe_transfer(GraphNodeKind::copy, call.destination.pointer, call.source.pointer, 1);
    node.label = fmt::format("{} from {} to {}", driver::describe(call.extent), driver::describe(call.source),
                             driver::describe(call.destination));
    node.fixed_parameters |= (call.destination.array ? 4U : 0U) | (call.source.array ? 8U : 0U);
    return node;
  };
  return schedule(
      call.stream,
      [this, destination = *sides[0], source = *sides[1], size] {
        copy_box(*pool_, destination.box, source.box, size);
      },
      describe);
}

}  // namespace texelscope::gpu::cpu
