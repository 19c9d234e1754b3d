#include <fmt/format.h>

#include <algorithm>

#include "gpu/copy/device/pitched_copy.h"
#include "gpu/driver/array_rules.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {
namespace {

/// Device memory for packed texels, used if their layout does not suit an array copy.
constexpr std::int64_t part_bytes = std::int64_t{64} << 20;

enum class Direction : unsigned char { into_array, out_of_array };

ElementType opaque(std::int64_t itemsize) { return {ElementKind::opaque, 8, itemsize}; }

/// Whether elements of this type are channels or texels of the array, or bytes. Blocks are bytes.
bool are_texels(const ElementType& type, const ArrayDescriptor& array) {
  const ElementType channel{array.format};
  return type.kind() == ElementKind::opaque || is_block_compressed(array.encoding) ||
         (type.kind() == channel.kind() && type.bits() == channel.bits());
}

/// Whether texels keep their meaning when their bits are copied; normalization concerns only textures.
bool are_alike(const ArrayDescriptor& a, const ArrayDescriptor& b) {
  return is_block_compressed(a.encoding) || is_block_compressed(b.encoding) ||
         (a.format == b.format && a.num_channels == b.num_channels);
}

/// One copy between a region of an array and strided memory.
class TexelCopy {
 public:
  TexelCopy(const ArrayBox& box, const ArrayRegion& region, const StridedMemoryView& memory, Direction direction,
            const Stream& stream)
      : box_{box},
        device_{*box.device()},
        order_{require_stream(stream, device_, "array")},
        stream_{stream},
        memory_{memory.view(copy::as_texels(memory.layout(), box.descriptor(), region),
                            opaque(copy::item_bytes(box.descriptor())))},
        direction_{direction} {
    if (const std::string refusal = region_refusal(box.descriptor(), region); !refusal.empty()) {
      throw_on<InvalidArgument>(device_, "cannot copy a part of array {}: {}", to_string(box.descriptor()), refusal);
    }
    if (direction == Direction::out_of_array && (memory.is_read_only() || !memory_.layout().is_unique())) {
      throw_on<InvalidArgument>(device_,
                                "cannot copy array {} into memory that is read-only or whose elements may overlap; "
                                "copy into writable memory with a dense layout",
                                to_string(box.descriptor()));
    }
    if (!are_texels(memory.type(), box.descriptor())) {
      const std::string array = "array " + to_string(box.descriptor());
      const std::string elements = "memory with elements of " + to_string(memory.type());
      throw_on<InvalidArgument>(device_,
                                "cannot copy {} into {}: copies do not convert; convert them first, or copy their bits "
                                "by calling view() to view the memory as {} or as opaque bytes",
                                direction == Direction::into_array ? elements : array,
                                direction == Direction::into_array ? array : elements,
                                to_string(ElementType{box.descriptor().format}));
    }
    const bool is_of_host = memory.is_host_accessible();
    if (!is_of_host && memory.device_id() != device_.id()) {
      throw_on<InvalidArgument>(device_, "cannot copy between array {} and memory of {}; copy through host memory",
                                to_string(box.descriptor()), to_string(memory.device_id()));
    }
  }

  void run(const ArrayRegion& region) const {
    if (const auto side = copy::pitched_side(memory_.layout(), memory_.pointer())) {
      call(region, *side);
      return;
    }
    // Copies parts along the slowest axis, which use the same allocation one after another in stream order.
    const StridedLayout& layout = memory_.layout();
    const int slowest = region.extent.rank() - 1;
    const auto extent = static_cast<std::int64_t>(region.extent[slowest]);
    const std::int64_t bytes_of_one = layout.volume() / extent * layout.itemsize();
    const std::int64_t step = std::clamp<std::int64_t>(part_bytes / bytes_of_one, 1, extent);
    const Buffer packed = stream_.device().allocate(static_cast<std::size_t>(step * bytes_of_one), stream_);
    for (std::int64_t first = 0; first < extent; first += step) {
      const std::int64_t end = std::min(first + step, extent);
      const StridedMemoryView part = memory_.view(layout.sliced({AxisSlice(first, end)}));
      const auto between =
          StridedMemoryView::from_buffer(packed, part.layout().to_dense(StrideOrder::c()), part.type());
      const ArrayRegion of_part = part_of(region, slowest, first, end);
      const auto side = copy::pitched_side(between.layout(), between.pointer());
      if (direction_ == Direction::into_array) {
        between.copy_from(part, stream_);
        call(of_part, *side);
      } else {
        call(of_part, *side);
        part.copy_from(between, stream_);
      }
    }
  }

 private:
  static ArrayRegion part_of(ArrayRegion region, int axis, std::int64_t first, std::int64_t end) {
    region.origin[static_cast<std::size_t>(axis)] += static_cast<std::uint64_t>(first);
    const auto size = static_cast<std::uint64_t>(end - first);
    const Extent& whole = region.extent;
    region.extent = whole.rank() == 1   ? Extent(size)
                    : whole.rank() == 2 ? Extent(whole.width(), size)
                                        : Extent(whole.width(), whole.height(), size);
    return region;
  }

  void call(const ArrayRegion& region, const driver::ArrayCopySide& memory) const {
    const driver::ArrayCopySide array{.array = box_.handle(), .origin = region.origin};
    const bool is_into = direction_ == Direction::into_array;
    device_.call(driver::ArrayCopy{.destination = is_into ? array : memory,
                                   .source = is_into ? memory : array,
                                   .extent = region.extent,
                                   .element_size = box_.descriptor().element_size(),
                                   .stream = order_.handle()});
  }

  const ArrayBox& box_;
  DeviceBox& device_;
  StreamBox& order_;
  const Stream& stream_;
  StridedMemoryView memory_;
  Direction direction_;
};

const ArrayBox& require_array(const std::shared_ptr<ArrayBox>& box) { return require_open(box, "array"); }

ArrayRegion whole(const ArrayBox& box) { return {{}, box.descriptor().copy_extent()}; }

bool do_overlap(const ArrayRegion& source, const std::array<std::uint64_t, 3>& origin) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto index = static_cast<std::size_t>(axis);
    const std::uint64_t a = source.origin[index];
    const std::uint64_t b = origin[index];
    if ((a < b ? b - a : a - b) >= source.extent[axis]) {
      return false;
    }
  }
  return true;
}

}  // namespace

void CUDAArray::copy_from(const StridedMemoryView& source, const Stream& stream) const {
  copy_from(source, whole(require_array(box_)), stream);
}

void CUDAArray::copy_from(const StridedMemoryView& source, const ArrayRegion& region, const Stream& stream) const {
  TexelCopy(require_array(box_), region, source, Direction::into_array, stream).run(region);
}

const StridedMemoryView& CUDAArray::copy_to(const StridedMemoryView& destination, const Stream& stream) const {
  return copy_to(destination, whole(require_array(box_)), stream);
}

const StridedMemoryView& CUDAArray::copy_to(const StridedMemoryView& destination, const ArrayRegion& region,
                                            const Stream& stream) const {
  TexelCopy(require_array(box_), region, destination, Direction::out_of_array, stream).run(region);
  return destination;
}

void CUDAArray::copy_from(const CUDAArray& source, const Stream& stream) const {
  copy_from(source, whole(require_open(source.box_, "source array")), {}, stream);
}

void CUDAArray::copy_from(const CUDAArray& source, const ArrayRegion& region,
                          const std::array<std::uint64_t, 3>& origin, const Stream& stream) const {
  const ArrayBox& to = require_array(box_);
  const ArrayBox& from = require_open(source.box_, "source array");
  DeviceBox& device = *to.device();
  const StreamBox& order = require_stream(stream, device, "array");
  require_same_device(device, *from.device(), "destination array", "source array");
  const auto refuse = [&](const std::string& reason) {
    throw_on<InvalidArgument>(device, "cannot copy array {} into array {}: {}", to_string(from.descriptor()),
                              to_string(to.descriptor()), reason);
  };
  if (from.descriptor().element_size() != to.descriptor().element_size()) {
    refuse(fmt::format("their texels have {} and {} bytes; a copy cannot change the size of a texel",
                       from.descriptor().element_size(), to.descriptor().element_size()));
  }
  if (!are_alike(from.descriptor(), to.descriptor())) {
    refuse(
        fmt::format("copies do not convert texels of {}x{} to {}x{}; convert them with a kernel, or copy their bits "
                    "through a Buffer",
                    to_string(from.descriptor().format), from.descriptor().num_channels,
                    to_string(to.descriptor().format), to.descriptor().num_channels));
  }
  if (const std::string refusal = region_refusal(from.descriptor(), region); !refusal.empty()) {
    refuse(refusal);
  }
  if (const std::string refusal = region_refusal(to.descriptor(), {origin, region.extent}); !refusal.empty()) {
    refuse("at the destination, " + refusal);
  }
  if (from.handle() == to.handle() && do_overlap(region, origin)) {
    refuse("the regions overlap, so the result would depend on the order of the copy; copy through other memory");
  }
  device.call(driver::ArrayCopy{.destination = {.array = to.handle(), .origin = origin},
                                .source = {.array = from.handle(), .origin = region.origin},
                                .extent = region.extent,
                                .element_size = to.descriptor().element_size(),
                                .stream = order.handle()});
}

}  // namespace texelscope::gpu
