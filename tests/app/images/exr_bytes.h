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
enum class ExrType : std::uint32_t { uint32 = 0, float16 = 1, float32 = 2 };

struct ExrChannel {
  ExrType type = ExrType::float32;
  /// Rows from top to bottom; missing rows are not written.
  std::vector<std::uint32_t> bits{};

  [[nodiscard]] std::size_t sample_bytes() const { return type == ExrType::float16 ? 2 : 4; }
};
using ExrChannels = std::map<std::string, ExrChannel>;

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

/// The attributes of a part.
[[nodiscard]] inline std::string exr_header(const ExrChannels& channels, const ExrWindow& data,
                                            const ExrWindow& display, const std::string& part = "") {
  const auto attribute = [](const std::string& name, const std::string& type, const std::string& value) {
    return name + '\0' + type + '\0' + number(value.size(), 4) + value;
  };
  const auto window = [&](const ExrWindow& box) {
    std::string text;
    for (const int edge : box) {
      text += number(static_cast<std::uint32_t>(edge), 4);
    }
    return text;
  };
  const std::string one = number(std::bit_cast<std::uint32_t>(1.0F), 4);
  std::string list;
  for (const auto& [name, channel] : channels) {
    list +=
        name + '\0' + number(static_cast<std::uint32_t>(channel.type), 4) + number(0, 4) + number(1, 4) + number(1, 4);
  }
  const std::string of_part =
      part.empty() ? ""
                   : attribute("name", "string", part) + attribute("type", "string", "scanlineimage") +
                         attribute("chunkCount", "int", number(static_cast<std::uint64_t>(data[3] - data[1] + 1), 4));
  return of_part + attribute("channels", "chlist", list + '\0') +
         attribute("compression", "compression", number(0, 1)) + attribute("dataWindow", "box2i", window(data)) +
         attribute("displayWindow", "box2i", window(display)) + attribute("lineOrder", "lineOrder", number(0, 1)) +
         attribute("pixelAspectRatio", "float", one) + attribute("screenWindowCenter", "v2f", number(0, 8)) +
         attribute("screenWindowWidth", "float", one) + '\0';
}

/// The chunks of the rows that were written, one for each row.
[[nodiscard]] inline std::vector<std::string> exr_rows(const ExrChannels& channels, const ExrWindow& data) {
  const auto width = static_cast<std::size_t>(data[2] - data[0] + 1);
  std::vector<std::string> rows(channels.begin()->second.bits.size() / width);
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (const auto& [name, channel] : channels) {
      for (std::size_t x = 0; x < width; ++x) {
        rows[y] += number(channel.bits[y * width + x], channel.sample_bytes());
      }
    }
    rows[y] =
        number(static_cast<std::uint32_t>(data[1] + static_cast<int>(y)), 4) + number(rows[y].size(), 4) + rows[y];
  }
  return rows;
}

/// An OpenEXR file of scan lines without compression, by "OpenEXR File Layout". The table of a file that was not
/// written completely has zeros.
[[nodiscard]] inline std::string exr_bytes(const ExrChannels& channels, const ExrWindow& data,
                                           const ExrWindow& display) {
  std::string file = number(0x01312F76, 4) + number(2, 4) + exr_header(channels, data, display);
  const auto height = static_cast<std::size_t>(data[3] - data[1] + 1);
  std::string rows;
  std::string table;
  for (const std::string& row : exr_rows(channels, data)) {
    table += number(file.size() + 8 * height + rows.size(), 8);
    rows += row;
  }
  table.resize(8 * height);
  return file + table + rows;
}

[[nodiscard]] inline std::string exr_bytes(const ExrChannels& channels, int width, int height) {
  const ExrWindow window{0, 0, width - 1, height - 1};
  return exr_bytes(channels, window, window);
}

/// A file of several named parts of one size.
[[nodiscard]] inline std::string exr_parts_bytes(const std::vector<std::pair<std::string, ExrChannels>>& parts,
                                                 int width, int height) {
  const ExrWindow window{0, 0, width - 1, height - 1};
  std::string file = number(0x01312F76, 4) + number(0x1002, 4);
  for (const auto& [name, channels] : parts) {
    file += exr_header(channels, window, window, name);
  }
  file += '\0';
  const std::size_t first = file.size() + 8 * parts.size() * static_cast<std::size_t>(height);
  std::string rows;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (const std::string& row : exr_rows(parts[part].second, window)) {
      file += number(first + rows.size(), 8);
      rows += number(part, 4) + row;
    }
  }
  return file + rows;
}

}  // namespace texelscope::tests
