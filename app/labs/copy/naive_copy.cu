#include "app/labs/copy/naive_copy.h"

#include "app/device/element_pairs.h"
#include "app/device/launch_range.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

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
