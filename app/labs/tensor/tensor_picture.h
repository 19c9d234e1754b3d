#pragma once

#include "app/images/image.h"
#include "app/images/view.h"
#include "app/labs/tensor/tensor_scan.h"
#include "app/labs/tensor/tensor_view.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// The position of a slice in an image.
struct PicturePlace {
  int width = 1;
  int height = 1;
  /// The position at the image's upper left corner, x in columns and y in rows: element (0, 0) covers 0 … 1.
  Point corner{};
  double columns_per_pixel = 1;
  double rows_per_pixel = 1;
  bool operator==(const PicturePlace&) const = default;
};

/// Draws the slice of a settled `view`: RGBA8, transparent outside it. A pixel has the color of the element at its
/// center; if it covers multiple elements, rows and columns are sampled at equal steps. Numbers outside the range have
/// the colors of its ends, non-finite numbers have SpecialColors. Produces the same bytes on every device. Waits.
/// @throws gpu::InvalidArgument as brought_to().
[[nodiscard]] Image draw_slice(const gpu::StridedMemoryView& tensor, const TensorView& view, const NumberRange& range,
                               const PicturePlace& place, const gpu::Stream& stream);

/// The range that a settled view requests; scans all numbers to which its rule applies. Waits. @throws
/// gpu::InvalidArgument as brought_to().
[[nodiscard]] NumberRange find_range(const gpu::StridedMemoryView& tensor, const TensorView& view,
                                     const gpu::Stream& stream);
/// The range of a type: that of integers, −π … π for the phase of complex numbers, 0 … 1 for others.
[[nodiscard]] NumberRange range_of_type(const gpu::ElementType& type, ComplexPart part);
/// The results needed for a view's range from a scan of the slice, or of the tensor.
[[nodiscard]] ScanGoal scan_goal(const TensorView& view);
/// The range that a settled view requests, from the scan that its rule needs; 0 … 1 if there are no finite numbers.
[[nodiscard]] NumberRange range_of(const ScanResult& result, const TensorView& view, const gpu::ElementType& type);

/// The maximum size of an image in pixels.
struct PictureBounds {
  int width = 1024;
  int height = 1024;
};

/// The picture of a slice, independent of any window: as large as the bounds allow, with elements as squares of whole
/// pixels if there is room for all of them. An empty slice is one transparent pixel. Opens a stream on the device, and
/// waits. @throws gpu::InvalidArgument if the device cannot access the tensor's memory.
[[nodiscard]] Image tensor_picture(const gpu::StridedMemoryView& tensor, TensorView view, const gpu::Device& device,
                                   PictureBounds bounds = {});

}  // namespace texelscope::app
