#include "app/interop/gl_sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/common/error.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using render::gl::SampledFormat;
using render::gl::SampledWrap;

[[noreturn]] void refuse(const gpu::ArrayDescriptor& array, const char* what) {
  throw gpu::InvalidArgument(
      fmt::format("OpenGL has no equivalent of a texture of {} with {}; use normalized coordinates and reads, one "
                  "address mode, and no 32-bit integers",
                  to_string(array), what));
}

SampledFormat gl_format(const gpu::ArrayDescriptor& array) {
  switch (array.format) {
    case gpu::DataType::uint8:
      return SampledFormat::uint8;
    case gpu::DataType::uint16:
      return SampledFormat::uint16;
    case gpu::DataType::int8:
      return SampledFormat::int8;
    case gpu::DataType::int16:
      return SampledFormat::int16;
    case gpu::DataType::float16:
      return SampledFormat::float16;
    case gpu::DataType::float32:
      return SampledFormat::float32;
    case gpu::DataType::uint32:
    case gpu::DataType::int32:
      break;
  }
  refuse(array, "32-bit integers");
}

SampledWrap gl_wrap(gpu::AddressMode mode) {
  switch (mode) {
    case gpu::AddressMode::clamp:
      return SampledWrap::clamp;
    case gpu::AddressMode::border:
      return SampledWrap::border;
    case gpu::AddressMode::wrap:
      return SampledWrap::repeat;
    case gpu::AddressMode::mirror:
      break;
  }
  return SampledWrap::mirror;
}

}  // namespace

render::gl::SampledTexture gl_texture_like(const gpu::ArrayDescriptor& array, int num_levels,
                                           const gpu::TextureDescriptor& texture, std::span<const std::byte> texels) {
  render::gl::SampledTexture like;
  like.format = gl_format(array);
  if (!gpu::is_floating_point(array.format) && texture.read_mode == gpu::ReadMode::element) {
    refuse(array, "element reads");
  }
  if (!texture.normalized_coords) {
    refuse(array, "coordinates in texels");
  }
  if (array.is_layered()) {
    refuse(array, "layers");
  }
  for (int axis = 0; axis < array.shape.rank(); ++axis) {
    if (texture.address_mode[axis] != texture.address_mode[0]) {
      refuse(array, "different address modes per axis");
    }
    like.size[static_cast<std::size_t>(axis)] = static_cast<int>(array.shape[axis]);
  }
  like.num_channels = array.num_channels;
  like.is_srgb = texture.srgb;
  like.rank = array.shape.rank();
  like.is_cube_map = array.kind == gpu::ArrayKind::cube_map;
  like.num_levels = num_levels;
  like.is_linear_between_levels = texture.mipmap_filter_mode == gpu::FilterMode::linear;
  like.max_anisotropy = static_cast<float>(std::max(texture.max_anisotropy, 1U));
  like.is_linear = texture.filter_mode == gpu::FilterMode::linear;
  like.wrap = gl_wrap(texture.address_mode[0]);
  like.border = texture.border_color;
  like.texels = texels;
  return like;
}

render::gl::SamplingCoordinates gl_coordinates(const SamplingPlane& plane, const kernels::TextureFetch& fetch) {
  using render::gl::SamplingOperation;
  const auto as_array = [](const kernels::Float3& vector) { return std::array{vector.x, vector.y, vector.z}; };
  return {.by_x = as_array(plane.by_x),
          .by_y = as_array(plane.by_y),
          .origin = as_array(plane.origin),
          .operation = fetch.operation == kernels::TextureOperation::sample_level       ? SamplingOperation::level
                       : fetch.operation == kernels::TextureOperation::sample_gradients ? SamplingOperation::gradients
                                                                                        : SamplingOperation::sample,
          .level = fetch.level,
          .dx = std::to_array(fetch.dx),
          .dy = std::to_array(fetch.dy)};
}

SoftwareGl open_software_gl() {
  try {
    render::gl::EglContext context({});
    const render::gl::ContextInfo& info = context.info();
    if (!info.is_software) {
      return {std::nullopt,
              fmt::format("OpenGL runs on {}; install libgl1-mesa-dri for the software renderer", info.renderer)};
    }
    std::string renderer = info.renderer;
    return {std::move(context), std::move(renderer)};
  } catch (const render::Unavailable& error) {
    return {std::nullopt, error.what()};
  }
}

}  // namespace texelscope::app
