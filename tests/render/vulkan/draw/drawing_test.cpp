#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "render/vulkan/draw/canvas.h"
#include "render/vulkan/draw/triangle_pass.h"
#include "render/vulkan/draw/viewport_pass.h"
#include "render/vulkan/image/image.h"
#include "render/vulkan/image/texture.h"
#include "tests/render/vulkan/fail_nth_call.h"
#include "tests/render/vulkan/vulkan_fixture.h"

namespace texelscope::render::vulkan {
namespace {

using tests::VulkanTest;

using Pixel = std::array<int, 4>;

/// A picture of a drawing.
struct Picture {
  Picture(const Context& context, ColorFormat format, int width_of, int height_of, const Drawing& drawing)
      : width{width_of}, bytes(static_cast<std::size_t>(width_of * height_of) * 4) {
    Canvas{context, format, width_of, height_of}.draw(drawing, bytes);
  }
  [[nodiscard]] Pixel at(int x, int y) const {
    Pixel pixel{};
    for (std::size_t channel = 0; channel < 4; ++channel) {
      pixel[channel] = std::to_integer<int>(bytes[static_cast<std::size_t>(y * width + x) * 4 + channel]);
    }
    return pixel;
  }

  int width;
  std::vector<std::byte> bytes;
};

class VulkanDrawing : public VulkanTest {
 protected:
  static constexpr std::array formats{ColorFormat::rgba8, ColorFormat::bgra8};

  /// An image whose texel (x, y) is red 10·x, green 10·y, blue 7, opaque.
  [[nodiscard]] std::unique_ptr<Image> make_image(int width, int height) const {
    auto image = std::make_unique<Image>(context(), PixelFormat::rgba8, width, height, Sharing::mapped);
    EXPECT_TRUE(image->wait_for_timeline(image->acquire()));
    const MappedTexels texels = image->mapped();
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::array<unsigned char, 4> texel{static_cast<unsigned char>(10 * x), static_cast<unsigned char>(10 * y),
                                                 7, 255};
        std::memcpy(texels.memory.data() + texels.offset_bytes + static_cast<std::size_t>(y) * texels.row_pitch_bytes +
                        static_cast<std::size_t>(x) * 4,
                    texel.data(), 4);
      }
    }
    EXPECT_TRUE(image->signal_timeline(image->take_back()));
    return image;
  }
};

TEST_F(VulkanDrawing, IsItsBackgroundWhenEmpty) {
  for (const ColorFormat format : formats) {
    const Picture picture{context(), format, 5, 3, Drawing{1, 0.2F, 0}};
    EXPECT_EQ(picture.at(0, 0), (Pixel{255, 51, 0, 255}));
    EXPECT_EQ(picture.at(4, 2), (Pixel{255, 51, 0, 255}));
  }
}

TEST_F(VulkanDrawing, ShowsAnImageWithTheUpperLeftTexelOnTop) {
  const auto image = make_image(8, 6);
  for (const ColorFormat format : formats) {
    ViewportPass pass{context(), format};
    Drawing drawing{0, 0, 0};
    // Twelve pixels for a row of four texels, from the lower left corner of the target.
    ViewportView view{.target = {4, 2, 16, 12}, .zoom = 2, .center_x = 4, .center_y = 3, .has_grid = false};
    pass.draw(drawing, 20, *image, view);
    const Picture picture{context(), format, 24, 20, drawing};
    EXPECT_EQ(picture.at(3, 8), (Pixel{0, 0, 0, 255})) << "left of the target";
    EXPECT_EQ(picture.at(4, 6), (Pixel{0, 0, 7, 255})) << "the first texel";
    EXPECT_EQ(picture.at(19, 17), (Pixel{70, 50, 7, 255})) << "the last texel";
    EXPECT_EQ(picture.at(4, 18), (Pixel{0, 0, 0, 255})) << "below the target";
    EXPECT_EQ(picture.at(8, 10), (Pixel{20, 20, 7, 255}));
  }
}

TEST_F(VulkanDrawing, RejectsAnAcquiredImage) {
  const auto image = make_image(4, 4);
  ViewportPass pass{context(), ColorFormat::rgba8};
  Drawing drawing{0, 0, 0};
  (void)image->acquire();
  EXPECT_THROW(pass.draw(drawing, 8, *image, {.target = {0, 0, 8, 8}}), Error);
}

TEST_F(VulkanDrawing, OfTrianglesIsClippedTexturedAndBlended) {
  Texture texture{context(), 2, 1, false};
  const std::array<unsigned char, 8> texels{255, 255, 255, 255, 255, 0, 0, 255};
  texture.upload(std::as_bytes(std::span{texels}));
  TrianglePass pass{context(), ColorFormat::bgra8};
  // A rectangle over the whole target; the left half uses the white texel, and the right half the red texel, at half
  // opacity.
  constexpr std::uint32_t color = 0x80FFFFFF;
  const std::array<TriangleVertex, 4> vertices{
      {{10, 20, 0, 0, color}, {18, 20, 1, 0, color}, {10, 28, 0, 1, color}, {18, 28, 1, 1, color}}};
  const std::array<std::uint16_t, 6> indices{0, 1, 2, 1, 2, 3};
  const std::array<TriangleBatch, 1> batches{
      {{.texture = &texture, .left = 2, .top = 0, .right = 16, .bottom = 8, .index_count = 6}}};
  Drawing drawing{0, 0, 1};
  pass.draw(drawing, {.vertices = vertices,
                      .indices = indices,
                      .batches = batches,
                      .left = 10,
                      .top = 20,
                      .width = 8,
                      .height = 8,
                      .pixel_width = 16,
                      .pixel_height = 16});
  const Picture picture{context(), ColorFormat::bgra8, 16, 16, drawing};
  EXPECT_EQ(picture.at(0, 0), (Pixel{0, 0, 255, 255})) << "outside the clip box";
  EXPECT_EQ(picture.at(4, 4), (Pixel{128, 128, 255, 255})) << "white over blue";
  EXPECT_EQ(picture.at(12, 4), (Pixel{128, 0, 127, 255})) << "red over blue";
  EXPECT_EQ(picture.at(4, 9), (Pixel{0, 0, 255, 255})) << "below the clip box";
}

TEST_F(VulkanDrawing, RejectsInvalidSizes) {
  for (const auto& [width, height] : {std::pair{0, 4}, {4, 0}, {1 << 20, 4}}) {
    EXPECT_THROW((Canvas{context(), ColorFormat::rgba8, width, height}), Error) << width << " × " << height;
    EXPECT_THROW((Texture{context(), width, height, true}), Error) << width << " × " << height;
  }
  Canvas canvas{context(), ColorFormat::rgba8, 4, 4};
  std::vector<std::byte> pixels(63);
  EXPECT_THROW(canvas.draw(Drawing{0, 0, 0}, pixels), Error);
  Texture texture{context(), 2, 2, true};
  EXPECT_THROW(texture.upload(pixels), Error);
}

TEST_F(VulkanDrawing, LeaksNothingIfAnyCallFails) {
  const auto image = make_image(6, 6);
  const auto draw_all = [&] {
    Texture texture{context(), 1, 1, false};
    texture.upload(std::vector<std::byte>(4));
    ViewportPass viewport{context(), ColorFormat::rgba8};
    TrianglePass triangles{context(), ColorFormat::rgba8};
    Drawing drawing{0, 0, 0};
    viewport.draw(drawing, 6, *image, {.target = {0, 0, 6, 6}, .center_x = 3, .center_y = 3});
    const std::array<TriangleVertex, 3> vertices{};
    const std::array<std::uint16_t, 3> indices{0, 1, 2};
    const std::array<TriangleBatch, 1> batches{{{.texture = &texture, .right = 6, .bottom = 6, .index_count = 3}}};
    triangles.draw(drawing,
                   {.vertices = vertices, .indices = indices, .batches = batches, .pixel_width = 6, .pixel_height = 6});
    return Picture{context(), ColorFormat::rgba8, 6, 6, drawing}.at(3, 3);
  };
  const Pixel expected = draw_all();
  EXPECT_EQ(expected, (Pixel{30, 30, 7, 255}));
  const std::uint64_t calls = tests::fail_each_call([&] { EXPECT_EQ(draw_all(), expected); });
  EXPECT_GT(calls, 30U);
  EXPECT_EQ(draw_all(), expected);
}

}  // namespace
}  // namespace texelscope::render::vulkan
