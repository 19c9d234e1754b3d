#include "app/compare/report/place_picture.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "app/compare/change_groups.h"
#include "app/compare/measures/colors.h"
#include "app/compare/report/report_pictures.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

/// Pixels around a change, so that it is seen in its surroundings.
constexpr int margin = 12;

int rounded_up(int extent, int step) { return (extent + step - 1) / step; }

/// The place to look at in images of at most this size.
PixelRectangle change_of(const PairResult& result, int width, int height) {
  const Comparison* const comparison = shown_comparison(result);
  if (comparison != nullptr && !comparison->clusters.empty()) {
    return bounds_of(comparison->clusters.front());
  }
  if (comparison != nullptr && comparison->differing_pixels > 0) {
    return {comparison->max_error_x, comparison->max_error_y, 1, 1};
  }
  if (result.sizes && result.common_part) {
    const int x = std::min(result.sizes->expected[0], result.sizes->actual[0]);
    const int y = std::min(result.sizes->expected[1], result.sizes->actual[1]);
    return y < height ? PixelRectangle{0, y, width, height - y} : PixelRectangle{x, 0, width - x, height};
  }
  return {0, 0, width, height};
}

/// A range of at most this extent around the middle of another one, inside 0 … `end`.
std::pair<int, int> range_around(int begin, int size, int extent, int end) {
  const int first = std::clamp(begin + size / 2 - extent / 2, 0, std::max(0, end - extent));
  return {first, std::min(extent, end - first)};
}

void paste(const Image& image, int left, Image& result) {
  for (int y = 0; y < image.height; ++y) {
    const auto row = image.pixels.begin() + static_cast<std::ptrdiff_t>(3 * pixel_index(image, 0, y));
    std::copy_n(row, 3 * image.width,
                result.pixels.begin() + static_cast<std::ptrdiff_t>(3 * pixel_index(result, left, y)));
  }
}

}  // namespace

std::optional<PlaceImage> place_image(const ImagePair& pair, const PairResult& result) {
  int width = 0;
  int height = 0;
  for (const std::optional<Image>* const image : {&pair.expected, &pair.actual}) {
    width = *image ? std::max(width, (*image)->width) : width;
    height = *image ? std::max(height, (*image)->height) : height;
  }
  if (width == 0) {
    return std::nullopt;
  }
  const PixelRectangle change = change_of(result, width, height);
  const int step = std::max({1, rounded_up(std::min(width, change.width + 2 * margin), place_width),
                             rounded_up(std::min(height, change.height + 2 * margin), place_height)});
  const auto [x, shown_width] = range_around(change.x, change.width, place_width * step, width);
  const auto [y, shown_height] = range_around(change.y, change.height, place_height * step, height);
  const int half = rounded_up(shown_width, step);
  Image picture{2 * half, rounded_up(shown_height, step), 3, gpu::DataType::uint8, {}};
  picture.pixels.resize(3 * pixel_index(picture, 0, picture.height));
  int left = 0;
  for (const std::optional<Image>* const image : {&pair.expected, &pair.actual}) {
    if (*image && x < (*image)->width && y < (*image)->height) {
      const PixelRectangle part{x, y, std::min(shown_width, (*image)->width - x),
                                std::min(shown_height, (*image)->height - y)};
      paste(reduced_picture(part_of(**image, part), step), left, picture);
    }
    left += half;
  }
  return PlaceImage{std::move(picture), {x, y, shown_width, shown_height}};
}

void add_place_picture(const ImagePair& pair, PairResult& result) {
  if (const std::optional<PlaceImage> place = place_image(pair, result)) {
    result.place = place->place;
    result.pictures.push_back({"place", "png", encode_png(place->image, PngEffort::fast)});
  }
}

}  // namespace texelscope::app
