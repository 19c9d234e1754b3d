#include "app/compare/measures/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "app/compare/measures/colors.h"
#include "app/compare/measures/compare.h"
#include "app/images/image_convert.h"
#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

template <class Sample>
float as_float(Sample value) {
  if constexpr (sizeof(Sample) == 4) {
    return static_cast<float>(value);
  } else {
    return unit_value(value);
  }
}

float difference(float first, float second, DifferenceKind kind) {
  // Infinite minus infinite is NaN.
  const float error = first == second ? 0 : first - second;
  switch (kind) {
    case DifferenceKind::absolute:
      return std::fabs(error);
    case DifferenceKind::signed_values:
      return error;
    case DifferenceKind::relative:
      return std::fabs(error) / (std::fabs(second) + 0.01F);
    case DifferenceKind::squared:
      return error * error;
  }
  return error;
}

/// Calls `work` with the index of each pixel, on all cores.
template <class Work>
void for_pixels(const Image& image, const Work& work) {
  for_row_ranges(image.height, [&](int begin, int end) {
    for (std::size_t pixel = pixel_index(image, 0, begin); pixel < pixel_index(image, 0, end); ++pixel) {
      work(pixel);
    }
  });
}

template <class Value>
void store(Image& image, std::size_t index, const Value& value) {
  std::memcpy(image.pixels.data() + index * sizeof(Value), &value, sizeof(Value));
}

Image empty_picture(const Image& like, int channels, gpu::DataType type) {
  const std::size_t texels = static_cast<std::size_t>(like.width) * static_cast<std::size_t>(like.height);
  Image result{like.width, like.height, channels, type,
               std::vector<std::byte>(texels * static_cast<std::size_t>(channels) * gpu::size_bytes(type))};
  return result;
}

}  // namespace

Image difference_picture(const Image& first, const Image& second, DifferenceKind kind) {
  require_comparable(first, second);
  if (first.is_red_green || second.is_red_green) {
    return difference_picture(with_blue(first), with_blue(second), kind);
  }
  if (first.type != second.type) {
    return difference_picture(with_16_bits(first), with_16_bits(second), kind);
  }
  if (differ_in_multiplication(first, second)) {
    return difference_picture(with_multiplied_colors(first), with_multiplied_colors(second), kind);
  }
  const std::size_t channels = first.channels == 1 && second.channels == 1 ? 1 : 3;
  const bool is_signed = kind == DifferenceKind::signed_values;
  Image result = empty_picture(first, is_signed ? 1 : static_cast<int>(channels), gpu::DataType::float32);
  with_sample_type(first.type, [&](auto sample) {
    using Sample = decltype(sample);
    for_pixels(first, [&](std::size_t pixel) {
      const std::array<Sample, 4> one = color_of<Sample>(first, pixel);
      const std::array<Sample, 4> other = color_of<Sample>(second, pixel);
      const auto of_channel = [&](std::size_t channel) {
        return difference(as_float(one[channel]), as_float(other[channel]), kind);
      };
      const bool is_of_alpha = std::equal(one.begin(), one.begin() + 3, other.begin()) && one[3] != other[3];
      if (is_signed) {
        const std::array<float, 4> errors{of_channel(0), of_channel(1), of_channel(2), of_channel(3)};
        store(result, pixel, *std::ranges::max_element(errors, {}, [](float error) { return std::fabs(error); }));
        return;
      }
      for (std::size_t channel = 0; channel < channels; ++channel) {
        store(result, pixel * channels + channel, of_channel(is_of_alpha ? 3 : channel));
      }
    });
  });
  return result;
}

namespace {

/// The columns of `first` before `split`, and the rest of `second`; both have the same channels.
Image split_rows(const Image& first, const Image& second, int split) {
  Image result = second;
  const std::size_t row = first.pixels.size() / static_cast<std::size_t>(first.height);
  const std::size_t left = row / static_cast<std::size_t>(first.width) * static_cast<std::size_t>(split);
  for (std::size_t y = 0; y < static_cast<std::size_t>(first.height); ++y) {
    std::copy_n(first.pixels.begin() + static_cast<std::ptrdiff_t>(y * row), left,
                result.pixels.begin() + static_cast<std::ptrdiff_t>(y * row));
  }
  return result;
}

}  // namespace

Image split_picture(const Image& first, const Image& second, int column) {
  require_comparable(second, first);
  if (first.is_red_green != second.is_red_green) {
    return split_picture(with_blue(first), with_blue(second), column);
  }
  if (first.type != second.type) {
    return split_picture(with_16_bits(first), with_16_bits(second), column);
  }
  if (differ_in_multiplication(first, second)) {
    return split_picture(with_multiplied_colors(first), with_multiplied_colors(second), column);
  }
  const int split = std::clamp(column, 0, first.width);
  if (first.channels == second.channels) {
    return split_rows(first, second, split);
  }
  Image result = empty_picture(first, 4, first.type);
  // Colors without alpha are both.
  result.is_premultiplied = first.is_premultiplied || second.is_premultiplied;
  with_sample_type(first.type, [&](auto sample) {
    using Sample = decltype(sample);
    for_row_ranges(first.height, [&](int begin, int end) {
      for (int y = begin; y < end; ++y) {
        for (int x = 0; x < first.width; ++x) {
          const std::size_t pixel = pixel_index(first, x, y);
          store(result, pixel, color_of<Sample>(x < split ? first : second, pixel));
        }
      }
    });
  });
  return result;
}

Image overlay_picture(const Image& first, const Image& second) {
  Image result = split_picture(first, second, first.width);
  const Image other = split_picture(first, second, 0);
  with_sample_type(result.type, [&](auto sample) {
    using Sample = decltype(sample);
    const std::size_t count = result.pixels.size() / sizeof(Sample);
    for (std::size_t i = 0; i < count; ++i) {
      const auto mean =
          (static_cast<double>(sample_of<Sample>(result, i)) + static_cast<double>(sample_of<Sample>(other, i))) / 2;
      const auto value =
          std::is_floating_point_v<Sample> ? static_cast<Sample>(mean) : static_cast<Sample>(std::floor(mean + 0.5));
      std::memcpy(result.pixels.data() + i * sizeof(Sample), &value, sizeof(Sample));
    }
  });
  return result;
}

}  // namespace texelscope::app
