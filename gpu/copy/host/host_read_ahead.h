#pragma once

#include <algorithm>
#include <cstdint>

#include "gpu/copy/host/host_block.h"
#include "gpu/copy/host/host_stream.h"

namespace texelscope::gpu::copy {

/// Asks for the source of a block, line by line, while another block is written: memory is read and written at once,
/// and what lies far apart is there when it is needed, which no processor foresees. Asking for what is not there does
/// no harm.
class ReadAhead {
 public:
  /// `calls` is how often advance() will be called.
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
