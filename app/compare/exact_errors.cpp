#include "app/compare/exact_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "app/compare/measures/colors.h"
#include "app/images/image_convert.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

template <class Sample>
Sample sample_at(std::span<const std::byte> bytes, std::size_t index) {
  Sample value{};
  std::memcpy(&value, bytes.data() + index * sizeof(Sample), sizeof(Sample));
  return value;
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

/// What can be compared of two images besides their pixels; nulls if there is nothing.
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

bool are_alike(const TexelPair& pair) {
  return pair.expected && pair.actual && pair.expected->name == pair.actual->name &&
         pair.expected->unit_bytes == pair.actual->unit_bytes &&
         pair.expected->bytes.size() == pair.actual->bytes.size();
}

std::span<const std::byte> texel_at(const StoredTexels& texels, std::size_t index) {
  return std::span(texels.bytes).subspan(index * texels.unit_bytes, texels.unit_bytes);
}

/// Negative for equal texels.
double error_of(const TexelPair& pair, std::size_t index) {
  const auto one = texel_at(*pair.expected, index);
  const auto other = texel_at(*pair.actual, index);
  if (std::ranges::equal(one, other)) {
    return -1;
  }
  if (pair.expected->name != "float64") {
    return 0;
  }
  double error = -1;
  for (std::size_t i = 0; i < one.size() / sizeof(double); ++i) {
    const auto first = sample_at<double>(one, i);
    const auto second = sample_at<double>(other, i);
    // Two NaNs are equal, as among the pixels, and zeros of different sign differ.
    if ((std::isnan(first) && std::isnan(second)) || std::memcmp(&first, &second, sizeof(first)) == 0) {
      continue;
    }
    const double distance = first == second ? 0 : std::fabs(first - second);
    error = std::max(error, std::isnan(distance) ? HUGE_VAL : distance);
  }
  return error;
}

template <class Sample>
std::string samples_text(std::span<const std::byte> texel) {
  std::string text;
  for (std::size_t i = 0; i < texel.size() / sizeof(Sample); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " ", sample_at<Sample>(texel, i));
  }
  return text;
}

std::string values_text(const StoredTexels& texels, std::size_t index) {
  const auto texel = texel_at(texels, index);
  if (texels.name == "float64") {
    return samples_text<double>(texel);
  }
  if (texels.name == "uint16") {
    return samples_text<std::uint16_t>(texel);
  }
  if (texels.name == "uint32") {
    return samples_text<std::uint32_t>(texel);
  }
  if (texels.name == "int32") {
    return samples_text<std::int32_t>(texel);
  }
  std::string text;
  for (const std::byte byte : texel) {
    text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  }
  return text;
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
      const double error = error_of(pair, index);
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
