#include "app/images/formats/exr_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace texelscope::app {
namespace {

/// The numbers and texts of the headers, of which the library is not asked yet.
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
  /// One that ends in a zero.
  std::string text() {
    constexpr std::size_t longest = 256;
    std::array<std::byte, longest> bytes{};
    const std::span<std::byte> read = std::span(bytes).first(file_.source.read(position_, bytes));
    const auto end = std::ranges::find(read, std::byte{0});
    if (end == read.end()) {
      fail_reading(file_, "a name in its header has no end: damaged or truncated");
    }
    const auto length = static_cast<std::size_t>(end - read.begin());
    position_ += length + 1;
    return {reinterpret_cast<const char*>(bytes.data()), length};
  }
  void skip(std::uint64_t bytes) {
    if (bytes > file_.source.size() - position_) {
      fail_reading(file_, fmt::format("its header has {} bytes more than the file: damaged or truncated", bytes));
    }
    position_ += bytes;
  }

 private:
  const PictureFile& file_;
  std::uint64_t position_ = 0;
};

/// What a part's header says of its chunks, each of which has its place in a table of numbers of 8 bytes.
struct ExrChunks {
  /// The data window: the first and the last column and row.
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

}  // namespace

void check_exr_headers(const PictureFile& file) {
  ExrHeaderReader reader(file);
  reader.skip(4);
  const bool has_parts = (reader.number() & 0x1000U) != 0;
  bool is_another = true;
  while (is_another) {
    is_another = false;
    ExrChunks chunks;
    for (std::string name = reader.text(); !name.empty(); name = reader.text()) {
      is_another = has_parts;
      const std::string type = reader.text();
      std::uint32_t bytes = reader.number();
      const auto take = [&](std::uint32_t& number) {
        if (bytes >= 4) {
          bytes -= 4;
          number = reader.number();
        }
      };
      if (name == "dataWindow") {
        for (std::int32_t& edge : chunks.window) {
          std::uint32_t number = 0;
          take(number);
          edge = static_cast<std::int32_t>(number);
        }
      } else if (name == "tiles") {
        std::ranges::for_each(chunks.tile, take);
      } else if (name == "chunkCount") {
        take(chunks.count);
      }
      reader.skip(bytes);
    }
    if (const std::uint64_t count = chunks.least_count(); count > file.source.size() / 8) {
      fail_reading(file, fmt::format("its table of {} tiles or blocks of rows is larger than the file: damaged or "
                                     "truncated",
                                     count));
    }
  }
}

}  // namespace texelscope::app
