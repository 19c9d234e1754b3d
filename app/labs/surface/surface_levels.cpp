#include "app/labs/surface/surface_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/device/scoped_synchronize.h"
#include "app/labs/surface/surface_stroke.h"
#include "app/labs/surface/surface_values.h"
#include "app/texture/sample_texture.h"

namespace texelscope::app {
namespace {

/// Textures read 8- and 16-bit channels as floats from 0 to 1, since only floats can be filtered.
bool is_read_normalized(gpu::DataType format) {
  return !gpu::is_floating_point(format) && gpu::size_bytes(format) <= 2;
}

ResultKind result_kind_of(gpu::DataType format) {
  return gpu::is_floating_point(format) || is_read_normalized(format) ? ResultKind::floats
         : gpu::is_signed_integer(format)                             ? ResultKind::signed_integers
                                                                      : ResultKind::unsigned_integers;
}

/// The value of a fetched channel in the texels' own numbers.
double value_of(std::uint32_t bits, gpu::DataType format) {
  switch (result_kind_of(format)) {
    case ResultKind::floats:
      return static_cast<double>(std::bit_cast<float>(bits)) * (is_read_normalized(format) ? white_of(format) : 1);
    case ResultKind::signed_integers:
      return static_cast<std::int32_t>(bits);
    case ResultKind::unsigned_integers:
      return bits;
  }
  return 0;
}

std::byte shown(double brightness) {
  return static_cast<std::byte>(std::isnan(brightness) ? 255 : std::clamp(brightness, 0.0, 1.0) * 255 + 0.5);
}

}  // namespace

SurfaceLevels::SurfaceLevels(const gpu::Device& device, const gpu::ArrayDescriptor& descriptor, unsigned num_levels)
    : stream_{device.create_stream("surface lab")},
      array_{gpu::MipmappedArray::from_descriptor(device, descriptor, num_levels)} {
  for (unsigned level = 0; level < num_levels; ++level) {
    const gpu::CUDAArray each = array_.level(level);
    descriptors_.push_back(each.descriptor());
    surfaces_.push_back(gpu::SurfaceObject::from_array(each));
  }
}

void SurfaceLevels::write(std::size_t level, const SurfaceStroke& stroke) const {
  write_stroke(surfaces_[level], stroke, stream_);
  stream_.synchronize();
}

void SurfaceLevels::set(std::size_t level, std::span<const std::byte> texels) const {
  const ScopedSynchronize upload(stream_);
  surfaces_[level].array().copy_from(texels, stream_);
}

std::vector<std::byte> SurfaceLevels::texels(std::size_t level) const {
  std::vector<std::byte> bytes(descriptors_[level].size_bytes());
  const ScopedSynchronize wait(stream_);
  surfaces_[level].array().copy_to(bytes, stream_);
  stream_.synchronize();
  return bytes;
}

bool SurfaceLevels::can_filter() const { return result_kind_of(array_.descriptor().format) == ResultKind::floats; }

gpu::TextureObject SurfaceLevels::make_texture(gpu::FilterMode filter) const {
  gpu::TextureDescriptor texture;
  texture.normalized_coords = true;
  texture.filter_mode = can_filter() ? filter : gpu::FilterMode::point;
  texture.read_mode =
      is_read_normalized(array_.descriptor().format) ? gpu::ReadMode::normalized_float : gpu::ReadMode::element;
  texture.max_mipmap_level_clamp = static_cast<float>(num_levels() - 1);
  return gpu::TextureObject::from_resource(gpu::ResourceDescriptor::from_mipmapped_array(array_), texture);
}

std::shared_ptr<const Image> SurfaceLevels::sampled(std::size_t level, gpu::FilterMode filter, double white, int width,
                                                    int height) const {
  const gpu::DataType format = array_.descriptor().format;
  const int channels = array_.descriptor().num_channels;
  std::vector<kernels::TextureFetch> fetches;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      kernels::TextureFetch& fetch = fetches.emplace_back();
      fetch.operation = kernels::TextureOperation::sample_level;
      fetch.x = (static_cast<float>(x) + 0.5F) / static_cast<float>(width);
      fetch.y = (static_cast<float>(y) + 0.5F) / static_cast<float>(height);
      fetch.level = static_cast<float>(level);
    }
  }
  const std::size_t count = fetches.size();
  std::vector<FetchedTexel> results(count);
  const gpu::TextureObject texture = make_texture(filter);
  const gpu::Buffer from = device().allocate(count * sizeof(kernels::TextureFetch), stream_);
  const gpu::Buffer to = device().allocate(count * sizeof(FetchedTexel), stream_);
  {
    const ScopedSynchronize work(stream_);
    from.copy_from(std::as_bytes(std::span(fetches)), stream_);
    schedule_fetches(texture, result_kind_of(format), from, to, static_cast<std::int64_t>(count), FetchRoute::fetch,
                     stream_);
    to.copy_to(std::as_writable_bytes(std::span(results)), stream_);
  }
  auto image = std::make_shared<Image>(Image{width, height, 4, gpu::DataType::uint8, {}});
  image->pixels.reserve(count * 4);
  for (const FetchedTexel& texel : results) {
    const std::byte first = shown(value_of(texel[0], format) / white);
    const std::byte second = channels == 1 ? first : shown(value_of(texel[1], format) / white);
    const std::byte third = channels == 1   ? first
                            : channels == 2 ? std::byte{0}
                                            : shown(value_of(texel[2], format) / white);
    image->pixels.insert(image->pixels.end(), {first, second, third, std::byte{255}});
  }
  return image;
}

}  // namespace texelscope::app
