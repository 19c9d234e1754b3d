#include "app/instruments/bench/texture_measurement.h"

#include <fmt/format.h>

#include <string_view>

#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::DataType;
using gpu::Extent;
using gpu::FilterMode;
using kernels::TextureOperation;
using kernels::TextureShape;

struct Format {
  DataType type;
  int channels;
  bool is_srgb = false;
};

constexpr Format rgba8{DataType::uint8, 4};
constexpr Format srgb8{DataType::uint8, 4, true};
constexpr Format r8{DataType::uint8, 1};
constexpr Format rgba16{DataType::uint16, 4};
constexpr Format rgba16f{DataType::float16, 4};
constexpr Format r32f{DataType::float32, 1};
constexpr Format rgba32f{DataType::float32, 4};

constexpr Format all_formats[] = {rgba8,
                                  {DataType::uint8, 2},
                                  r8,
                                  srgb8,
                                  {DataType::int8, 4},
                                  rgba16,
                                  {DataType::uint16, 1},
                                  {DataType::int16, 4},
                                  rgba16f,
                                  {DataType::float16, 1},
                                  rgba32f,
                                  {DataType::float32, 2},
                                  r32f};
constexpr Format common_formats[] = {rgba8, srgb8, rgba16f, rgba32f, r32f};

const Extent one_line(4096);
const Extent square(1024, 1024);
const Extent cube(128, 128, 128);
const Extent face(512, 512);

TextureSpeedCase make_case(const Format& format, const Extent& shape, FilterMode filter, AddressMode mode) {
  TextureSpeedCase made;
  made.array.shape = shape;
  made.array.format = format.type;
  made.array.num_channels = format.channels;
  made.texture.filter_mode = filter;
  made.texture.address_mode = mode;
  made.texture.normalized_coords = true;
  made.texture.srgb = format.is_srgb;
  made.texture.read_mode =
      gpu::is_floating_point(format.type) ? gpu::ReadMode::element : gpu::ReadMode::normalized_float;
  made.texture.border_color = {0.25F, 0.5F, 0.75F, 1};
  return made;
}

/// A texture with all levels of which each fetch blends two.
TextureSpeedCase make_level_case(const Format& format, const Extent& shape, TextureOperation operation) {
  TextureSpeedCase made = make_case(format, shape, FilterMode::linear, AddressMode::clamp);
  made.num_levels = static_cast<int>(gpu::full_level_count(shape));
  made.texture.mipmap_filter_mode = FilterMode::linear;
  made.texture.max_mipmap_level_clamp = static_cast<float>(made.num_levels);
  made.fetch.operation = operation;
  made.fetch.shape = shape.rank() == 3 ? TextureShape::texture_3d : TextureShape::texture_2d;
  made.fetch.level = 0.4F;
  return made;
}

/// A footprint of `length` texels along a slanted line, and of 1.3 texels across.
TextureSpeedCase make_gradient_case(const Format& format, const Extent& shape, float length, unsigned max_anisotropy) {
  TextureSpeedCase made = make_level_case(format, shape, TextureOperation::sample_gradients);
  made.texture.max_anisotropy = max_anisotropy;
  const float texel = 1.0F / static_cast<float>(shape.width());
  const float along[] = {0.8F * texel, 0.6F * texel};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    made.fetch.dx[axis] = length * along[axis];
    made.fetch.dy[axis] = 1.3F * (axis == 0 ? -along[1] : along[0]);
  }
  made.has_same_image = false;
  return made;
}

TextureSpeedCase make_cube_case(const Format& format) {
  TextureSpeedCase made = make_level_case(format, face, TextureOperation::sample_level);
  made.array.kind = gpu::ArrayKind::cube_map;
  made.fetch.shape = TextureShape::cube_map;
  made.texture.seamless_cubemap = true;
  return made;
}

std::string_view suffix_of(const TextureSpeedCase& any) {
  return any.is_plain_sample()                                   ? ""
         : any.fetch.operation == TextureOperation::sample_level ? " level"
         : any.texture.max_anisotropy > 1                        ? " anisotropy"
                                                                 : " gradients";
}

}  // namespace

DataType TextureSpeedCase::result_format() const {
  return array.format == DataType::uint8 && is_plain_sample() ? DataType::uint8 : DataType::float32;
}

std::string format_name_of(const TextureSpeedCase& any) {
  if (any.texture.srgb) {
    return "SRGB8_ALPHA8";
  }
  constexpr const char* channels[] = {"", "R", "RG", "", "RGBA"};
  const char* const suffix = gpu::is_floating_point(any.array.format)   ? "F"
                             : gpu::is_signed_integer(any.array.format) ? "_SNORM"
                                                                        : "";
  return fmt::format("{}{}{}", channels[any.array.num_channels], 8 * size_bytes(any.array.format), suffix);
}

std::string name_of(const TextureSpeedCase& any) {
  return fmt::format("{} {} {} {}{}", any.array.is_cube_map() ? "cube" : fmt::format("{}D", any.array.shape.rank()),
                     format_name_of(any), to_string(any.texture.filter_mode), to_string(any.texture.address_mode[0]),
                     suffix_of(any));
}

std::vector<TextureSpeedCase> texture_cases() {
  std::vector<TextureSpeedCase> cases;
  for (const FilterMode filter : {FilterMode::linear, FilterMode::point}) {
    for (const Format& format : all_formats) {
      cases.push_back(make_case(format, square, filter, AddressMode::clamp));
    }
    for (const AddressMode mode : {AddressMode::wrap, AddressMode::mirror, AddressMode::border}) {
      for (const Format& format : {rgba8, r8, rgba16, rgba32f, r32f}) {
        cases.push_back(make_case(format, square, filter, mode));
      }
    }
    for (const Extent& shape : {one_line, cube}) {
      for (const Format& format : common_formats) {
        cases.push_back(make_case(format, shape, filter, AddressMode::clamp));
      }
    }
  }
  for (const Format& format : common_formats) {
    cases.push_back(make_level_case(format, square, TextureOperation::sample_level));
  }
  for (const Format& format : {rgba8, rgba32f}) {
    cases.push_back(make_level_case(format, cube, TextureOperation::sample_level));
    cases.push_back(make_cube_case(format));
    cases.push_back(make_gradient_case(format, square, 1.3F, 1));
    cases.push_back(make_gradient_case(format, cube, 1.3F, 1));
    cases.push_back(make_gradient_case(format, square, 10, 8));
  }
  return cases;
}

}  // namespace texelscope::app
