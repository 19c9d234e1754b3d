#include "app/labs/surface/surface_stroke.h"

#include <algorithm>
#include <cstring>

#include "app/device/scoped_synchronize.h"
#include "app/labs/surface/surface_values.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::tests {
namespace {

using namespace app;
using kernels::BoundaryMode;

gpu::ArrayDescriptor surface_of(std::uint64_t width, std::uint64_t height, gpu::DataType format, int channels) {
  return {.shape = {width, height}, .format = format, .num_channels = channels, .is_surface_load_store = true};
}

/// The result of a stroke, computed write by write. Writes begin at x · element size, at x, or at x used as a byte
/// offset.
std::vector<std::byte> after_stroke(std::vector<std::byte> texels, const gpu::ArrayDescriptor& surface,
                                    const SurfaceStroke& stroke) {
  const auto size = static_cast<long>(surface.element_size());
  const auto row = static_cast<long>(surface.shape.width()) * size;
  const auto height = static_cast<long>(surface.shape.height());
  for (long j = 0; j < stroke.height; ++j) {
    for (long i = 0; i < stroke.width; ++i) {
      long x = stroke.x_in == BrushX::texels  ? (stroke.x + i) * size
               : stroke.x_in == BrushX::bytes ? stroke.x + i * size
                                              : stroke.x + i;
      long y = stroke.y + j;
      const bool is_outside = x < 0 || x + size > row || y < 0 || y >= height;
      if (is_outside && stroke.boundary == BoundaryMode::zero) {
        continue;
      }
      x = std::min(std::max(x, 0L), row - size);
      y = std::min(std::max(y, 0L), height - 1);
      std::memcpy(texels.data() + y * row + x, stroke.value.data(), static_cast<std::size_t>(size));
    }
  }
  return texels;
}

class SurfaceStrokes : public DeviceTest {
 protected:
  std::vector<std::byte> write(const std::vector<std::byte>& texels, const gpu::ArrayDescriptor& surface,
                               const SurfaceStroke& stroke) {
    const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(device(), surface);
    std::vector<std::byte> result(texels.size());
    const ScopedSynchronize wait{stream()};
    array.copy_from(texels, stream());
    write_stroke(gpu::SurfaceObject::from_array(array), stroke, stream());
    array.copy_to(result, stream());
    stream().synchronize();
    return result;
  }
};

TEST_P(SurfaceStrokes, ChangeTheBytesThatANaiveLoopChanges) {
  for (const gpu::DataType format : {gpu::DataType::uint8, gpu::DataType::float16, gpu::DataType::float32}) {
    for (const int channels : {1, 2, 4}) {
      const gpu::ArrayDescriptor surface = surface_of(7, 5, format, channels);
      const auto size = static_cast<int>(surface.element_size());
      const std::vector<std::byte> before = filled_texels(SurfaceFill::numbers, 7, 5, format, channels);
      for (const BoundaryMode boundary : {BoundaryMode::clamp, BoundaryMode::zero}) {
        for (const int x : {-3, 0, 2, 6, 9}) {
          for (const BrushX x_in : {BrushX::texels, BrushX::bytes}) {
            SurfaceStroke stroke{.x = x_in == BrushX::bytes ? x * size : x, .y = x - 1, .width = 3, .height = 4};
            stroke.x_in = x_in;
            stroke.boundary = boundary;
            stroke.value = texel_bytes(std::vector<double>{101, 7}, format, channels);
            EXPECT_EQ(write(before, surface, stroke), after_stroke(before, surface, stroke))
                << to_string(stroke) << " of " << to_string(surface);
          }
        }
      }
    }
  }
}

TEST_P(SurfaceStrokes, UseATexelIndexAsAByteOffsetWhenMistaken) {
  const gpu::ArrayDescriptor surface = surface_of(8, 3, gpu::DataType::uint8, 4);
  const std::vector<std::byte> before = filled_texels(SurfaceFill::zero, 8, 3, gpu::DataType::uint8, 4);
  // The write is aligned, because the result of a misaligned write depends on the device.
  SurfaceStroke stroke{.x = 4, .y = 1};
  stroke.x_in = BrushX::mistaken;
  stroke.value.fill(std::byte{9});
  const std::vector<std::byte> after = write(before, surface, stroke);
  EXPECT_EQ(after, after_stroke(before, surface, stroke));
  EXPECT_EQ(after[32 + 4], std::byte{9}) << "texel 1 of row 1, not texel 4";
}

TEST_P(SurfaceStrokes, AreRejectedOutOfBounds) {
  const gpu::ArrayDescriptor surface = surface_of(4, 4, gpu::DataType::uint8, 1);
  const std::vector<std::byte> before(16);
  EXPECT_THROW((void)write(before, surface, {.width = 0}), gpu::InvalidArgument);
  EXPECT_THROW((void)write(before, surface, {.x = max_stroke_coordinate + 1}), gpu::InvalidArgument);
  EXPECT_THROW((void)write(before, surface, {.height = max_stroke_extent + 1}), gpu::InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SurfaceStrokes);

TEST(SurfaceStroke, CountsOutsideAndMisalignedWrites) {
  const gpu::ArrayDescriptor surface = surface_of(6, 4, gpu::DataType::uint8, 4);
  for (const BrushX x_in : {BrushX::texels, BrushX::bytes, BrushX::mistaken}) {
    for (int x = -9; x < 30; x += 3) {
      for (int y = -3; y < 6; ++y) {
        SurfaceStroke stroke{.x = x, .y = y, .width = 3, .height = 2};
        stroke.x_in = x_in;
        int outside = 0;
        int misaligned = 0;
        for (int j = 0; j < 2; ++j) {
          for (int i = 0; i < 3; ++i) {
            const int byte = x_in == BrushX::texels ? 4 * (x + i) : x_in == BrushX::bytes ? x + 4 * i : x + i;
            outside += byte < 0 || byte > 20 || y + j < 0 || y + j > 3 ? 1 : 0;
            misaligned += byte % 4 != 0 ? 1 : 0;
          }
        }
        const StrokeFacts facts = facts_of(stroke, surface);
        EXPECT_EQ(facts.writes, 6);
        EXPECT_EQ(facts.outside, outside) << to_string(stroke);
        EXPECT_EQ(facts.misaligned, misaligned) << to_string(stroke);
      }
    }
  }
}

TEST(SurfaceStroke, IsTriedInAChildIfItMayEndTheContext) {
  EXPECT_FALSE(ends_context({6, 0, 0}, BoundaryMode::trap));
  EXPECT_TRUE(ends_context({6, 1, 0}, BoundaryMode::trap));
  EXPECT_FALSE(ends_context({6, 1, 0}, BoundaryMode::clamp));
  EXPECT_TRUE(ends_context({6, 0, 1}, BoundaryMode::zero));
}

TEST(SurfaceStroke, WarnsAboutAnElementIndexUsedAsAByteOffset) {
  SurfaceStroke stroke{.x = 8, .y = 0};
  stroke.x_in = BrushX::mistaken;
  EXPECT_NE(warning_about(stroke, surface_of(16, 4, gpu::DataType::float32, 1)).find("multiply x by 4"),
            std::string::npos)
      << "a mistaken x is reported even if it is aligned";
  EXPECT_EQ(warning_about(stroke, surface_of(16, 4, gpu::DataType::uint8, 1)), "")
      << "one-byte elements need no warning";
  stroke.x_in = BrushX::bytes;
  EXPECT_EQ(warning_about(stroke, surface_of(16, 4, gpu::DataType::float32, 1)), "");
  stroke.x = 6;
  EXPECT_NE(warning_about(stroke, surface_of(16, 4, gpu::DataType::float32, 1)).find("not a multiple"),
            std::string::npos);
}

TEST(SurfaceStroke, ExplainsWhichTexelContainsAByte) {
  const gpu::ArrayDescriptor surface = surface_of(16, 4, gpu::DataType::uint8, 4);
  SurfaceStroke stroke{.x = 3, .y = 0, .width = 2};
  EXPECT_EQ(
      explain(stroke, surface),
      (std::vector<std::string>{
          "x = 3 to 4 count texels. The element's size is 4, so the writes begin at bytes 12 to 16 of the row."}));
  stroke.x_in = BrushX::mistaken;
  const std::vector<std::string> lines = explain(stroke, surface);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0],
            "x = 3 to 4: texel indices used as byte offsets, which are in texels 0 to 1. The intended texels begin at "
            "bytes 12 to 16.");
  EXPECT_NE(lines[1].find("the first 4 texels"), std::string::npos);
  EXPECT_NE(lines[2].find("1 of the 2 writes is misaligned"), std::string::npos);
  stroke.x_in = BrushX::bytes;
  stroke.x = -1;
  stroke.width = 1;
  EXPECT_EQ(explain(stroke, surface)[0], "x = -1 counts bytes, and begins inside texel -1.");
  stroke.x = 8;
  EXPECT_EQ(explain(stroke, surface)[0], "x = 8 counts bytes. The element's size is 4, so the writes are to texel 2.");
}

}  // namespace
}  // namespace texelscope::tests
