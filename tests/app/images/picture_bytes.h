#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image_file.h"

/// Images in memory: files as byte strings, and the results of reading them.
namespace texelscope::tests {

/// Little-endian.
[[nodiscard]] inline std::string number(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i, value /= 256) {
    text += static_cast<char>(value & 255U);
  }
  return text;
}

/// Big-endian, with four bytes.
[[nodiscard]] inline std::string big_number(std::uint32_t value) {
  const std::string text = number(value, 4);
  return {text.rbegin(), text.rend()};
}

[[nodiscard]] inline std::string bytes(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) {
    text += static_cast<char>(value);
  }
  return text;
}

[[nodiscard]] inline app::Image decoded(std::string_view file, const app::ReadOptions& options = {}) {
  return app::decode_image(std::as_bytes(std::span(file)), "picture", options);
}

/// The error of reading the file; empty if it can be read.
[[nodiscard]] inline std::string error_of(std::string_view file, const app::ReadOptions& options = {}) {
  try {
    static_cast<void>(decoded(file, options));
    return "";
  } catch (const app::FileError& error) {
    return error.what();
  }
}

template <class Sample = std::uint8_t>
[[nodiscard]] std::vector<Sample> samples_of(const app::Image& image) {
  std::vector<Sample> samples(image.pixels.size() / sizeof(Sample));
  std::memcpy(samples.data(), image.pixels.data(), image.pixels.size());
  return samples;
}

/// The values of an image with 8 bits per channel.
[[nodiscard]] inline std::vector<int> values_of(const app::Image& image) {
  const std::vector<std::uint8_t> samples = samples_of(image);
  return {samples.begin(), samples.end()};
}

}  // namespace texelscope::tests
