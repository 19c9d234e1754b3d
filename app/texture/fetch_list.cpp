#include "app/texture/fetch_list.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>

#include "app/device/scoped_synchronize.h"
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

/// @throws InvalidArgument for any other type or rank.
void require_floats(const gpu::StridedMemoryView& coordinates) {
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
}

std::size_t num_columns_of(const gpu::StridedMemoryView& coordinates) {
  const gpu::Dimensions& shape = coordinates.layout().shape();
  return shape.size() == 1 ? 1 : static_cast<std::size_t>(shape[1]);
}

/// The meaning of the columns.
struct Columns {
  /// Shape, operation and component of each fetch.
  TextureFetch common;
  std::size_t axes = 0;
  /// The first column after coordinates and layer.
  std::size_t first_extra = 0;
  bool has_gradients = false;
  bool has_level = false;
  /// Whether the place of the image is subtracted from the coordinates: other coordinates are not those of the file.
  bool is_placed = false;
};

/// `rows_text` is the shape of the rows, for errors. @throws InvalidArgument for a number of columns without a meaning.
Columns columns_of(std::size_t num_columns, const std::string& rows_text, const TextureSetup& setup,
                   FetchColumns columns, std::optional<int> gather) {
  const TextureShape shape = setup.shape();
  const auto axes = static_cast<std::size_t>(num_coordinates(shape));
  const std::size_t first_extra = axes + (is_layered(shape) ? 1 : 0);
  const bool has_gradients = columns == FetchColumns::gradients;
  const bool has_level = !has_gradients && num_columns == first_extra + 1;
  if (has_gradients ? num_columns != first_extra + 2 * axes
                    : num_columns != first_extra && num_columns != first_extra + 1) {
    throw InvalidArgument(fmt::format(
        "coordinates have shape {}, but the texture takes ({}): use {}", rows_text, column_names(shape),
        has_gradients
            ? fmt::format("(N, {}): the coordinates, their derivatives along the screen's x, then those along its y",
                          first_extra + 2 * axes)
            : fmt::format("(N, {}), or (N, {}) with the level last", first_extra, first_extra + 1)));
  }
  Columns result{{},          axes,
                 first_extra, has_gradients,
                 has_level,   shape == TextureShape::texture_2d && !setup.texture.normalized_coords};
  result.common.shape = shape;
  result.common.component = gather.value_or(0);
  result.common.operation = setup.resource == gpu::ResourceKind::linear ? TextureOperation::element
                            : gather                                    ? TextureOperation::gather
                            : has_gradients                             ? TextureOperation::sample_gradients
                            : has_level                                 ? TextureOperation::sample_level
                                                                        : TextureOperation::sample;
  if (has_level && (gather || result.common.operation == TextureOperation::element)) {
    throw InvalidArgument(fmt::format("coordinates of shape {} have a level, which {} do not take: omit it", rows_text,
                                      gather ? "gathers" : "fetches from linear memory"));
  }
  return result;
}

std::vector<TextureFetch> fetches_of(std::span<const float> numbers, std::size_t num_columns, const Columns& columns,
                                     const TextureSetup& setup) {
  std::vector<TextureFetch> fetches(numbers.size() / num_columns, columns.common);
  for (std::size_t row = 0; row < fetches.size(); ++row) {
    const std::span<const float> from = numbers.subspan(row * num_columns, num_columns);
    TextureFetch& fetch = fetches[row];
    float* const coordinate[] = {&fetch.x, &fetch.y, &fetch.z};
    for (std::size_t axis = 0; axis < columns.axes; ++axis) {
      *coordinate[axis] = columns.is_placed && axis < setup.place.size() ? from[axis] - setup.place[axis] : from[axis];
      if (columns.has_gradients) {
        fetch.dx[axis] = from[columns.first_extra + axis];
        fetch.dy[axis] = from[columns.first_extra + columns.axes + axis];
      }
    }
    if (is_layered(fetch.shape)) {
      fetch.layer = whole_number(from[columns.axes], "layer", row);
    }
    if (columns.has_level) {
      fetch.level = from[columns.first_extra];
    }
    if (fetch.operation == TextureOperation::element) {
      fetch.element = whole_number(from[0], "element", row);
    }
  }
  return fetches;
}

/// The type of the results' elements, and their number for each fetch.
gpu::DataType result_type(const TextureSetup& setup) {
  return setup.result_kind() == ResultKind::floats ? gpu::DataType::float32 : setup.array.format;
}
std::int64_t num_results(const TextureSetup& setup, bool is_gather) { return is_gather ? 4 : setup.array.num_channels; }

/// Requests large pages for the whole ones in new memory: the first access to a small page costs as much as many
/// fetches.
void advise_large_pages(std::span<std::byte> memory) noexcept {
  constexpr std::size_t page = std::size_t{2} << 20U;
  void* first = memory.data();
  std::size_t size = memory.size();
  if (std::align(page, page, first, size) != nullptr) {
    static_cast<void>(madvise(first, size / page * page, MADV_HUGEPAGE));
  }
}

gpu::NpyArray make_results(std::int64_t count, const TextureSetup& setup, bool is_gather) {
  const gpu::ElementType type(result_type(setup));
  const gpu::StridedLayout layout({count, num_results(setup, is_gather)}, static_cast<std::int64_t>(type.itemsize()));
  const auto size = static_cast<std::size_t>(layout.required_size_in_bytes());
  gpu::NpyArray results{type, layout, std::make_shared_for_overwrite<std::byte[]>(size)};
  advise_large_pages(results.bytes());
  return results;
}

/// Whether the device can read these coordinates where they are, and write results as they are: not if coordinates are
/// converted to integers or moved, or results narrowed.
bool is_listable(const gpu::StridedMemoryView& coordinates, const Columns& columns, const TextureSetup& setup,
                 const gpu::Stream& stream) {
  const bool is_moved = columns.is_placed && setup.place != std::array<float, 2>{};
  return stream.device().id().kind == gpu::DeviceKind::cpu && coordinates.is_host_accessible() && !is_moved &&
         !is_layered(columns.common.shape) && columns.common.operation != TextureOperation::element &&
         gpu::size_bytes(result_type(setup)) == 4;
}

/// The columns of the coordinates as a list; its results are written to `results`.
kernels::FetchList list_of(const gpu::StridedMemoryView& coordinates, const Columns& columns,
                           const gpu::NpyArray& results) {
  const gpu::StridedLayout& layout = coordinates.layout();
  const gpu::Dimensions strides = layout.strides_in_bytes();
  const auto* const first =
      reinterpret_cast<const std::byte*>(coordinates.pointer().value) + layout.slice_offset_in_bytes();
  const auto column = [&](std::size_t number) {
    const std::int64_t step = strides.size() == 1 ? 0 : strides[1];
    return kernels::FetchColumn<float>{first + static_cast<std::int64_t>(number) * step, strides[0]};
  };
  kernels::FetchList list;
  list.common = columns.common;
  for (std::size_t axis = 0; axis < columns.axes; ++axis) {
    list.coordinates[axis] = column(axis);
    if (columns.has_gradients) {
      list.dx[axis] = column(columns.first_extra + axis);
      list.dy[axis] = column(columns.first_extra + columns.axes + axis);
    }
  }
  if (columns.has_level) {
    list.level = column(columns.first_extra);
  }
  list.results = results.data.get();
  list.num_results = static_cast<int>(results.layout.shape()[1]);
  list.result_stride_bytes = std::int64_t{4} * list.num_results;
  return list;
}

}  // namespace

std::vector<TextureFetch> fetches_from(const gpu::StridedMemoryView& coordinates, const TextureSetup& setup,
                                       FetchColumns columns, std::optional<int> gather) {
  require_floats(coordinates);
  const std::size_t num_columns = num_columns_of(coordinates);
  const Columns meaning = columns_of(num_columns, to_string(coordinates.layout().shape()), setup, columns, gather);
  const std::vector<std::byte> bytes = texel_numbers(coordinates, gpu::DataType::float32);
  std::vector<float> numbers(bytes.size() / sizeof(float));
  if (!bytes.empty()) {
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
  }
  return fetches_of(numbers, num_columns, meaning, setup);
}

TextureFetch fetch_from(std::span<const float> row, const TextureSetup& setup, FetchColumns columns,
                        std::optional<int> gather) {
  const Columns meaning = columns_of(row.size(), fmt::format("({})", row.size()), setup, columns, gather);
  return fetches_of(row, row.size(), meaning, setup)[0];
}

gpu::NpyArray results_array(std::span<const FetchedTexel> results, const TextureSetup& setup, bool is_gather) {
  static_assert(std::endian::native == std::endian::little, "results are read in little-endian order");
  gpu::NpyArray array = make_results(static_cast<std::int64_t>(results.size()), setup, is_gather);
  const std::size_t size = array.type.itemsize();
  const auto num_channels = static_cast<std::size_t>(num_results(setup, is_gather));
  std::byte* to = array.data.get();
  for (const FetchedTexel& result : results) {
    for (std::size_t channel = 0; channel < num_channels; ++channel, to += size) {
      std::memcpy(to, &result[channel], size);
    }
  }
  return array;
}

gpu::NpyArray sample_array(const TextureSetup& setup, const gpu::StridedMemoryView& coordinates, FetchColumns columns,
                           std::optional<int> gather, const gpu::Stream& stream) {
  require_floats(coordinates);
  const Columns meaning =
      columns_of(num_columns_of(coordinates), to_string(coordinates.layout().shape()), setup, columns, gather);
  const std::int64_t count = coordinates.layout().shape()[0];
  if (count == 0 || !is_listable(coordinates, meaning, setup, stream)) {
    const auto fetches = fetches_from(coordinates, setup, columns, gather);
    return results_array(sample_texture(setup, fetches, stream), setup, gather.has_value());
  }
  if (const std::string text = refusal(setup, meaning.common); !text.empty()) {
    throw InvalidArgument(text);
  }
  gpu::NpyArray results = make_results(count, setup, gather.has_value());
  const ScopedSynchronize upload(stream);
  sample_list(make_texture(setup, stream), setup.result_kind(), list_of(coordinates, meaning, results), count, stream);
  return results;
}

gpu::ExplainedTexture explained(const TextureSetup& setup) {
  gpu::ExplainedTexture texture{setup.array, setup.texture, setup.resource, {}};
  for (const std::vector<std::byte>& level : setup.levels) {
    texture.levels.emplace_back(level);
  }
  return texture;
}

}  // namespace texelscope::app
