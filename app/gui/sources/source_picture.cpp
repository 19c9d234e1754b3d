#include "app/gui/sources/source_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "app/scene/scene_input.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// The picture that a part, at its place, makes.
Image placed(Image part, const SourcePart& place) {
  if (!is_image_size(place.columns, place.rows)) {
    throw gpu::InvalidArgument(
        fmt::format("a picture of {} × {} texels is too large to be shown", place.columns, place.rows));
  }
  Image whole;
  whole.width = static_cast<int>(place.columns);
  whole.height = static_cast<int>(place.rows);
  whole.channels = part.channels;
  whole.type = part.type;
  whole.note = std::move(part.note);
  whole.is_incomplete = true;
  const std::size_t texel = part.pixels.size() / (static_cast<std::size_t>(part.width) * part.height);
  const std::size_t pitch = texel * static_cast<std::size_t>(whole.width);
  whole.pixels.resize(pitch * static_cast<std::size_t>(whole.height));
  const auto step = static_cast<std::size_t>(place.step);
  const std::size_t first_row = static_cast<std::size_t>(place.row);
  const std::size_t first_column = static_cast<std::size_t>(place.column);
  const std::size_t columns = std::min(part.width * step, static_cast<std::size_t>(place.columns) - first_column);
  const std::size_t rows = std::min(part.height * step, static_cast<std::size_t>(place.rows) - first_row);
  for (std::size_t row = 0; row < rows; ++row) {
    std::byte* const to = whole.pixels.data() + (first_row + row) * pitch + first_column * texel;
    if (row % step != 0) {
      std::memcpy(to, to - pitch, columns * texel);
      continue;
    }
    const std::byte* const from = part.pixels.data() + row / step * static_cast<std::size_t>(part.width) * texel;
    if (step == 1) {
      std::memcpy(to, from, columns * texel);
      continue;
    }
    for (std::size_t column = 0; column < columns; ++column) {
      std::memcpy(to + column * texel, from + column / step * texel, texel);
    }
  }
  return whole;
}

}  // namespace

bool is_picture(const gpu::StridedMemoryView& view) {
  const gpu::Dimensions& shape = view.layout().shape();
  const bool has_channels = shape.size() == 3 && shape[2] >= 1 && shape[2] <= 4;
  const bool is_number = view.type().kind() != gpu::ElementKind::complex;
  return is_number && view.is_host_accessible() && (shape.size() == 2 || has_channels) && shape[0] > 0 && shape[1] > 0;
}

Image picture_of(const SourceFrame& frame) {
  Image image = scene_input_of(frame.view);
  return frame.part ? placed(std::move(image), *frame.part) : image;
}

}  // namespace texelscope::app
