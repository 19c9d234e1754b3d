#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/copy/host/host_words.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Writes that bypass the caches.
namespace texelscope::gpu::copy {

inline constexpr std::int64_t cache_line_bytes = 64;

/// Writes a whole aligned cache line without reading it first.
[[gnu::always_inline]] inline void stream_line(std::byte* to, const std::byte* from) noexcept {
#if defined(__SSE2__)
  const auto words = [](const void* address) { return static_cast<const __m128i*>(address); };
  const __m128i first = _mm_loadu_si128(words(from));
  const __m128i second = _mm_loadu_si128(words(from + 16));
  const __m128i third = _mm_loadu_si128(words(from + 32));
  const __m128i fourth = _mm_loadu_si128(words(from + 48));
  auto* const line = static_cast<__m128i*>(static_cast<void*>(to));
  _mm_stream_si128(line, first);
  _mm_stream_si128(line + 1, second);
  _mm_stream_si128(line + 2, third);
  _mm_stream_si128(line + 3, fourth);
#else
  std::memcpy(to, from, cache_line_bytes);
#endif
}

/// Makes streamed lines visible to other threads before anything written after this.
inline void end_streaming() noexcept {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Copies a run, with whole cache lines of the destination bypassing the caches; calls `between` for each.
template <class Between>
void stream_run(std::byte* to, const std::byte* from, std::int64_t bytes, Between&& between) noexcept {
  const auto past_line = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % cache_line_bytes);
  std::int64_t done = std::min(bytes, past_line == 0 ? 0 : cache_line_bytes - past_line);
  copy_row(to, from, done);
  for (; done + cache_line_bytes <= bytes; done += cache_line_bytes) {
    between();
    stream_line(to + done, from + done);
  }
  copy_row(to + done, from + done, bytes - done);
}

}  // namespace texelscope::gpu::copy
