#include "app/core/naive_copy.h"

#include "app/core/launch_range.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {
namespace {

constexpr auto most_axes = static_cast<std::int32_t>(gpu::max_dimensions);

struct Word16 {
  std::uint64_t halves[2];
};

/// `Word` is the element, or a part of it: then `words` make up one.
template <class Word>
struct NaiveCopy {
  const std::uint8_t* source;
  std::uint8_t* destination;
  std::int64_t count;
  std::int32_t words;
  std::int32_t axes;
  std::int64_t extents[most_axes];
  std::int64_t source_strides[most_axes];
  std::int64_t destination_strides[most_axes];

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    std::int64_t number = number_in_range(index);
    if (number >= count) {
      return;
    }
    const std::uint8_t* from = source;
    std::uint8_t* to = destination;
    for (std::int32_t axis = axes - 1; axis >= 0; --axis) {
      const std::int64_t position = number % extents[axis];
      number /= extents[axis];
      from += position * source_strides[axis];
      to += position * destination_strides[axis];
    }
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
  NaiveCopy<Word> kernel{reinterpret_cast<const std::uint8_t*>(source.pointer().value) + from.slice_offset_in_bytes(),
                         reinterpret_cast<std::uint8_t*>(destination.pointer().value) + to.slice_offset_in_bytes(),
                         from.volume(),
                         static_cast<std::int32_t>(from.itemsize() / static_cast<std::int64_t>(sizeof(Word))),
                         static_cast<std::int32_t>(from.ndim()),
                         {},
                         {},
                         {}};
  for (std::size_t axis = 0; axis < from.ndim(); ++axis) {
    kernel.extents[axis] = from.shape()[axis];
    kernel.source_strides[axis] = from.strides()[axis] * from.itemsize();
    kernel.destination_strides[axis] = to.strides()[axis] * to.itemsize();
  }
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
