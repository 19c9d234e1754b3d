#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

/// A type that reports rank, extents and strides like std::mdspan and its layout mappings.
template <class Mapping>
concept MdspanLike = requires(const Mapping& mapping) {
  { mapping.extents().rank() };
  { mapping.extents().extent(0) };
  { mapping.stride(0) };
};

/// The layout of an mdspan, or of a layout mapping. @throws InvalidArgument like StridedLayout's constructor.
template <MdspanLike Mapping>
[[nodiscard]] constexpr StridedLayout layout_of(const Mapping& mapping, std::int64_t itemsize) {
  Dimensions shape;
  Dimensions strides;
  const auto& extents = mapping.extents();
  for (decltype(extents.rank()) axis = 0; axis < extents.rank(); ++axis) {
    shape.push_back(static_cast<std::int64_t>(extents.extent(axis)));
    strides.push_back(static_cast<std::int64_t>(mapping.stride(axis)));
  }
  return StridedLayout(shape, strides, itemsize);
}

/// The entries in the form that std::extents and std::layout_stride take. @throws InvalidArgument if there are not
/// exactly Rank entries.
template <std::size_t Rank, class Index = std::size_t>
[[nodiscard]] constexpr std::array<Index, Rank> to_array(const Dimensions& dimensions) {
  if (dimensions.size() != Rank) {
    throw InvalidArgument(to_string(dimensions) +
                          " does not match the rank of the array: use an array with one element per entry");
  }
  std::array<Index, Rank> values{};
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    values[axis] = static_cast<Index>(dimensions[axis]);
  }
  return values;
}

}  // namespace texelscope::gpu
