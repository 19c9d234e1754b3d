#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gpu/copy/host/host_copy.h"

namespace texelscope::gpu::copy {

/// Where one block of a copy begins, and how many items it has along each axis.
struct HostBlock {
  CopyPointers pointers;
  std::int64_t counts[max_dimensions];

  HostBlock(const HostCopy& copy, std::int64_t number) noexcept : pointers{copy.pointers} {
    for (std::int32_t index = 0; index < copy.axis_count; ++index) {
      const HostAxis& axis = copy.axes[index];
      const std::int64_t first = number % axis.blocks * axis.block;
      number /= axis.blocks;
      pointers.source += first * axis.source_stride;
      pointers.destination += first * axis.destination_stride;
      counts[index] = std::min(axis.block, axis.extent - first);
    }
  }

  [[nodiscard]] std::int64_t bytes(const HostCopy& copy) const noexcept {
    std::int64_t product = copy.item_bytes;
    for (std::int32_t index = 0; index < copy.axis_count; ++index) {
      product *= counts[index];
    }
    return product;
  }
};

/// A set of axes: bit i is axis i.
using HostAxisSet = std::uint64_t;

/// Steps through a block along some of its axes, the first the fastest, and keeps two offsets.
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
  // Only the first axis_count_ are set.
  Axis axes_[max_dimensions];
};

}  // namespace texelscope::gpu::copy
