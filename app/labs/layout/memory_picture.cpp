#include "app/labs/layout/memory_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <vector>

#include "app/device/element_value.h"
#include "app/files/assets.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

/// With more images than this, each would be too small to be useful.
constexpr std::int64_t max_pictures = 16;
/// An image that is longer than this many times its width is compressed.
constexpr double max_aspect = 4;
/// The maximum number of elements, along x and along y, that are averaged for one pixel.
constexpr std::int64_t max_samples = 3;
constexpr std::int64_t samples_for_range = 4096;

std::vector<FoldAxis> axes_of(const gpu::StridedLayout& array) {
  std::vector<FoldAxis> axes;
  for (std::size_t axis = 0; axis < array.ndim(); ++axis) {
    if (array.shape()[axis] > 1 && array.strides()[axis] != 0) {
      axes.push_back({array.shape()[axis], std::abs(array.strides()[axis])});
    }
  }
  std::ranges::stable_sort(axes, {}, &FoldAxis::stride);
  return axes;
}

/// The arrangement of images, and their size.
struct Sheet {
  std::int64_t pictures;
  std::int64_t columns;
  std::int64_t rows;
  int width;
  int height;
};

Sheet sheet_of(const MemoryFold& fold, int max_pixels) {
  Sheet sheet{std::min(fold.pictures, max_pictures), 1, 1, 1, 1};
  sheet.columns = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(sheet.pictures))));
  sheet.rows = (sheet.pictures + sheet.columns - 1) / sheet.columns;
  const auto wide = static_cast<double>(fold.x.extent);
  const auto high = static_cast<double>(fold.y.extent);
  const double aspect = std::clamp(wide / high, 1 / max_aspect, max_aspect);
  const double room = static_cast<double>(max_pixels) / static_cast<double>(std::max(sheet.columns, sheet.rows));
  const double longer = std::min(room, std::max(wide, high));
  sheet.width = std::max(1, static_cast<int>(aspect >= 1 ? longer : longer * aspect));
  sheet.height = std::max(1, static_cast<int>(aspect >= 1 ? longer / aspect : longer));
  return sheet;
}

class Painter {
 public:
  Painter(std::span<const std::byte> memory, const MemoryFold& fold, const gpu::ElementType& type,
          const ValueRange& range)
      : memory_{memory}, fold_{fold}, type_{type}, range_{range} {}

  /// The average over columns and rows of an image.
  [[nodiscard]] std::array<double, 3> color(std::int64_t picture, const std::array<std::int64_t, 2>& columns,
                                            const std::array<std::int64_t, 2>& rows) const {
    std::array<double, 3> sum{};
    int count = 0;
    const auto step = [](const std::array<std::int64_t, 2>& range) {
      return std::max<std::int64_t>((range[1] - range[0]) / max_samples, 1);
    };
    for (std::int64_t row = rows[0]; row < rows[1]; row += step(rows)) {
      for (std::int64_t column = columns[0]; column < columns[1]; column += step(columns)) {
        if (row * fold_.x.extent + column >= fold_.places) {
          continue;
        }
        ++count;
        for (std::size_t channel = 0; channel < 3; ++channel) {
          const std::int64_t read = fold_.channels.extent == 1 ? 0 : static_cast<std::int64_t>(channel);
          sum[channel] += brightness(fold_.offset(picture, row, column, read));
        }
      }
    }
    for (double& channel : sum) {
      channel = count == 0 ? 0 : channel / count;
    }
    return sum;
  }

 private:
  [[nodiscard]] double brightness(std::int64_t offset) const {
    const std::size_t byte = static_cast<std::size_t>(offset * type_.itemsize());
    if (byte + static_cast<std::size_t>(type_.itemsize()) > memory_.size()) {
      return 0;
    }
    const double span = range_.highest - range_.lowest;
    return span > 0 ? std::clamp((element_value(memory_.data() + byte, type_) - range_.lowest) / span, 0.0, 1.0) : 0.5;
  }

  std::span<const std::byte> memory_;
  const MemoryFold& fold_;
  const gpu::ElementType& type_;
  const ValueRange& range_;
};

std::string caption_of(const MemoryFold& fold, const Sheet& sheet) {
  std::string text = fmt::format("{} × {}", fold.x.extent, fold.y.extent);
  if (fold.channels.extent > 1) {
    text += fold.channels.extent == 3 ? ", red, green, blue" : ", red, green, blue, alpha";
  }
  if (fold.pictures > 1) {
    text = sheet.pictures < fold.pictures
               ? fmt::format("the first {} of {} planes, each {}", sheet.pictures, fold.pictures, text)
               : fmt::format("{} planes, each {}", fold.pictures, text);
  }
  return text;
}

/// Colors from 0 to 1 at positions from 0 to 1.
class Photo {
 public:
  Photo() {
    try {
      if (const auto path = find_asset("photo.png")) {
        image_ = load_image(*path);
      }
    } catch (const std::exception&) {
      // Gradients also make a copy visible.
      image_ = {};
    }
  }

  [[nodiscard]] std::array<double, 3> color(double x, double y) const {
    if (image_.pixels.empty() || image_.type != gpu::DataType::uint8 || image_.channels < 3) {
      return {x, y, 1 - x};
    }
    const auto column = static_cast<std::size_t>(x * (image_.width - 1) + 0.5);
    const auto row = static_cast<std::size_t>(y * (image_.height - 1) + 0.5);
    const std::byte* const pixel = image_.pixels.data() + static_cast<std::size_t>(image_.channels) *
                                                              (row * static_cast<std::size_t>(image_.width) + column);
    return {std::to_integer<int>(pixel[0]) / 255.0, std::to_integer<int>(pixel[1]) / 255.0,
            std::to_integer<int>(pixel[2]) / 255.0};
  }

 private:
  Image image_;
};

/// A gray photo is one channel of the color photo, so that the planes of a photo differ.
double gray(const std::array<double, 3>& color, std::int64_t picture, std::int64_t pictures) {
  return pictures == 1 ? 0.3 * color[0] + 0.6 * color[1] + 0.1 * color[2]
                       : color[static_cast<std::size_t>(picture % 3)];
}

}  // namespace

std::int64_t MemoryFold::offset(std::int64_t picture, std::int64_t row, std::int64_t column,
                                std::int64_t channel) const {
  std::int64_t offset = first + row * y.stride + column * x.stride + channel * channels.stride;
  for (const FoldAxis& axis : others) {
    offset += picture % axis.extent * axis.stride;
    picture /= axis.extent;
  }
  return offset;
}

MemoryFold fold_memory(const gpu::StridedLayout& array) {
  MemoryFold fold;
  if (array.is_empty()) {
    return fold;
  }
  fold.first = array.min_offset();
  std::vector<FoldAxis> axes = axes_of(array);
  const auto take = [&](FoldAxis& axis) {
    if (!axes.empty()) {
      axis = axes.front();
      axes.erase(axes.begin());
    }
  };
  if (axes.size() >= 3 && (axes[0].extent == 3 || axes[0].extent == 4)) {
    take(fold.channels);
  }
  take(fold.x);
  if (axes.empty() && fold.x.extent > 1) {
    // A power of two as row length, so that rows and columns are similar in number.
    const std::int64_t elements = fold.x.extent;
    std::int64_t row = 1;
    while (row * row < elements) {
      row *= 2;
    }
    fold.y = {(elements + row - 1) / row, row * fold.x.stride};
    fold.x.extent = std::min(row, elements);
    fold.places = elements;
    return fold;
  }
  take(fold.y);
  fold.others = std::move(axes);
  for (const FoldAxis& axis : fold.others) {
    fold.pictures *= axis.extent;
  }
  fold.places = fold.x.extent * fold.y.extent;
  return fold;
}

ValueRange value_range(std::span<const std::byte> memory, const gpu::StridedLayout& array,
                       const gpu::ElementType& type) {
  using gpu::ElementKind;
  const bool is_number = type.kind() == ElementKind::signed_integer || type.kind() == ElementKind::floating_point ||
                         type.kind() == ElementKind::complex || type.kind() == ElementKind::unsigned_integer ||
                         type.kind() == ElementKind::datetime || type.kind() == ElementKind::timedelta;
  if (type.kind() == ElementKind::boolean) {
    return {0, 1};
  }
  if (!is_number || (type.kind() == ElementKind::unsigned_integer && type.bits() <= 8)) {
    return {0, 255};
  }
  if (type.kind() == ElementKind::unsigned_integer && type.bits() == 16) {
    return {0, 65535};
  }
  const std::int64_t elements = array.is_empty() ? 0 : array.required_size_in_bytes() / array.itemsize();
  const std::int64_t step = std::max<std::int64_t>(elements / samples_for_range, 1);
  ValueRange range{INFINITY, -INFINITY};
  for (std::int64_t element = 0; element < elements; element += step) {
    const auto byte = static_cast<std::size_t>(element * array.itemsize());
    const double value = element_value(memory.data() + byte, type);
    range = {std::min(range.lowest, value), std::max(range.highest, value)};
  }
  // Images have values from 0 to 1.
  return elements == 0 || (range.lowest >= 0 && range.highest <= 1) ? ValueRange{} : range;
}

MemoryPicture memory_picture(std::span<const std::byte> memory, const gpu::StridedLayout& array,
                             const gpu::ElementType& type, const ValueRange& range, int max_pixels) {
  const MemoryFold fold = fold_memory(array);
  if (fold.places == 0) {
    return {nullptr, "no element"};
  }
  const Sheet sheet = sheet_of(fold, max_pixels);
  const int gap = sheet.pictures > 1 ? 2 : 0;
  auto image = std::make_shared<Image>(rgba8_image(static_cast<int>(sheet.columns) * (sheet.width + gap) - gap,
                                                   static_cast<int>(sheet.rows) * (sheet.height + gap) - gap));
  const Painter painter(memory, fold, type, range);
  const auto part = [](std::int64_t extent, int pixels, int pixel) -> std::array<std::int64_t, 2> {
    const std::int64_t first = extent * pixel / pixels;
    return {first, std::max(extent * (pixel + 1) / pixels, first + 1)};
  };
  for (std::int64_t picture = 0; picture < sheet.pictures; ++picture) {
    const int left = static_cast<int>(picture % sheet.columns) * (sheet.width + gap);
    const int top = static_cast<int>(picture / sheet.columns) * (sheet.height + gap);
    for (int y = 0; y < sheet.height; ++y) {
      for (int x = 0; x < sheet.width; ++x) {
        const auto color =
            painter.color(picture, part(fold.x.extent, sheet.width, x), part(fold.y.extent, sheet.height, y));
        std::byte* const pixel =
            image->pixels.data() + 4 * (static_cast<std::size_t>(top + y) * static_cast<std::size_t>(image->width) +
                                        static_cast<std::size_t>(left + x));
        for (std::size_t channel = 0; channel < 3; ++channel) {
          pixel[channel] = static_cast<std::byte>(color[channel] * 255 + 0.5);
        }
        pixel[3] = std::byte{255};
      }
    }
  }
  return {std::move(image), caption_of(fold, sheet)};
}

void fill_with_picture(std::span<std::byte> memory, const gpu::StridedLayout& array, const gpu::ElementType& type) {
  const MemoryFold fold = fold_memory(array);
  const Photo photo;
  const auto itemsize = static_cast<std::size_t>(type.itemsize());
  const auto width = static_cast<double>(std::max<std::int64_t>(fold.x.extent - 1, 1));
  const auto height = static_cast<double>(std::max<std::int64_t>(fold.y.extent - 1, 1));
  const auto fill_place = [&](std::int64_t picture, std::int64_t row, std::int64_t column) {
    const auto color = photo.color(static_cast<double>(column) / width, static_cast<double>(row) / height);
    for (std::int64_t channel = 0; channel < fold.channels.extent; ++channel) {
      const auto byte = static_cast<std::size_t>(fold.offset(picture, row, column, channel)) * itemsize;
      const double brightness = fold.channels.extent == 1 ? gray(color, picture, fold.pictures)
                                : channel < 3             ? color[static_cast<std::size_t>(channel)]
                                                          : 1.0;
      set_element_brightness(memory.data() + byte, type, brightness);
    }
  };
  for (std::int64_t picture = 0; picture < fold.pictures; ++picture) {
    for (std::int64_t row = 0; row < fold.y.extent; ++row) {
      for (std::int64_t column = 0; column < fold.x.extent && row * fold.x.extent + column < fold.places; ++column) {
        fill_place(picture, row, column);
      }
    }
  }
}

}  // namespace texelscope::app
