#include "app/instruments/bench/texture_measurement.h"

#include <fmt/format.h>

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::DataType;
using gpu::Extent;
using gpu::FilterMode;

struct Format {
  DataType type;
  int channels;
  bool is_srgb = false;
};

constexpr Format rgba8{DataType::uint8, 4};
constexpr Format srgb8{DataType::uint8, 4, true};
constexpr Format rgba16f{DataType::float16, 4};
constexpr Format r32f{DataType::float32, 1};
constexpr Format rgba32f{DataType::float32, 4};

constexpr Format all_formats[] = {rgba8,
                                  {DataType::uint8, 2},
                                  {DataType::uint8, 1},
                                  srgb8,
                                  {DataType::int8, 4},
                                  {DataType::uint16, 4},
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

}  // namespace

DataType TextureSpeedCase::result_format() const {
  return array.format == DataType::uint8 ? DataType::uint8 : DataType::float32;
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
  return fmt::format("{}D {} {} {}", any.array.shape.rank(), format_name_of(any), to_string(any.texture.filter_mode),
                     to_string(any.texture.address_mode[0]));
}

std::vector<TextureSpeedCase> texture_cases() {
  std::vector<TextureSpeedCase> cases;
  for (const FilterMode filter : {FilterMode::linear, FilterMode::point}) {
    for (const Format& format : all_formats) {
      cases.push_back(make_case(format, square, filter, AddressMode::clamp));
    }
    for (const AddressMode mode : {AddressMode::wrap, AddressMode::mirror, AddressMode::border}) {
      for (const Format& format : {rgba8, rgba32f, r32f}) {
        cases.push_back(make_case(format, square, filter, mode));
      }
    }
    for (const Extent& shape : {one_line, cube}) {
      for (const Format& format : common_formats) {
        cases.push_back(make_case(format, shape, filter, AddressMode::clamp));
      }
    }
  }
  return cases;
}

}  // namespace texelscope::app
