#pragma once

#include "app/core/image.h"
#include "app/core/tensor_view.h"
#include "app/core/value_summary.h"
#include "app/core/view.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// How a slice lies in a picture.
struct PicturePlace {
  int width = 1;
  int height = 1;
  /// The position at the picture's upper left corner, x in columns and y in rows: element (0, 0) covers 0 … 1.
  Point corner{};
  double columns_per_pixel = 1;
  double rows_per_pixel = 1;
};

/// Draws the slice that a settled `view` shows: RGBA8, transparent beside it. A pixel has the colour of the element at
/// its centre; where it covers several, that of every so many rows and columns. Numbers outside the range have the
/// colours of its ends, what is no finite number has SpecialColors. The same bytes on every device. Waits.
/// @throws gpu::InvalidArgument as brought_to().
[[nodiscard]] Image draw_slice(const gpu::StridedMemoryView& tensor, const TensorView& view, const NumberRange& range,
                               const PicturePlace& place, const gpu::Stream& stream);

/// What the numbers of the slice have in common. Waits. @throws gpu::InvalidArgument as brought_to().
[[nodiscard]] ValueSummary summarize_slice(const gpu::StridedMemoryView& tensor, const TensorView& view,
                                           const gpu::Stream& stream);
/// The same of the whole tensor, piece by piece.
[[nodiscard]] ValueSummary summarize_tensor(const gpu::StridedMemoryView& tensor, ComplexPart part,
                                            const gpu::Stream& stream);
/// The range that a settled view asks for; looks at as many numbers as its rule says. Waits.
[[nodiscard]] NumberRange find_range(const gpu::StridedMemoryView& tensor, const TensorView& view,
                                     const gpu::Stream& stream);
/// All that a type can tell: integers by their range, others 0 … 1.
[[nodiscard]] NumberRange range_of_type(const gpu::ElementType& type);
/// The range of a summary, 0 … 1 where it has none; symmetric where the view asks for it.
[[nodiscard]] NumberRange range_of(const ValueSummary& summary, const TensorView& view);

/// The most pixels that a picture may have.
struct PictureBounds {
  int width = 1024;
  int height = 1024;
};

/// The picture of a slice without any window: as large as the bounds allow, elements as squares of whole pixels where
/// all of them have room. An empty slice gives one transparent pixel. Opens a stream on the device, and waits.
/// @throws gpu::InvalidArgument where the device does not come to the tensor's memory.
[[nodiscard]] Image tensor_picture(const gpu::StridedMemoryView& tensor, TensorView view, const gpu::Device& device,
                                   PictureBounds bounds = {});

}  // namespace texelscope::app
