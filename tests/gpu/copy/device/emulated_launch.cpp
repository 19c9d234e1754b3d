#include "tests/gpu/copy/device/emulated_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <variant>
#include <vector>

namespace texelscope::tests {
namespace {

using gpu::copy::ChannelCopy;
using gpu::copy::CopyPointers;
using gpu::copy::DeviceLaunch;
using gpu::copy::ElementCopy;
using gpu::copy::LineCopy;
using gpu::copy::ReadableBytes;
using gpu::copy::RowCopy;
using gpu::copy::SkewedCopy;
using gpu::copy::SkewedGranule;
using gpu::copy::SkewedShape;
using gpu::copy::SkewedTile;
using gpu::copy::StagedCopy;
using gpu::copy::StagedRead;
using gpu::copy::TileCopy;

constexpr std::int64_t granule = 16;

std::uint64_t number_of(const std::byte* address) { return reinterpret_cast<std::uintptr_t>(address); }

void require(bool is_true, std::string_view what) {
  if (!is_true) {
    throw std::runtime_error(std::string(what));
  }
}

void require_aligned(const std::byte* address, std::int64_t bytes, std::string_view what) {
  if (number_of(address) % static_cast<std::uint64_t>(bytes) != 0) {
    throw std::runtime_error(fmt::format("{} of {} bytes at {}", what, bytes, fmt::ptr(address)));
  }
}

class Emulation {
 public:
  Emulation(const DeviceLaunch& launch, std::span<const std::byte> source, std::span<std::byte> destination)
      : launch_{launch},
        source_{source},
        destination_{destination},
        shared_(static_cast<std::size_t>(launch.shared_bytes)) {
    // "copy_lines<4, -2>": the size of an item, and the step or the number of channels.
    const char* const arguments = std::strchr(launch.entry->name, '<');
    require(arguments != nullptr && std::sscanf(arguments, "<%d, %d>", &item_, &second_argument_) >= 1,
            launch.entry->name);
  }

  void run() {
    // The most that every GPU provides.
    require(launch_.shared_bytes <= 65536, "too much shared memory");
    for (block_ = 0; block_ < launch_.blocks; ++block_) {
      std::visit([this](const auto& copy) { run_block(copy); }, launch_.copy);
    }
  }

 private:
  template <class Copy>
  [[nodiscard]] CopyPointers start(const Copy& copy) const {
    CopyPointers pointers = copy.pointers;
    copy.blocks.enter(block_, pointers);
    return pointers;
  }

  void require_source(const std::byte* from, std::int64_t bytes) const {
    require(from >= source_.data() && from + bytes <= source_.data() + source_.size(), "a read outside the source");
  }

  /// Writes one item.
  void write(std::byte* to, const std::byte* item) {
    require_aligned(to, item_, "a write");
    require(to >= destination_.data() && to + item_ <= destination_.data() + destination_.size(),
            "a write outside the destination");
    std::memcpy(to, item, static_cast<std::size_t>(item_));
  }

  void move(std::byte* to, const std::byte* from) {
    require_aligned(from, item_, "a read");
    require_source(from, item_);
    write(to, from);
  }

  void require_readable(const ReadableBytes& readable) const {
    require(readable.begin == number_of(source_.data()) / granule * granule &&
                readable.end == number_of(source_.data() + source_.size()),
            "the readable range is not that of the source");
  }

  void run_block(const TileCopy& copy) {
    const std::int64_t run_bytes = std::int64_t{copy.along_source.count} * item_;
    const std::int64_t items_of_write = granule / item_;
    const std::int64_t table_items = (copy.along_source.axes > 1 ? copy.along_source.count : 0) +
                                     (copy.along_destination.axes > 1 ? copy.along_destination.count : 0);
    require(copy.pitch % 128 == 0 && copy.pitch >= run_bytes && copy.shared_rows % items_of_write == 0 &&
                copy.shared_rows >= copy.along_destination.count &&
                std::int64_t{copy.pitch} * copy.shared_rows + 8 * table_items <= launch_.shared_bytes,
            "a tile that does not fit in shared memory");
    require(run_bytes % copy.read_bytes == 0, "a run that is not a multiple of a read");
    const CopyPointers at = start(copy);
    for (std::int32_t row = 0; row < copy.along_destination.count; ++row) {
      const std::byte* const from = at.source + copy.along_destination.offset(row);
      require_aligned(from, copy.read_bytes, "a read");
      for (std::int32_t column = 0; column < copy.along_source.count; ++column) {
        std::byte* const to = at.destination + copy.along_source.offset(column);
        require_aligned(to, copy.write_bytes, "a write");
        move(to + row * item_, from + column * item_);
      }
    }
  }

  void run_block(const RowCopy& copy) {
    const CopyPointers at = start(copy);
    for (std::int32_t row = 0; row < copy.source_rows.count; ++row) {
      for (std::int64_t word = 0; word < copy.words; ++word) {
        move(at.destination + copy.destination_rows.offset(row) + word * copy.destination_step * item_,
             at.source + copy.source_rows.offset(row) + word * copy.source_step * item_);
      }
    }
  }

  void run_block(const LineCopy& copy) {
    require_readable(copy.readable);
    const CopyPointers at = start(copy);
    for (std::int32_t row = 0; row < copy.source_rows.count; ++row) {
      for (std::int64_t item = 0; item < copy.items; ++item) {
        move(at.destination + copy.destination_rows.offset(row) + item * item_,
             at.source + copy.source_rows.offset(row) + item * second_argument_ * item_);
      }
    }
  }

  void run_block(const ChannelCopy& copy) {
    const bool is_joining = std::string_view(launch_.entry->name).starts_with("join");
    const CopyPointers at = start(copy);
    require_aligned(at.source, granule, "a read");
    require_aligned(at.destination, granule, "a write");
    require(copy.plane_stride % granule == 0 && copy.threads <= gpu::copy::copy_threads, "misaligned planes");
    for (std::int64_t pixel = 0; pixel < copy.threads * granule / item_; ++pixel) {
      for (std::int64_t channel = 0; channel < second_argument_; ++channel) {
        const std::int64_t planar = channel * copy.plane_stride + pixel * item_;
        const std::int64_t joined = (pixel * second_argument_ + channel) * item_;
        move(at.destination + (is_joining ? joined : planar), at.source + (is_joining ? planar : joined));
      }
    }
  }

  void run_block(const StagedCopy& copy) {
    require_readable(copy.readable);
    const CopyPointers at = start(copy);
    const std::int64_t first = copy.shared_first + read_staged(copy, at.source);
    for (std::int32_t run = 0; run < (copy.is_grouped ? 1 : copy.destination_runs.count); ++run) {
      for (std::int32_t item = 0; item < copy.run_items; ++item) {
        const std::int64_t offset =
            copy.is_grouped
                ? item / copy.group.count * std::int64_t{copy.group_stride} + copy.group.offset(item % copy.group.count)
                : copy.shared_runs.offset(run) + std::int64_t{item} * copy.inner_stride;
        const std::int64_t to = copy.is_grouped ? 0 : copy.destination_runs.offset(run);
        write(at.destination + to + std::int64_t{item} * item_, shared(copy, first + offset, item_));
      }
    }
  }

  /// Reads the runs of a block into shared memory. @returns the offset of the first byte there.
  std::int64_t read_staged(const StagedCopy& copy, const std::byte* source) {
    std::ranges::fill(shared_, std::byte{0xEE});
    if (copy.read == StagedRead::one_run) {
      const auto within = static_cast<std::int64_t>(number_of(source) % granule);
      for (std::int64_t byte = 0; byte < within + copy.run_bytes; ++byte) {
        // The last granule is read byte by byte.
        if (const std::byte* const from = source - within + byte; number_of(from) < copy.readable.end) {
          require(number_of(from) >= copy.readable.begin, "a read before the source");
          *shared(copy, byte, 1) = *from;
        }
      }
      return within;
    }
    const std::int64_t read = copy.read == StagedRead::whole   ? granule
                              : copy.read == StagedRead::words ? std::max(item_, 4)
                                                               : item_;
    require(copy.run_bytes % read == 0 && !copy.is_padded, "a run that is not a multiple of a read");
    for (std::int32_t run = 0; run < copy.source_runs.count; ++run) {
      const std::byte* const from = source + copy.source_runs.offset(run);
      require_aligned(from, read, "a read");
      require_source(from, copy.run_bytes);
      std::memcpy(shared(copy, std::int64_t{run} * copy.run_pitch, copy.run_bytes), from,
                  static_cast<std::size_t>(copy.run_bytes));
    }
    return 0;
  }

  std::byte* shared(const StagedCopy& copy, std::int64_t offset, std::int64_t bytes) {
    return shared_bytes(copy.is_padded ? offset + offset / 128 * granule : offset, bytes);
  }

  std::byte* shared_bytes(std::int64_t place, std::int64_t bytes) {
    require(bytes != item_ || place % item_ == 0, "a misaligned access to shared memory");
    require(place >= 0 && place + bytes <= launch_.shared_bytes, "an access outside shared memory");
    return shared_.data() + place;
  }

  void run_block(const SkewedCopy& copy) {
    require_readable(copy.readable);
    const SkewedShape shape{item_};
    require(shape.shared_bytes() <= launch_.shared_bytes, "a tile that does not fit in shared memory");
    const SkewedTile tile = copy.tile(block_, shape);
    read_skewed(copy, tile, shape);
    require(item_ >= 4 || copy.step == second_argument_, "the kernel for another step");
    for (std::int32_t column = 0; column < tile.columns; ++column) {
      for (std::int32_t x = copy.skew; item_ < 4 && x < shape.rows(); x += shape.word_items()) {
        write_skewed_word(copy, tile, shape, column, x);
      }
      for (std::int32_t x = 0; item_ >= 4 && x < shape.written_rows(copy.skew); x += shape.group_rows()) {
        write_skewed_granule(copy, tile, shape, column, x);
      }
    }
  }

  /// Reads the granules of a tile into shared memory; the last one is read byte by byte.
  void read_skewed(const SkewedCopy& copy, const SkewedTile& tile, SkewedShape shape) {
    std::ranges::fill(shared_, std::byte{0xEE});
    for (std::int32_t row = tile.begin; row < tile.end; ++row) {
      const std::uint64_t from = copy.row_address(tile, row);
      const auto first = static_cast<std::int64_t>(from % granule);
      require(first + copy.span_bytes(tile, shape) <= shape.pitch(), "a row that does not fit in shared memory");
      for (std::int64_t byte = 0; byte < first + copy.span_bytes(tile, shape); ++byte) {
        const std::uint64_t at = from - static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(byte);
        if (at < copy.readable.end) {
          require(at >= copy.readable.begin, "a read before the source");
          *shared_bytes(shape.place(row) + byte, 1) = *reinterpret_cast<const std::byte*>(at);
        }
      }
    }
  }

  /// A lane has read the rows from `x` on, and receives the rows before them from the lane before it.
  void write_skewed_word(const SkewedCopy& copy, const SkewedTile& tile, SkewedShape shape, std::int32_t column,
                         std::int32_t x) {
    const std::uint64_t to = copy.column_address(tile, column);
    const std::int32_t first = x - copy.skew_of(to, shape);
    require(first + shape.word_items() > x && first >= 0, "rows of another lane than the one before");
    if (first >= tile.begin && first + shape.word_items() <= tile.end) {
      require_aligned(reinterpret_cast<const std::byte*>(to) + first * item_, 4, "a write");
    }
    for (std::int32_t row = first; row < first + shape.word_items(); ++row) {
      const std::int32_t within = copy.shift(tile, row);
      const std::int32_t offset = column * copy.step * item_;
      // Words of items begin at each multiple of word_items; the kernel reads one word more than they have.
      require(within / 4 * 4 + column / shape.word_items() * copy.step * 4 + 4 * (copy.step + 1) <= shape.pitch(),
              "a read beyond the row");
      if (row >= tile.begin && row < tile.end) {
        write(reinterpret_cast<std::byte*>(to) + row * item_, shared_bytes(shape.place(row) + within + offset, item_));
      }
    }
  }

  void write_skewed_granule(const SkewedCopy& copy, const SkewedTile& tile, SkewedShape shape, std::int32_t column,
                            std::int32_t x) {
    const std::uint64_t to = copy.column_address(tile, column);
    const SkewedGranule place(shape, x, copy.skew, copy.skew_of(to, shape));
    const std::int32_t items = shape.group_rows();
    if (place.row >= tile.begin && place.row + items <= tile.end) {
      require_aligned(reinterpret_cast<const std::byte*>(to) + place.row * item_, granule, "a write");
    }
    for (std::int32_t n = 0; n < items; ++n) {
      const std::int32_t row = place.row + (n + place.rotation) % items;
      const std::byte* const item =
          shared_bytes(place.place(shape, n, shape.place(n) + copy.shift(tile, n)) + column * copy.step * item_, item_);
      if (row >= tile.begin && row < tile.end) {
        write(reinterpret_cast<std::byte*>(to + static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(item_)),
              item);
      }
    }
  }

  void run_block(const ElementCopy& copy) {
    for (std::int64_t item = block_; item < copy.items; item += launch_.blocks) {
      CopyPointers at = copy.pointers;
      std::int64_t rest = item;
      for (std::int32_t axis = 0; axis < copy.axes; ++axis) {
        at.source += rest % copy.extent[axis] * copy.source_stride[axis];
        at.destination += rest % copy.extent[axis] * copy.destination_stride[axis];
        rest /= copy.extent[axis];
      }
      move(at.destination, at.source);
    }
  }

  const DeviceLaunch& launch_;
  std::span<const std::byte> source_;
  std::span<std::byte> destination_;
  std::vector<std::byte> shared_;
  std::int64_t block_ = 0;
  int item_ = 0;
  int second_argument_ = 0;
};

}  // namespace

std::string emulate(const DeviceLaunch& launch, std::span<const std::byte> source, std::span<std::byte> destination) {
  try {
    Emulation(launch, source, destination).run();
  } catch (const std::runtime_error& error) {
    return fmt::format("{} of {}: {}", launch.entry->name, launch.text, error.what());
  }
  return "";
}

}  // namespace texelscope::tests
