#include "app/compare/exact_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "app/compare/measures/colors.h"
#include "app/compare/measures/sample_step.h"
#include "app/images/image_convert.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

/// Calls `work` with a number of the type that texels are named after; with a byte for other texels.
template <class Work>
auto with_number(const StoredTexels& texels, const Work& work) {
  return texels.name == "float64"  ? work(double{})
         : texels.name == "uint16" ? work(std::uint16_t{})
         : texels.name == "uint32" ? work(std::uint32_t{})
         : texels.name == "int32"  ? work(std::int32_t{})
                                   : work(std::byte{});
}

bool are_numbers_of(const StoredTexels& texels) {
  return with_number(texels, [](auto number) { return !std::is_same_v<decltype(number), std::byte>; });
}

std::span<const std::byte> texel_at(const StoredTexels& texels, std::size_t index) {
  return std::span(texels.bytes).subspan(index * texels.unit_bytes, texels.unit_bytes);
}

template <class Sample>
std::vector<Sample> samples_of(std::span<const std::byte> texel) {
  std::vector<Sample> samples(texel.size() / sizeof(Sample));
  std::memcpy(samples.data(), texel.data(), samples.size() * sizeof(Sample));
  return samples;
}

/// Red, green, blue and alpha, like color_of().
template <class Sample>
std::array<Sample, 4> color_of_samples(const std::vector<Sample>& samples) {
  const std::size_t step = samples.size() >= 3 ? 1 : 0;
  return {samples[0], samples[step], samples[2 * step], samples.size() % 2 == 0 ? samples.back() : full_value<Sample>};
}

/// Pixels as the exact samples of another image; null if they have no such samples.
std::shared_ptr<const StoredTexels> exact_pixels(const Image& image, const std::string& name) {
  const auto channels = static_cast<std::size_t>(image.channels);
  if (name == "float64" && image.type == gpu::DataType::float32) {
    std::vector<std::byte> bytes(2 * image.pixels.size());
    for (std::size_t index = 0; index < bytes.size() / sizeof(double); ++index) {
      const double value = sample_of<float>(image, index);
      std::memcpy(bytes.data() + index * sizeof(value), &value, sizeof(value));
    }
    return exact_samples(name, channels * sizeof(double), std::move(bytes));
  }
  if (name == "uint16" && (image.type == gpu::DataType::uint8 || image.type == gpu::DataType::uint16)) {
    return exact_samples(name, channels * sizeof(std::uint16_t), with_16_bits(image).pixels);
  }
  return nullptr;
}

struct TexelPair {
  std::shared_ptr<const StoredTexels> expected;
  std::shared_ptr<const StoredTexels> actual;
};

/// The samples of two images that their pixels do not hold; nulls if there are none.
TexelPair texels_of(const Image& expected, const Image& actual) {
  if (is_number_type(expected.type) && expected.type == actual.type) {
    const std::string name(gpu::to_string(expected.type));
    const auto bytes_of = [](const Image& image) {
      return static_cast<std::size_t>(image.channels) * sizeof(std::uint32_t);
    };
    return {exact_samples(name, bytes_of(expected), expected.pixels),
            exact_samples(name, bytes_of(actual), actual.pixels)};
  }
  TexelPair pair{expected.exact ? expected.exact : expected.stored, actual.exact ? actual.exact : actual.stored};
  if (expected.exact && !pair.actual) {
    pair.actual = exact_pixels(actual, expected.exact->name);
  } else if (actual.exact && !pair.expected) {
    pair.expected = exact_pixels(expected, actual.exact->name);
  }
  return pair;
}

/// Texels of one encoding; numbers may have different channels.
bool are_alike(const TexelPair& pair) {
  return pair.expected && pair.actual && pair.expected->name == pair.actual->name &&
         (are_numbers_of(*pair.expected) || pair.expected->unit_bytes == pair.actual->unit_bytes) &&
         pair.expected->bytes.size() / pair.expected->unit_bytes == pair.actual->bytes.size() / pair.actual->unit_bytes;
}

/// Negative for equal texels.
double error_of(const TexelPair& pair, std::size_t index) {
  const auto one = texel_at(*pair.expected, index);
  const auto other = texel_at(*pair.actual, index);
  if (std::ranges::equal(one, other)) {
    return -1;
  }
  return with_number(*pair.expected, [&](auto number) {
    using Sample = decltype(number);
    double error = 0;
    if constexpr (!std::is_same_v<Sample, std::byte>) {
      error = -1;
      const auto first = color_of_samples(samples_of<Sample>(one));
      const auto second = color_of_samples(samples_of<Sample>(other));
      for (std::size_t channel = 0; channel < first.size(); ++channel) {
        if (const Step step = step_between(first[channel], second[channel]); step.is_different) {
          error = std::max(error, step.error);
        }
      }
    }
    return error;
  });
}

std::string values_text(const StoredTexels& texels, std::size_t index) {
  return with_number(texels, [&](auto number) {
    using Sample = decltype(number);
    const std::vector<Sample> samples = samples_of<Sample>(texel_at(texels, index));
    if constexpr (std::is_same_v<Sample, std::byte>) {
      std::string text;
      for (const std::byte byte : samples) {
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
      }
      return text;
    } else {
      return fmt::format("{}", fmt::join(samples, " "));
    }
  });
}

}  // namespace

ExactErrors exact_errors(const Image& expected, const Image& actual) {
  const TexelPair pair = texels_of(expected, actual);
  if (!are_alike(pair) || pair.expected->bytes == pair.actual->bytes) {
    return {};
  }
  const StoredTexels& texels = *pair.expected;
  const auto block_width = static_cast<int>(texels.block_width);
  const auto block_height = static_cast<int>(texels.block_height);
  const int columns = (expected.width + block_width - 1) / block_width;
  const int rows = (expected.height + block_height - 1) / block_height;
  ExactErrors found;
  std::size_t count = 0;
  std::string places;
  constexpr std::size_t max_listed = 3;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const std::size_t index =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
      // 16 bits of a palette are compared with 8 bits.
      const double error =
          error_of(pair, index) / (texels.name == "uint16" && expected.type == gpu::DataType::uint8 ? 257 : 1);
      if (error < 0) {
        continue;
      }
      found.errors.resize(pixel_index(expected, 0, expected.height), -1);
      const int x_end = std::min(expected.width, (column + 1) * block_width);
      const int y_end = std::min(expected.height, (row + 1) * block_height);
      for (int y = row * block_height; y < y_end; ++y) {
        for (int x = column * block_width; x < x_end; ++x) {
          found.errors[pixel_index(expected, x, y)] = error;
        }
      }
      if (++count <= max_listed) {
        places +=
            fmt::format("{}({}, {}) is {} instead of {}", count == 1 ? "" : ", ", expected.x + column * block_width,
                        expected.y + row * block_height, values_text(*pair.actual, index), values_text(texels, index));
      }
    }
  }
  if (count > 0) {
    found.text = fmt::format("{} {} as {}: {}{}", count_text(count, block_width > 1 ? "block" : "pixel"),
                             count == 1 ? "differs" : "differ", texels.name, places, count > max_listed ? ", …" : "");
  }
  return found;
}

}  // namespace texelscope::app
