#include "app/texture/fetch_list.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "app/texture/texel_numbers.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::InvalidArgument;
using kernels::TextureFetch;
using kernels::TextureOperation;
using kernels::TextureShape;

constexpr double largest_int = 2147483647.0;

/// The names of the columns, for errors: "x, y, layer".
std::string column_names(TextureShape shape) {
  constexpr const char* names[] = {"x", "x, y", "x, y, z"};
  return fmt::format("{}{}", names[num_coordinates(shape) - 1], is_layered(shape) ? ", layer" : "");
}

int whole_number(float value, const char* what, std::size_t row) {
  if (!(std::abs(value) <= largest_int) || value != std::trunc(value)) {
    throw InvalidArgument(fmt::format("row {}: {} {} is not a 32-bit integer", row, what, value));
  }
  return static_cast<int>(static_cast<double>(value));
}

/// The numbers of an array of floats, in rows.
struct Rows {
  std::vector<float> numbers;
  std::size_t num_columns;
  std::size_t count;
  /// The original shape, for errors.
  std::string shape;
};

Rows rows_of(const gpu::StridedMemoryView& coordinates) {
  if (coordinates.type() != gpu::ElementType(gpu::DataType::float32)) {
    throw InvalidArgument(
        fmt::format("coordinates are {}, but the texture unit takes float32: convert them with .astype(np.float32), so "
                    "that you control the rounding",
                    to_string(coordinates.type())));
  }
  const gpu::Dimensions& shape = coordinates.layout().shape();
  if (shape.size() != 1 && shape.size() != 2) {
    throw InvalidArgument(fmt::format("coordinates have shape {}: use (N, columns)", to_string(shape)));
  }
  const std::vector<std::byte> bytes = texel_numbers(coordinates, gpu::DataType::float32);
  Rows rows{std::vector<float>(bytes.size() / sizeof(float)),
            shape.size() == 1 ? 1 : static_cast<std::size_t>(shape[1]), static_cast<std::size_t>(shape[0]),
            to_string(shape)};
  if (!bytes.empty()) {
    std::memcpy(rows.numbers.data(), bytes.data(), bytes.size());
  }
  return rows;
}

std::vector<TextureFetch> fetches_of(const Rows& rows, const TextureSetup& setup, FetchColumns columns,
                                     std::optional<int> gather) {
  const TextureShape shape = setup.shape();
  const auto axes = static_cast<std::size_t>(num_coordinates(shape));
  const std::size_t first_extra = axes + (is_layered(shape) ? 1 : 0);
  const bool has_gradients = columns == FetchColumns::gradients;
  const bool has_level = !has_gradients && rows.num_columns == first_extra + 1;
  if (has_gradients ? rows.num_columns != first_extra + 2 * axes
                    : rows.num_columns != first_extra && rows.num_columns != first_extra + 1) {
    throw InvalidArgument(fmt::format(
        "coordinates have shape {}, but the texture takes ({}): use {}", rows.shape, column_names(shape),
        has_gradients
            ? fmt::format("(N, {}): the coordinates, their derivatives along the screen's x, then those along its y",
                          first_extra + 2 * axes)
            : fmt::format("(N, {}), or (N, {}) with the level last", first_extra, first_extra + 1)));
  }
  TextureFetch common;
  common.shape = shape;
  common.operation = setup.resource == gpu::ResourceKind::linear ? TextureOperation::element
                     : gather                                    ? TextureOperation::gather
                     : has_gradients                             ? TextureOperation::sample_gradients
                     : has_level                                 ? TextureOperation::sample_level
                                                                 : TextureOperation::sample;
  if (has_level && (gather || common.operation == TextureOperation::element)) {
    throw InvalidArgument(fmt::format("coordinates of shape {} have a level, which {} do not take: omit it", rows.shape,
                                      gather ? "gathers" : "fetches from linear memory"));
  }
  // Other coordinates are not those of the file.
  const bool is_placed = shape == TextureShape::texture_2d && !setup.texture.normalized_coords;
  common.component = gather.value_or(0);
  std::vector<TextureFetch> fetches(rows.count, common);
  for (std::size_t row = 0; row < rows.count; ++row) {
    const float* const numbers = rows.numbers.data() + row * rows.num_columns;
    TextureFetch& fetch = fetches[row];
    float* const coordinate[] = {&fetch.x, &fetch.y, &fetch.z};
    for (std::size_t axis = 0; axis < axes; ++axis) {
      *coordinate[axis] = is_placed && axis < setup.place.size() ? numbers[axis] - setup.place[axis] : numbers[axis];
      if (has_gradients) {
        fetch.dx[axis] = numbers[first_extra + axis];
        fetch.dy[axis] = numbers[first_extra + axes + axis];
      }
    }
    if (is_layered(shape)) {
      fetch.layer = whole_number(numbers[axes], "layer", row);
    }
    if (has_level) {
      fetch.level = numbers[first_extra];
    }
    if (common.operation == TextureOperation::element) {
      fetch.element = whole_number(numbers[0], "element", row);
    }
  }
  return fetches;
}

}  // namespace

std::vector<TextureFetch> fetches_from(const gpu::StridedMemoryView& coordinates, const TextureSetup& setup,
                                       FetchColumns columns, std::optional<int> gather) {
  return fetches_of(rows_of(coordinates), setup, columns, gather);
}

TextureFetch fetch_from(std::span<const float> row, const TextureSetup& setup, FetchColumns columns,
                        std::optional<int> gather) {
  const Rows rows{{row.begin(), row.end()}, row.size(), 1, fmt::format("({})", row.size())};
  return fetches_of(rows, setup, columns, gather)[0];
}

gpu::NpyArray results_array(std::span<const FetchedTexel> results, const TextureSetup& setup, bool is_gather) {
  static_assert(std::endian::native == std::endian::little, "results are read in little-endian order");
  const gpu::DataType type = setup.result_kind() == ResultKind::floats ? gpu::DataType::float32 : setup.array.format;
  const std::size_t size = gpu::size_bytes(type);
  const auto num_channels = static_cast<std::size_t>(is_gather ? 4 : setup.array.num_channels);
  gpu::NpyArray array{
      gpu::ElementType(type),
      gpu::StridedLayout({static_cast<std::int64_t>(results.size()), static_cast<std::int64_t>(num_channels)},
                         static_cast<std::int64_t>(size)),
      std::make_shared<std::byte[]>(results.size() * num_channels * size)};
  std::byte* to = array.data.get();
  for (const FetchedTexel& result : results) {
    for (std::size_t channel = 0; channel < num_channels; ++channel, to += size) {
      std::memcpy(to, &result[channel], size);
    }
  }
  return array;
}

gpu::ExplainedTexture explained(const TextureSetup& setup) {
  gpu::ExplainedTexture texture{setup.array, setup.texture, setup.resource, {}};
  for (const std::vector<std::byte>& level : setup.levels) {
    texture.levels.emplace_back(level);
  }
  return texture;
}

}  // namespace texelscope::app
