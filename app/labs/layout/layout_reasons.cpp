#include "app/labs/layout/layout_reasons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

#include "app/labs/layout/layout_map.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;
using gpu::StrideOrder;

constexpr std::array<std::string_view, 7> plain_properties = {"ndim",         "shape",    "strides", "strides_in_bytes",
                                                              "stride_order", "itemsize", "volume"};

LayoutReason verdict(const char* property, bool holds, std::string reason) {
  return {property, holds ? "yes" : "no", std::move(reason), holds ? Verdict::holds : Verdict::fails};
}

LayoutReason strides_reason(const StridedLayout& layout) {
  return {"strides", to_string(layout.strides()),
          layout.has_strides() ? "In elements: one step along axis a moves by strides[a]."
                               : "None given: the strides of C order apply. In elements."};
}

LayoutReason volume_reason(const StridedLayout& layout) {
  const std::string product = fmt::format("{}", fmt::join(layout.shape(), " × "));
  if (layout.ndim() == 0) {
    return {"volume", "1", "A layout of rank 0 has one element."};
  }
  return {"volume", fmt::format("{}", layout.volume()), fmt::format("{} elements.", product)};
}

LayoutReason bounds_reason(const StridedLayout& layout) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  const std::string value = fmt::format("({}, {})", bounds.min, bounds.max);
  if (layout.is_empty()) {
    return {"offset_bounds", value, "There are no elements."};
  }
  std::string up;
  std::string down;
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    const std::int64_t stride = layout.strides()[axis];
    if (layout.shape()[axis] > 1 && stride != 0) {
      (stride > 0 ? up : down) +=
          fmt::format(" {} {}·{}", stride > 0 ? '+' : '-', layout.shape()[axis] - 1, stride > 0 ? stride : -stride);
    }
  }
  return {"offset_bounds", value,
          fmt::format("Lowest {}{} = {}, highest {}{} = {}.", layout.slice_offset(), down, bounds.min,
                      layout.slice_offset(), up, bounds.max)};
}

LayoutReason required_reason(const StridedLayout& layout) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  if (bounds.min < 0) {
    return {"required_size_in_bytes", "none",
            fmt::format("An element is at offset {}, below 0: no size from offset 0 covers all elements.", bounds.min),
            Verdict::fails};
  }
  try {
    return {"required_size_in_bytes", fmt::format("{}", layout.required_size_in_bytes()),
            layout.is_empty() ? "There are no elements."
                              : fmt::format("({} + 1) × {} bytes.", bounds.max, layout.itemsize())};
  } catch (const std::exception& error) {
    return {"required_size_in_bytes", "none", error.what(), Verdict::fails};
  }
}

LayoutReason unique_reason(const StridedLayout& layout) {
  const gpu::Uniqueness uniqueness = layout.uniqueness();
  if (uniqueness == gpu::Uniqueness::yes) {
    return {"is_unique", "yes",
            layout.is_empty() ? "There are no elements."
                              : "Every element has its own offset: no two indices map to the same offset.",
            Verdict::holds};
  }
  const std::optional<std::size_t> axis = layout.overlapping_axis();
  std::string reason;
  if (axis && layout.strides()[*axis] == 0) {
    reason = fmt::format("Axis {} has stride 0: its {} elements share one address.", *axis, layout.shape()[*axis]);
  } else if (axis) {
    reason = fmt::format("Axis {} has stride {}, which falls within the span of the axes with smaller strides.", *axis,
                         layout.strides()[*axis]);
  }
  if (uniqueness == gpu::Uniqueness::unknown) {
    return {"is_unique", "unknown", reason + " Whether two elements overlap was not determined.", Verdict::unknown};
  }
  return {"is_unique", "no", reason, Verdict::fails};
}

std::string break_text(const StridedLayout& layout, const gpu::ContiguityBreak& found) {
  return fmt::format("Axis {} (extent {}) has stride {}; it would need {}.", found.axis, layout.shape()[found.axis],
                     found.stride, found.needed_stride);
}

LayoutReason contiguous_reason(const char* property, const StridedLayout& layout, const StrideOrder& order,
                               const char* why) {
  if (const auto found = layout.contiguity_break(order)) {
    return verdict(property, false, break_text(layout, *found));
  }
  return verdict(property, true, layout.is_empty() ? "An empty layout is contiguous." : why);
}

LayoutReason dense_reason(const StridedLayout& layout) {
  if (layout.slice_offset() != 0) {
    return verdict("is_dense", layout.is_dense(), fmt::format("The slice offset is {}, not 0.", layout.slice_offset()));
  }
  if (const auto found = layout.contiguity_break(StrideOrder::k())) {
    return verdict("is_dense", layout.is_dense(), break_text(layout, *found));
  }
  return verdict("is_dense", layout.is_dense(),
                 layout.is_empty() ? "An empty layout is dense."
                                   : fmt::format("Contiguous, and fills offsets 0 to {}.", layout.volume() - 1));
}

LayoutReason mask_reason(const StridedLayout& layout) {
  const gpu::AxisMask mask = layout.flattened_axis_mask();
  std::string merged;
  for (std::size_t axis = 1; axis < layout.ndim(); ++axis) {
    if ((mask >> axis & 1U) != 0) {
      merged += fmt::format("{}{} into {}", merged.empty() ? "" : ", ", axis, axis - 1);
    }
  }
  return {"flattened_axis_mask", fmt::format("0x{:x}", mask),
          merged.empty() ? "flattened() cannot merge any axis into the axis before it."
                         : fmt::format("flattened() merges axis {}.", merged)};
}

LayoutReason gaps_reason(const StridedLayout& layout) {
  const MemoryRange range = memory_range(layout);
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  if (layout.is_empty() || layout.uniqueness() != gpu::Uniqueness::yes) {
    return {"gaps", layout.is_empty() ? "0" : "not counted",
            layout.is_empty() ? "There are no elements." : "Elements may share offsets.", Verdict::neutral};
  }
  const std::int64_t span = range.lowest + range.count - bounds.min;
  return {
      "gaps", fmt::format("{}", span - layout.volume()),
      fmt::format("{} from {} to {}, {} used.", count_text(span, "offset"), bounds.min, bounds.max, layout.volume())};
}

}  // namespace

std::vector<LayoutReason> layout_reasons(const StridedLayout& layout) {
  std::vector<LayoutReason> reasons;
  reasons.push_back({"ndim", fmt::format("{}", layout.ndim()), "Number of axes."});
  reasons.push_back({"shape", to_string(layout.shape()), "Extent of each axis."});
  reasons.push_back(strides_reason(layout));
  reasons.push_back({"strides_in_bytes", to_string(layout.strides_in_bytes()),
                     fmt::format("Strides × {} bytes per element.", layout.itemsize())});
  reasons.push_back({"stride_order", to_string(layout.stride_order()), "The axes by decreasing |stride|."});
  reasons.push_back(volume_reason(layout));
  reasons.push_back({"itemsize", fmt::format("{}", layout.itemsize()), "Bytes of one element."});
  reasons.push_back({"slice_offset", fmt::format("{}", layout.slice_offset()),
                     fmt::format("Index (0, 0, …) is {} bytes from the start.", layout.slice_offset_in_bytes())});
  reasons.push_back(bounds_reason(layout));
  reasons.push_back(required_reason(layout));
  reasons.push_back(gaps_reason(layout));
  reasons.push_back(unique_reason(layout));
  reasons.push_back(contiguous_reason("is_contiguous_c", layout, StrideOrder::c(),
                                      "From the last axis on, each stride is the product of the extents after it."));
  reasons.push_back(contiguous_reason("is_contiguous_f", layout, StrideOrder::f(),
                                      "From the first axis on, each stride is the product of the extents before it."));
  reasons.push_back(contiguous_reason("is_contiguous_any", layout, StrideOrder::k(),
                                      "In the order of its strides, each stride is the product of the finer extents."));
  reasons.push_back(dense_reason(layout));
  reasons.push_back(mask_reason(layout));
  for (LayoutReason& property : reasons) {
    property.is_plain = std::ranges::find(plain_properties, property.property) != plain_properties.end();
  }
  return reasons;
}

}  // namespace texelscope::app
