#pragma once

#include <cstddef>
#include <cstdint>

/// Reads and writes of 1–16 bytes with one instruction, on a GPU. Empty for a C++ compiler.
#ifdef __CUDACC__
namespace texelscope::gpu::copy {

template <std::int32_t Bytes>
struct DeviceWord;
template <>
struct DeviceWord<1> {
  using Type = std::uint8_t;
};
template <>
struct DeviceWord<2> {
  using Type = std::uint16_t;
};
template <>
struct DeviceWord<4> {
  using Type = std::uint32_t;
};
template <>
struct DeviceWord<8> {
  using Type = uint2;
};
template <>
struct DeviceWord<16> {
  using Type = uint4;
};

/// Copies from global to shared memory; wait_for_shared() waits for the copies of the calling thread.
template <std::int32_t Bytes>
__device__ __forceinline__ void copy_to_shared(std::byte* to, const std::byte* from) {
#if __CUDA_ARCH__ >= 800
  if constexpr (Bytes >= 4) {
    const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
    if constexpr (Bytes == 16) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from));
    } else {
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(from), "n"(Bytes));
    }
    return;
  }
#endif
  using Word = typename DeviceWord<Bytes>::Type;
  *reinterpret_cast<Word*>(to) = *reinterpret_cast<const Word*>(from);
}

__device__ __forceinline__ void wait_for_shared() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

template <std::int32_t Count>
__device__ __forceinline__ void load_words(const std::byte* from, std::uint32_t* words) {
  if constexpr (Count == 1) {
    words[0] = *reinterpret_cast<const std::uint32_t*>(from);
  } else if constexpr (Count == 2) {
    const uint2 read = *reinterpret_cast<const uint2*>(from);
    words[0] = read.x;
    words[1] = read.y;
  } else {
    const uint4 read = *reinterpret_cast<const uint4*>(from);
    words[0] = read.x;
    words[1] = read.y;
    words[2] = read.z;
    words[3] = read.w;
  }
}

/// One item of a 16-byte vector.
template <std::int32_t Item>
__device__ __forceinline__ void write_item(std::byte* to, const std::uint32_t* words, std::int32_t item) {
  if constexpr (Item == 1) {
    *reinterpret_cast<std::uint8_t*>(to) = static_cast<std::uint8_t>(words[item >> 2] >> (8 * (item & 3)));
  } else if constexpr (Item == 2) {
    *reinterpret_cast<std::uint16_t*>(to) = static_cast<std::uint16_t>(words[item >> 1] >> (16 * (item & 1)));
  } else if constexpr (Item == 4) {
    *reinterpret_cast<std::uint32_t*>(to) = words[item];
  } else if constexpr (Item == 8) {
    *reinterpret_cast<uint2*>(to) = make_uint2(words[2 * item], words[2 * item + 1]);
  } else {
    *reinterpret_cast<uint4*>(to) = make_uint4(words[0], words[1], words[2], words[3]);
  }
}

/// Word `word` of a permutation of bytes: byte b is byte `from(b)` of the words. Items of `Item` bytes stay whole, and
/// `from` is known at compile time once loops are unrolled.
template <std::int32_t Item, class From>
__device__ __forceinline__ std::uint32_t gather_word(const std::uint32_t* words, From from, std::int32_t word) {
  if constexpr (Item >= 4) {
    return words[from(4 * word) / 4];
  } else {
    const auto two = [&](std::int32_t byte) {
      const std::int32_t low = from(byte);
      const std::int32_t high = from(byte + 1);
      return __byte_perm(words[low / 4], words[high / 4], static_cast<std::uint32_t>((low % 4) | (4 + high % 4) << 4));
    };
    return __byte_perm(two(4 * word), two(4 * word + 2), 0x5410);
  }
}

/// Writes 16 bytes of items, or the remaining items if there are fewer, in writes of `width` bytes.
template <std::int32_t Item>
__device__ __forceinline__ void write_items(std::byte* to, const std::uint32_t (&words)[4], std::int32_t left,
                                            std::int32_t width) {
  constexpr std::int32_t items = 16 / Item;
  if (left >= items && width == 16) {
    *reinterpret_cast<uint4*>(to) = make_uint4(words[0], words[1], words[2], words[3]);
  } else if (left >= items && width == 8) {
    reinterpret_cast<uint2*>(to)[0] = make_uint2(words[0], words[1]);
    reinterpret_cast<uint2*>(to)[1] = make_uint2(words[2], words[3]);
  } else if (left >= items && width == 4) {
#pragma unroll
    for (std::int32_t word = 0; word < 4; ++word) {
      reinterpret_cast<std::uint32_t*>(to)[word] = words[word];
    }
  } else {
#pragma unroll
    for (std::int32_t item = 0; item < items; ++item) {
      if (item < left) {
        write_item<Item>(to + item * Item, words, item);
      }
    }
  }
}

}  // namespace texelscope::gpu::copy
#endif
