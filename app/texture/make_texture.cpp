#include <fmt/format.h>

#include "app/texture/sample_texture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

using gpu::ResourceDescriptor;
using gpu::ResourceKind;

ResourceDescriptor make_mipmapped_array(const TextureSetup& setup, const gpu::Stream& stream) {
  const auto num_levels = static_cast<unsigned>(setup.levels.size());
  const auto array = gpu::MipmappedArray::from_descriptor(stream.device(), setup.array, num_levels);
  for (unsigned level = 0; level < num_levels; ++level) {
    array.level(level).copy_from(std::span<const std::byte>{setup.levels[level]}, stream);
  }
  return ResourceDescriptor::from_mipmapped_array(array);
}

ResourceDescriptor make_pitched_rows(const TextureSetup& setup, const gpu::Stream& stream) {
  const gpu::ArrayDescriptor& array = setup.array;
  const auto width_bytes = static_cast<std::int64_t>(array.shape.width() * array.element_size());
  const auto height = static_cast<std::int64_t>(array.shape.height());
  const auto alignment = static_cast<std::int64_t>(stream.device().properties().texture_pitch_alignment);
  const std::int64_t pitch = (width_bytes + alignment - 1) / alignment * alignment;
  const gpu::Buffer buffer = stream.device().allocate(static_cast<std::size_t>(pitch * height), stream);
  const gpu::ElementType byte;
  const auto from = gpu::StridedMemoryView::from_host(std::span<const std::byte>{setup.levels[0]},
                                                      gpu::StridedLayout({height, width_bytes}, 1), byte);
  const auto to =
      gpu::StridedMemoryView::from_buffer(buffer, gpu::StridedLayout({height, width_bytes}, {pitch, 1}, 1), byte);
  to.copy_from(from, stream);
  return ResourceDescriptor::from_pitch_2d(
      buffer, array.format, array.num_channels,
      {array.shape.width(), array.shape.height(), static_cast<std::size_t>(pitch)});
}

ResourceDescriptor make_resource(const TextureSetup& setup, const gpu::Stream& stream) {
  const std::span<const std::byte> texels = setup.levels[0];
  switch (setup.resource) {
    case ResourceKind::mipmapped_array:
      return make_mipmapped_array(setup, stream);
    case ResourceKind::linear: {
      const gpu::Buffer buffer = stream.device().allocate(texels.size(), stream);
      buffer.copy_from(texels, stream);
      return ResourceDescriptor::from_linear(buffer, setup.array.format, setup.array.num_channels);
    }
    case ResourceKind::pitch_2d:
      return make_pitched_rows(setup, stream);
    case ResourceKind::array:
      break;
  }
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(stream.device(), setup.array);
  array.copy_from(texels, stream);
  return ResourceDescriptor::from_array(array);
}

}  // namespace

gpu::TextureObject make_texture(const TextureSetup& setup, const gpu::Stream& stream) {
  if (const std::string text = refusal(setup); !text.empty()) {
    throw gpu::InvalidArgument(fmt::format("{}: {}", to_string(setup), text));
  }
  return gpu::TextureObject::from_resource(make_resource(setup, stream), setup.texture);
}

}  // namespace texelscope::app
