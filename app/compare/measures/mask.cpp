#include "app/compare/measures/mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "app/compare/measures/colors.h"
#include "app/images/image_file.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// A mask under construction.
struct MaskCanvas {
  int width;
  int height;
  std::vector<std::uint8_t> mask;

  /// Sets the pixels of a row from `left` to before `right`, which must be inside.
  void fill(int row, int left, int right) {
    const auto first = mask.begin() + static_cast<std::ptrdiff_t>(row) * width;
    std::fill(first + left, first + std::max(left, right), std::uint8_t{1});
  }
};

void draw(MaskCanvas& canvas, const PixelRectangle& rectangle) {
  const auto end = [](int start, int extent, int limit) {
    return static_cast<int>(std::clamp(std::int64_t{start} + extent, std::int64_t{0}, std::int64_t{limit}));
  };
  const int left = std::clamp(rectangle.x, 0, canvas.width);
  const int right = end(rectangle.x, rectangle.width, canvas.width);
  const int bottom = end(rectangle.y, rectangle.height, canvas.height);
  for (int row = std::clamp(rectangle.y, 0, canvas.height); row < bottom; ++row) {
    canvas.fill(row, left, right);
  }
}

void draw(MaskCanvas& canvas, const MaskPolygon& polygon) {
  for (const MaskPoint& corner : polygon.corners) {
    // Written so that NaN is rejected.
    if (!(std::abs(corner.x) <= max_mask_coordinate && std::abs(corner.y) <= max_mask_coordinate)) {
      throw gpu::InvalidArgument(
          fmt::format("a mask has a corner at ({}, {}); use coordinates of at most {} in magnitude", corner.x, corner.y,
                      max_mask_coordinate));
    }
  }
  std::vector<double> crossings;
  for (int row = 0; row < canvas.height; ++row) {
    const double y = row + 0.5;
    crossings.clear();
    for (std::size_t corner = 0; corner < polygon.corners.size(); ++corner) {
      const MaskPoint& one = polygon.corners[corner];
      const MaskPoint& other = polygon.corners[(corner + 1) % polygon.corners.size()];
      // The same edge of two polygons must be rounded identically, and exactly between corners at halves of pixels.
      const MaskPoint& from = one.y < other.y ? one : other;
      const MaskPoint& to = one.y < other.y ? other : one;
      // Assigns each corner to only one of its two edges.
      if (from.y <= y && y < to.y) {
        crossings.push_back(from.x + (y - from.y) * (to.x - from.x) / (to.y - from.y));
      }
    }
    std::ranges::sort(crossings);
    // The first pixel whose center is at or to the right of a position.
    const auto pixel_from = [&](double x) {
      return static_cast<int>(std::ceil(std::clamp(x, 0.0, static_cast<double>(canvas.width)) - 0.5));
    };
    for (std::size_t pair = 0; pair + 1 < crossings.size(); pair += 2) {
      canvas.fill(row, pixel_from(crossings[pair]), pixel_from(crossings[pair + 1]));
    }
  }
}

void draw(MaskCanvas& canvas, const MaskImage& file) {
  const Image image = load_image({file.path, file.within});
  if (image.width != canvas.width || image.height != canvas.height) {
    throw FileError(
        fmt::format("the mask {} has {}x{} pixels, but the image has {}x{}; make the mask the size of the "
                    "image",
                    file.path.string(), image.width, image.height, canvas.width, canvas.height));
  }
  with_sample_type(image.type, [&](auto sample) {
    using Sample = decltype(sample);
    for (std::size_t pixel = 0; pixel < canvas.mask.size(); ++pixel) {
      const std::array<Sample, 4> color = color_of<Sample>(image, pixel);
      // NaN is not black, either.
      if (!(color[0] == 0 && color[1] == 0 && color[2] == 0)) {
        canvas.mask[pixel] = 1;
      }
    }
  });
}

}  // namespace

std::vector<std::uint8_t> mask_of(std::span<const MaskShape> shapes, int width, int height) {
  if (shapes.empty()) {
    return {};
  }
  MaskCanvas canvas{width, height,
                    std::vector<std::uint8_t>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
  for (const MaskShape& shape : shapes) {
    std::visit([&](const auto& each) { draw(canvas, each); }, shape);
  }
  return std::move(canvas.mask);
}

std::vector<std::uint8_t> mask_of(std::span<const MaskShape> shapes, const PixelRectangle& image,
                                  const PixelRectangle& expected) {
  std::vector<std::uint8_t> all;
  for (MaskShape shape : shapes) {
    PixelRectangle place = image;
    if (auto* const rectangle = std::get_if<PixelRectangle>(&shape)) {
      const auto moved = [](int at, int by) {
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        return static_cast<int>(std::clamp(std::int64_t{at} - by, -most, most));
      };
      rectangle->x = moved(rectangle->x, image.x);
      rectangle->y = moved(rectangle->y, image.y);
    } else if (auto* const polygon = std::get_if<MaskPolygon>(&shape)) {
      for (MaskPoint& corner : polygon->corners) {
        corner = {corner.x - image.x, corner.y - image.y};
      }
    } else {
      place = expected;
    }
    const std::vector<std::uint8_t> mask = mask_of(std::span(&shape, 1), place.width, place.height);
    all.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    for (int y = 0; y < place.height; ++y) {
      for (int x = 0; x < place.width; ++x) {
        all[static_cast<std::size_t>(y + place.y - image.y) * static_cast<std::size_t>(image.width) +
            static_cast<std::size_t>(x + place.x - image.x)] |=
            mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(place.width) + static_cast<std::size_t>(x)];
      }
    }
  }
  return all;
}

std::vector<std::uint8_t> mask_of(std::span<const PixelRectangle> rectangles, int width, int height) {
  return mask_of(std::vector<MaskShape>(rectangles.begin(), rectangles.end()), width, height);
}

Image masked(Image image, std::span<const std::uint8_t> mask) {
  with_sample_type(image.type, [&](auto sample) {
    using Sample = decltype(sample);
    constexpr Sample white = full_value<Sample>;
    const auto channels = static_cast<std::size_t>(image.channels);
    for (std::size_t pixel = 0; pixel < mask.size(); ++pixel) {
      for (std::size_t channel = 0; mask[pixel] != 0 && channel < channels; ++channel) {
        std::memcpy(image.pixels.data() + (pixel * channels + channel) * sizeof(Sample), &white, sizeof(Sample));
      }
    }
  });
  return image;
}

}  // namespace texelscope::app
