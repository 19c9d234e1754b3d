#include "app/images/formats/exr_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// Reads the numbers and strings of the headers, before the library is called.
class ExrHeaderReader {
 public:
  explicit ExrHeaderReader(const PictureFile& file) : file_{file} {}

  std::uint32_t number() {
    std::array<std::byte, 4> bytes{};
    if (file_.source.read(position_, bytes) != bytes.size()) {
      fail_truncated(file_);
    }
    position_ += bytes.size();
    const PictureFile number{file_.source, bytes, file_.path};
    return ByteReader(number).number_32();
  }
  /// A zero-terminated string.
  std::string text() {
    constexpr std::size_t longest = 256;
    std::array<std::byte, longest> bytes{};
    const std::span<std::byte> read = std::span(bytes).first(file_.source.read(position_, bytes));
    const auto end = std::ranges::find(read, std::byte{0});
    if (end == read.end()) {
      fail_reading(file_, "unterminated name in its header (damaged or truncated file)");
    }
    const auto length = static_cast<std::size_t>(end - read.begin());
    position_ += length + 1;
    return {reinterpret_cast<const char*>(bytes.data()), length};
  }
  void skip(std::uint64_t bytes) {
    if (bytes > file_.source.size() - position_) {
      fail_reading(file_,
                   fmt::format("its header is {} bytes larger than the file (damaged or truncated file)", bytes));
    }
    position_ += bytes;
  }
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }

 private:
  const PictureFile& file_;
  std::uint64_t position_ = 0;
};

/// The chunks that a part's header declares; the part's table has an entry of 8 bytes for each.
struct ExrChunks {
  /// The data window: first and last column and row.
  std::array<std::int32_t, 4> window{};
  std::array<std::uint32_t, 2> tile{};
  std::uint32_t count = 0;

  [[nodiscard]] std::uint64_t least_count() const {
    const auto in_direction = [&](std::size_t axis) {
      const std::int64_t extent = std::int64_t{window[axis + 2]} - window[axis] + 1;
      return extent < 1 ? 0 : (static_cast<std::uint64_t>(extent) + tile[axis] - 1) / tile[axis];
    };
    const bool has_tiles = tile[0] > 0 && tile[1] > 0;
    const std::uint64_t columns = has_tiles ? std::min<std::uint64_t>(in_direction(0), max_image_extent) : 0;
    const std::uint64_t rows = has_tiles ? std::min<std::uint64_t>(in_direction(1), max_image_extent) : 0;
    return std::max<std::uint64_t>(count, columns * rows);
  }
};

/// The number of bytes that the library reads for a type of attribute, regardless of the size that the file specifies.
struct AttributeType {
  std::string_view name;
  std::uint32_t bytes;
};
constexpr std::array<AttributeType, 23> types_of_one_size{{{"box2f", 16},
                                                           {"box2i", 16},
                                                           {"chromaticities", 32},
                                                           {"compression", 1},
                                                           {"deepImageState", 1},
                                                           {"double", 8},
                                                           {"envmap", 1},
                                                           {"float", 4},
                                                           {"int", 4},
                                                           {"keycode", 28},
                                                           {"lineOrder", 1},
                                                           {"m33d", 72},
                                                           {"m33f", 36},
                                                           {"m44d", 128},
                                                           {"m44f", 64},
                                                           {"rational", 8},
                                                           {"tiledesc", 9},
                                                           {"timecode", 8},
                                                           {"v2d", 16},
                                                           {"v2f", 8},
                                                           {"v2i", 8},
                                                           {"v3d", 24},
                                                           {"v3f", 12}}};

/// Moves past an attribute of `bytes` bytes like the library. @throws FileError if the attribute does not end there.
class AttributeReader {
 public:
  AttributeReader(const PictureFile& file, ExrHeaderReader& reader, std::string name, std::uint32_t bytes)
      : file_{file}, reader_{reader}, name_{std::move(name)}, end_{reader.position() + bytes} {}

  void read(std::string_view type, ExrChunks& chunks) {
    const auto* const known = std::ranges::find(types_of_one_size, type, &AttributeType::name);
    if (known != types_of_one_size.end()) {
      require_rest(known->bytes);
    }
    if (type == "chlist") {
      constexpr std::uint64_t channel_bytes = 16;
      while (!reader_.text().empty()) {
        reader_.skip(channel_bytes);
      }
      require_rest(0);
    } else if (type == "stringvector") {
      while (reader_.position() < end_) {
        reader_.skip(reader_.number());
      }
      require_rest(0);
    } else if (type == "preview") {
      const std::uint64_t width = reader_.number();
      const std::uint64_t height = reader_.number();
      if (width * height > file_.source.size()) {
        fail_truncated(file_);
      }
      require_rest(width * height * 4);
    } else if (name_ == "dataWindow" && type == "box2i") {
      for (std::int32_t& edge : chunks.window) {
        edge = static_cast<std::int32_t>(reader_.number());
      }
    } else if (name_ == "tiles" && type == "tiledesc") {
      chunks.tile = {reader_.number(), reader_.number()};
    } else if (name_ == "chunkCount" && type == "int") {
      chunks.count = reader_.number();
    }
    reader_.skip(end_ - reader_.position());
  }

 private:
  void require_rest(std::uint64_t bytes) {
    if (reader_.position() > end_ || end_ - reader_.position() != bytes) {
      fail_reading(file_, fmt::format("the size of its attribute '{}' does not match its type (damaged file)",
                                      shown_line(name_, 60)));
    }
  }

  const PictureFile& file_;
  ExrHeaderReader& reader_;
  std::string name_;
  std::uint64_t end_;
};

}  // namespace

void check_exr_headers(const PictureFile& file) {
  ExrHeaderReader reader(file);
  reader.skip(4);
  const bool has_parts = (reader.number() & 0x1000U) != 0;
  // The library needs 25 KB of memory for each.
  constexpr std::size_t max_parts = 4096;
  std::size_t parts = 0;
  bool is_another = true;
  while (is_another) {
    is_another = false;
    if (++parts > max_parts + 1) {
      fail_reading(file, fmt::format("it has more than {} parts", max_parts));
    }
    ExrChunks chunks;
    for (std::string name = reader.text(); !name.empty(); name = reader.text()) {
      is_another = has_parts;
      const std::string type = reader.text();
      const std::uint32_t bytes = reader.number();
      AttributeReader(file, reader, std::move(name), bytes).read(type, chunks);
    }
    if (const std::uint64_t count = chunks.least_count(); count > file.source.size() / 8) {
      fail_reading(
          file,
          fmt::format("its table of {} tiles or scanline blocks is larger than the file (damaged or truncated file)",
                      count));
    }
  }
}

}  // namespace texelscope::app
