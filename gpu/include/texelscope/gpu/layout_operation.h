#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "texelscope/gpu/axis_slice.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/stride_order.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

/// An operation of StridedLayout as a value: holds the arguments of the member function of the same name.
struct Reshaped {
  Dimensions shape;
  bool operator==(const Reshaped&) const = default;
};
struct Permuted {
  Dimensions permutation;
  bool operator==(const Permuted&) const = default;
};
struct Flattened {
  std::int64_t start_axis = 0;
  std::int64_t end_axis = -1;
  /// An alternative to the range.
  std::optional<AxisMask> mask;
  bool operator==(const Flattened&) const = default;
};
struct Squeezed {
  bool operator==(const Squeezed&) const = default;
};
struct Unsqueezed {
  Dimensions axes;
  bool operator==(const Unsqueezed&) const = default;
};
struct BroadcastTo {
  Dimensions shape;
  bool operator==(const BroadcastTo&) const = default;
};
struct Sliced {
  std::vector<AxisSlice> slices;
  bool operator==(const Sliced&) const = default;
};
struct Repacked {
  std::int64_t itemsize = 1;
  std::uint64_t data_ptr = 0;
  std::int64_t axis = -1;
  bool keep_dim = true;
  bool operator==(const Repacked&) const = default;
};
struct ToDense {
  StrideOrder order = StrideOrder::k();
  bool operator==(const ToDense&) const = default;
};

using LayoutOperation =
    std::variant<Reshaped, Permuted, Flattened, Squeezed, Unsqueezed, BroadcastTo, Sliced, Repacked, ToDense>;

/// The result of the operation. Qualify the call as gpu::apply, because an unqualified call with a variant also finds
/// std::apply. @throws InvalidArgument like the member function.
[[nodiscard]] StridedLayout apply(const StridedLayout& layout, const LayoutOperation& operation);

/// "permuted(2, 0, 1)", "sliced(::-2, 1:, 3)", "flattened()", "flattened(mask=0x6)", "repacked(8, axis=0,
/// keep_dim=false)": readable by layout_operation_from_string(). Arguments with their default value are omitted.
[[nodiscard]] std::string to_string(const LayoutOperation& operation);

/// Parses one operation: a name and its arguments in parentheses, lists with or without their own parentheses or
/// brackets, and the optional arguments by name (start_axis, end_axis, mask, data_ptr, axis, keep_dim, order) or in
/// order.
/// @throws InvalidArgument with the position, from 0, and what was expected there.
[[nodiscard]] LayoutOperation layout_operation_from_string(std::string_view text);

}  // namespace texelscope::gpu
