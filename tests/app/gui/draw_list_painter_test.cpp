#include "app/gui/draw_list_painter.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <array>
#include <functional>

#include "app/gui/windowless_gui.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

constexpr int extent = 32;

/// Paints draw lists over black.
class DrawListPainter : public testing::Test {
 protected:
  [[nodiscard]] Image painted(const std::function<void(ImDrawList&)>& draw) const {
    const WindowlessGui gui(extent, extent, 1);
    ImGui::NewFrame();
    draw(*ImGui::GetForegroundDrawList());
    ImGui::Render();
    Image image{extent, extent, 4, gpu::DataType::uint8, {}};
    image.pixels.resize(std::size_t{4} * extent * extent);
    paint(*ImGui::GetDrawData(), image);
    return image;
  }

  [[nodiscard]] static std::array<int, 3> pixel(const Image& image, int x, int y) {
    std::array<int, 3> channels{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(4 * (y * image.width + x)) + i;
      channels[i] = std::to_integer<int>(image.pixels[at]);
    }
    return channels;
  }
};

TEST_F(DrawListPainter, FillsThePixelsOfARectangleAndNoOthers) {
  const Image image = painted([](ImDrawList& draw) { draw.AddRectFilled({3, 5}, {20, 9}, IM_COL32(10, 20, 30, 255)); });
  for (int y = 0; y < extent; ++y) {
    for (int x = 0; x < extent; ++x) {
      const bool is_inside = x >= 3 && x < 20 && y >= 5 && y < 9;
      EXPECT_EQ(pixel(image, x, y), (is_inside ? std::array{10, 20, 30} : std::array{0, 0, 0})) << x << " " << y;
    }
  }
}

TEST_F(DrawListPainter, FillsPixelsWhoseCentersAreInside) {
  const Image image = painted([](ImDrawList& draw) {
    draw.AddRectFilled({3.4F, 5.4F}, {20.4F, 9.4F}, IM_COL32(10, 20, 30, 255));
  });
  for (int y = 0; y < extent; ++y) {
    for (int x = 0; x < extent; ++x) {
      const bool is_inside = x >= 3 && x < 20 && y >= 5 && y < 9;
      EXPECT_EQ(pixel(image, x, y), (is_inside ? std::array{10, 20, 30} : std::array{0, 0, 0})) << x << " " << y;
    }
  }
}

TEST_F(DrawListPainter, BlendsEachPixelOnceWhereTrianglesMeet) {
  // Covers the image with triangles that share a corner inside a pixel: a pixel that is blended twice or not at all
  // differs.
  const Image image = painted([](ImDrawList& draw) {
    const ImVec2 center{13.37F, 17.71F};
    const std::array<ImVec2, 5> corners{ImVec2{0, 0}, {extent, 0}, {extent, extent}, {0, extent}, {0, 0}};
    draw.Flags = ImDrawListFlags_None;
    for (std::size_t i = 0; i < 4; ++i) {
      draw.AddTriangleFilled(center, corners[i], corners[i + 1], IM_COL32(200, 100, 0, 128));
    }
  });
  for (int y = 0; y < extent; ++y) {
    for (int x = 0; x < extent; ++x) {
      // 200 · 128 / 255 and 100 · 128 / 255, rounded.
      EXPECT_EQ(pixel(image, x, y), (std::array{100, 50, 0})) << x << " " << y;
    }
  }
}

TEST_F(DrawListPainter, FillsTrianglesOfEitherOrientation) {
  for (const bool is_turned : {false, true}) {
    const Image image = painted([&](ImDrawList& draw) {
      draw.Flags = ImDrawListFlags_None;
      const ImVec2 a{2, 2};
      const ImVec2 b{30, 2};
      draw.AddTriangleFilled(is_turned ? b : a, is_turned ? a : b, {2, 30}, IM_COL32_WHITE);
    });
    EXPECT_EQ(pixel(image, 5, 5), (std::array{255, 255, 255}));
    EXPECT_EQ(pixel(image, 28, 28), (std::array{0, 0, 0}));
  }
}

TEST_F(DrawListPainter, OmitsPixelsOutsideTheClipRectangleAndTheImage) {
  const Image image = painted([](ImDrawList& draw) {
    draw.PushClipRect({4, 6}, {10, 100});
    draw.AddRectFilled({-50, -50}, {500, 500}, IM_COL32_WHITE);
    draw.PopClipRect();
  });
  EXPECT_EQ(pixel(image, 4, 6), (std::array{255, 255, 255}));
  EXPECT_EQ(pixel(image, 9, extent - 1), (std::array{255, 255, 255}));
  EXPECT_EQ(pixel(image, 3, 6), (std::array{0, 0, 0}));
  EXPECT_EQ(pixel(image, 4, 5), (std::array{0, 0, 0}));
  EXPECT_EQ(pixel(image, 10, 6), (std::array{0, 0, 0}));
}

TEST_F(DrawListPainter, DrawsTexelsSharpOrBlendedAsTheTextureSpecifies) {
  std::array<unsigned char, 8> texels{0, 0, 0, 255, 255, 255, 255, 255};
  for (const bool is_smooth : {false, true}) {
    PaintTexture texture{texels.data(), 2, 1, is_smooth};
    const Image image = painted([&](ImDrawList& draw) {
      draw.AddImage(texture_id(&texture), {0, 0}, {extent, extent});
    });
    for (int x = 0; x < extent; ++x) {
      // Texel centers are at 8 and 24; the blend rises linearly between them, and the edge texels apply elsewhere.
      const double blend = std::min(std::max((x + 0.5 - 8) / 16, 0.0), 1.0);
      const double expected = is_smooth ? 255 * blend : x < extent / 2 ? 0 : 255;
      EXPECT_NEAR(pixel(image, x, 3)[0], expected, 0.51) << x << (is_smooth ? " smooth" : " sharp");
    }
  }
}

}  // namespace
}  // namespace texelscope::app
