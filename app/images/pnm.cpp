#include "app/images/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

class HeaderReader {
 public:
  HeaderReader(std::span<const std::byte> bytes, const std::filesystem::path& path) : bytes_{bytes}, path_{path} {}

  /// The next number of the header, after blanks and comments.
  std::uint32_t number(const char* what) {
    while (position_ < bytes_.size() && (is_blank(current()) || current() == '#')) {
      if (current() == '#') {
        while (position_ < bytes_.size() && current() != '\n' && current() != '\r') {
          ++position_;
        }
      } else {
        ++position_;
      }
    }
    std::uint64_t value = 0;
    const std::size_t first = position_;
    while (position_ < bytes_.size() && current() >= '0' && current() <= '9') {
      value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(current() - '0'), UINT32_MAX);
      ++position_;
    }
    if (position_ == first) {
      throw FileError(
          fmt::format("cannot read {}: its header has no {}: it is damaged or no binary PGM or PPM; write it again",
                      path_.string(), what));
    }
    return static_cast<std::uint32_t>(value);
  }

  /// What follows the header: one blank, then the pixels.
  std::span<const std::byte> pixels() const { return bytes_.subspan(std::min(position_ + 1, bytes_.size())); }

 private:
  [[nodiscard]] char current() const { return static_cast<char>(bytes_[position_]); }
  static bool is_blank(char character) { return character == ' ' || (character >= '\t' && character <= '\r'); }

  std::span<const std::byte> bytes_;
  const std::filesystem::path& path_;
  std::size_t position_ = 2;
};

/// Big-endian samples of `sample_size` bytes, scaled from 0 … maximum to the whole range of Sample, rounded to nearest.
template <class Sample>
void scale_samples(std::span<const std::byte> from, std::uint32_t maximum, std::span<std::byte> to) {
  constexpr std::uint64_t full = static_cast<Sample>(~Sample{0});
  for (std::size_t offset = 0; offset < to.size(); offset += sizeof(Sample)) {
    std::uint64_t value = 0;
    for (std::size_t byte = 0; byte < sizeof(Sample); ++byte) {
      value = value << 8U | static_cast<std::uint64_t>(from[offset + byte]);
    }
    const auto scaled = static_cast<Sample>((std::min<std::uint64_t>(value, maximum) * full + maximum / 2) / maximum);
    std::memcpy(to.data() + offset, &scaled, sizeof(Sample));
  }
}

}  // namespace

bool is_pnm(std::span<const std::byte> bytes) {
  return bytes.size() >= 3 && bytes[0] == std::byte{'P'} && (bytes[1] == std::byte{'5'} || bytes[1] == std::byte{'6'});
}

Image decode_pnm(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  HeaderReader header(bytes, path);
  const std::uint32_t width = header.number("width");
  const std::uint32_t height = header.number("height");
  const std::uint32_t maximum = header.number("maximal value");
  if (maximum < 1 || maximum > 65535) {
    throw FileError(fmt::format("cannot read {}: its maximal value is {}: PGM and PPM have 1 to 65535; write it again",
                                path.string(), maximum));
  }
  Image image;
  image.channels = bytes[1] == std::byte{'5'} ? 1 : 3;
  image.type = maximum < 256 ? gpu::DataType::uint8 : gpu::DataType::uint16;
  const std::size_t size = checked_image_size(path, width, height, image.channels, image.type);
  image.width = static_cast<int>(width);
  image.height = static_cast<int>(height);
  const auto pixels = header.pixels();
  if (pixels.size() < size) {
    throw FileError(
        fmt::format("cannot read {}: it is truncated: {} bytes of pixels instead of {}; copy or write it again",
                    path.string(), pixels.size(), size));
  }
  image.pixels.resize(size);
  if (image.type == gpu::DataType::uint8) {
    scale_samples<std::uint8_t>(pixels, maximum, image.pixels);
  } else {
    scale_samples<std::uint16_t>(pixels, maximum, image.pixels);
  }
  return image;
}

}  // namespace texelscope::app
