#include "app/labs/surface/surface_stroke.h"

#include <cstring>
#include <string>

#include "texelscope/gpu/error.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {
namespace {

using kernels::BoundaryMode;

struct alignas(8) TexelWord8 {
  std::uint32_t words[2];
};
struct alignas(16) TexelWord16 {
  std::uint32_t words[4];
};

template <class Word, BoundaryMode mode>
struct WriteRows {
  kernels::Surface surface;
  Word value;
  std::int32_t first_byte;
  std::int32_t bytes_to_next;
  std::int32_t columns;
  std::int32_t first_row;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    for (std::int32_t column = 0; column < columns; ++column) {
      surface.write_2d_bytes<Word, mode>(value, first_byte + column * bytes_to_next, first_row + index.y);
    }
  }
};

template <class Word, BoundaryMode mode>
void launch_rows(const gpu::SurfaceObject& surface, const SurfaceStroke& stroke, const gpu::Stream& stream) {
  Word value;
  std::memcpy(&value, stroke.value.data(), sizeof(Word));
  constexpr auto size = static_cast<std::int64_t>(sizeof(Word));
  const auto first = static_cast<std::int32_t>(byte_x(stroke, 0, size));
  const auto next = static_cast<std::int32_t>(byte_x(stroke, 1, size));
  kernels::launch(
      stream, {1, stroke.height, 1},
      WriteRows<Word, mode>{kernels::Surface{surface.handle()}, value, first, next - first, stroke.width, stroke.y});
}

template <class Word>
void launch_words(const gpu::SurfaceObject& surface, const SurfaceStroke& stroke, const gpu::Stream& stream) {
  switch (stroke.boundary) {
    case BoundaryMode::trap:
      return launch_rows<Word, BoundaryMode::trap>(surface, stroke, stream);
    case BoundaryMode::clamp:
      return launch_rows<Word, BoundaryMode::clamp>(surface, stroke, stream);
    case BoundaryMode::zero:
      return launch_rows<Word, BoundaryMode::zero>(surface, stroke, stream);
  }
}

}  // namespace

void write_stroke(const gpu::SurfaceObject& surface, const SurfaceStroke& stroke, const gpu::Stream& stream) {
  const gpu::ArrayDescriptor array = surface.array().descriptor();
  if (array.shape.rank() != 2 || array.kind != gpu::ArrayKind::plain) {
    throw gpu::InvalidArgument("a stroke needs a plain 2D array, not " + to_string(array));
  }
  if (const std::string text = refusal(stroke); !text.empty()) {
    throw gpu::InvalidArgument(text);
  }
  switch (array.element_size()) {
    case 1:
      return launch_words<std::uint8_t>(surface, stroke, stream);
    case 2:
      return launch_words<std::uint16_t>(surface, stroke, stream);
    case 4:
      return launch_words<std::uint32_t>(surface, stroke, stream);
    case 8:
      return launch_words<TexelWord8>(surface, stroke, stream);
    default:
      return launch_words<TexelWord16>(surface, stroke, stream);
  }
}

}  // namespace texelscope::app
