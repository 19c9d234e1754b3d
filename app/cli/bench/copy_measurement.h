#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/labs/copy/copy_cases.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// A copy of float32 elements between host and device, to be measured: one side is dense, and the other is strided.
struct HostCopyCase {
  bool is_to_device = true;
  /// Whether the host memory is pinned, or pageable.
  bool is_pinned = true;
  /// Which side is strided: rows, each followed by a gap of the same size, or a transpose.
  bool is_host_strided = true;
  /// 0 for a transpose.
  std::int64_t row_bytes = 0;
  /// The size of the elements.
  std::int64_t bytes = 0;

  [[nodiscard]] gpu::StridedLayout dense() const;
  [[nodiscard]] gpu::StridedLayout strided() const;
  [[nodiscard]] gpu::StridedLayout source() const { return is_to_device == is_host_strided ? strided() : dense(); }
  [[nodiscard]] gpu::StridedLayout destination() const { return is_to_device == is_host_strided ? dense() : strided(); }
};

/// "host to device, pinned, rows of 4096 bytes strided on the host".
[[nodiscard]] std::string name_of(const HostCopyCase& any);

/// Rows of 64 B – 64 KiB and a transpose, in both directions, with both kinds of host memory, with each side strided.
/// Each side has up to 256 MiB, or less if one of the two memories is small.
[[nodiscard]] std::vector<HostCopyCase> host_copy_cases(std::uint64_t memory_bytes);

/// The time of a copy, compared with a memcpy of the same size in the same run.
struct CopySpeed {
  /// The size of the elements, which are read and written once.
  std::int64_t bytes = 0;
  /// Bytes read plus bytes written; between host and device, each byte counts once.
  double gigabytes_per_second = 0;
  double memcpy_gigabytes_per_second = 0;
  /// The number of wrong elements, counted before the copy is timed.
  std::uint64_t differences = 0;
  std::string plan;

  [[nodiscard]] double ratio() const { return gigabytes_per_second / memcpy_gigabytes_per_second; }
};

/// A copy within a device's memory.
struct CopyFigure {
  CopyCase measured;
  CopySpeed speed;
  /// The name of the fastest memcpy, the reference for the speed.
  std::string memcpy_by;
  /// The largest possible fraction of the memcpy's speed, by sector_limit().
  double limit = 1;
};

/// A copy between host and device.
struct HostCopyFigure {
  HostCopyCase measured;
  CopySpeed speed;
};

[[nodiscard]] nlohmann::ordered_json json_of(const CopyFigure& figure);
[[nodiscard]] nlohmann::ordered_json json_of(const HostCopyFigure& figure);

/// One line for a terminal, including the line break.
[[nodiscard]] std::string line_of(const CopyFigure& figure);
[[nodiscard]] std::string line_of(const HostCopyFigure& figure);

/// Allocates the memory of a case, copies and verifies once, and then measures on `stream`'s device.
[[nodiscard]] CopyFigure measure(const CopyCase& any, const gpu::Stream& stream);

/// Likewise measures a copy between the host and `stream`'s device. `host` is a stream of the CPU device, which owns
/// pageable memory and verifies the result.
[[nodiscard]] HostCopyFigure measure(const HostCopyCase& any, const gpu::Stream& stream, const gpu::Stream& host);

/// A memcpy with one thread per hardware thread, each copying its own part.
void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace texelscope::app
