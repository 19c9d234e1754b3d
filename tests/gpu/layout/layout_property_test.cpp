#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/layout_operation.h"

namespace texelscope::gpu {
namespace {

std::int64_t volume_of(const Dimensions& shape) {
  std::int64_t volume = 1;
  for (const std::int64_t extent : shape) {
    volume *= extent;
  }
  return volume;
}

/// Calls `visit(index)` for each index of a shape, in C order.
template <class Visit>
void for_each_index(const Dimensions& shape, Visit&& visit) {
  Dimensions index = Dimensions::filled(shape.size(), 0);
  for (std::int64_t count = volume_of(shape); count > 0; --count) {
    visit(index);
    for (std::size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) {
      index[axis] = 0;
    }
  }
}

/// Every element's offset in bytes, in C order, computed from the definition.
std::vector<std::int64_t> byte_offsets(const StridedLayout& layout) {
  std::vector<std::int64_t> offsets;
  for_each_index(layout.shape(), [&](const Dimensions& index) {
    std::int64_t offset = layout.slice_offset();
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      offset += index[axis] * layout.strides()[axis];
    }
    offsets.push_back(offset * layout.itemsize());
  });
  return offsets;
}

Dimensions random_dimensions(std::size_t count, int low, int high) {
  Dimensions values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(*rc::gen::inRange(low, high + 1));
  }
  return values;
}

Dimensions random_permutation(std::size_t count) {
  std::vector<std::int64_t> axes(count);
  for (std::size_t i = 0; i < count; ++i) {
    axes[i] = static_cast<std::int64_t>(i);
  }
  for (std::size_t i = count; i > 1; --i) {
    std::swap(axes[i - 1], axes[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  return Dimensions{axes};
}

/// Any strides if `is_free`; otherwise dense in some order.
StridedLayout random_layout(bool is_free) {
  const auto rank = *rc::gen::inRange<std::size_t>(0, 6);
  const Dimensions shape = random_dimensions(rank, *rc::gen::element(0, 1, 1), 4);
  const std::int64_t itemsize = *rc::gen::element(1, 2, 4, 8, 3);
  if (is_free) {
    return {shape, random_dimensions(rank, -9, 40), itemsize, StrideUnit::elements, *rc::gen::inRange(-5, 50)};
  }
  return StridedLayout::dense(shape, itemsize, random_permutation(rank));
}

AxisSlice random_slice(std::int64_t extent) {
  const auto bound = [&]() -> std::optional<std::int64_t> {
    return *rc::gen::inRange(0, 3) == 0 ? std::nullopt : std::optional{*rc::gen::inRange(-extent - 2, extent + 3)};
  };
  if (extent > 0 && *rc::gen::inRange(0, 4) == 0) {
    return *rc::gen::inRange(-extent, extent);
  }
  const std::optional<std::int64_t> start = bound();
  return {start, bound(), std::int64_t{*rc::gen::element(1, 1, 2, 3, -1, -2)}};
}

/// A random operation on a layout, if the volume remains small.
StridedLayout random_step(const StridedLayout& layout) {
  const std::size_t rank = layout.ndim();
  switch (*rc::gen::inRange(0, 7)) {
    case 0:
      return layout.permuted(random_permutation(rank));
    case 1: {
      std::vector<AxisSlice> slices;
      for (const std::int64_t extent : layout.shape()) {
        slices.push_back(random_slice(extent));
      }
      return layout.sliced(slices);
    }
    case 2:
      return layout.flattened();
    case 3:
      return layout.squeezed();
    case 4:
      return rank < 8 ? layout.unsqueezed({static_cast<std::int64_t>(*rc::gen::inRange<std::size_t>(0, rank + 1))})
                      : layout;
    case 5: {
      Dimensions shape = layout.shape();
      for (std::int64_t& extent : shape) {
        extent = extent == 1 ? *rc::gen::inRange(1, 3) : extent;
      }
      return layout.volume() > 512 ? layout : layout.broadcast_to(shape);
    }
    default:
      return layout.is_contiguous_c() ? layout.reshaped({layout.volume()}) : layout;
  }
}

RC_GTEST_PROP(LayoutProperty, BoundsHoldEveryOffsetAndAreReached, ()) {
  const StridedLayout layout = random_layout(true);
  const std::vector<std::int64_t> offsets = byte_offsets(layout);
  const OffsetBounds bounds = layout.offset_bounds();
  if (offsets.empty()) {
    RC_ASSERT(bounds == OffsetBounds{});
    return;
  }
  RC_ASSERT(bounds.min * layout.itemsize() == std::ranges::min(offsets));
  RC_ASSERT(bounds.max * layout.itemsize() == std::ranges::max(offsets));
}

RC_GTEST_PROP(LayoutProperty, UniquenessIsThatOfTheOffsetsAndUnknownOnlyForStridesByHand, ()) {
  const bool is_free = *rc::gen::arbitrary<bool>();
  StridedLayout layout = random_layout(is_free);
  for (int steps = *rc::gen::inRange(0, 4); steps > 0; --steps) {
    layout = random_step(layout);
  }
  std::vector<std::int64_t> offsets = byte_offsets(layout);
  std::ranges::sort(offsets);
  const bool is_unique = std::ranges::adjacent_find(offsets) == offsets.end();
  const Uniqueness said = layout.uniqueness();
  RC_ASSERT(said == (is_unique ? Uniqueness::yes : Uniqueness::no) || (is_free && said == Uniqueness::unknown));
  RC_ASSERT(layout.overlapping_axis().has_value() == (said != Uniqueness::yes));
}

RC_GTEST_PROP(LayoutProperty, ContiguityIsThatOfTheOffsets, ()) {
  StridedLayout layout = random_layout(*rc::gen::arbitrary<bool>());
  for (int steps = *rc::gen::inRange(0, 4); steps > 0; --steps) {
    layout = random_step(layout);
  }
  const auto is_run = [&](const std::vector<std::int64_t>& offsets) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (offsets[i] != offsets[0] + static_cast<std::int64_t>(i) * layout.itemsize()) {
        return false;
      }
    }
    return true;
  };
  const auto reversed = [&] {
    Dimensions axes;
    for (std::size_t axis = layout.ndim(); axis-- > 0;) {
      axes.push_back(static_cast<std::int64_t>(axis));
    }
    return layout.permuted(axes);
  };
  std::vector<std::int64_t> sorted = byte_offsets(layout);
  std::ranges::sort(sorted);
  bool is_forward = true;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    is_forward &= layout.is_empty() || layout.shape()[axis] == 1 || layout.strides()[axis] > 0;
  }
  RC_ASSERT(layout.is_contiguous_c() == is_run(byte_offsets(layout)));
  RC_ASSERT(layout.is_contiguous_f() == is_run(byte_offsets(reversed())));
  RC_ASSERT(layout.is_contiguous_any() == (is_forward && is_run(sorted)));
}

RC_GTEST_PROP(LayoutProperty, PermutingBackIsTheSame, ()) {
  const StridedLayout layout = random_layout(true);
  const Dimensions permutation = random_permutation(layout.ndim());
  Dimensions inverse = permutation;
  for (std::size_t axis = 0; axis < inverse.size(); ++axis) {
    inverse[static_cast<std::size_t>(permutation[axis])] = static_cast<std::int64_t>(axis);
  }
  RC_ASSERT(layout.permuted(permutation).permuted(inverse) == layout);
}

RC_GTEST_PROP(LayoutProperty, FlatOrderStaysInAllThatOnlyRegroups, ()) {
  const StridedLayout layout = random_step(random_layout(*rc::gen::arbitrary<bool>()));
  const std::vector<std::int64_t> offsets = byte_offsets(layout);
  RC_ASSERT(byte_offsets(layout.flattened()) == offsets);
  RC_ASSERT(byte_offsets(layout.flattened_by_mask(*rc::gen::arbitrary<AxisMask>())) == offsets);
  RC_ASSERT(byte_offsets(layout.squeezed()) == offsets);
  RC_ASSERT(byte_offsets(layout.unsqueezed({0, -1})) == offsets);
  // Any other shape of the same volume has the same elements, or is rejected.
  Dimensions shape = layout.shape();
  if (shape.size() > 1 && *rc::gen::arbitrary<bool>()) {
    shape[1] *= shape[0];
    shape.remove(0);
  } else if (!shape.empty() && shape[0] % 2 == 0) {
    shape[0] /= 2;
    shape.push_back(2);
  }
  try {
    RC_ASSERT(byte_offsets(layout.reshaped(shape)) == offsets);
  } catch (const InvalidArgument&) {
    RC_ASSERT(!layout.is_contiguous_c());
  }
}

RC_GTEST_PROP(LayoutProperty, SlicingTakesWhatItsIndicesName, ()) {
  const StridedLayout layout = random_layout(true);
  std::vector<AxisSlice> slices;
  std::vector<std::vector<std::int64_t>> taken;
  for (const std::int64_t extent : layout.shape()) {
    slices.push_back(random_slice(extent));
    taken.emplace_back();
    const AxisSlice& slice = slices.back();
    const auto absolute = [&](std::int64_t bound) { return bound < 0 ? bound + extent : bound; };
    for (std::int64_t i = 0; i < extent; ++i) {
      const std::int64_t index = slice.step() < 0 ? extent - 1 - i : i;
      const bool is_forward = slice.step() > 0;
      const std::int64_t from = std::clamp<std::int64_t>(slice.has_start() ? absolute(slice.start())
                                                         : is_forward      ? 0
                                                                           : extent - 1,
                                                         is_forward ? 0 : -1, is_forward ? extent : extent - 1);
      const bool is_within =
          !slice.has_stop() ||
          (is_forward ? index < absolute(slice.stop()) : index > std::max<std::int64_t>(-1, absolute(slice.stop())));
      const bool is_reached = (is_forward ? index >= from : index <= from) && (index - from) % slice.step() == 0;
      if (slice.is_index() ? index == absolute(slice.index()) : is_within && is_reached) {
        taken.back().push_back(index);
      }
    }
  }
  Dimensions shape;
  for (const auto& indices : taken) {
    shape.push_back(static_cast<std::int64_t>(indices.size()));
  }
  std::vector<std::int64_t> offsets;
  for_each_index(shape, [&](const Dimensions& index) {
    Dimensions source;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      source.push_back(taken[axis][static_cast<std::size_t>(index[axis])]);
    }
    offsets.push_back(layout.offset_of(source) * layout.itemsize());
  });
  RC_ASSERT(byte_offsets(layout.sliced(slices)) == offsets);
}

RC_GTEST_PROP(LayoutProperty, RepackingKeepsEveryByteAndComesBack, ()) {
  StridedLayout layout = random_layout(false);
  RC_PRE(layout.itemsize() != 3);
  layout = {layout.shape(), layout.strides(), layout.itemsize(), StrideUnit::elements, *rc::gen::inRange(0, 17)};
  // The elements are aligned.
  const auto address = static_cast<std::uintptr_t>(layout.itemsize() * *rc::gen::inRange(0, 9));
  for (std::int64_t axis = 0; axis < static_cast<std::int64_t>(layout.ndim()); ++axis) {
    const std::int64_t largest = layout.max_compatible_itemsize(64, address, axis);
    for (std::int64_t itemsize = 1; itemsize <= 64; itemsize *= 2) {
      try {
        const StridedLayout repacked = layout.repacked(itemsize, address, axis);
        RC_ASSERT(repacked.volume() * itemsize == layout.volume() * layout.itemsize());
        RC_ASSERT(repacked.slice_offset_in_bytes() == layout.slice_offset_in_bytes());
        RC_ASSERT(repacked.repacked(layout.itemsize(), address, axis) == layout);
        RC_ASSERT(itemsize <= largest);
      } catch (const InvalidArgument&) {
        RC_ASSERT(itemsize > largest || layout.shape()[static_cast<std::size_t>(axis)] == 0 ||
                  layout.strides()[static_cast<std::size_t>(axis)] != 1);
      }
    }
  }
}

RC_GTEST_PROP(LayoutProperty, DenseLayoutsAreDenseInTheOrderAskedFor, ()) {
  const StridedLayout layout = random_step(random_layout(true));
  const StridedLayout kept = layout.to_dense();
  RC_ASSERT(kept.is_dense());
  RC_ASSERT(kept.shape() == layout.shape());
  RC_ASSERT(byte_offsets(kept.to_dense()) == byte_offsets(kept));
  RC_ASSERT(kept.required_size_in_bytes() == layout.volume() * layout.itemsize());
  RC_ASSERT(layout.to_dense(StrideOrder::c()).is_contiguous_c());
  RC_ASSERT(layout.to_dense(StrideOrder::f()).is_contiguous_f());
  const Dimensions permutation = random_permutation(layout.ndim());
  RC_ASSERT(layout.to_dense(permutation).permuted(permutation).is_contiguous_c());
}

}  // namespace
}  // namespace texelscope::gpu
