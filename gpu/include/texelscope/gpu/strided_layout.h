#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "texelscope/gpu/axis_slice.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/stride_order.h"

namespace texelscope::gpu {

/// The largest itemsize of a layout, in bytes.
inline constexpr std::int64_t max_itemsize = std::int64_t{1} << 31;

/// The unit of strides: elements, as in layouts, or bytes, as in NumPy.
enum class StrideUnit : std::uint8_t { elements, bytes };

/// Whether every element has its own offset.
enum class Uniqueness : std::uint8_t {
  yes,
  no,
  /// Neither proved nor refuted at bounded cost; occurs only for manually specified strides.
  unknown
};
/// "yes", "no", "unknown".
[[nodiscard]] std::string to_string(Uniqueness uniqueness);

/// The smallest and the largest offset of any element, in elements; (0, −1) if there is none.
struct OffsetBounds {
  std::int64_t min = 0;
  std::int64_t max = -1;
  constexpr bool operator==(const OffsetBounds&) const noexcept = default;
};

/// The axis that prevents a layout from being contiguous, and the stride that it would need.
struct ContiguityBreak {
  std::size_t axis = 0;
  std::int64_t stride = 0;
  std::int64_t needed_stride = 0;
};

/// The axes that flattening may merge: bit i allows axis i to merge into axis i − 1. Masks of layouts with the same
/// number of axes combine with &.
using AxisMask = std::uint64_t;
inline constexpr AxisMask all_axes = ~AxisMask{0};

/// The positions of a tensor's elements: the element at index (i₀, i₁, …) is at slice_offset + Σ iₐ·strideₐ, counted in
/// elements of itemsize bytes. An immutable value: operations return a new layout and move no data; they follow
/// NumPy, and docs/layouts.md lists the differences. Supports up to max_dimensions axes without heap memory.
///
/// Every size fits in 64 bits, even in bytes: the product of the nonzero extents, each stride, the slice offset and the
/// offset bounds. Anything that would overflow is refused where it would arise, so properties do not overflow.
///
/// Every operation throws InvalidArgument for invalid arguments, with the axis, values and rule. Axes count from 0;
/// negative axes count from the end.
class StridedLayout {
 public:
  /// A single 1-byte element: rank 0.
  constexpr StridedLayout() noexcept = default;
  /// A layout in C order, with absent strides. @throws InvalidArgument for a negative extent, an itemsize outside
  /// 1–2³¹, or sizes beyond 64 bits.
  constexpr StridedLayout(const Dimensions& shape, std::int64_t itemsize);
  /// `slice_offset` is the offset of index (0, 0, …) in elements. @throws InvalidArgument, including if the numbers of
  /// strides and extents differ, or strides in bytes are not multiples of the itemsize.
  constexpr StridedLayout(const Dimensions& shape, const Dimensions& strides, std::int64_t itemsize,
                          StrideUnit unit = StrideUnit::elements, std::int64_t slice_offset = 0);

  /// A layout without gaps, in C or F order or in that of a permutation (K needs a second layout: dense_like). An empty
  /// layout has strides 0, as in NumPy.
  [[nodiscard]] static constexpr StridedLayout dense(const Dimensions& shape, std::int64_t itemsize,
                                                     const StrideOrder& order = StrideOrder::c());
  /// A layout with the shape and itemsize of `other`, dense from offset 0. K keeps the order of its strides: C or F
  /// order if it is contiguous in that order, otherwise by descending |stride|, with axes of equal stride in their
  /// original order.
  [[nodiscard]] static StridedLayout dense_like(const StridedLayout& other,
                                                const StrideOrder& order = StrideOrder::k());
  /// The number of axes, and their extents.
  [[nodiscard]] constexpr std::size_t ndim() const noexcept { return shape_.size(); }
  [[nodiscard]] constexpr const Dimensions& shape() const noexcept { return shape_; }
  /// The strides in elements, even if they were absent at construction.
  [[nodiscard]] constexpr const Dimensions& strides() const noexcept { return strides_; }
  /// False if the strides were absent at construction. Ignored in comparisons.
  [[nodiscard]] constexpr bool has_strides() const noexcept { return has_strides_; }
  [[nodiscard]] Dimensions strides_in_bytes() const;  ///< The strides in bytes.
  /// Bytes of one element.
  [[nodiscard]] constexpr std::int64_t itemsize() const noexcept { return itemsize_; }
  /// Offset of index (0, 0, …), in elements and in bytes.
  [[nodiscard]] constexpr std::int64_t slice_offset() const noexcept { return slice_offset_; }
  [[nodiscard]] constexpr std::int64_t slice_offset_in_bytes() const noexcept { return slice_offset_ * itemsize_; }
  /// Number of elements.
  [[nodiscard]] constexpr std::int64_t volume() const noexcept { return volume_; }
  [[nodiscard]] constexpr bool is_empty() const noexcept { return volume_ == 0; }  ///< Whether there are no elements.

  /// The axes by descending |stride|; axes of equal stride keep their order. dense(shape, itemsize, order) has this
  /// order, except for axes of extent 1.
  [[nodiscard]] Dimensions stride_order() const;
  [[nodiscard]] constexpr OffsetBounds offset_bounds() const noexcept;  ///< Over all elements.
  /// The smallest offset of any element, in elements; 0 for an empty layout.
  [[nodiscard]] constexpr std::int64_t min_offset() const noexcept { return offset_bounds().min; }
  /// The largest offset of any element, in elements; −1 for an empty layout, so max_offset() + 1 elements suffice.
  [[nodiscard]] constexpr std::int64_t max_offset() const noexcept { return offset_bounds().max; }
  /// Bytes from offset 0 to the end of the last element: (max offset + 1)·itemsize, 0 if empty.
  /// @throws InvalidArgument if an element is below offset 0.
  [[nodiscard]] std::int64_t required_size_in_bytes() const;

  /// Contiguous from slice_offset on, in C order: axes of extent 1 are ignored, and empty layouts are contiguous.
  [[nodiscard]] constexpr bool is_contiguous_c() const noexcept;
  /// Contiguous from slice_offset on, in F order.
  [[nodiscard]] constexpr bool is_contiguous_f() const noexcept;
  /// Contiguous from slice_offset on, in any order of the axes.
  [[nodiscard]] bool is_contiguous_any() const noexcept { return !contiguity_break(StrideOrder::k()); }
  /// Contiguous in any order, from offset 0.
  [[nodiscard]] bool is_dense() const noexcept { return slice_offset_ == 0 && is_contiguous_any(); }
  /// The reason why a layout is not contiguous in C, F or (K) any order: the axis, from stride 1 upward, that violates
  /// it.
  [[nodiscard]] std::optional<ContiguityBreak> contiguity_break(const StrideOrder& order) const;

  /// Exact for every layout that operations can derive from a dense layout.
  [[nodiscard]] Uniqueness uniqueness() const noexcept;
  [[nodiscard]] bool is_unique() const noexcept { return uniqueness() == Uniqueness::yes; }
  /// The first axis, by ascending |stride|, whose stride does not exceed the span of the axes before it: elements along
  /// it may overlap. Empty for a unique layout.
  [[nodiscard]] std::optional<std::size_t> overlapping_axis() const noexcept;

  /// The axes that flattened() would merge into the axis before them: stride(a − 1) = stride(a)·extent(a). For an empty
  /// layout, all axes except 0.
  [[nodiscard]] AxisMask flattened_axis_mask() const noexcept;

  /// Offset of an element, unchecked: `index` has ndim() entries, each within its extent.
  [[nodiscard]] constexpr std::int64_t operator()(std::span<const std::int64_t> index) const noexcept;
  /// Offset of an element, checked. @throws InvalidArgument.
  [[nodiscard]] std::int64_t offset_of(const Dimensions& index) const;

  /// The same elements in C order with a different shape; one extent may be −1, which is inferred.
  [[nodiscard]] StridedLayout reshaped(const Dimensions& shape) const;
  /// Axis i of the result is axis permutation[i].
  [[nodiscard]] StridedLayout permuted(const Dimensions& permutation) const;
  /// Merges adjacent axes of start_axis … end_axis (both included) if a single stride can describe them; leaves the
  /// others unchanged. Rank 0 becomes shape (1).
  [[nodiscard]] StridedLayout flattened(std::int64_t start_axis = 0, std::int64_t end_axis = -1) const;
  /// Merges the axes of a mask: see flattened_axis_mask().
  [[nodiscard]] StridedLayout flattened_by_mask(AxisMask mask) const;
  /// Removes the axes of extent 1. An empty layout becomes shape (0), stride (0).
  [[nodiscard]] StridedLayout squeezed() const;
  /// Inserts axes of extent 1 that become `axes` of the result; their strides are those that reshaped() would choose.
  [[nodiscard]] StridedLayout unsqueezed(const Dimensions& axes) const;
  /// Repeats the elements with stride 0 along axes that are missing at the front or have extent 1. Axes of extent 1 in
  /// `shape` have stride 0, as in NumPy.
  [[nodiscard]] StridedLayout broadcast_to(const Dimensions& shape) const;
  /// One slice for each axis, starting with the first; axes without a slice are kept whole. An empty slice keeps offset
  /// and stride.
  [[nodiscard]] StridedLayout sliced(std::span<const AxisSlice> slices) const;
  [[nodiscard]] StridedLayout sliced(std::initializer_list<AxisSlice> slices) const {
    return sliced(std::span{slices.begin(), slices.size()});
  }
  /// The same bytes as elements of a different size, which must be a power of two like the current size: `axis`, of
  /// extent > 0 and stride 1, grows or shrinks. Larger elements require a divisible extent, other strides and slice
  /// offset, and an aligned `data_ptr` (the address of offset 0). Without keep_dim, an extent that shrinks to 1 is
  /// dropped.
  [[nodiscard]] StridedLayout repacked(std::int64_t itemsize, std::uintptr_t data_ptr = 0, std::int64_t axis = -1,
                                       bool keep_dim = true) const;
  /// The largest itemsize up to `largest` that repacked() accepts with the same arguments; at least the current
  /// itemsize.
  [[nodiscard]] std::int64_t max_compatible_itemsize(std::int64_t largest = 16, std::uintptr_t data_ptr = 0,
                                                     std::int64_t axis = -1) const;
  /// A dense layout of the same shape.
  [[nodiscard]] StridedLayout to_dense(const StrideOrder& order = StrideOrder::k()) const {
    return dense_like(*this, order);
  }

  /// Equal if shape, strides, itemsize and slice offset are equal; absent strides compare as the strides they imply.
  constexpr bool operator==(const StridedLayout& other) const noexcept {
    return itemsize_ == other.itemsize_ && slice_offset_ == other.slice_offset_ && shape_ == other.shape_ &&
           strides_ == other.strides_;
  }

 private:
  enum class Size : std::uint8_t { volume, stride, slice_offset, offset_bounds };

  constexpr void check_itemsize() const;
  constexpr void set_shape(const Dimensions& shape);
  template <class AxisAt>
  constexpr void set_dense_strides(AxisAt&& axis_at);
  constexpr void set_permuted_strides(const StrideOrder& order);
  constexpr void set_strides_from_bytes();
  constexpr void check_strides() const;
  constexpr void check_offset_bounds() const;
  [[nodiscard]] bool can_merge(std::size_t axis) const noexcept;
  [[nodiscard]] StridedLayout with_shape(const Dimensions& shape) const;
  void split_strides_of(const StridedLayout& old);
  [[noreturn]] void refuse_itemsize() const;
  [[noreturn]] void refuse_extent(std::size_t axis) const;
  [[noreturn]] void refuse_strides() const;
  [[noreturn]] void refuse_byte_stride(std::size_t axis) const;
  [[noreturn]] void refuse_size(Size size, std::size_t axis = 0) const;
  [[noreturn]] void refuse_order(const StrideOrder& order) const;

  Dimensions shape_;
  Dimensions strides_;
  std::int64_t itemsize_ = 1;
  std::int64_t slice_offset_ = 0;
  std::int64_t volume_ = 1;
  bool has_strides_ = true;
};

/// "shape (5, 3, 4), strides (12, 4, 1), itemsize 4", with ", slice_offset 7" if it is not 0.
[[nodiscard]] std::string to_string(const StridedLayout& layout);

}  // namespace texelscope::gpu

#include "texelscope/gpu/strided_layout_definitions.h"  // the constexpr members
