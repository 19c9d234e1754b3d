#pragma once

namespace texelscope::gpu {

#ifndef __has_feature
#define __has_feature(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
inline constexpr bool has_address_sanitizer = true;
#else
inline constexpr bool has_address_sanitizer = false;
#endif

/// ThreadSanitizer delivers a signal at the next library call, and has a thread that blocks all signals.
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
inline constexpr bool has_thread_sanitizer = true;
#else
inline constexpr bool has_thread_sanitizer = false;
#endif

/// Both sanitizers reserve more address space than a limit allows.
inline constexpr bool is_sanitized = has_address_sanitizer || has_thread_sanitizer;

}  // namespace texelscope::gpu
