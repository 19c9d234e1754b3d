#include "app/core/tensor_picture.h"

#include <algorithm>
#include <cmath>

#include "app/core/percentile.h"
#include "app/core/tensor_pieces.h"
#include "app/core/tensor_values.h"

namespace texelscope::app {
namespace {

using gpu::StridedMemoryView;

NumberRange symmetric(const NumberRange& range) {
  const double most = std::max(std::abs(range.lowest), std::abs(range.highest));
  return {-most, most};
}

NumberRange finish(const NumberRange& range, const TensorView& view) {
  return view.is_symmetric ? symmetric(range) : range;
}

}  // namespace

NumberRange range_of_type(const gpu::ElementType& type) {
  const NumberFormat format = number_format(type);
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

NumberRange range_of(const ValueSummary& summary, const TensorView& view) {
  return finish(summary.has_range() ? NumberRange{summary.lowest, summary.highest} : NumberRange{}, view);
}

ValueSummary summarize_slice(const StridedMemoryView& tensor, const TensorView& view, const gpu::Stream& stream) {
  const StridedMemoryView elements = brought_to(elements_of(tensor, view, whole_slice(view, tensor)), stream);
  return summarize(slice_values(elements, view), stream);
}

ValueSummary summarize_tensor(const StridedMemoryView& tensor, ComplexPart part, const gpu::Stream& stream) {
  ValueSummary all;
  const TensorPieces pieces(tensor);
  for (std::int64_t piece = 0; piece < pieces.count(); ++piece) {
    all.add(summarize(all_values(brought_to(pieces[piece], stream), part), stream));
  }
  return all;
}

NumberRange find_range(const StridedMemoryView& tensor, const TensorView& view, const gpu::Stream& stream) {
  switch (view.rule) {
    case RangeRule::slice:
      return range_of(summarize_slice(tensor, view, stream), view);
    case RangeRule::tensor:
      return range_of(summarize_tensor(tensor, view.part, stream), view);
    case RangeRule::percentile:
      return finish(percentiles_of_slice(tensor, view, stream), view);
    case RangeRule::type:
      return finish(range_of_type(tensor.type()), view);
    case RangeRule::typed:
      return finish(view.typed, view);
  }
  return {};
}

Image tensor_picture(const StridedMemoryView& tensor, TensorView view, const gpu::Device& device,
                     PictureBounds bounds) {
  settle(view, tensor);
  const SlicePart whole = whole_slice(view, tensor);
  if (tensor.layout().is_empty()) {
    return {1, 1, 4, gpu::DataType::uint8, std::vector<std::byte>(4)};
  }
  const gpu::Stream stream = device.create_stream();
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
