#include "app/compare/report/report_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#include "app/compare/measures/colors.h"
#include "app/compare/measures/compare.h"
#include "app/compare/report/light_script.h"
#include "app/files/file.h"
#include "app/images/browser_image.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/images/row_ranges.h"
#include "app/images/srgb.h"
#include "texelscope/kernels/convert.h"

namespace texelscope::app {
namespace {

/// Larger files of pairs with equal pixels are not copied into a report.
constexpr std::uintmax_t largest_same_file = 65536;

/// The bytes of the file, which need no compression and no second validation.
std::optional<ReportPicture> own_bytes(const std::string& kind, const FilePlace& file, std::uintmax_t largest) {
  if (file.path.empty()) {
    return std::nullopt;
  }
  try {
    std::vector<std::byte> bytes = read_file(file, largest);
    const std::string_view ending = browser_ending(bytes);
    return ending.empty() ? std::nullopt : std::optional(ReportPicture{kind, std::string(ending), std::move(bytes)});
  } catch (const FileError&) {
    // The file is too large, or was removed after the comparison, but the pixels are still in memory.
    return std::nullopt;
  }
}

/// Numbers as gray: the largest one is white.
Image gray_of_numbers(const Image& image) {
  Image result = with_float_numbers(image);
  const std::size_t count = result.pixels.size() / sizeof(float);
  float largest = 0;
  for (std::size_t index = 0; index < count; ++index) {
    largest = std::max(largest, sample_of<float>(result, index));
  }
  for (std::size_t index = 0; index < count; ++index) {
    const float part = largest > 0 ? sample_of<float>(result, index) / largest : 0;
    std::memcpy(result.pixels.data() + index * sizeof(float), &part, sizeof(part));
  }
  return with_8_bits(result);
}

ReportPicture packed(const std::string& kind, const Image& image) {
  if (is_number_type(image.type)) {
    return packed(kind, gray_of_numbers(image));
  }
  if (image.is_red_green) {
    return packed(kind, with_blue(image));
  }
  const bool is_light = image.type == gpu::DataType::float32;
  return {kind, "png", encode_png(is_light ? with_encoded_floats(image) : image, PngEffort::fast)};
}

ReportPicture shown(const std::string& kind, const Image& image, const FilePlace& file) {
  std::optional<ReportPicture> own = own_bytes(kind, file, largest_image_file);
  return own ? std::move(*own) : packed(kind, image);
}

ReportPicture shown_same(const Image& image, const FilePlace& file) {
  const std::string kind = "expected";
  std::optional<ReportPicture> own = own_bytes(kind, file, largest_same_file);
  return own ? std::move(*own) : packed(kind, small_picture(image, largest_same_picture));
}

/// A value as displayed, 0 … 1.
template <class Sample>
float shown_value(Sample value) {
  if constexpr (std::is_floating_point_v<Sample>) {
    return static_cast<float>(srgb_from_linear(unit_value(value)));
  } else {
    return unit_value(value);
  }
}

template <class Sample>
void fill_small_row(const Image& image, int step, int row, Image& result) {
  const auto pair_of = [step](int index, int extent) {
    const int first = index * step;
    const int size = std::min(step, extent - first);
    return std::array{first + size / 4, first + size * 3 / 4};
  };
  for (int column = 0; column < result.width; ++column) {
    std::array<float, 3> sums{};
    for (const int y : pair_of(row, image.height)) {
      for (const int x : pair_of(column, image.width)) {
        const auto color = color_of<Sample>(image, pixel_index(image, x, y));
        for (std::size_t channel = 0; channel < sums.size(); ++channel) {
          sums[channel] += shown_value(color[channel]);
        }
      }
    }
    const std::size_t first = 3 * pixel_index(result, column, row);
    for (std::size_t channel = 0; channel < sums.size(); ++channel) {
      result.pixels[first + channel] = static_cast<std::byte>(kernels::to_unorm8(sums[channel] / 4));
    }
  }
}

/// The difference of two values; 0 for two NaNs, infinite if only one is NaN.
template <class Sample>
double distance(Sample first, Sample second) {
  if constexpr (std::is_floating_point_v<Sample>) {
    if (first == second || (std::isnan(first) && std::isnan(second))) {
      return 0;
    }
    const double error = std::fabs(static_cast<double>(first) - static_cast<double>(second));
    return std::isnan(error) ? HUGE_VAL : error;
  } else {
    return std::fabs(static_cast<double>(first) - static_cast<double>(second));
  }
}

/// A value per pixel, nonzero for masked pixels; empty if there is no mask.
using Mask = std::span<const std::uint8_t>;

template <class Sample>
std::array<double, 3> distances(const Image& expected, const Image& actual, const Mask& mask, std::size_t pixel) {
  if (!mask.empty() && mask[pixel] != 0) {
    return {};
  }
  const std::array<Sample, 4> one = color_of<Sample>(expected, pixel);
  const std::array<Sample, 4> other = color_of<Sample>(actual, pixel);
  const double alpha = distance(one[3], other[3]);
  return {std::max(distance(one[0], other[0]), alpha), std::max(distance(one[1], other[1]), alpha),
          std::max(distance(one[2], other[2]), alpha)};
}

/// Whether all bytes of a row are equal, as in most rows of most pairs.
bool is_same_row(const Image& expected, const Image& actual, int y) {
  const std::size_t pitch = expected.pixels.size() / static_cast<std::size_t>(expected.height);
  return expected.channels == actual.channels &&
         std::memcmp(expected.pixels.data() + static_cast<std::size_t>(y) * pitch,
                     actual.pixels.data() + static_cast<std::size_t>(y) * pitch, pitch) == 0;
}

template <class Sample>
double largest_finite_distance(const Image& expected, const Image& actual, const Mask& mask) {
  double largest = 0;
  std::mutex mutex;
  for_row_ranges(expected.height, [&](int begin, int end) {
    double found = 0;
    for (std::size_t pixel = pixel_index(expected, 0, begin); pixel < pixel_index(expected, 0, end); ++pixel) {
      for (const double error : distances<Sample>(expected, actual, mask, pixel)) {
        found = std::isfinite(error) ? std::max(found, error) : found;
      }
    }
    const std::lock_guard lock(mutex);
    largest = std::max(largest, found);
  });
  return largest;
}

template <class Sample>
void fill_difference(const Image& expected, const Image& actual, const Mask& mask, double max_error, Image& result) {
  const double scale = max_error > 0 ? 255 / max_error : 0;
  for_row_ranges(expected.height, [&](int begin, int end) {
    for (int y = begin; y < end; ++y) {
      if (is_same_row(expected, actual, y)) {
        continue;
      }
      for (std::size_t pixel = pixel_index(expected, 0, y); pixel < pixel_index(expected, 0, y + 1); ++pixel) {
        const std::array<double, 3> errors = distances<Sample>(expected, actual, mask, pixel);
        for (std::size_t channel = 0; channel < errors.size(); ++channel) {
          if (errors[channel] > 0) {
            // Rounded up, so that a difference is never black.
            const double part = std::isfinite(errors[channel]) ? std::ceil(errors[channel] * scale - 1e-9) : 255;
            result.pixels[3 * pixel + channel] = static_cast<std::byte>(std::clamp(part, 1.0, 255.0));
          }
        }
      }
    }
  });
}

}  // namespace

void add_difference_pictures(const ImagePair& pair, Comparison& comparison, Mask mask,
                             std::vector<ReportPicture>& pictures) {
  const Image& expected = *pair.expected;
  const Image& actual = *pair.actual;
  pictures.push_back(packed("difference", difference_of_pair(expected, actual, comparison.max_error, mask)));
  if (!comparison.flip_map.empty()) {
    pictures.push_back(packed("flip", {comparison.width, comparison.height, 1, gpu::DataType::uint8,
                                       std::exchange(comparison.flip_map, std::vector<std::byte>())}));
  }
  if (comparison.type != gpu::DataType::uint8 && !is_number_type(comparison.type)) {
    pictures.push_back({"expected_light", "js", light_script(expected)});
    pictures.push_back({"actual_light", "js", light_script(actual)});
  }
}

Image difference_of_pair(const Image& expected, const Image& actual, double max_error, Mask mask) {
  require_comparable(expected, actual);
  if (expected.type != actual.type) {
    return difference_of_pair(with_16_bits(expected), with_16_bits(actual), max_error, mask);
  }
  if (differ_in_multiplication(expected, actual)) {
    return difference_of_pair(with_multiplied_colors(expected), with_multiplied_colors(actual), max_error, mask);
  }
  Image result{expected.width, expected.height, 3, gpu::DataType::uint8,
               std::vector<std::byte>(3 * pixel_index(expected, 0, expected.height))};
  with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    const double largest =
        std::isfinite(max_error) ? max_error : largest_finite_distance<Sample>(expected, actual, mask);
    fill_difference<Sample>(expected, actual, mask, largest, result);
  });
  return result;
}

Image small_picture(const Image& image, int limit) {
  return reduced_picture(image, std::max(1, (std::max(image.width, image.height) + limit - 1) / limit));
}

Image reduced_picture(const Image& image, int step) {
  if (is_number_type(image.type)) {
    return reduced_picture(gray_of_numbers(image), step);
  }
  if (image.is_red_green) {
    return reduced_picture(with_blue(image), step);
  }
  Image result{(image.width + step - 1) / step, (image.height + step - 1) / step, 3, gpu::DataType::uint8, {}};
  result.pixels.resize(3 * pixel_index(result, 0, result.height));
  with_sample_type(image.type, [&](auto sample) {
    for (int row = 0; row < result.height; ++row) {
      fill_small_row<decltype(sample)>(image, step, row, result);
    }
  });
  return result;
}

std::vector<ReportPicture> report_pictures(const ImagePair& pair, Comparison* comparison, Mask mask) {
  std::vector<ReportPicture> pictures;
  if (comparison != nullptr && comparison->differing_pixels == 0) {
    pictures.push_back(shown_same(*pair.expected, pair.expected_file));
    return pictures;
  }
  if (pair.expected) {
    pictures.push_back(shown("expected", *pair.expected, pair.expected_file));
  }
  if (pair.actual) {
    pictures.push_back(shown("actual", *pair.actual, pair.actual_file));
  }
  const std::optional<Image>& listed = pair.actual ? pair.actual : pair.expected;
  if (listed && std::max(listed->width, listed->height) > largest_thumbnail) {
    pictures.push_back(packed("thumbnail", small_picture(*listed, largest_thumbnail)));
  }
  if (comparison != nullptr) {
    add_difference_pictures(pair, *comparison, mask, pictures);
  }
  return pictures;
}

std::string_view media_type(const ReportPicture& picture) {
  return picture.ending == "jpg"    ? "image/jpeg"
         : picture.ending == "webp" ? "image/webp"
         : picture.ending == "js"   ? "text/javascript"
                                    : "image/png";
}

const ReportPicture* find_picture(const PairResult& result, std::string_view kind) {
  const auto found = std::ranges::find(result.pictures, kind, &ReportPicture::kind);
  return found == result.pictures.end() ? nullptr : &*found;
}

}  // namespace texelscope::app
