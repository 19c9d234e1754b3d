#include "texelscope/gpu/resource_descriptor.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/driver/array_rules.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"

// Rules of CUDA_RESOURCE_DESC (CUDA driver API, cuTexObjectCreate).
namespace texelscope::gpu {
namespace {

/// Linear memory to be read as texels.
struct Memory {
  const BufferBox& buffer;
  const char* kind;
  ArrayDescriptor texels;
  std::size_t offset_bytes;

  [[noreturn]] void refuse(const std::string& reason) const {
    throw_on<InvalidArgument>(*buffer.device(), "{} of {} at byte {} of a buffer of {}: {}", kind, to_string(texels),
                              offset_bytes,
                              buffer.has_known_size() ? std::to_string(buffer.size_bytes()) : "unknown size", reason);
  }

  /// Common rules of both kinds of memory.
  void check() const {
    if (const std::string refusal = texel_refusal(texels.format, texels.num_channels); !refusal.empty()) {
      refuse(refusal);
    }
    const std::size_t alignment = buffer.device()->properties().texture_alignment;
    if (alignment > 1 && (buffer.pointer().value + offset_bytes) % alignment != 0) {
      refuse(
          fmt::format("its first byte is not aligned to this device's texture alignment of {}: use an offset that "
                      "is a multiple of it",
                      alignment));
    }
  }

  [[nodiscard]] std::size_t bytes_left() const {
    return buffer.size_bytes() - std::min(offset_bytes, buffer.size_bytes());
  }
  void check_room(std::uint64_t needs_bytes) const {
    if (needs_bytes > bytes_left()) {
      refuse(fmt::format("it needs {} bytes, but only {} are left: use a larger buffer or fewer texels", needs_bytes,
                         bytes_left()));
    }
  }
};

/// @throws InvalidArgument if the resource is of a different kind than `wanted`.
template <class Box>
const std::shared_ptr<Box>& require_kind(const std::shared_ptr<Box>& box, const ResourceFacts& facts,
                                         const char* wanted) {
  if (!box) {
    throw InvalidArgument(fmt::format("this resource is {}, not {}: check its kind first", to_string(facts), wanted));
  }
  return box;
}

}  // namespace

ResourceDescriptor ResourceDescriptor::from_array(const CUDAArray& array) {
  ResourceDescriptor resource;
  resource.facts_ = {ResourceKind::array, require_open(array.box(), "array").descriptor(), 1};
  resource.array_ = array.box();
  return resource;
}

ResourceDescriptor ResourceDescriptor::from_mipmapped_array(const MipmappedArray& array) {
  const MipmappedArrayBox& box = require_open(array.box(), "mipmapped array");
  ResourceDescriptor resource;
  resource.facts_ = {ResourceKind::mipmapped_array, box.descriptor(), box.num_levels()};
  resource.mipmapped_array_ = array.box();
  return resource;
}

ResourceDescriptor ResourceDescriptor::from_linear(const Buffer& buffer, DataType format, int num_channels,
                                                   std::size_t offset_bytes, std::optional<std::size_t> size_bytes) {
  const BufferBox& box = require_open(buffer.box(), "buffer");
  Memory memory{box, "linear memory", {Extent(1), format, num_channels}, offset_bytes};
  memory.check();
  if (!size_bytes) {
    static_cast<void>(box.known_size());
  }
  const std::size_t size = size_bytes.value_or(memory.bytes_left());
  const std::size_t element_size = memory.texels.element_size();
  if (size < element_size || size % element_size != 0) {
    memory.refuse(
        fmt::format("{} bytes are not a positive multiple of the element size of {} bytes", size, element_size));
  }
  memory.texels.shape = Extent(size / element_size);
  memory.check_room(size);
  const std::uint64_t limit = box.device()->properties().max_texture_1d_linear[0];
  if (memory.texels.shape.width() > limit) {
    memory.refuse(fmt::format("{} elements exceed this device's limit of {} for linear textures: use fewer",
                              memory.texels.shape.width(), limit));
  }
  ResourceDescriptor resource;
  resource.facts_ = {ResourceKind::linear, memory.texels, 1};
  resource.buffer_ = buffer.box();
  resource.offset_bytes_ = offset_bytes;
  return resource;
}

ResourceDescriptor ResourceDescriptor::from_pitch_2d(const Buffer& buffer, DataType format, int num_channels,
                                                     const PitchedRows& rows, std::size_t offset_bytes) {
  const BufferBox& box = require_open(buffer.box(), "buffer");
  const Memory memory{box, "pitched memory", {Extent(rows.width, rows.height), format, num_channels}, offset_bytes};
  memory.check();
  const DeviceProperties& device = box.device()->properties();
  const auto& limits = device.max_texture_2d_linear;
  if (rows.width == 0 || rows.height == 0 || rows.width > limits[0] || rows.height > limits[1]) {
    memory.refuse(fmt::format("its extents must be from 1 to this device's limit for pitched textures of {}x{}",
                              limits[0], limits[1]));
  }
  // The extents are below the limits, so no product overflows.
  const std::uint64_t row_bytes = rows.width * memory.texels.element_size();
  if (rows.pitch_bytes < row_bytes || rows.pitch_bytes > device.max_texture_2d_linear_pitch) {
    memory.refuse(fmt::format("a pitch of {} bytes is out of range: use {} (one row) to {} (this device's limit)",
                              rows.pitch_bytes, row_bytes, device.max_texture_2d_linear_pitch));
  }
  if (device.texture_pitch_alignment > 1 && rows.pitch_bytes % device.texture_pitch_alignment != 0) {
    memory.refuse(fmt::format(
        "a pitch of {} bytes is not a multiple of this device's texture pitch alignment of {}: use a multiple of it",
        rows.pitch_bytes, device.texture_pitch_alignment));
  }
  memory.check_room((rows.height - 1) * rows.pitch_bytes + row_bytes);
  ResourceDescriptor resource;
  resource.facts_ = {ResourceKind::pitch_2d, memory.texels, 1};
  resource.buffer_ = buffer.box();
  resource.offset_bytes_ = offset_bytes;
  resource.pitch_bytes_ = rows.pitch_bytes;
  return resource;
}

std::string to_string(const ResourceView& view) {
  return fmt::format("as {}, levels {} to {}, layers {} to {}",
                     texel_text(view.format, view.num_channels, view.encoding), view.first_level, view.last_level,
                     view.first_layer, view.last_layer);
}

ResourceView ResourceDescriptor::whole_view() const {
  const ResourceFacts& facts = whole_facts();
  const ArrayDescriptor& texels = facts.texels;
  const ResourceView view{.format = texels.format,
                          .num_channels = texels.num_channels,
                          .encoding = texels.encoding,
                          .last_level = facts.num_levels - 1,
                          .last_layer = texels.num_layers - 1};
  if (const std::string refusal = view_refusal(facts, view); !refusal.empty()) {
    throw InvalidArgument(fmt::format("view of {}: {}", to_string(facts), refusal));
  }
  return view;
}

ResourceDescriptor ResourceDescriptor::viewed(const ResourceView& view) const {
  const ResourceFacts& facts = whole_facts();
  if (const std::string refusal = view_refusal(facts, view); !refusal.empty()) {
    throw_on<InvalidArgument>(*device().box(), "view of {} {}: {}", to_string(facts), to_string(view), refusal);
  }
  ResourceDescriptor result = *this;
  result.whole_facts_ = facts;
  result.facts_ = viewed_facts(facts, view);
  result.view_ = view;
  return result;
}

Device ResourceDescriptor::device() const {
  return Device{array_ ? array_->device() : mipmapped_array_ ? mipmapped_array_->device() : buffer_->device()};
}

CUDAArray ResourceDescriptor::array() const { return CUDAArray{require_kind(array_, facts_, "array")}; }

MipmappedArray ResourceDescriptor::mipmapped_array() const {
  return MipmappedArray{require_kind(mipmapped_array_, facts_, "mipmapped array")};
}

Buffer ResourceDescriptor::buffer() const { return Buffer{require_kind(buffer_, facts_, "buffer")}; }

}  // namespace texelscope::gpu
