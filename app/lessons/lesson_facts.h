#pragma once

#include <chrono>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/lesson.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The time for all computations of a step, which a lesson from elsewhere could otherwise exceed without limit.
inline constexpr std::chrono::seconds max_computation_time{2};
/// The time by which a computation must end.
using ComputationDeadline = std::chrono::steady_clock::time_point;

/// A kind of computation, with its arguments and results.
struct LessonComputationKind {
  std::string_view name;
  /// Takes JSON, and a device for results of hardware.
  LessonFacts (*compute)(const std::string& arguments, const gpu::Device& device,
                         ComputationDeadline deadline) = nullptr;
};

/// "layout": {"shape", "strides", "itemsize", "order", "operations"} gives every property of the layout, and "refusal"
/// if an operation is refused; "max_compatible_itemsize", the widest load in bytes that every row allows; "warp": as
/// "layout" with "start" gives "sectors", "lines", "ideal_sectors" and "efficiency" in percent; "banks": {"rows",
/// "columns", "itemsize", "padding", "swizzle", "direction", "line", "lane"} gives "passes", "phases", "degree",
/// "padding", "size_in_bytes", and the "address" in bytes and "bank" of what the lane reads; "copy": {"source",
/// "destination"}, each as for "layout", gives "method", "item_bytes", "volume_bytes", "runs"; "fetch": {"texels",
/// "shape", the options of `texelscope sample`, "at": [x, …]} gives "r", "g", "b", "a"; "over": as "fetch", with
/// "alpha" (straight, premultiplied) and "background" (four channels, premultiplied), gives the "r", "g", "b", "a" of
/// the fetch blended over the background; "sweep": as "fetch" with "from", "to", "count" in place of "at" gives
/// "distinct", "lowest" and "highest" of r; "resize": as "fetch" for one row, with "to", the number of pixels, and
/// "half", whether half a pixel is added, in place of "at" gives "at.0", "r.0", …, the position and result of each
/// pixel's fetch, and "moved", its distance from the pixel's center in texels; "refused": {"texels", …} gives "reason",
/// why no device supports such a texture; "levels":
/// {"texels", …} gives "count", "extent.0", … and "texels" of all levels; "explanation": as "fetch" gives "level",
/// "weight" and "other_weight" of two levels in 1/256, "samples", "texels", from the texture unit's model; "surface":
/// settings of the Surface lab give "element_size", "row_bytes", "x_bytes", "writes", "outside", "misaligned",
/// "ends_context", "warning", "code", and if it ends no context "changed_texels", "first_changed", "stored"; "pitch":
/// {"width", "height"} in float32 gives "row_bytes", "alignment", "pitch", "padding", and "reason", why rows without
/// padding are refused; "rows", "image", "streams" and "timeline": {"do": [operation, …]} gives the results of
/// script_facts(); "image" also "size_bytes"; "experiment": {"name", "is_right"} gives "is_correct", "stale_pixels",
/// "fresh_pixels", "pixels", "verdict", and each number of the experiment by its name; "dlpack": {"shape", …, "type",
/// "place", "is_read_only", "change"} gives the fields of a DLTensor, "is_kept", "is_kept_behind_deleter", "refusal",
/// "refusal_when_changed", "refusal_without_version".
[[nodiscard]] std::span<const LessonComputationKind> lesson_computation_kinds();

/// All results that a step computes, by "name.fact". @throws ParameterError for an unknown kind or argument, and for
/// computations that take longer than max_computation_time; gpu::Error.
[[nodiscard]] LessonFacts facts_of(const LessonStep& step, const gpu::Device& device);

}  // namespace texelscope::app
