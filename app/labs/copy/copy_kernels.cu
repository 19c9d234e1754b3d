#include "app/labs/copy/copy_kernels.h"

#include <array>
#include <cstring>

#include "app/device/buffer_pointer.h"
#include "app/device/element_pairs.h"
#include "app/device/launch_range.h"
#include "texelscope/gpu/device.h"
#include "texelscope/kernels/hash.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

struct FillWithNoise {
  std::uint8_t* bytes;
  std::int64_t words;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t word = number_in_range(index);
    if (word < words) {
      const std::uint32_t value =
          kernels::hash(static_cast<std::uint32_t>(word) ^ static_cast<std::uint32_t>(word >> 32));
      for (std::int32_t byte = 0; byte < 4; ++byte) {
        bytes[4 * word + byte] = static_cast<std::uint8_t>(value >> (8 * byte));
      }
    }
  }
};

struct CountDifferences {
  const std::uint8_t* source;
  const std::uint8_t* destination;
  std::uint32_t* differences;
  std::int32_t itemsize;
  ElementPairs pairs;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t number = number_in_range(index);
    if (number >= pairs.count) {
      return;
    }
    const std::uint8_t* a = source;
    const std::uint8_t* b = destination;
    pairs.enter(number, a, b);
    for (std::int32_t byte = 0; byte < itemsize; ++byte) {
      if (a[byte] != b[byte]) {
#ifdef __CUDA_ARCH__
        atomicAdd(differences, 1U);
#else
        __atomic_fetch_add(differences, 1U, __ATOMIC_RELAXED);
#endif
        return;
      }
    }
  }
};

struct Word16 {
  std::uint64_t halves[2];
};

/// `Word` is an element, or one of the `words` parts that make up an element.
template <class Word>
struct NaiveCopy {
  const std::uint8_t* source;
  std::uint8_t* destination;
  std::int32_t words;
  ElementPairs pairs;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t number = number_in_range(index);
    if (number >= pairs.count) {
      return;
    }
    const std::uint8_t* from = source;
    std::uint8_t* to = destination;
    pairs.enter(number, from, to);
    for (std::int32_t word = 0; word < words; ++word) {
      reinterpret_cast<Word*>(to)[word] = reinterpret_cast<const Word*>(from)[word];
    }
  }
};

template <class Word>
void copy_by_words(const gpu::StridedMemoryView& source, const gpu::StridedMemoryView& destination,
                   const gpu::Stream& stream) {
  const gpu::StridedLayout& from = source.layout();
  const gpu::StridedLayout& to = destination.layout();
  const NaiveCopy<Word> kernel{
      reinterpret_cast<const std::uint8_t*>(source.pointer().value) + from.slice_offset_in_bytes(),
      reinterpret_cast<std::uint8_t*>(destination.pointer().value) + to.slice_offset_in_bytes(),
      static_cast<std::int32_t>(from.itemsize() / static_cast<std::int64_t>(sizeof(Word))),
      {from, to}};
  kernels::launch(stream, launch_range(from.volume()), kernel);
}

}  // namespace

void fill_with_noise(const gpu::Buffer& buffer, const gpu::Stream& stream) {
  const auto words = static_cast<std::int64_t>(buffer.size_bytes() / 4);
  if (words > 0) {
    kernels::launch(stream, launch_range(words), FillWithNoise{pointer_to<std::uint8_t>(buffer), words});
  }
}

std::uint64_t count_differences(const gpu::Buffer& source, const gpu::StridedLayout& source_layout,
                                const gpu::Buffer& destination, const gpu::StridedLayout& destination_layout,
                                const gpu::Stream& stream) {
  if (source_layout.is_empty()) {
    return 0;
  }
  const gpu::Buffer counter = stream.device().allocate(sizeof(std::uint32_t), stream);
  counter.fill(std::byte{0}, stream);
  const CountDifferences kernel{pointer_to<std::uint8_t>(source, source_layout.slice_offset_in_bytes()),
                                pointer_to<std::uint8_t>(destination, destination_layout.slice_offset_in_bytes()),
                                pointer_to<std::uint32_t>(counter),
                                static_cast<std::int32_t>(source_layout.itemsize()),
                                {source_layout, destination_layout}};
  kernels::launch(stream, launch_range(source_layout.volume()), kernel);
  std::array<std::byte, sizeof(std::uint32_t)> bytes{};
  counter.copy_to(bytes, stream);
  stream.synchronize();
  std::uint32_t differences = 0;
  std::memcpy(&differences, bytes.data(), sizeof(differences));
  return differences;
}

void copy_naively(const gpu::StridedMemoryView& source, const gpu::StridedMemoryView& destination,
                  const gpu::Stream& stream) {
  if (source.layout().is_empty()) {
    return;
  }
  const std::uint64_t addresses = source.pointer().value | destination.pointer().value;
  const auto itemsize = static_cast<std::uint64_t>(source.layout().itemsize());
  const bool is_aligned = addresses % itemsize == 0;
  if (itemsize == 16 && is_aligned) {
    copy_by_words<Word16>(source, destination, stream);
  } else if (itemsize == 8 && is_aligned) {
    copy_by_words<std::uint64_t>(source, destination, stream);
  } else if (itemsize == 4 && is_aligned) {
    copy_by_words<std::uint32_t>(source, destination, stream);
  } else if (itemsize == 2 && is_aligned) {
    copy_by_words<std::uint16_t>(source, destination, stream);
  } else {
    copy_by_words<std::uint8_t>(source, destination, stream);
  }
}

}  // namespace texelscope::app
