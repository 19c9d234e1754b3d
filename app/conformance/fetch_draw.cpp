#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/conformance/draw.h"
#include "app/conformance/texture_case.h"

namespace texelscope::app {
namespace {

using kernels::TextureFetch;
using kernels::TextureOperation;

TextureOperation operation_of(ConformanceGroup group, Random& random) {
  switch (group) {
    case ConformanceGroup::levels:
      // A plain sample reads level 0, even if there are more levels.
      return random.is_one_in(16) ? TextureOperation::sample : TextureOperation::sample_level;
    case ConformanceGroup::gradients:
    case ConformanceGroup::anisotropy:
      return TextureOperation::sample_gradients;
    case ConformanceGroup::gathers:
      return TextureOperation::gather;
    case ConformanceGroup::linear_memory:
      return TextureOperation::element;
    default:
      return TextureOperation::sample;
  }
}

void draw_gradients(const TextureSetup& setup, bool is_anisotropic, TextureFetch& fetch, Random& random) {
  const auto levels = static_cast<int>(setup.levels.size());
  // One side of an anisotropic footprint is long; which one is random.
  const bool is_x_long = random.is_one_in(2);
  const int axes = num_coordinates(fetch.shape);
  for (int axis = 0; axis < axes; ++axis) {
    const std::uint64_t extent = is_cube_map(fetch.shape) ? setup.array.shape.width() : setup.array.shape[axis];
    const auto draw = [&](bool is_long) {
      return draw_derivative(extent, setup.texture.normalized_coords, is_anisotropic && is_long ? levels + 3 : levels,
                             random);
    };
    fetch.dx[axis] = draw(is_x_long);
    fetch.dy[axis] = draw(!is_x_long);
  }
}

std::string floats_text(const float* values, int count) {
  std::string decimal;
  std::string bits;
  for (int i = 0; i < count; ++i) {
    decimal += fmt::format("{}{}", i == 0 ? "" : ", ", values[i]);
    bits += fmt::format("{}{:08x}", i == 0 ? "" : " ", std::bit_cast<std::uint32_t>(values[i]));
  }
  return fmt::format("({}) [{}]", decimal, bits);
}

}  // namespace

std::vector<TextureFetch> draw_fetches(const ConformanceClass& made, const TextureSetup& setup, std::size_t count,
                                       Random& random) {
  const gpu::ArrayDescriptor& array = setup.array;
  const bool is_normalized = setup.texture.normalized_coords;
  TextureFetch common;
  common.shape = made.shape;
  std::vector<TextureFetch> fetches(count, common);
  for (TextureFetch& fetch : fetches) {
    fetch.operation = operation_of(made.group, random);
    if (fetch.operation == TextureOperation::element) {
      const auto number = [&] { return random.between(0, static_cast<int>(array.shape.width()) - 1); };
      fetch.element = random.is_one_in(4) ? draw_number(array.shape.width(), random) : number();
      continue;
    }
    if (is_cube_map(made.shape)) {
      const auto [x, y, z] = draw_direction(array.shape.width(), random);
      fetch.x = x;
      fetch.y = y;
      fetch.z = z;
    } else {
      float* const coordinates[] = {&fetch.x, &fetch.y, &fetch.z};
      for (int axis = 0; axis < num_coordinates(made.shape); ++axis) {
        *coordinates[axis] = draw_coordinate(array.shape[axis], is_normalized, random);
      }
    }
    if (is_layered(made.shape)) {
      fetch.layer = draw_number(array.num_layers, random);
    }
    if (fetch.operation == TextureOperation::sample_level) {
      fetch.level = draw_level(setup.levels.size(), random);
    } else if (fetch.operation == TextureOperation::sample_gradients) {
      draw_gradients(setup, made.group == ConformanceGroup::anisotropy, fetch, random);
    } else if (fetch.operation == TextureOperation::gather) {
      fetch.component = random.between(0, 3);
    }
  }
  return fetches;
}

std::string to_string(const TextureFetch& fetch) {
  if (fetch.operation == TextureOperation::element) {
    return fmt::format("element {}", fetch.element);
  }
  const int axes = num_coordinates(fetch.shape);
  const float at[] = {fetch.x, fetch.y, fetch.z};
  std::string text = fmt::format("at {}", floats_text(at, axes));
  if (is_layered(fetch.shape)) {
    text += fmt::format(" of layer {}", fetch.layer);
  }
  if (fetch.operation == TextureOperation::sample_level) {
    text += fmt::format(", level {}", floats_text(&fetch.level, 1));
  } else if (fetch.operation == TextureOperation::sample_gradients) {
    text += fmt::format(", derivatives {} and {}", floats_text(fetch.dx, axes), floats_text(fetch.dy, axes));
  } else if (fetch.operation == TextureOperation::gather) {
    text += fmt::format(", component {}", fetch.component);
  }
  return text;
}

}  // namespace texelscope::app
