#include "app/texture/texture_source.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/images/image_reader.h"
#include "app/text/count_text.h"
#include "app/texture/mip_levels.h"
#include "app/texture/texel_numbers.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::ArrayKind;
using gpu::InvalidArgument;

bool is_channel_count(std::int64_t extent) { return extent == 1 || extent == 2 || extent == 4; }

gpu::Extent extent_of(std::span<const std::int64_t> axes) {
  const auto size = [&](std::size_t from_last) {
    return static_cast<std::uint64_t>(axes[axes.size() - 1 - from_last]);
  };
  return axes.size() == 1   ? gpu::Extent(size(0))
         : axes.size() == 2 ? gpu::Extent(size(0), size(1))
                            : gpu::Extent(size(0), size(1), size(2));
}

/// Removes the axes of layers and faces from the front.
std::span<const std::int64_t> take_layers(std::span<const std::int64_t> axes, const gpu::Dimensions& shape,
                                          gpu::ArrayDescriptor& array) {
  if (array.kind == ArrayKind::plain) {
    return axes;
  }
  if (axes.size() < (array.is_cube_map() ? 3U : 2U)) {
    throw InvalidArgument(
        fmt::format("shape {} has too few axes: a layered array is (layers, [h,] w [, channels]), a "
                    "cube map (6, n, n [, channels]), a layered one (6·layers, n, n [, channels])",
                    to_string(shape)));
  }
  std::int64_t slices = axes[0];
  axes = axes.subspan(1);
  if (array.kind == ArrayKind::layered) {
    array.num_layers = static_cast<std::uint64_t>(slices);
    return axes;
  }
  if (array.kind == ArrayKind::layered_cube_map && axes.size() >= 3 && axes[0] == 6 &&
      (axes.size() == 4 || !is_channel_count(axes.back()) || axes[1] == axes[2])) {
    slices *= 6;
    axes = axes.subspan(1);
  }
  if (slices % 6 != 0 || (array.kind == ArrayKind::cube_map && slices != 6) || axes[0] != axes[1]) {
    throw InvalidArgument(fmt::format(
        "shape {} is not a cube map: use (6, n, n [, channels]), or (6·layers, n, n [, channels]) for layers",
        to_string(shape)));
  }
  array.num_layers = static_cast<std::uint64_t>(slices / 6);
  return axes;
}

gpu::Dimensions shape_of(const Image& image, ArrayKind kind) {
  if (kind == ArrayKind::plain || kind == ArrayKind::layered) {
    return {image.height, image.width, image.channels};
  }
  if (image.height % (6 * image.width) != 0) {
    throw InvalidArgument(
        fmt::format("{}x{} pixels are not a column of 6 square faces: use an image six times as tall as it is wide, or "
                    "an .npy file",
                    image.width, image.height));
  }
  return {image.height / image.width, image.width, image.width, image.channels};
}

/// An image with the channels that arrays have, whose values can become `format`. It is moved from step to step,
/// because it may have 2 GiB.
Image prepared(Image image, gpu::DataType format, const TextureSourceOptions& options) {
  if (image.is_premultiplied) {
    add_note(image.note, options.divides_by_alpha ? "its premultiplied colors are divided by alpha"
                                                  : "its colors are premultiplied");
    image = options.divides_by_alpha ? with_straight_colors(image, BrightLight::keeps_alpha) : std::move(image);
  }
  image = with_array_channels(std::move(image));
  return gpu::is_floating_point(format) && is_number_type(image.type) ? with_float_numbers(image) : image;
}

}  // namespace

TextureSource texture_source_of(Image image, const TextureSourceOptions& options) {
  const gpu::DataType format = options.format.value_or(image.type);
  image = prepared(std::move(image), format, options);
  std::string note = image.note;
  const std::array<int, 2> place{image.x, image.y};
  const gpu::ArrayDescriptor array = array_of_shape(shape_of(image, options.kind), format, options.kind,
                                                    options.dims.value_or(options.kind == ArrayKind::layered ? 1 : 2));
  return {array, texel_numbers(std::move(image), format), {}, std::move(note), place};
}

namespace {

/// The array of a level that has these pictures, of which `first` is one.
gpu::ArrayDescriptor array_of_pictures(const Image& first, std::size_t count, gpu::DataType format,
                                       const TextureSourceOptions& options) {
  const auto width = static_cast<std::uint64_t>(first.width);
  const auto height = static_cast<std::uint64_t>(first.height);
  gpu::ArrayDescriptor array = first.stored && first.pixels.empty()
                                   ? gpu::encoded_array(gpu::Extent(width, height), first.stored->encoding)
                                   : gpu::ArrayDescriptor{gpu::Extent(width, height), format, first.channels};
  array.kind = options.kind;
  if (array.kind == ArrayKind::plain && options.dims == 3) {
    array.shape = gpu::Extent(width, height, count);
  }
  array.num_layers = array.is_layered() ? count / (array.is_cube_map() ? 6 : 1) : 1;
  if (array.is_cube_map() && (count % 6 != 0 || width != height)) {
    throw InvalidArgument(fmt::format("it has {} faces of {}x{} texels: use a file with all six square faces", count,
                                      first.width, first.height));
  }
  return array;
}

TextureSource texture_file_source(const ImageReader& reader, std::span<const std::vector<std::string>> levels,
                                  const TextureSourceOptions& options) {
  // Arrays of blocks are 2D, possibly with layers or faces.
  const bool wants_blocks = options.keeps_blocks && !options.format && options.dims.value_or(2) == 2;
  TextureSource source;
  for (const std::vector<std::string>& names : levels) {
    std::vector<std::byte> texels;
    for (const std::string& name : names) {
      const std::size_t part = *reader.find(name);
      std::optional<Image> blocks = wants_blocks ? reader.read_blocks(part) : std::nullopt;
      Image image = blocks ? *std::move(blocks) : reader.read_part(part, Orientation::applied);
      const gpu::DataType format = options.format.value_or(image.type);
      image = blocks ? std::move(image) : prepared(std::move(image), format, options);
      if (source.texels.empty() && texels.empty()) {
        source.array = array_of_pictures(image, names.size(), format, options);
        source.note = image.note;
      }
      const std::vector<std::byte> numbers =
          image.pixels.empty() ? std::vector<std::byte>() : texel_numbers(std::move(image), format);
      const std::vector<std::byte>& added = numbers.empty() ? image.stored->bytes : numbers;
      texels.insert(texels.end(), added.begin(), added.end());
    }
    if (source.texels.empty()) {
      source.texels = std::move(texels);
    } else {
      source.smaller_levels.push_back(std::move(texels));
    }
  }
  const std::size_t used = levels.size() * levels.front().size();
  if (used < reader.parts().size()) {
    add_note(source.note, fmt::format("{} of its {} parts are read, from '{}' on", used, reader.parts().size(),
                                      levels.front().front()));
  }
  return source;
}

}  // namespace

gpu::ArrayDescriptor array_of_shape(const gpu::Dimensions& shape, gpu::DataType format, ArrayKind kind,
                                    std::optional<int> dims) {
  gpu::ArrayDescriptor array;
  array.format = format;
  array.num_channels = 1;
  array.kind = kind;
  std::span<const std::int64_t> axes = take_layers({shape.begin(), shape.size()}, shape, array);
  const std::size_t most = kind == ArrayKind::plain ? 3 : 2;
  std::size_t rank = axes.size() == 3 && is_channel_count(axes.back()) ? 2 : std::min(axes.size(), most);
  if (array.is_cube_map()) {
    rank = 2;
  }
  if (dims) {
    if (*dims < 1 || static_cast<std::size_t>(*dims) > most || (array.is_cube_map() && *dims != 2)) {
      throw InvalidArgument(fmt::format("{} cannot have {} dimensions: use {}",
                                        kind == ArrayKind::plain ? "arrays" : "layers and faces", *dims,
                                        array.is_cube_map() ? "2" : (most == 3 ? "1, 2 or 3" : "1 or 2")));
    }
    rank = static_cast<std::size_t>(*dims);
  }
  if (axes.size() == rank + 1) {
    if (!is_channel_count(axes.back())) {
      throw InvalidArgument(
          fmt::format("shape {}, read as {}D, has {} channels, but texels have 1, 2 or 4: append a channel axis, or "
                      "specify different dims",
                      to_string(shape), rank, axes.back()));
    }
    array.num_channels = static_cast<int>(axes.back());
    axes = axes.first(rank);
  }
  if (rank == 0 || axes.size() != rank) {
    throw InvalidArgument(fmt::format(
        "shape {} has {} axes{}, but {}D texels take {} or {}: specify different dims, or use an array of a different "
        "shape",
        to_string(shape), shape.size(), kind == ArrayKind::plain ? "" : " with layers", rank,
        rank + shape.size() - axes.size(), rank + 1 + shape.size() - axes.size()));
  }
  array.shape = extent_of(axes);
  if (array.shape.volume() == 0 || array.num_layers == 0) {
    throw InvalidArgument(fmt::format("shape {} has no texels: each extent must be at least 1", to_string(shape)));
  }
  return array;
}

TextureSource texture_source_of(const gpu::StridedMemoryView& numbers, const TextureSourceOptions& options) {
  const std::optional<gpu::DataType> format = options.format ? options.format : numbers.type().data_type();
  if (!format) {
    throw InvalidArgument(
        fmt::format("texels cannot be {}: specify uint8, uint16, uint32, int8, int16, int32, float16 or float32 as the "
                    "format, or convert the array",
                    to_string(numbers.type())));
  }
  return {array_of_shape(numbers.layout().shape(), *format, options.kind, options.dims),
          texel_numbers(numbers, *format)};
}

std::vector<std::vector<std::byte>> texture_levels(TextureSource source, std::size_t num_levels) {
  std::vector<std::vector<std::byte>> levels;
  const std::size_t of_file = source.smaller_levels.size() + 1;
  const bool is_computed = of_file == 1 && source.array.encoding == gpu::TexelEncoding::element;
  if (num_levels > 1 && is_computed) {
    return make_mip_levels(source.array, source.texels, num_levels);
  }
  if (num_levels > of_file) {
    throw InvalidArgument(
        fmt::format("the file has only {}, not {}: use fewer levels, or specify a format to compute "
                    "levels from decoded texels",
                    count_text(of_file, "level"), num_levels));
  }
  levels.push_back(std::move(source.texels));
  std::move(source.smaller_levels.begin(), source.smaller_levels.begin() + static_cast<std::ptrdiff_t>(num_levels - 1),
            std::back_inserter(levels));
  return levels;
}

TextureSource load_texture_source(const std::filesystem::path& path, const TextureSourceOptions& options) {
  // The error of the array reader explains what to do with an archive.
  const bool is_image = path.extension() != ".npy" && path.extension() != ".npz";
  try {
    if (!is_image) {
      return texture_source_of(gpu::StridedMemoryView::from_npy(path), options);
    }
    const ImageReader reader{FilePlace(path)};
    const std::vector<std::vector<std::string>> parts = texture_parts(reader.parts(), options);
    return parts.empty() ? texture_source_of(reader.read(options.reading), options)
                         : texture_file_source(reader, parts, options);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("cannot use {} as a texture: {}", path.string(), error.what()));
  }
}

}  // namespace texelscope::app
