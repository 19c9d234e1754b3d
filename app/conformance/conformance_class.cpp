#include "app/conformance/conformance_class.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

using gpu::DataType;
using gpu::FilterMode;
using gpu::ReadMode;
using kernels::BoundaryMode;
using kernels::TextureShape;

constexpr std::array<std::string_view, 9> group_names{"samples",       "cube maps",       "levels",
                                                      "gradients",     "anisotropy",      "gathers",
                                                      "linear memory", "pitch-2D memory", "surfaces"};

struct NamedShape {
  TextureShape shape;
  const char* name;
};
constexpr NamedShape flat_shapes[] = {{TextureShape::texture_1d, "1D"},
                                      {TextureShape::texture_2d, "2D"},
                                      {TextureShape::texture_3d, "3D"},
                                      {TextureShape::layered_1d, "1D layered"},
                                      {TextureShape::layered_2d, "2D layered"}};
constexpr NamedShape cube_shapes[] = {{TextureShape::cube_map, "cube"},
                                      {TextureShape::layered_cube_map, "layered cube"}};

std::vector<NamedShape> all_shapes() {
  std::vector<NamedShape> shapes(std::begin(flat_shapes), std::end(flat_shapes));
  shapes.insert(shapes.end(), std::begin(cube_shapes), std::end(cube_shapes));
  return shapes;
}

const std::vector<DataType> integers{DataType::uint8, DataType::uint16, DataType::uint32,
                                     DataType::int8,  DataType::int16,  DataType::int32};

/// All readings, with each integer element format separate.
std::vector<TexelReading> all_readings() {
  std::vector<TexelReading> readings;
  for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
    const auto name = [&](std::string_view kind) { return fmt::format("{} {}", kind, to_string(filter)); };
    readings.push_back({name("float32"), {DataType::float32}, ReadMode::element, filter});
    readings.push_back({name("float16"), {DataType::float16}, ReadMode::element, filter});
    for (const DataType format : {DataType::uint8, DataType::uint16, DataType::int8, DataType::int16}) {
      readings.push_back(
          {name(fmt::format("{} normalized", to_string(format))), {format}, ReadMode::normalized_float, filter});
    }
    readings.push_back({name("uint8 sRGB"), {DataType::uint8}, ReadMode::normalized_float, filter, true});
  }
  for (const DataType format : integers) {
    readings.push_back({fmt::format("{} point", to_string(format)), {format}});
  }
  return readings;
}

/// All readings, with the integer element formats combined.
std::vector<TexelReading> readings_by_rule() {
  std::vector<TexelReading> readings = all_readings();
  std::erase_if(readings, [](const TexelReading& reading) { return !reading.has_float_results(); });
  readings.push_back({"integers point", integers});
  return readings;
}

using Classes = std::vector<ConformanceClass>;

/// Each shape and reading, without and with the property that `flag` sets.
void add_pairs(Classes& classes, ConformanceGroup group, std::span<const NamedShape> shapes, const char* name,
               bool ConformanceClass::*flag) {
  for (const NamedShape& shape : shapes) {
    for (const TexelReading& reading : all_readings()) {
      for (const bool is_on : {false, true}) {
        classes.push_back(
            {.name = fmt::format("{} {}{}{}", shape.name, reading.name, is_on ? ", " : "", is_on ? name : ""),
             .group = group,
             .shape = shape.shape,
             .reading = reading});
        classes.back().*flag = is_on;
      }
    }
  }
}

void add_levels(Classes& classes, ConformanceGroup group) {
  for (const NamedShape& shape : all_shapes()) {
    for (const TexelReading& reading : readings_by_rule()) {
      for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
        if (filter == FilterMode::point || reading.has_float_results()) {
          classes.push_back(
              {.name = fmt::format("{} {}, {} {}", shape.name, reading.name, to_string(group), to_string(filter)),
               .group = group,
               .shape = shape.shape,
               .reading = reading,
               .mip_filter = filter});
        }
      }
    }
  }
}

void add_anisotropy(Classes& classes) {
  for (const NamedShape& shape : all_shapes()) {
    if (num_coordinates(shape.shape) < 2) {
      continue;
    }
    for (const TexelReading& reading : readings_by_rule()) {
      classes.push_back({.name = fmt::format("{} {}, anisotropic", shape.name, reading.name),
                         .group = ConformanceGroup::anisotropy,
                         .shape = shape.shape,
                         .reading = reading});
    }
  }
}

void add_other_memory(Classes& classes) {
  const auto add = [&](const char* name, ConformanceGroup group, TextureShape shape, const TexelReading& reading) {
    classes.push_back(
        {.name = fmt::format("{} {}", name, reading.name), .group = group, .shape = shape, .reading = reading});
  };
  for (const TexelReading& reading : all_readings()) {
    add("gather", ConformanceGroup::gathers, TextureShape::texture_2d, reading);
  }
  for (const TexelReading& reading : all_readings()) {
    if (reading.filter == FilterMode::point && !reading.is_srgb) {
      add("linear memory", ConformanceGroup::linear_memory, TextureShape::texture_1d, reading);
    }
  }
  for (const TexelReading& reading : all_readings()) {
    add("pitch-2D memory", ConformanceGroup::pitch_2d_memory, TextureShape::texture_2d, reading);
  }
}

void add_surfaces(Classes& classes) {
  for (const NamedShape& shape : all_shapes()) {
    for (const DataType format : {DataType::uint8, DataType::uint16, DataType::uint32, DataType::int8, DataType::int16,
                                  DataType::int32, DataType::float16, DataType::float32}) {
      for (const BoundaryMode boundary : {BoundaryMode::clamp, BoundaryMode::zero}) {
        classes.push_back({.name = fmt::format("surface {} {}, {}", shape.name, to_string(format), to_string(boundary)),
                           .group = ConformanceGroup::surfaces,
                           .shape = shape.shape,
                           .reading = {.name = std::string(to_string(format)), .formats = {format}},
                           .boundary = boundary});
      }
    }
  }
}

}  // namespace

std::string_view to_string(ConformanceGroup group) noexcept { return group_names[static_cast<std::size_t>(group)]; }

bool TexelReading::has_float_results() const {
  return read == ReadMode::normalized_float || is_floating_point(formats.front());
}

std::vector<ConformanceClass> conformance_classes() {
  Classes classes;
  add_pairs(classes, ConformanceGroup::samples, flat_shapes, "border", &ConformanceClass::has_border);
  add_pairs(classes, ConformanceGroup::cube_maps, cube_shapes, "seamless", &ConformanceClass::is_seamless);
  add_levels(classes, ConformanceGroup::levels);
  add_levels(classes, ConformanceGroup::gradients);
  add_anisotropy(classes);
  add_other_memory(classes);
  add_surfaces(classes);
  return classes;
}

}  // namespace texelscope::app
