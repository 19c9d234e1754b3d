#pragma once

#include <cstdint>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// What the kernel does to each number.
[[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::uint32_t mix(std::uint32_t number, std::uint32_t index,
                                                           std::uint32_t salt) noexcept {
  return number * 1664525U + index + salt;
}

/// Schedules mix() on the first `count` numbers of a buffer: each is read and written without atomics, so that a
/// mistake in the order of work shows as a race and as wrong numbers.
void launch_mix(const gpu::Buffer& buffer, std::uint32_t count, std::uint32_t salt, const gpu::Stream& stream);

}  // namespace texelscope::app
