#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/copy/host/host_copy.h"
#include "gpu/copy/host/host_stream.h"

namespace texelscope::gpu::copy {

/// The start of one block of a copy, and its number of items along each axis.
struct HostBlock {
  CopyPointers pointers;
  std::int64_t counts[max_dimensions];

  HostBlock(const HostCopy& copy, std::int64_t number) noexcept : pointers{copy.pointers} {
    enter(copy, copy.counted_first, number);
    for (std::int32_t index = 0; index < copy.axis_count; ++index) {
      if (index != copy.counted_first) {
        enter(copy, index, number);
      }
    }
  }

  [[nodiscard]] std::int64_t bytes(const HostCopy& copy) const noexcept {
    std::int64_t product = copy.item_bytes;
    for (std::int32_t index = 0; index < copy.axis_count; ++index) {
      product *= counts[index];
    }
    return product;
  }

 private:
  void enter(const HostCopy& copy, std::int32_t index, std::int64_t& number) noexcept {
    const HostAxis& axis = copy.axes[index];
    const std::int64_t first = number % axis.blocks * axis.block;
    number /= axis.blocks;
    pointers.source += first * axis.source_stride;
    pointers.destination += first * axis.destination_stride;
    counts[index] = std::min(axis.block, axis.extent - first);
  }
};

/// A set of axes: bit i is axis i.
using HostAxisSet = std::uint64_t;

/// Steps through a block along some of its axes, the first axis fastest, and updates two offsets.
class BlockWalk {
 public:
  using Stride = std::int64_t HostAxis::*;

  BlockWalk(const HostCopy& copy, const HostBlock& block, HostAxisSet left_out, Stride first, Stride second) noexcept {
    for (std::int32_t index = 0; index < copy.axis_count; ++index) {
      if (((left_out >> index) & 1) == 0 && block.counts[index] > 1) {
        const HostAxis& axis = copy.axes[index];
        axes_[axis_count_++] = {0, block.counts[index], axis.*first, axis.*second};
      }
    }
  }

  [[nodiscard]] std::int64_t first() const noexcept { return first_; }
  [[nodiscard]] std::int64_t second() const noexcept { return second_; }

  /// False when there is no further step.
  [[nodiscard]] bool next() noexcept {
    for (std::int32_t index = 0; index < axis_count_; ++index) {
      Axis& axis = axes_[index];
      first_ += axis.first;
      second_ += axis.second;
      if (++axis.position < axis.count) {
        return true;
      }
      axis.position = 0;
      first_ -= axis.first * axis.count;
      second_ -= axis.second * axis.count;
    }
    return false;
  }

 private:
  struct Axis {
    std::int64_t position;
    std::int64_t count;
    std::int64_t first;
    std::int64_t second;
  };

  std::int64_t first_ = 0;
  std::int64_t second_ = 0;
  std::int32_t axis_count_ = 0;
  // Only the first axis_count_ entries are set.
  Axis axes_[max_dimensions];
};

/// Prefetches the source of a block, line by line, while another block is written: reads and writes overlap, and
/// scattered lines, which no hardware prefetcher predicts, are in the cache in time. Prefetching an invalid address is
/// harmless.
class ReadAhead {
 public:
  /// `calls` is the number of calls of advance().
  ReadAhead(const HostCopy& copy, const HostBlock& block, std::int64_t calls) noexcept
      : begin_{reinterpret_cast<std::uintptr_t>(block.pointers.source)},
        run_bytes_{static_cast<std::uintptr_t>(copy.read_ahead_bytes)},
        is_near_{copy.read_ahead == HostReadAhead::near},
        runs_{copy, block, copy.read_ahead_axes, &HostAxis::source_stride, &HostAxis::source_stride} {
    std::int64_t lines = copy.read_ahead_bytes / cache_line_bytes + 1;
    for (std::int32_t index = 0; index < copy.axis_count; ++index) {
      const std::int64_t stride = copy.axes[index].source_stride;
      if (((copy.read_ahead_axes >> index) & 1) == 0) {
        lines *= block.counts[index];
      } else if (stride < 0) {
        begin_ += static_cast<std::uintptr_t>((block.counts[index] - 1) * stride);
      }
    }
    lines_at_once_ = (lines + calls - 1) / std::max<std::int64_t>(calls, 1);
    enter_run();
  }

  [[gnu::always_inline]] void advance() noexcept {
    for (std::int64_t line = 0; line < lines_at_once_ && !has_ended_; ++line) {
      // The level is part of the instruction.
      if (is_near_) {
        __builtin_prefetch(reinterpret_cast<const void*>(line_), 0, 3);
      } else {
        __builtin_prefetch(reinterpret_cast<const void*>(line_), 0, 2);
      }
      line_ += cache_line_bytes;
      if (line_ >= end_) {
        has_ended_ = !runs_.next();
        enter_run();
      }
    }
  }

 private:
  void enter_run() noexcept {
    const std::uintptr_t run = begin_ + static_cast<std::uintptr_t>(runs_.first());
    line_ = run / cache_line_bytes * cache_line_bytes;
    end_ = run + run_bytes_;
  }

  std::uintptr_t begin_;
  std::uintptr_t run_bytes_;
  bool is_near_;
  std::uintptr_t line_ = 0;
  std::uintptr_t end_ = 0;
  std::int64_t lines_at_once_ = 1;
  bool has_ended_ = false;
  BlockWalk runs_;
};

}  // namespace texelscope::gpu::copy
