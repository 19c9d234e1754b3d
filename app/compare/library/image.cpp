#include "texelscope/compare/image.h"

#include <fmt/format.h>

#include <climits>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "app/compare/library/inner_types.h"
#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/images/image_file.h"
#include "app/images/save_image.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::compare {
namespace {

constexpr std::pair<ValueType, gpu::DataType> types[] = {{ValueType::uint8, gpu::DataType::uint8},
                                                         {ValueType::uint16, gpu::DataType::uint16},
                                                         {ValueType::float32, gpu::DataType::float32},
                                                         {ValueType::uint32, gpu::DataType::uint32}};

gpu::DataType inner_type(ValueType type) {
  for (const auto& [outer, inner] : types) {
    if (outer == type) {
      return inner;
    }
  }
  throw Error(
      fmt::format("{} is not a supported data type; use uint8, uint16, uint32 or float32", static_cast<int>(type)));
}

ValueType public_type(gpu::DataType type) {
  for (const auto& [outer, inner] : types) {
    if (inner == type) {
      return outer;
    }
  }
  throw Error(
      fmt::format("images of {} are not supported; use uint8, uint16, uint32 or float32", gpu::to_string(type)));
}

}  // namespace

app::Image to_inner(const ImageView& view) {
  if (view.pixels == nullptr || !app::is_image_size(view.width, view.height) || view.channels < 1 ||
      view.channels > 4) {
    throw Error(fmt::format(
        "{}x{} pixels of {} channels{} are not an image; pass up to {} pixels, extents of 1 to {}, and 1 to "
        "4 channels",
        view.width, view.height, view.channels, view.pixels == nullptr ? " at a null pointer" : "", INT_MAX,
        app::max_image_extent));
  }
  app::Image image{view.width, view.height, view.channels, inner_type(view.type), {}};
  image.is_premultiplied = view.is_premultiplied && view.channels % 2 == 0;
  image.x = view.x;
  image.y = view.y;
  const std::size_t row =
      static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.channels) * gpu::size_bytes(image.type);
  const std::ptrdiff_t step = view.row_bytes == 0 ? static_cast<std::ptrdiff_t>(row) : view.row_bytes;
  if (static_cast<std::size_t>(std::abs(step)) < row) {
    throw Error(
        fmt::format("rows of {} bytes cannot have a pitch of {} bytes; set row_bytes to the distance between rows "
                    "in bytes",
                    row, step));
  }
  image.pixels.resize(row * static_cast<std::size_t>(view.height));
  for (int y = 0; y < view.height; ++y) {
    std::memcpy(image.pixels.data() + static_cast<std::size_t>(y) * row,
                static_cast<const std::byte*>(view.pixels) + y * step, row);
  }
  return image;
}

ImageView view_of(const app::Image& image) {
  return {image.pixels.data(),    image.width, image.height, image.channels, public_type(image.type), 0,
          image.is_premultiplied, image.x,     image.y};
}

Image load_image(const std::filesystem::path& path) {
  try {
    const app::Image image = app::load_image(path);
    if (image.depth > 1) {
      throw Error(fmt::format("{} is a volume of {} slices; use a 2D image", path.string(), image.depth));
    }
    Image result{image.width, image.height,           image.channels, public_type(image.type),
                 {},          image.is_premultiplied, image.x,        image.y};
    result.pixels.resize(image.pixels.size());
    std::memcpy(result.pixels.data(), image.pixels.data(), image.pixels.size());
    return result;
  } catch (const app::FileError& error) {
    throw Error(error.what());
  }
}

void save_image(const std::filesystem::path& path, const ImageView& image) {
  const bool is_exr = app::small_extension(path) == ".exr";
  if (!is_exr && app::small_extension(path) != ".png") {
    throw Error(fmt::format("cannot write {}: use a name that ends in png, or in exr for floats", path.string()));
  }
  const app::Image inner = to_inner(image);
  if (is_exr != (image.type == ValueType::float32)) {
    throw Error(fmt::format("cannot write {} of {}: {}", path.string(), gpu::to_string(inner.type),
                            is_exr ? "use a name that ends in png" : "use a name that ends in exr for floats"));
  }
  try {
    app::save_image(path, inner, {.png_bits = image.type == ValueType::uint16 ? 16 : 8});
  } catch (const app::FileError& error) {
    throw Error(error.what());
  }
}

}  // namespace texelscope::compare
