#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/color_map.h"
#include "app/text/number_format.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// The rule for the numbers at the ends of the colors.
enum class RangeRule : std::uint8_t {
  /// The lowest and the highest finite number of the slice, or of the whole tensor.
  slice,
  tensor,
  /// Percentiles of the slice.
  percentile,
  /// The range of the type: range_of_type().
  type,
  typed
};
inline constexpr std::array<std::string_view, 5> range_rule_names = {"slice", "tensor", "percentile", "type", "typed"};
inline constexpr std::array<std::string_view, 4> complex_part_names = {"magnitude", "phase", "real", "imaginary"};

/// The values at the two ends of the color map.
struct NumberRange {
  double lowest = 0;
  double highest = 1;
  bool operator==(const NumberRange&) const = default;
};

/// The displayed slice of a tensor, and its colors. Axes are those of values_shape().
struct TensorView {
  /// −1 for no axis, which gives a single row or column.
  int row_axis = -1;
  int column_axis = -1;
  /// An axis of extent 1 – 4: gray, RG, RGB, RGBA. −1 if numbers are colored by the map.
  int channel_axis = -1;
  /// The indices of the other axes; one for each axis.
  std::vector<std::int64_t> index{};
  ComplexPart part = ComplexPart::magnitude;
  ColorMap map = ColorMap::night;
  RangeRule rule = RangeRule::slice;
  /// Widens the range so that 0 is in its middle.
  bool is_symmetric = false;
  /// For RangeRule::typed.
  NumberRange typed{};
  /// For RangeRule::percentile: the percentile of the range's lowest number, 0 … 50; its highest number has the
  /// percentile 100 minus this.
  double percentile = 1;
  /// The number of axes that the view was created for; −1 before the first tensor.
  int rank = -1;
  bool operator==(const TensorView&) const = default;
};

/// The extents of a tensor's values: its shape, followed by the values of each element if there are several: lanes, or
/// the bytes of a non-numeric type. At most 65.
[[nodiscard]] std::vector<std::int64_t> values_shape(const gpu::StridedMemoryView& tensor);

/// Whether an axis can hold channels.
[[nodiscard]] bool can_be_channels(std::int64_t extent);

/// Adapts a view to a tensor's values. For a different rank, the axes are chosen again: a last axis of extent 3 or 4
/// after two others holds channels, and the last two of the remaining axes are rows and columns. Channels of an
/// unsigned type are then assumed to be those of an image, so the range is that of the type instead of the slice.
void settle(TensorView& view, const gpu::StridedMemoryView& tensor);

/// `count` numbers from `first` on, `step` ≥ 1 apart.
struct AxisPart {
  std::int64_t first = 0;
  std::int64_t count = 1;
  std::int64_t step = 1;
  bool operator==(const AxisPart&) const = default;
};
/// The required part of a slice.
struct SlicePart {
  AxisPart rows;
  AxisPart columns;
  bool operator==(const SlicePart&) const = default;
};
/// All of it.
[[nodiscard]] SlicePart whole_slice(const TensorView& view, const gpu::StridedMemoryView& tensor);

/// The elements of a part of a slice: of the tensor's rank, with extent 1 along axes that are not displayed. `view` is
/// settled. Elements are complete even if the part needs only some of their values.
[[nodiscard]] gpu::StridedMemoryView elements_of(const gpu::StridedMemoryView& tensor, const TensorView& view,
                                                 const SlicePart& part);

/// Whether kernels on a device can access a tensor in place.
[[nodiscard]] bool is_reached_by(const gpu::StridedMemoryView& tensor, const gpu::Device& device);
/// The same elements in memory that kernels on `stream` can access: the tensor itself, or a copy in memory of the
/// stream's device, in the order of `stream`. @throws gpu::InvalidArgument when neither its device nor the host can
/// access them.
[[nodiscard]] gpu::StridedMemoryView brought_to(const gpu::StridedMemoryView& tensor, const gpu::Stream& stream);
/// The same elements in memory that the host can access; waits for `stream`.
[[nodiscard]] gpu::StridedMemoryView brought_to_host(const gpu::StridedMemoryView& tensor, const gpu::Stream& stream);

/// "[3, :, :, 0]": the part of a tensor that a view shows.
[[nodiscard]] std::string slice_text(const TensorView& view);

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
