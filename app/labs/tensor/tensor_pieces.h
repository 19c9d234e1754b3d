#pragma once

#include <cstdint>

#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// What is worked through at once: on two cores some hundredths of a second.
inline constexpr std::int64_t elements_per_piece = std::int64_t{1} << 20;

/// A tensor cut into boxes, to be worked through one after the other in the order of its memory. The boxes are views of
/// the same memory and hold each element once.
class TensorPieces {
 public:
  /// Boxes of at most `max_elements` ≥ 1.
  explicit TensorPieces(const gpu::StridedMemoryView& tensor, std::int64_t max_elements = elements_per_piece);

  /// 0 for an empty tensor.
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  /// A piece by its number, below count().
  [[nodiscard]] gpu::StridedMemoryView operator[](std::int64_t number) const;

 private:
  /// By falling strides.
  gpu::StridedMemoryView tensor_;
  /// The axis that is cut; those before it are taken one index at a time. −1: there is one piece.
  int axis_ = -1;
  /// Along the axis that is cut.
  std::int64_t length_ = 1;
  std::int64_t count_ = 0;
};

}  // namespace texelscope::app
