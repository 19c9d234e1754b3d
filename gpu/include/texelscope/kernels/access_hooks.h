#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "texelscope/kernels/surface_access.h"
#include "texelscope/kernels/texture_fetch.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::kernels {

/// The type of a fetch's result.
enum class FetchResult : unsigned char { floats, ints, uints };

/// The functions that kernels call for each access if they were compiled for recording, with
/// TEXELSCOPE_RECORDS_ACCESSES defined and -fsanitize=thread, which inserts a call before each access of memory. No
/// runtime library of that sanitizer is linked: access_thunks.h defines its functions, which call these. `caller` is
/// the address of the code behind the access, from which the source line follows.
struct AccessHooks {
  /// Performs and records a fetch; `result` has four 32-bit channels.
  void (*fetch)(std::uint64_t texture, const TextureFetch& at, FetchResult type, void* result, const void* caller);
  /// Performs and records a surface access of 1, 2, 4, 8 or 16 bytes; an access that traps throws HostTrap.
  void (*read_surface)(std::uint64_t surface, const SurfaceAccess& at, std::size_t size_bytes, BoundaryMode mode,
                       void* value, const void* caller);
  void (*write_surface)(std::uint64_t surface, const SurfaceAccess& at, std::size_t size_bytes, BoundaryMode mode,
                        const void* value, const void* caller);
  /// Called before the access.
  void (*read_memory)(const void* address, std::size_t size_bytes, const void* caller);
  void (*write_memory)(void* address, std::size_t size_bytes, const void* caller);
  /// Called after an atomic operation on an integer of 1, 2, 4 or 8 bytes.
  void (*atomic)(void* address, std::size_t size_bytes, std::uint64_t before, std::uint64_t after, const void* caller);
};

}  // namespace texelscope::kernels

#ifdef TEXELSCOPE_RECORDS_ACCESSES

/// A function that is not instrumented, and whose return address is the access. Without the sanitizer, clang++ still
/// replaces atomic operations, by calls of the functions that contain them.
#ifdef __clang__
#define TEXELSCOPE_ACCESS_THUNK __attribute__((noinline, disable_sanitizer_instrumentation, visibility("hidden")))
#else
#define TEXELSCOPE_ACCESS_THUNK __attribute__((noinline, no_sanitize("thread"), visibility("hidden")))
#endif

/// Set by the device that runs the kernels of this module; null while nothing is recorded.
extern "C" {
__attribute__((weak, visibility("default"))) const texelscope::kernels::AccessHooks* texelscope_access_hooks = nullptr;
}

namespace texelscope::kernels::detail {

template <class T>
inline constexpr FetchResult fetch_result = std::is_same_v<T, Float4> ? FetchResult::floats
                                            : std::is_same_v<T, Int4> ? FetchResult::ints
                                                                      : FetchResult::uints;

template <class T>
TEXELSCOPE_ACCESS_THUNK T recorded_fetch(std::uint64_t texture, TextureFetch at) {
  T result;
  texelscope_access_hooks->fetch(texture, at, fetch_result<T>, &result, __builtin_return_address(0));
  return result;
}

template <class T, BoundaryMode mode>
TEXELSCOPE_ACCESS_THUNK T recorded_read(std::uint64_t surface, SurfaceAccess at) {
  T value;
  texelscope_access_hooks->read_surface(surface, at, sizeof(T), mode, &value, __builtin_return_address(0));
  return value;
}

template <class T, BoundaryMode mode>
TEXELSCOPE_ACCESS_THUNK void recorded_write(std::uint64_t surface, T value, SurfaceAccess at) {
  texelscope_access_hooks->write_surface(surface, at, sizeof(T), mode, &value, __builtin_return_address(0));
}

/// Whether a recorder is set; read without being recorded.
TEXELSCOPE_ACCESS_THUNK inline bool is_recording() { return texelscope_access_hooks != nullptr; }

}  // namespace texelscope::kernels::detail

#include "texelscope/kernels/access_thunks.h"

/// In kernels that are compiled for recording, returns the value of `access` while a recorder is set.
#define TEXELSCOPE_RETURN_IF_RECORDING(access) \
  if (detail::is_recording()) {                \
    return access;                             \
  }
#else
#define TEXELSCOPE_RETURN_IF_RECORDING(access)
#endif
