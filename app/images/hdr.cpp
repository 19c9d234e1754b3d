#include "app/images/image_file.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

constexpr std::string_view hdr_magics[] = {"#?RADIANCE", "#?RGBE"};

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view reason) {
  throw FileError(fmt::format("cannot read {}: {}; copy or write it again", path.string(), reason));
}

class HdrReader {
 public:
  HdrReader(std::span<const std::byte> bytes, const std::filesystem::path& path) : bytes_{bytes}, path_{path} {}

  /// One line of the header.
  std::string_view line() {
    const std::string_view rest(reinterpret_cast<const char*>(bytes_.data()) + position_, bytes_.size() - position_);
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
      fail(path_, "its header does not end: truncated or no Radiance picture");
    }
    position_ += end + 1;
    return rest.substr(0, end);
  }

  std::uint8_t byte() {
    if (position_ == bytes_.size()) {
      fail(path_, "it ends before its last pixel: truncated");
    }
    return std::to_integer<std::uint8_t>(bytes_[position_++]);
  }

  /// Whether a run-length encoded row of this width begins here.
  [[nodiscard]] bool is_encoded_row(std::size_t width) const {
    const auto rest = bytes_.subspan(position_);
    return width >= 8 && width < 32768 && rest.size() >= 4 && rest[0] == std::byte{2} && rest[1] == std::byte{2} &&
           rest[2] == static_cast<std::byte>(width >> 8U) && rest[3] == static_cast<std::byte>(width & 255U);
  }

  /// The row's texels, four bytes each.
  void row(std::span<std::uint8_t> rgbe) {
    if (!is_encoded_row(rgbe.size() / 4)) {
      for (std::uint8_t& value : rgbe) {
        value = byte();
      }
      return;
    }
    position_ += 4;
    for (std::size_t channel = 0; channel < 4; ++channel) {
      for (std::size_t index = channel; index < rgbe.size();) {
        // Above 128: a run of one value; else so many values.
        const unsigned code = byte();
        const unsigned count = code > 128 ? code - 128 : code;
        if (count == 0 || index + (std::size_t{count} - 1) * 4 >= rgbe.size()) {
          fail(path_, "a run of its pixels has an impossible length: damaged");
        }
        const std::uint8_t repeated = code > 128 ? byte() : std::uint8_t{0};
        for (unsigned step = 0; step < count; ++step, index += 4) {
          rgbe[index] = code > 128 ? repeated : byte();
        }
      }
    }
  }

 private:
  std::span<const std::byte> bytes_;
  const std::filesystem::path& path_;
  std::size_t position_ = 0;
};

/// "-Y height +X width".
std::array<std::uint64_t, 2> extents_from(std::string_view line, const std::filesystem::path& path) {
  const std::size_t second = line.find(" +X ");
  if (!line.starts_with("-Y ") || second == std::string_view::npos) {
    fail(path, "its rows do not go from the top to the bottom and from left to right");
  }
  const auto number = [&](std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      fail(path, "its size is no number: damaged");
    }
    return value;
  };
  return {number(line.substr(second + 4)), number(line.substr(3, second - 3))};
}

}  // namespace

bool is_hdr(std::span<const std::byte> bytes) {
  for (const std::string_view magic : hdr_magics) {
    if (bytes.size() > magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0) {
      return true;
    }
  }
  return false;
}

Image decode_hdr(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  HdrReader reader(bytes, path);
  for (std::string_view line = reader.line(); !line.empty(); line = reader.line()) {
    if (line.starts_with("FORMAT=") && line != "FORMAT=32-bit_rle_rgbe") {
      fail(path, "its pixels are not RGBE");
    }
  }
  const auto [width, height] = extents_from(reader.line(), path);
  Image image;
  image.channels = 3;
  image.type = gpu::DataType::float32;
  const std::size_t size = checked_image_size(path, width, height, image.channels, image.type);
  // A row takes at least a run of 127 values for each of its four channels.
  if (bytes.size() < height * (width / 127) * 8) {
    fail(path, "it ends before its last pixel: truncated");
  }
  image.width = static_cast<int>(width);
  image.height = static_cast<int>(height);
  image.pixels.resize(size);
  std::vector<std::uint8_t> rgbe(width * 4);
  std::byte* to = image.pixels.data();
  for (std::uint64_t y = 0; y < height; ++y) {
    reader.row(rgbe);
    for (std::size_t x = 0; x < width; ++x) {
      const std::uint8_t* const texel = rgbe.data() + x * 4;
      const float scale = texel[3] == 0 ? 0.0F : std::ldexp(1.0F, texel[3] - (128 + 8));
      const float rgb[] = {texel[0] * scale, texel[1] * scale, texel[2] * scale};
      std::memcpy(to, rgb, sizeof(rgb));
      to += sizeof(rgb);
    }
  }
  return image;
}

}  // namespace texelscope::app
