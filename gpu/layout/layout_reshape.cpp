#include <fmt/format.h>

#include "gpu/layout/axes.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {
namespace {

[[noreturn]] void refuse_reshape(const StridedLayout& layout, const Dimensions& shape, const std::string& why) {
  throw InvalidArgument(fmt::format("cannot reshape {} to {}: {}", to_string(layout.shape()), to_string(shape), why));
}

/// Replaces −1 with the remaining factor of the volume.
[[gnu::noinline]] void complete_shape(Dimensions& shape, const StridedLayout& layout) {
  std::optional<std::size_t> open;
  std::int64_t product = 1;
  bool is_beyond = false;
  bool is_any_zero = false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] > 0) {
      is_beyond |= __builtin_mul_overflow(product, shape[axis], &product);
    } else if (shape[axis] == 0) {
      is_any_zero = true;
    } else if (shape[axis] != -1) {
      refuse_reshape(
          layout, shape,
          fmt::format("the extent {} on axis {} is negative; use extents from 0, or one -1", shape[axis], axis));
    } else if (open) {
      refuse_reshape(layout, shape,
                     fmt::format("axes {} and {} are both -1; only one extent can be inferred", *open, axis));
    } else {
      open = axis;
    }
  }
  const auto product_text = [&] {
    return is_beyond ? std::string("beyond 64 bits") : std::to_string(is_any_zero ? 0 : product);
  };
  if (!open) {
    if ((is_beyond && !is_any_zero) || (is_any_zero ? 0 : product) != layout.volume()) {
      refuse_reshape(layout, shape,
                     fmt::format("its volume {} differs from the volume {}; use extents with the same product",
                                 product_text(), layout.volume()));
    }
    return;
  }
  if (is_any_zero) {
    refuse_reshape(layout, shape,
                   fmt::format("-1 on axis {} is ambiguous with an extent of 0; specify the extent", *open));
  }
  const std::int64_t extent = is_beyond ? 0 : layout.volume() / product;
  if (is_beyond ? !layout.is_empty() : extent * product != layout.volume()) {
    refuse_reshape(layout, shape,
                   fmt::format("the volume {} is not divisible by the product of the other extents, {}; "
                               "use extents that divide it",
                               layout.volume(), product_text()));
  }
  shape[*open] = extent;
}

/// Whether a shape is already complete: all extents positive, with this volume.
bool has_volume(const Dimensions& shape, std::int64_t volume) noexcept {
  std::int64_t product = 1;
  bool is_other = false;
  for (const std::int64_t extent : shape) {
    is_other |= extent <= 0 || __builtin_mul_overflow(product, extent, &product);
  }
  return !is_other && product == volume;
}

}  // namespace

StridedLayout StridedLayout::reshaped(const Dimensions& shape) const {
  if (shape != shape_) {
    return with_shape(shape);
  }
  StridedLayout same = *this;
  same.has_strides_ = true;
  return same;
}

StridedLayout StridedLayout::with_shape(const Dimensions& shape) const {
  StridedLayout result;
  result.itemsize_ = itemsize_;
  result.slice_offset_ = slice_offset_;
  result.shape_ = shape;
  result.volume_ = volume_;
  if (!has_volume(shape, volume_)) {
    complete_shape(result.shape_, *this);
  }
  if (is_empty()) {
    result.set_shape(Dimensions(result.shape_));
  }
  if (!is_contiguous_c()) {
    result.split_strides_of(*this);
    return result;
  }
  std::int64_t stride = 1;
  result.strides_.set_size(result.ndim());
  for (std::size_t axis = result.ndim(); axis-- > 0;) {
    result.strides_[axis] = stride;
    stride *= result.shape_[axis] == 0 ? 1 : result.shape_[axis];
  }
  return result;
}

// Works backward from the last axis: each step takes axes of both shapes until the products of their extents are equal.
// Old axes of extent 1 are ignored; new axes of extent 1 have the stride for their position.
void StridedLayout::split_strides_of(const StridedLayout& old) {
  std::size_t axis = ndim();
  strides_.set_size(axis);
  for (std::size_t old_axis = old.ndim(); old_axis-- > 0;) {
    if (old.shape_[old_axis] == 1) {
      continue;
    }
    std::int64_t old_product = old.shape_[old_axis];
    std::int64_t product = 1;
    std::int64_t stride = old.strides_[old_axis];
    bool is_beyond = false;
    while (true) {
      for (; axis > 0 && (product < old_product || shape_[axis - 1] == 1); --axis) {
        if (is_beyond) {
          throw InvalidArgument(
              fmt::format("cannot reshape {} to {}: the stride of axis {} of extent 1 overflows 64 bits; omit "
                          "that axis",
                          to_string(old.shape_), to_string(shape_), axis - 1));
        }
        strides_[axis - 1] = stride;
        product *= shape_[axis - 1];
        is_beyond = __builtin_mul_overflow(stride, shape_[axis - 1], &stride);
      }
      if (product == old_product) {
        break;
      }
      const std::size_t last = old_axis;
      do {
        --old_axis;
      } while (old.shape_[old_axis] == 1);
      std::int64_t needed = 0;
      if (__builtin_mul_overflow(old.strides_[last], old.shape_[last], &needed) || needed != old.strides_[old_axis]) {
        refuse_reshape(old, shape_,
                       fmt::format("strides {} are incompatible: axes {} and {} would be merged, but the stride {} "
                                   "is not {} times {}; copy to C order first",
                                   to_string(old.strides_), old_axis, last, old.strides_[old_axis], old.strides_[last],
                                   old.shape_[last]));
      }
      old_product *= old.shape_[old_axis];
    }
  }
  check_strides();
}

StridedLayout StridedLayout::unsqueezed(const Dimensions& axes) const {
  const std::size_t count = ndim() + axes.size();
  if (count > max_dimensions) {
    throw InvalidArgument(fmt::format("cannot unsqueeze {} by {} axes: a layout has at most {}; squeeze it first",
                                      to_string(shape_), axes.size(), max_dimensions));
  }
  Dimensions shape = Dimensions::filled(count, -1);
  for (const std::int64_t number : axes) {
    const auto axis = axis_index(number, count);
    if (!axis || shape[*axis] == 1) {
      throw InvalidArgument(fmt::format("cannot unsqueeze {} by {}: axis {} {}; in the result, {}", to_string(shape_),
                                        to_string(axes), number, axis ? "is named twice" : "is out of range",
                                        axes_text(count)));
    }
    shape[*axis] = 1;
  }
  std::size_t axis = 0;
  for (std::int64_t& extent : shape) {
    extent = extent == 1 ? 1 : shape_[axis++];
  }
  return axes.empty() ? *this : reshaped(shape);
}

}  // namespace texelscope::gpu
