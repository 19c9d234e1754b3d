#include "app/labs/tensor/tensor_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/labs/tensor/tensor_values.h"

namespace texelscope::app {
namespace {

using gpu::StridedMemoryView;

NumberRange range_by_rule(const ScanResult& result, const TensorView& view, const gpu::ElementType& type) {
  switch (view.rule) {
    case RangeRule::slice:
    case RangeRule::tensor:
      return result.summary.has_range() ? NumberRange{result.summary.lowest, result.summary.highest} : NumberRange{};
    case RangeRule::percentile:
      return result.percentiles.value_or(NumberRange{});
    case RangeRule::type:
      return range_of_type(type, view.part);
    case RangeRule::typed:
      return view.typed;
  }
  return {};
}

}  // namespace

NumberRange range_of_type(const gpu::ElementType& type, ComplexPart part) {
  const NumberFormat format = number_format(type);
  if (format.is_complex && part == ComplexPart::phase) {
    return {-std::numbers::pi, std::numbers::pi};
  }
  switch (format.kind) {
    case NumberFormat::Kind::unsigned_integer:
      return {0, std::ldexp(1.0, format.bits) - 1};
    case NumberFormat::Kind::signed_integer:
    case NumberFormat::Kind::time:
      return {-std::ldexp(1.0, format.bits - 1), std::ldexp(1.0, format.bits - 1) - 1};
    default:
      return {0, 1};
  }
}

ScanGoal scan_goal(const TensorView& view) {
  return {.percentile = view.rule == RangeRule::percentile ? std::optional{view.percentile} : std::nullopt};
}

NumberRange range_of(const ScanResult& result, const TensorView& view, const gpu::ElementType& type) {
  const NumberRange range = range_by_rule(result, view, type);
  const double most = std::max(std::abs(range.lowest), std::abs(range.highest));
  return view.is_symmetric ? NumberRange{-most, most} : range;
}

NumberRange find_range(const StridedMemoryView& tensor, const TensorView& view, const gpu::Stream& stream) {
  const bool needs_scan = view.rule != RangeRule::type && view.rule != RangeRule::typed;
  TensorScan scan(view.rule == RangeRule::tensor ? whole_set(tensor, view) : slice_set(tensor, view), scan_goal(view));
  while (needs_scan && !scan.is_done()) {
    scan.advance(stream);
  }
  return range_of(scan.result(), view, tensor.type());
}

Image tensor_picture(const StridedMemoryView& tensor, TensorView view, const gpu::Device& device,
                     PictureBounds bounds) {
  settle(view, tensor);
  const SlicePart whole = whole_slice(view, tensor);
  if (tensor.layout().is_empty()) {
    return {1, 1, 4, gpu::DataType::uint8, std::vector<std::byte>(4)};
  }
  const gpu::Stream stream = device.create_stream("tensor lab");
  const auto columns = static_cast<double>(whole.columns.count);
  const auto rows = static_cast<double>(whole.rows.count);
  const double fitting = std::min(bounds.width / columns, bounds.height / rows);
  const double zoom = fitting >= 1 ? std::floor(fitting) : fitting;
  const auto pixels = [&](double count) { return std::max(1, static_cast<int>(std::floor(count * zoom))); };
  PicturePlace place{.width = pixels(columns), .height = pixels(rows)};
  place.columns_per_pixel = columns / place.width;
  place.rows_per_pixel = rows / place.height;
  return draw_slice(tensor, view, find_range(tensor, view, stream), place, stream);
}

}  // namespace texelscope::app
