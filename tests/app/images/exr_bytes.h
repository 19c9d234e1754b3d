#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::tests {

/// The file layout's numbers of channel types.
enum class ExrType : std::uint32_t { uint32 = 0, float32 = 2 };

struct ExrChannel {
  ExrType type = ExrType::float32;
  /// Rows from top to bottom; missing rows are not written.
  std::vector<std::uint32_t> bits{};
};

[[nodiscard]] inline ExrChannel exr_floats(const std::vector<float>& values) {
  ExrChannel channel;
  for (const float value : values) {
    channel.bits.push_back(std::bit_cast<std::uint32_t>(value));
  }
  return channel;
}
[[nodiscard]] inline ExrChannel exr_integers(std::vector<std::uint32_t> values) {
  return {ExrType::uint32, std::move(values)};
}

/// First and last column and row.
using ExrWindow = std::array<int, 4>;

/// An OpenEXR file of scan lines without compression, by "OpenEXR File Layout". The table of a file that was not
/// written completely has zeros.
[[nodiscard]] inline std::string exr_bytes(const std::map<std::string, ExrChannel>& channels, const ExrWindow& data,
                                           const ExrWindow& display) {
  const auto attribute = [](const std::string& name, const std::string& type, const std::string& value) {
    return name + '\0' + type + '\0' + number(value.size(), 4) + value;
  };
  const auto whole = [](int value) { return number(static_cast<std::uint32_t>(value), 4); };
  const auto window = [&](const ExrWindow& box) {
    return whole(box[0]) + whole(box[1]) + whole(box[2]) + whole(box[3]);
  };
  const std::string one = number(std::bit_cast<std::uint32_t>(1.0F), 4);
  std::string list;
  for (const auto& [name, channel] : channels) {
    list +=
        name + '\0' + number(static_cast<std::uint32_t>(channel.type), 4) + number(0, 4) + number(1, 4) + number(1, 4);
  }
  std::string file =
      number(0x01312F76, 4) + number(2, 4) + attribute("channels", "chlist", list + '\0') +
      attribute("compression", "compression", number(0, 1)) + attribute("dataWindow", "box2i", window(data)) +
      attribute("displayWindow", "box2i", window(display)) + attribute("lineOrder", "lineOrder", number(0, 1)) +
      attribute("pixelAspectRatio", "float", one) + attribute("screenWindowCenter", "v2f", number(0, 8)) +
      attribute("screenWindowWidth", "float", one) + '\0';
  const auto width = static_cast<std::size_t>(data[2] - data[0] + 1);
  const auto height = static_cast<std::size_t>(data[3] - data[1] + 1);
  const std::size_t written = channels.begin()->second.bits.size() / width;
  const std::size_t row_bytes = 4 * width * channels.size();
  std::string rows;
  for (std::size_t y = 0; y < written; ++y) {
    rows += whole(data[1] + static_cast<int>(y)) + number(row_bytes, 4);
    for (const auto& [name, channel] : channels) {
      for (std::size_t x = 0; x < width; ++x) {
        rows += number(channel.bits[y * width + x], 4);
      }
    }
  }
  const std::size_t first = file.size() + 8 * height;
  for (std::size_t y = 0; y < height; ++y) {
    file += number(y < written ? first + y * (8 + row_bytes) : 0, 8);
  }
  return file + rows;
}

[[nodiscard]] inline std::string exr_bytes(const std::map<std::string, ExrChannel>& channels, int width, int height) {
  const ExrWindow window{0, 0, width - 1, height - 1};
  return exr_bytes(channels, window, window);
}

}  // namespace texelscope::tests
