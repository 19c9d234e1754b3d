#include "app/compare/equal_png.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "app/files/byte_source.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

/// Small compared with an image, but enough that neither half waits much for the other.
int rows_at_once_of(const PngShape& shape, std::size_t row_bytes) {
  constexpr std::size_t most_bytes = std::size_t{2} << 20U;
  return std::clamp(static_cast<int>(most_bytes / row_bytes), 1, shape.height);
}

/// Decodes one of the files, in lockstep with the other.
class Half {
 public:
  explicit Half(PngRows& rows)
      : rows_{rows},
        row_bytes_{static_cast<std::size_t>(rows.shape().width) * static_cast<std::size_t>(rows.shape().channels) *
                   gpu::size_bytes(rows.shape().type)},
        rows_at_once_{rows_at_once_of(rows.shape(), row_bytes_)} {}

  /// Reads the next rows to the place of this row in the image, or to the first one. False for a damaged file; reading
  /// it as an image reports the reason.
  [[nodiscard]] bool read(int row, bool keeps_all) {
    const auto count = static_cast<std::size_t>(std::min(rows_at_once_, rows_.shape().height - row));
    const std::size_t first = keeps_all ? row_bytes_ * static_cast<std::size_t>(row) : 0;
    if (image_.pixels.size() < first + row_bytes_ * count) {
      make_pixels(keeps_all ? static_cast<std::size_t>(rows_.shape().height) : count);
    }
    try {
      last_ = std::span(image_.pixels).subspan(first, row_bytes_ * count);
      rows_.read(last_);
      return true;
    } catch (const FileError&) {
      return false;
    }
  }
  /// Reads all further rows, from this one. `before`: the rows before the last read() are those of the other image.
  [[nodiscard]] bool read_rest(int row, const Half* before) {
    if (before != nullptr) {
      const std::vector<std::byte> last(last_.begin(), last_.end());
      make_pixels(static_cast<std::size_t>(rows_.shape().height));
      const std::size_t end = row_bytes_ * static_cast<std::size_t>(std::min(row, rows_.shape().height));
      const auto from = before->image_.pixels.begin();
      std::copy(from, from + static_cast<std::ptrdiff_t>(end - last.size()), image_.pixels.begin());
      std::ranges::copy(last, image_.pixels.begin() + static_cast<std::ptrdiff_t>(end - last.size()));
    }
    for (int next = row; next < rows_.shape().height; next += rows_at_once_) {
      if (!read(next, true)) {
        return false;
      }
    }
    return true;
  }
  /// False for a damaged file, or if load_image() would rotate the image.
  [[nodiscard]] bool finish() {
    const PngShape shape = rows_.shape();
    image_.width = shape.width;
    image_.height = shape.height;
    image_.channels = shape.channels;
    image_.type = shape.type;
    try {
      return rows_.finish(image_);
    } catch (const FileError&) {
      return false;
    }
  }
  [[nodiscard]] bool is_same(const Half& other) const { return std::ranges::equal(last_, other.last_); }
  /// Whether the file says nothing else about the image. Equal facts of two files cannot be told here.
  [[nodiscard]] bool is_plain() const {
    return image_.note.empty() && std::ranges::all_of(image_.facts, &FileFact::is_default);
  }
  [[nodiscard]] int rows_at_once() const { return rows_at_once_; }
  [[nodiscard]] Image take_image() { return std::move(image_); }

 private:
  void make_pixels(std::size_t rows) { image_.pixels.assign(row_bytes_ * rows, std::byte{}); }

  PngRows& rows_;
  std::size_t row_bytes_;
  int rows_at_once_;
  Image image_;
  std::span<std::byte> last_;
};

PngPair compare_rows(PngRows& first, PngRows& second) {
  const int height = first.shape().height;
  std::array<Half, 2> halves{Half(first), Half(second)};
  std::array<bool, 2> are_read{true, true};
  bool are_same = true;
  int row = 0;
  const auto judge = [&]() noexcept {
    are_same = are_read[0] && are_read[1] && halves[0].is_same(halves[1]);
    row += halves[0].rows_at_once();
  };
  // Only the first half keeps all rows: they are those of the second one, too, before the first difference.
  const auto read = [&](std::size_t index) { are_read[index] = halves[index].read(row, index == 0); };
  const auto end = [&](std::size_t index) {
    return (are_same || halves[index].read_rest(row, index == 0 ? nullptr : &halves[0])) && halves[index].finish();
  };
  std::array<bool, 2> have_ended{};
  if (are_cores_shared_out()) {
    while (are_same && row < height) {
      read(0);
      read(1);
      judge();
    }
    have_ended = {are_read[0] && are_read[1] && end(0), are_read[0] && are_read[1] && end(1)};
  } else {
    std::barrier step(2, judge);
    const auto decode = [&](std::size_t index) {
      while (are_same && row < height) {
        read(index);
        step.arrive_and_wait();
      }
      have_ended[index] = are_read[0] && are_read[1] && end(index);
    };
    const std::jthread other(decode, 1);
    decode(0);
  }
  if (!have_ended[0] || !have_ended[1]) {
    return {};
  }
  if (are_same && halves[0].is_plain() && halves[1].is_plain()) {
    return {.equal = first.shape()};
  }
  if (are_same && !halves[1].read_rest(height, &halves[0])) {
    return {};
  }
  return {.expected = halves[0].take_image(), .actual = halves[1].take_image()};
}

/// Decodes only one of two files that have the same bytes.
bool is_whole(PngRows& rows) {
  Half half(rows);
  for (int row = 0; row < rows.shape().height; row += half.rows_at_once()) {
    if (!half.read(row, false)) {
      return false;
    }
  }
  return half.finish() && half.is_plain();
}

}  // namespace

bool have_same_bytes(const FilePlace& first, const FilePlace& second) {
  try {
    const FileSource sources[] = {FileSource(first), FileSource(second)};
    const std::uint64_t size = sources[0].size();
    if (size != sources[1].size() || size > largest_image_file) {
      return false;
    }
    std::vector<std::byte> buffers[] = {std::vector<std::byte>(1U << 18U), std::vector<std::byte>(1U << 18U)};
    for (std::uint64_t at = 0; at < size; at += buffers[0].size()) {
      const std::size_t read = sources[0].read(at, buffers[0]);
      if (sources[1].read(at, buffers[1]) != read || std::memcmp(buffers[0].data(), buffers[1].data(), read) != 0) {
        return false;
      }
    }
  } catch (const FileError&) {
    // Reading the files as images reports the reason.
    return false;
  }
  return true;
}

PngPair read_png_pair(const FilePlace& expected, const FilePlace& actual) {
  try {
    if (have_same_bytes(expected, actual)) {
      PngRows one(expected);
      return {.equal = one.come_in_order() && is_whole(one) ? std::optional(one.shape()) : std::nullopt};
    }
    const std::array<const FilePlace*, 2> paths{&expected, &actual};
    std::array<std::unique_ptr<PngRows>, 2> rows;
    // Reads both files concurrently.
    for_ranges(2, 1, [&](int begin, int) {
      const auto index = static_cast<std::size_t>(begin);
      rows[index] = std::make_unique<PngRows>(*paths[index]);
    });
    const bool are_alike = rows[0]->shape() == rows[1]->shape() && rows[0]->come_in_order() && rows[1]->come_in_order();
    return are_alike ? compare_rows(*rows[0], *rows[1]) : PngPair{};
  } catch (const FileError&) {
    // Reading the files as images reports the reason.
    return {};
  }
}

}  // namespace texelscope::app
