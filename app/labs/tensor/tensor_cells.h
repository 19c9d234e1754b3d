#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/labs/tensor/tensor_view.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// A value of a slice: rows, columns and channels as in TensorView.
struct SlicePosition {
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t channel = 0;
  bool operator==(const SlicePosition&) const = default;
};

/// The index of a value in its tensor, one number for each axis of values_shape().
[[nodiscard]] std::vector<std::int64_t> index_of(const TensorView& view, const SlicePosition& position);

/// The values of a part of a slice, read once, for the host.
class TensorCells {
 public:
  /// `view` is settled. Reads the values in the order of `stream`, and waits. @throws gpu::InvalidArgument as
  /// brought_to().
  TensorCells(const gpu::StridedMemoryView& tensor, const TensorView& view, const SlicePart& part,
              const gpu::Stream& stream);

  /// Positions refer to the slice; there are no values outside the part.
  [[nodiscard]] bool has(const SlicePosition& position) const;
  /// The number that determines the color.
  [[nodiscard]] double number(const SlicePosition& position) const;
  /// The complete value, and the bytes of its element.
  [[nodiscard]] std::string text(const SlicePosition& position) const;
  [[nodiscard]] std::span<const std::byte> bytes(const SlicePosition& position) const;

 private:
  /// The position of the value within its element.
  [[nodiscard]] std::int64_t lane(const SlicePosition& position) const;

  TensorView view_;
  SlicePart part_;
  gpu::StridedMemoryView elements_;
};

/// The data that the readout shows about a value.
struct ValueFacts {
  std::vector<std::int64_t> index;
  /// The offset of its element, from offset 0 of the layout.
  std::int64_t offset = 0;
  std::int64_t offset_in_bytes = 0;
  std::uint64_t address = 0;
};
[[nodiscard]] ValueFacts facts_of(const gpu::StridedMemoryView& tensor, const TensorView& view,
                                  const SlicePosition& position);

}  // namespace texelscope::app
