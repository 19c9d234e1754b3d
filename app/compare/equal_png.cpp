#include "app/compare/equal_png.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "app/files/byte_source.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

/// Small compared with an image, but enough that neither half waits much for the other.
int rows_at_once_of(const PngShape& shape) {
  constexpr std::size_t most_bytes = std::size_t{2} << 20U;
  const std::size_t row =
      static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.channels) * gpu::size_bytes(shape.type);
  return std::clamp(static_cast<int>(most_bytes / row), 1, shape.height);
}

/// Decodes one of the files, in lockstep with the other.
class Half {
 public:
  explicit Half(PngRows& rows) : rows_{rows} {
    const PngShape shape = rows.shape();
    row_bytes_ =
        static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.channels) * gpu::size_bytes(shape.type);
    bytes_.resize(row_bytes_ * static_cast<std::size_t>(rows_at_once_of(shape)));
  }

  /// False for a damaged file; reading it as an image reports the reason.
  [[nodiscard]] bool read(int rows) {
    try {
      used_ = row_bytes_ * static_cast<std::size_t>(rows);
      rows_.read(std::span(bytes_).first(used_));
      return true;
    } catch (const FileError&) {
      return false;
    }
  }
  [[nodiscard]] bool ends_plainly() {
    try {
      return rows_.ends_plainly();
    } catch (const FileError&) {
      return false;
    }
  }
  [[nodiscard]] bool is_same(const Half& other) const {
    return std::equal(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(used_), other.bytes_.begin());
  }

 private:
  PngRows& rows_;
  std::size_t row_bytes_ = 0;
  std::size_t used_ = 0;
  std::vector<std::byte> bytes_;
};

bool have_same_rows(PngRows& first, PngRows& second) {
  const int height = first.shape().height;
  const int rows_at_once = rows_at_once_of(first.shape());
  std::array<Half, 2> halves{Half(first), Half(second)};
  std::array<bool, 2> are_read{true, true};
  bool are_same = true;
  int row = 0;
  const auto judge = [&]() noexcept {
    are_same = are_read[0] && are_read[1] && halves[0].is_same(halves[1]);
    row += rows_at_once;
  };
  if (are_cores_shared_out()) {
    while (are_same && row < height) {
      for (std::size_t index = 0; index < halves.size(); ++index) {
        are_read[index] = halves[index].read(std::min(rows_at_once, height - row));
      }
      judge();
    }
    return are_same && halves[0].ends_plainly() && halves[1].ends_plainly();
  }
  std::barrier step(2, judge);
  const auto decode = [&](std::size_t index) {
    while (are_same && row < height) {
      are_read[index] = halves[index].read(std::min(rows_at_once, height - row));
      step.arrive_and_wait();
    }
    are_read[index] = are_same && halves[index].ends_plainly();
  };
  {
    const std::jthread other(decode, 1);
    decode(0);
  }
  return are_read[0] && are_read[1];
}

/// Decodes only one of two files that have the same bytes.
bool is_whole(PngRows& rows) {
  const int height = rows.shape().height;
  const int rows_at_once = rows_at_once_of(rows.shape());
  Half half(rows);
  for (int row = 0; row < height; row += rows_at_once) {
    if (!half.read(std::min(rows_at_once, height - row))) {
      return false;
    }
  }
  return half.ends_plainly();
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

std::optional<PngShape> find_equal_png(const FilePlace& first, const FilePlace& second) {
  try {
    if (have_same_bytes(first, second)) {
      PngRows one(first);
      return one.come_in_order() && is_whole(one) ? std::optional(one.shape()) : std::nullopt;
    }
    const std::array<const FilePlace*, 2> paths{&first, &second};
    std::array<std::unique_ptr<PngRows>, 2> rows;
    // Reads both files concurrently.
    for_ranges(2, 1, [&](int begin, int) {
      const auto index = static_cast<std::size_t>(begin);
      rows[index] = std::make_unique<PngRows>(*paths[index]);
    });
    const bool are_alike = rows[0]->shape() == rows[1]->shape() && rows[0]->come_in_order() && rows[1]->come_in_order();
    return are_alike && have_same_rows(*rows[0], *rows[1]) ? std::optional(rows[0]->shape()) : std::nullopt;
  } catch (const FileError&) {
    // Reading the files as images reports the reason.
    return std::nullopt;
  }
}

}  // namespace texelscope::app
