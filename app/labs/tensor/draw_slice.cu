#include <algorithm>
#include <cmath>

#include "app/device/scoped_synchronize.h"
#include "app/images/image_convert.h"
#include "app/labs/tensor/number_scale.h"
#include "app/labs/tensor/tensor_picture.h"
#include "app/labs/tensor/tensor_values.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::app {
namespace {

using kernels::Uchar4;

Uchar4 opaque(Rgb color) { return {color.red, color.green, color.blue, 255}; }

/// The mapping from pixels to positions along a drawn axis: pixel p is at p · by + origin, multiplied before adding.
struct PixelAxis {
  double by;
  double origin;

  /// The index at the pixel; −1 beyond `count`.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int64_t at(std::int32_t pixel, std::int64_t count) const {
    const double position = static_cast<double>(pixel) * by + origin;
    return position >= 0 && position < static_cast<double>(count) ? static_cast<std::int64_t>(position) : -1;
  }
};

struct DrawSlice {
  TensorValues values;
  PixelAxis rows;
  PixelAxis columns;
  NumberScale scale;
  bool has_channels;
  std::int32_t width;
  Uchar4 not_a_number;
  Uchar4 positive_infinity;
  Uchar4 negative_infinity;
  Uchar4 ramp[256] = {};
  Uchar4* pixels = nullptr;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const std::int64_t row = rows.at(index.y, values.extents[0]);
    const std::int64_t column = columns.at(index.x, values.extents[1]);
    pixels[std::int64_t{index.y} * width + index.x] = row >= 0 && column >= 0 ? color_at(row, column) : Uchar4{};
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION Uchar4 color_at(std::int64_t row, std::int64_t column) const {
    std::uint8_t levels[4] = {0, 0, 0, 255};
    const auto count = static_cast<std::int32_t>(values.extents[2]);
    for (std::int32_t channel = 0; channel < count; ++channel) {
      const double number = values.at(row, column, channel);
      if (number != number) {
        return not_a_number;
      }
      if (number == detail::infinity()) {
        return positive_infinity;
      }
      if (number == -detail::infinity()) {
        return negative_infinity;
      }
      levels[channel] = static_cast<std::uint8_t>(scale.part_of(number) * 255.0 + 0.5);
    }
    if (!has_channels) {
      return ramp[levels[0]];
    }
    return count == 1 ? Uchar4{levels[0], levels[0], levels[0], 255}
                      : Uchar4{levels[0], levels[1], levels[2], levels[3]};
  }
};

/// The part of an axis of `extent` that `pixels` pixels need: at most about one index per pixel.
AxisPart needed_part(double corner, double per_pixel, int pixels, std::int64_t extent) {
  const auto step = static_cast<std::int64_t>(std::max(1.0, std::floor(per_pixel)));
  const auto last_extent = static_cast<double>(extent - 1);
  const auto first = static_cast<std::int64_t>(std::clamp(std::floor(corner), 0.0, last_extent)) / step * step;
  const auto last = static_cast<std::int64_t>(std::clamp(std::ceil(corner + per_pixel * pixels), 0.0, last_extent));
  return {first, std::max<std::int64_t>(last - first, 0) / step + 1, step};
}

/// The needed part of an axis of the tensor, or the whole axis if it is inside the elements.
AxisPart part_of_axis(int axis, const gpu::StridedMemoryView& tensor, AxisPart whole, double corner, double per_pixel,
                      int pixels) {
  return axis >= 0 && axis < static_cast<int>(tensor.layout().ndim())
             ? needed_part(corner, per_pixel, pixels, whole.count)
             : whole;
}

PixelAxis pixels_along(const AxisPart& part, double corner, double per_pixel) {
  const auto step = static_cast<double>(part.step);
  return {per_pixel / step, (corner + per_pixel * 0.5 - static_cast<double>(part.first)) / step};
}

}  // namespace

Image draw_slice(const gpu::StridedMemoryView& tensor, const TensorView& view, const NumberRange& range,
                 const PicturePlace& place, const gpu::Stream& stream) {
  Image image = rgba8_image(place.width, place.height);
  if (tensor.layout().is_empty()) {
    return image;
  }
  const SlicePart whole = whole_slice(view, tensor);
  const SlicePart part{
      part_of_axis(view.row_axis, tensor, whole.rows, place.corner.y, place.rows_per_pixel, place.height),
      part_of_axis(view.column_axis, tensor, whole.columns, place.corner.x, place.columns_per_pixel, place.width)};
  const gpu::StridedMemoryView elements = brought_to(elements_of(tensor, view, part), stream);
  DrawSlice kernel{.values = slice_values(elements, view),
                   .rows = pixels_along(part.rows, place.corner.y, place.rows_per_pixel),
                   .columns = pixels_along(part.columns, place.corner.x, place.columns_per_pixel),
                   .scale = NumberScale(range),
                   .has_channels = view.channel_axis >= 0,
                   .width = place.width,
                   .not_a_number = opaque(SpecialColors{}.not_a_number),
                   .positive_infinity = opaque(SpecialColors{}.positive_infinity),
                   .negative_infinity = opaque(SpecialColors{}.negative_infinity)};
  std::ranges::transform(color_ramp(view.map), kernel.ramp, opaque);
  const gpu::Buffer pixels = stream.device().allocate(image.pixels.size(), stream);
  kernel.pixels = reinterpret_cast<Uchar4*>(pixels.handle().value);
  const ScopedSynchronize work(stream);
  kernels::launch(stream, kernels::LaunchExtent{place.width, place.height}, kernel);
  pixels.copy_to(image.pixels, stream);
  stream.synchronize();
  return image;
}

}  // namespace texelscope::app
