#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::tests {

/// The time to which spans are relative.
inline constexpr gpu::CallClock::time_point zero{std::chrono::seconds{100}};

inline gpu::ActivitySpan span(std::chrono::microseconds start, std::chrono::microseconds end) {
  return {zero + start, zero + end};
}

/// A driver call of the first thread.
inline gpu::ActivityRecord call(std::uint64_t number, gpu::WorkKind kind, std::uint64_t stream, gpu::ActivitySpan host,
                                std::optional<gpu::ActivitySpan> device) {
  gpu::ActivityRecord record;
  record.number = number;
  record.kind = kind;
  record.stream = gpu::StreamHandle{stream};
  record.thread = 1;
  record.host = host;
  record.device = device;
  return record;
}

}  // namespace texelscope::tests
