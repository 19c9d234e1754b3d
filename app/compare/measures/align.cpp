#include "app/compare/measures/align.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "app/compare/measures/colors.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

constexpr std::int64_t most_bytes = 2147483647;

PixelRectangle display_of(const Image& image) { return image.display_window.value_or(place_of(image)); }

/// The smallest rectangle with the pixels of both; nothing if it is too large for an image.
std::optional<PixelRectangle> canvas_of(const Image& expected, const Image& actual) {
  const auto end = [](int first, int extent) { return std::int64_t{first} + extent; };
  const int x = std::min(expected.x, actual.x);
  const int y = std::min(expected.y, actual.y);
  const std::int64_t width = std::max(end(expected.x, expected.width), end(actual.x, actual.width)) - x;
  const std::int64_t height = std::max(end(expected.y, expected.height), end(actual.y, actual.height)) - y;
  const auto pixel_bytes =
      static_cast<std::int64_t>(gpu::size_bytes(expected.type)) * std::max(expected.channels, actual.channels);
  if (width > max_image_extent || height > max_image_extent || width * height * pixel_bytes > most_bytes) {
    return std::nullopt;
  }
  return PixelRectangle{x, y, static_cast<int>(width), static_cast<int>(height)};
}

/// The image on a canvas that contains it.
Image on_canvas(const Image& image, const PixelRectangle& canvas, std::vector<std::uint8_t>& counts) {
  Image result{canvas.width, canvas.height, image.channels, image.type, {}};
  const std::size_t pixel = static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type);
  result.pixels.resize(pixel_index(result, 0, result.height) * pixel);
  result.note = image.note;
  result.is_premultiplied = image.is_premultiplied;
  result.x = canvas.x;
  result.y = canvas.y;
  result.display_window = image.display_window;
  result.is_incomplete = image.is_incomplete;
  result.facts = image.facts;
  result.unread = image.unread;
  for (int y = 0; y < image.height; ++y) {
    const std::size_t to = pixel_index(result, image.x - canvas.x, image.y - canvas.y + y);
    std::copy_n(image.pixels.begin() + static_cast<std::ptrdiff_t>(pixel_index(image, 0, y) * pixel),
                static_cast<std::size_t>(image.width) * pixel,
                result.pixels.begin() + static_cast<std::ptrdiff_t>(to * pixel));
    for (std::size_t x = to; x < to + static_cast<std::size_t>(image.width); ++x) {
      ++counts[x];
    }
  }
  return result;
}

}  // namespace

PixelRectangle place_of(const Image& image) { return {image.x, image.y, image.width, image.height}; }

std::string place_text(const Image& image) {
  const std::string size = fmt::format("{}x{}", image.width, image.height);
  return image.x == 0 && image.y == 0 ? size : fmt::format("{} at ({}, {})", size, image.x, image.y);
}

bool need_alignment(const Image& expected, const Image& actual) {
  const bool have_same_size = expected.width == actual.width && expected.height == actual.height;
  return place_of(expected) != place_of(actual) && (have_same_size || display_of(expected) == display_of(actual)) &&
         canvas_of(expected, actual).has_value();
}

bool can_be_aligned(const Image& expected, const Image& actual) { return canvas_of(expected, actual).has_value(); }

PixelRectangle common_part(const Image& one, const Image& other) {
  const int x = std::max(one.x, other.x);
  const int y = std::max(one.y, other.y);
  return {x, y, std::max(std::min(one.x + one.width, other.x + other.width) - x, 0),
          std::max(std::min(one.y + one.height, other.y + other.height) - y, 0)};
}

AlignedImages aligned(const Image& expected, const Image& actual) {
  const PixelRectangle canvas = canvas_of(expected, actual).value();
  std::vector<std::uint8_t> counts(static_cast<std::size_t>(canvas.width) * static_cast<std::size_t>(canvas.height));
  AlignedImages images{on_canvas(expected, canvas, counts), on_canvas(actual, canvas, counts), {}, {}};
  images.missing.resize(counts.size());
  images.absent.resize(counts.size());
  for (std::size_t pixel = 0; pixel < counts.size(); ++pixel) {
    images.missing[pixel] = counts[pixel] == 1 ? 1 : 0;
    images.absent[pixel] = counts[pixel] == 0 ? 1 : 0;
  }
  return images;
}

}  // namespace texelscope::app
