#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gpu/mipmap/filter_pass.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using mipmap::ChannelStorage;

/// The reason why these levels cannot be generated; empty if they can.
std::string generation_refusal(const ArrayDescriptor& array, const LevelGeneration& how) {
  if (array.encoding > TexelEncoding::normalized) {
    return fmt::format(
        "{} texels can be decoded but not encoded: generate the levels from plain texels, and compress each level",
        to_string(array.encoding));
  }
  if (how.filter > LevelFilter::kaiser) {
    return fmt::format("unknown filter {}: use box or kaiser", static_cast<int>(how.filter));
  }
  if (how.is_srgb && (array.format != DataType::uint8 || array.num_channels != 4)) {
    return "sRGB requires uint8 with 4 channels: turn off is_srgb";
  }
  for (int axis = 0; axis < array.shape.rank(); ++axis) {
    if (how.address_mode[axis] > AddressMode::mirror) {
      return fmt::format(
          "unsupported address mode {} on axis {}: filters have no border color; use clamp, wrap or "
          "mirror",
          to_string(how.address_mode[axis]), axis);
    }
  }
  return "";
}

/// Texels of one level in device memory, without gaps.
struct PackedTexels {
  Buffer memory;
  ChannelStorage storage;
  /// Texels along x, y, and z or the slices.
  std::array<std::int32_t, 3> extent;
};

std::size_t channel_bytes(ChannelStorage storage) {
  return storage == ChannelStorage::between_double  ? 8
         : storage == ChannelStorage::between_float ? 4
                                                    : size_bytes(static_cast<DataType>(storage));
}

template <class Pointer>
Pointer pointer_to(const Buffer& memory) {
  return reinterpret_cast<Pointer>(memory.handle().value);
}

class Generator {
 public:
  Generator(const Device& device, const ArrayDescriptor& base, const LevelGeneration& how, const Stream& stream)
      : device_{device}, base_{base}, how_{how}, stream_{stream} {}

  [[nodiscard]] PackedTexels read(const CUDAArray& level) const {
    PackedTexels texels = allocate(storage(), extent_of(level.descriptor()));
    level.copy_to(texels.memory, stream_);
    return texels;
  }

  /// The texels of `level`, from those of the previous level.
  [[nodiscard]] PackedTexels next(PackedTexels texels, const ArrayDescriptor& level) const {
    const std::array<std::int32_t, 3> wanted = extent_of(level);
    const int count = shrinking_axes(texels.extent, wanted);
    int done = 0;
    for (int axis = 0; axis < base_.shape.rank(); ++axis) {
      const auto index = static_cast<std::size_t>(axis);
      if (texels.extent[index] != wanted[index]) {
        ++done;
        texels = shrunk(texels, axis, wanted[index], done == count ? storage() : between());
      }
    }
    return texels;
  }

 private:
  [[nodiscard]] ChannelStorage storage() const { return static_cast<ChannelStorage>(base_.format); }
  /// A float is precise enough for 8 and 16 bits.
  [[nodiscard]] ChannelStorage between() const {
    return size_bytes(base_.format) == 4 ? ChannelStorage::between_double : ChannelStorage::between_float;
  }

  [[nodiscard]] static std::array<std::int32_t, 3> extent_of(const ArrayDescriptor& level) {
    const Extent all = level.copy_extent();
    return {static_cast<std::int32_t>(all.width()), static_cast<std::int32_t>(all.height()),
            static_cast<std::int32_t>(all.depth())};
  }
  static int shrinking_axes(const std::array<std::int32_t, 3>& from, const std::array<std::int32_t, 3>& to) {
    int count = 0;
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
      count += from[axis] != to[axis] ? 1 : 0;
    }
    return count;
  }

  [[nodiscard]] PackedTexels allocate(ChannelStorage storage, const std::array<std::int32_t, 3>& extent) const {
    const std::size_t texels =
        static_cast<std::size_t>(extent[0]) * static_cast<std::size_t>(extent[1]) * static_cast<std::size_t>(extent[2]);
    return {device_.allocate(texels * static_cast<std::size_t>(base_.num_channels) * channel_bytes(storage), stream_),
            storage, extent};
  }

  [[nodiscard]] PackedTexels shrunk(const PackedTexels& from, int axis, std::int32_t extent,
                                    ChannelStorage storage) const {
    const auto index = static_cast<std::size_t>(axis);
    std::array<std::int32_t, 3> made_extent = from.extent;
    made_extent[index] = extent;
    PackedTexels made = allocate(storage, made_extent);
    const Buffer weights = device_.allocate(
        mipmap::weight_count(how_.filter, static_cast<std::uint64_t>(extent)) * sizeof(double), stream_);
    mipmap::fill_weights(stream_, pointer_to<double*>(weights), how_.filter, from.extent[index], extent);
    mipmap::filter(stream_, {.source = pointer_to<const std::byte*>(from.memory),
                             .destination = pointer_to<std::byte*>(made.memory),
                             .weights = pointer_to<const double*>(weights),
                             .taps = mipmap::tap_count(how_.filter),
                             .axis = axis,
                             .extent = {made_extent[0], made_extent[1], made_extent[2]},
                             .source_extent = from.extent[index],
                             .num_channels = base_.num_channels,
                             .address_mode = static_cast<std::int32_t>(how_.address_mode[axis]),
                             .from = from.storage,
                             .to = storage,
                             .is_srgb = how_.is_srgb,
                             .is_normalized = base_.encoding == TexelEncoding::normalized});
    return made;
  }

  const Device& device_;
  const ArrayDescriptor& base_;
  const LevelGeneration& how_;
  const Stream& stream_;
};

}  // namespace

void MipmappedArray::generate_levels(const Stream& stream, const LevelGeneration& how) const {
  const MipmappedArrayBox& box = require_open(box_, "mipmapped array");
  const DeviceBox& owner = *box.device();
  static_cast<void>(require_stream(stream, owner, "mipmapped array"));
  if (const std::string refusal = generation_refusal(box.descriptor(), how); !refusal.empty()) {
    throw_on<InvalidArgument>(owner, "cannot generate the levels of mipmapped array {}: {}",
                              to_string(box.descriptor()), refusal);
  }
  if (box.num_levels() == 1) {
    return;
  }
  const Device on = device();
  const Generator generator{on, box.descriptor(), how, stream};
  PackedTexels texels = generator.read(level(0));
  for (unsigned index = 1; index < box.num_levels(); ++index) {
    const CUDAArray made = level(index);
    texels = generator.next(std::move(texels), made.descriptor());
    made.copy_from(texels.memory, stream);
  }
}

}  // namespace texelscope::gpu
