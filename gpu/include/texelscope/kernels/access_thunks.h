#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "texelscope/kernels/access_hooks.h"

// The functions that -fsanitize=thread calls, for kernels that are compiled for recording (access_hooks.h). They are
// hidden, so each module of kernels has its own, and no other code of the process is affected.
#ifdef TEXELSCOPE_RECORDS_ACCESSES

#define TEXELSCOPE_TSAN_FUNCTION extern "C" __attribute__((weak, used)) TEXELSCOPE_ACCESS_THUNK

#define TEXELSCOPE_TSAN_READ(name, size)                                                \
  TEXELSCOPE_TSAN_FUNCTION void name(void* address) {                                   \
    if (texelscope_access_hooks != nullptr) {                                           \
      texelscope_access_hooks->read_memory(address, size, __builtin_return_address(0)); \
    }                                                                                   \
  }
#define TEXELSCOPE_TSAN_WRITE(name, size)                                                \
  TEXELSCOPE_TSAN_FUNCTION void name(void* address) {                                    \
    if (texelscope_access_hooks != nullptr) {                                            \
      texelscope_access_hooks->write_memory(address, size, __builtin_return_address(0)); \
    }                                                                                    \
  }
#define TEXELSCOPE_TSAN_BOTH(name, size)                                                 \
  TEXELSCOPE_TSAN_FUNCTION void name(void* address) {                                    \
    if (texelscope_access_hooks != nullptr) {                                            \
      texelscope_access_hooks->read_memory(address, size, __builtin_return_address(0));  \
      texelscope_access_hooks->write_memory(address, size, __builtin_return_address(0)); \
    }                                                                                    \
  }

TEXELSCOPE_TSAN_READ(__tsan_read1, 1)
TEXELSCOPE_TSAN_READ(__tsan_read2, 2)
TEXELSCOPE_TSAN_READ(__tsan_read4, 4)
TEXELSCOPE_TSAN_READ(__tsan_read8, 8)
TEXELSCOPE_TSAN_READ(__tsan_read16, 16)
TEXELSCOPE_TSAN_READ(__tsan_unaligned_read2, 2)
TEXELSCOPE_TSAN_READ(__tsan_unaligned_read4, 4)
TEXELSCOPE_TSAN_READ(__tsan_unaligned_read8, 8)
TEXELSCOPE_TSAN_READ(__tsan_unaligned_read16, 16)
TEXELSCOPE_TSAN_READ(__tsan_volatile_read1, 1)
TEXELSCOPE_TSAN_READ(__tsan_volatile_read2, 2)
TEXELSCOPE_TSAN_READ(__tsan_volatile_read4, 4)
TEXELSCOPE_TSAN_READ(__tsan_volatile_read8, 8)
TEXELSCOPE_TSAN_READ(__tsan_volatile_read16, 16)
TEXELSCOPE_TSAN_WRITE(__tsan_write1, 1)
TEXELSCOPE_TSAN_WRITE(__tsan_write2, 2)
TEXELSCOPE_TSAN_WRITE(__tsan_write4, 4)
TEXELSCOPE_TSAN_WRITE(__tsan_write8, 8)
TEXELSCOPE_TSAN_WRITE(__tsan_write16, 16)
TEXELSCOPE_TSAN_WRITE(__tsan_unaligned_write2, 2)
TEXELSCOPE_TSAN_WRITE(__tsan_unaligned_write4, 4)
TEXELSCOPE_TSAN_WRITE(__tsan_unaligned_write8, 8)
TEXELSCOPE_TSAN_WRITE(__tsan_unaligned_write16, 16)
TEXELSCOPE_TSAN_WRITE(__tsan_volatile_write1, 1)
TEXELSCOPE_TSAN_WRITE(__tsan_volatile_write2, 2)
TEXELSCOPE_TSAN_WRITE(__tsan_volatile_write4, 4)
TEXELSCOPE_TSAN_WRITE(__tsan_volatile_write8, 8)
TEXELSCOPE_TSAN_WRITE(__tsan_volatile_write16, 16)
// clang++ combines a read and a write of one address.
TEXELSCOPE_TSAN_BOTH(__tsan_read_write1, 1)
TEXELSCOPE_TSAN_BOTH(__tsan_read_write2, 2)
TEXELSCOPE_TSAN_BOTH(__tsan_read_write4, 4)
TEXELSCOPE_TSAN_BOTH(__tsan_read_write8, 8)
TEXELSCOPE_TSAN_BOTH(__tsan_read_write16, 16)
TEXELSCOPE_TSAN_BOTH(__tsan_unaligned_read_write2, 2)
TEXELSCOPE_TSAN_BOTH(__tsan_unaligned_read_write4, 4)
TEXELSCOPE_TSAN_BOTH(__tsan_unaligned_read_write8, 8)
TEXELSCOPE_TSAN_BOTH(__tsan_unaligned_read_write16, 16)

TEXELSCOPE_TSAN_FUNCTION void __tsan_read_range(void* address, std::size_t size_bytes) {
  if (texelscope_access_hooks != nullptr) {
    texelscope_access_hooks->read_memory(address, size_bytes, __builtin_return_address(0));
  }
}
TEXELSCOPE_TSAN_FUNCTION void __tsan_write_range(void* address, std::size_t size_bytes) {
  if (texelscope_access_hooks != nullptr) {
    texelscope_access_hooks->write_memory(address, size_bytes, __builtin_return_address(0));
  }
}
TEXELSCOPE_TSAN_FUNCTION void __tsan_init() {}
TEXELSCOPE_TSAN_FUNCTION void __tsan_func_entry(void* /*caller*/) {}
TEXELSCOPE_TSAN_FUNCTION void __tsan_func_exit() {}
TEXELSCOPE_TSAN_FUNCTION void __tsan_vptr_update(void** /*address*/, void* /*value*/) {}
TEXELSCOPE_TSAN_FUNCTION void __tsan_vptr_read(void** /*address*/) {}
TEXELSCOPE_TSAN_FUNCTION void __tsan_atomic_thread_fence(int /*order*/) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
TEXELSCOPE_TSAN_FUNCTION void __tsan_atomic_signal_fence(int /*order*/) {}

// An atomic operation is performed here, with the strongest order; `expression` is the value that it leaves.
#define TEXELSCOPE_TSAN_ATOMIC(bits, name, operation, expression)                                                 \
  TEXELSCOPE_TSAN_FUNCTION std::uint##bits##_t __tsan_atomic##bits##_##name(                                      \
      volatile std::uint##bits##_t* address, std::uint##bits##_t value, int /*order*/) {                          \
    const std::uint##bits##_t before = operation(address, value, __ATOMIC_SEQ_CST);                               \
    if (texelscope_access_hooks != nullptr) {                                                                     \
      texelscope_access_hooks->atomic(const_cast<std::uint##bits##_t*>(address), (bits) / 8, before,              \
                                      static_cast<std::uint##bits##_t>(expression), __builtin_return_address(0)); \
    }                                                                                                             \
    return before;                                                                                                \
  }
#define TEXELSCOPE_TSAN_COMPARE(bits, name)                                                                          \
  TEXELSCOPE_TSAN_FUNCTION int __tsan_atomic##bits##_##name(volatile std::uint##bits##_t* address,                   \
                                                            std::uint##bits##_t* expected, std::uint##bits##_t next, \
                                                            int /*order*/, int /*order_of_failure*/) {               \
    const std::uint##bits##_t wanted = *expected;                                                                    \
    const bool is_equal =                                                                                            \
        __atomic_compare_exchange_n(address, expected, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);             \
    if (texelscope_access_hooks != nullptr) {                                                                        \
      texelscope_access_hooks->atomic(const_cast<std::uint##bits##_t*>(address), (bits) / 8,                         \
                                      is_equal ? wanted : *expected, is_equal ? next : *expected,                    \
                                      __builtin_return_address(0));                                                  \
    }                                                                                                                \
    return is_equal ? 1 : 0;                                                                                         \
  }
#define TEXELSCOPE_TSAN_ATOMICS(bits)                                                                                  \
  TEXELSCOPE_TSAN_ATOMIC(bits, exchange, __atomic_exchange_n, value)                                                   \
  TEXELSCOPE_TSAN_ATOMIC(bits, fetch_add, __atomic_fetch_add, before + value)                                          \
  TEXELSCOPE_TSAN_ATOMIC(bits, fetch_sub, __atomic_fetch_sub, before - value)                                          \
  TEXELSCOPE_TSAN_ATOMIC(bits, fetch_and, __atomic_fetch_and, before& value)                                           \
  TEXELSCOPE_TSAN_ATOMIC(bits, fetch_or, __atomic_fetch_or, before | value)                                            \
  TEXELSCOPE_TSAN_ATOMIC(bits, fetch_xor, __atomic_fetch_xor, before ^ value)                                          \
  TEXELSCOPE_TSAN_ATOMIC(bits, fetch_nand, __atomic_fetch_nand, ~(before & value))                                     \
  TEXELSCOPE_TSAN_COMPARE(bits, compare_exchange_strong)                                                               \
  TEXELSCOPE_TSAN_COMPARE(bits, compare_exchange_weak)                                                                 \
  TEXELSCOPE_TSAN_FUNCTION std::uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                             \
      volatile std::uint##bits##_t* address, std::uint##bits##_t expected, std::uint##bits##_t next, int /*order*/,    \
      int /*order_of_failure*/) {                                                                                      \
    std::uint##bits##_t found = expected;                                                                              \
    const bool is_equal =                                                                                              \
        __atomic_compare_exchange_n(address, &found, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                 \
    if (texelscope_access_hooks != nullptr) {                                                                          \
      texelscope_access_hooks->atomic(const_cast<std::uint##bits##_t*>(address), (bits) / 8, found,                    \
                                      is_equal ? next : found, __builtin_return_address(0));                           \
    }                                                                                                                  \
    return found;                                                                                                      \
  }                                                                                                                    \
  TEXELSCOPE_TSAN_FUNCTION std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* address, \
                                                                          int /*order*/) {                             \
    const std::uint##bits##_t value = __atomic_load_n(address, __ATOMIC_SEQ_CST);                                      \
    if (texelscope_access_hooks != nullptr) {                                                                          \
      texelscope_access_hooks->atomic(const_cast<std::uint##bits##_t*>(address), (bits) / 8, value, value,             \
                                      __builtin_return_address(0));                                                    \
    }                                                                                                                  \
    return value;                                                                                                      \
  }                                                                                                                    \
  TEXELSCOPE_TSAN_FUNCTION void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* address,                     \
                                                            std::uint##bits##_t value, int /*order*/) {                \
    const std::uint##bits##_t before = __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                          \
    if (texelscope_access_hooks != nullptr) {                                                                          \
      texelscope_access_hooks->atomic(const_cast<std::uint##bits##_t*>(address), (bits) / 8, before, value,            \
                                      __builtin_return_address(0));                                                    \
    }                                                                                                                  \
  }

TEXELSCOPE_TSAN_ATOMICS(8)
TEXELSCOPE_TSAN_ATOMICS(16)
TEXELSCOPE_TSAN_ATOMICS(32)
TEXELSCOPE_TSAN_ATOMICS(64)

#endif
