#include "render/gl/viewport_pass.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

#include "render/gl/framebuffer.h"
#include "tests/render/gl/gl_fixture.h"
#include "tests/render/gl/viewport_reference.h"

namespace texelscope::tests {
namespace {

using render::PixelFormat;
using render::ViewportView;
using render::gl::Framebuffer;
using render::gl::Texture;
using render::gl::ViewportPass;

constexpr Pixel untouched{9, 8, 7, 255};

class Viewport : public GlTest {
 protected:
  /// Draws into a framebuffer with a border of 3 pixels around the view's target, checks that the border is untouched,
  /// and returns the target.
  template <typename Value>
  Picture<Pixel> draw(const Picture<Value>& image, ViewportView view) {
    constexpr int border = 3;
    const int width = view.target.width;
    const int height = view.target.height;
    Texture texture{sizeof(Value) == 4 ? PixelFormat::rgba8 : PixelFormat::rgba32f, image.width, image.height};
    texture.upload(std::as_bytes(std::span{image.values}));
    const Framebuffer framebuffer{PixelFormat::rgba8, width + 2 * border, height + 2 * border};
    framebuffer.bind();
    const float color[] = {untouched.red / 255.0F, untouched.green / 255.0F, untouched.blue / 255.0F, 1};
    glClearBufferfv(GL_COLOR, 0, color);
    view.target.x = border;
    view.target.y = border;
    ViewportPass{}.draw(texture, view);
    auto all = make_picture<Pixel>(framebuffer.width(), framebuffer.height());
    render::gl::read_framebuffer({0, 0, all.width, all.height}, std::as_writable_bytes(std::span{all.values}));
    auto drawn = make_picture<Pixel>(width, height);
    int changed = 0;
    for (int y = 0; y < all.height; ++y) {
      for (int x = 0; x < all.width; ++x) {
        if (x >= border && y >= border && x < border + width && y < border + height) {
          drawn.at(x - border, y - border) = all.at(x, y);
        } else {
          changed += all.at(x, y) == untouched ? 0 : 1;
        }
      }
    }
    EXPECT_EQ(changed, 0) << "pixels outside the target";
    return drawn;
  }
};

ViewportView view_of(int width, int height, float zoom, float center_x, float center_y) {
  ViewportView view;
  view.target = {0, 0, width, height};
  view.zoom = zoom;
  view.center_x = center_x;
  view.center_y = center_y;
  view.has_grid = false;
  return view;
}

Picture<Pixel> random_picture(int width, int height, bool is_opaque) {
  auto picture = make_picture<Pixel>(width, height);
  std::mt19937 random{17};
  const auto byte = [&] { return static_cast<std::uint8_t>(random() % 256); };
  for (Pixel& pixel : picture.values) {
    pixel = {byte(), byte(), byte(), is_opaque ? std::uint8_t{255} : byte()};
  }
  return picture;
}

struct Float4 {
  float red = 0;
  float green = 0;
  float blue = 0;
  float alpha = 1;
};

TEST_F(Viewport, ShowsEachTexelAsAnExactSquareFromTheTopRowDown) {
  auto image = make_picture<Pixel>(4, 4);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      image.at(x, y) = (x + y) % 2 == 0 ? Pixel{255, 0, static_cast<std::uint8_t>(y * 60), 255} : Pixel{0, 255, 0, 255};
    }
  }
  const auto drawn = draw(image, view_of(64, 64, 16, 2, 2));
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      ASSERT_EQ(drawn.at(x, y), image.at(x / 16, y / 16)) << x << ", " << y;
    }
  }
}

TEST_F(Viewport, ShowsExactTexelsAtAnyZoomFromOneUp) {
  const auto image = random_picture(60, 40, true);
  for (const float zoom : {1.0F, 1.3F, 2.0F, 5.5F, 16.0F, 37.7F, 256.0F}) {
    // An odd center keeps pixel centers off the edges of texels, where either neighbor would be correct.
    const ViewportView view = view_of(131, 97, zoom, 20.137F, 17.291F);
    EXPECT_EQ(largest_difference(draw(image, view), expected_view(image, view)), 0) << "zoom " << zoom;
  }
}

TEST_F(Viewport, CopiesAtOneToOneWhereverTheCenterIs) {
  const auto image = random_picture(50, 50, true);
  for (const float center : {25.0F, 25.49F, 25.51F, 24.75F, -3.2F, 60.1F}) {
    const ViewportView view = view_of(33, 34, 1, center, 50 - center);
    EXPECT_EQ(largest_difference(draw(image, view), expected_view(image, view)), 0) << "center " << center;
  }
}

TEST_F(Viewport, DistinguishesTheTexelsOfALargeImageAtHighZoom) {
  const auto image = random_picture(16384, 2, true);
  const ViewportView view = view_of(700, 300, 256, 16380.53F, 1.01F);
  EXPECT_EQ(largest_difference(draw(image, view), expected_view(image, view)), 0);
}

TEST_F(Viewport, AveragesTheTexelsUnderAPixelBelowOneToOne) {
  const auto image = random_picture(211, 173, true);
  for (const float zoom : {0.97F, 0.7F, 0.5F, 0.3F, 0.25F}) {
    const ViewportView view = view_of(90, 80, zoom, 100.37F, 80.61F);
    EXPECT_LE(largest_difference(draw(image, view), expected_view(image, view)), 1) << "zoom " << zoom;
  }
}

TEST_F(Viewport, StaysNearTheAverageFarBelowOneToOne) {
  auto image = make_picture<Pixel>(2000, 1500);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      image.at(x, y) = {static_cast<std::uint8_t>(x * 255 / 2000), static_cast<std::uint8_t>(y * 255 / 1500), 77, 255};
    }
  }
  for (const float zoom : {0.13F, 0.04F}) {
    const ViewportView view = view_of(120, 90, zoom, 1000.3F, 750.6F);
    EXPECT_LE(largest_difference(draw(image, view), expected_view(image, view)), 2) << "zoom " << zoom;
  }
}

TEST_F(Viewport, ShowsAnImageSmallerThanAPixel) {
  auto image = make_picture<Pixel>(4, 4);
  std::ranges::fill(image.values, Pixel{200, 30, 90, 255});
  const ViewportView view = view_of(9, 9, 1.0F / 64, 2.1F, 1.9F);
  EXPECT_LE(largest_difference(draw(image, view), expected_view(image, view)), 1);
}

TEST_F(Viewport, PutsACheckerboardUnderTransparentTexels) {
  const auto image = random_picture(40, 30, false);
  for (const float zoom : {0.4F, 1.0F, 3.3F, 20.0F}) {
    const ViewportView view = view_of(120, 100, zoom, 19.23F, 14.71F);
    EXPECT_LE(largest_difference(draw(image, view), expected_view(image, view)), 1) << "zoom " << zoom;
  }
}

TEST_F(Viewport, KeepsTheColorOfTransparentTexelsOutOfAnAverage) {
  auto image = make_picture<Pixel>(2, 2);
  for (int i = 0; i < 2; ++i) {
    image.at(i, 0) = {0, 0, 0, 255};
    image.at(i, 1) = {255, 0, 0, 0};
  }
  const auto drawn = draw(image, view_of(1, 1, 0.5F, 1, 1));
  EXPECT_EQ(drawn.at(0, 0).red, drawn.at(0, 0).green) << "invisible red shines through";
}

TEST_F(Viewport, FillsAroundTheImageWithTheBackground) {
  const auto image = random_picture(5, 5, true);
  for (const auto& [x, y] : {std::pair{2.5F, 2.5F}, {-100.0F, 2.0F}, {2.0F, 1e30F}, {-4.01F, 9.02F}}) {
    ViewportView view = view_of(50, 40, 4, x, y);
    view.background[1] = 0.6F;
    EXPECT_EQ(largest_difference(draw(image, view), expected_view(image, view)), 0) << x << ", " << y;
  }
}

TEST_F(Viewport, DrawsLinesBetweenTexelsThatContrastWithThem) {
  auto image = make_picture<Pixel>(2, 1);
  image.at(0, 0) = {0, 0, 0, 255};
  image.at(1, 0) = {255, 255, 255, 255};
  ViewportView view = view_of(64, 32, 32, 1, 0.5F);
  view.has_grid = true;
  const auto drawn = draw(image, view);
  for (int x = 0; x < 64; ++x) {
    const int line = drawn.at(x, 16).red;
    if (x == 0) {
      EXPECT_GT(line, 60) << "a line on black";
    } else if (x == 32) {
      EXPECT_LT(line, 195) << "a line on white";
    } else {
      EXPECT_EQ(line, x < 32 ? 0 : 255) << "flat inside, pixel " << x;
    }
  }
}

TEST_F(Viewport, FadesTheGridInFromEightPixelsPerTexel) {
  auto image = make_picture<Pixel>(64, 64);
  const auto line_at = [&](float zoom) {
    ViewportView view = view_of(128, 128, zoom, 32.01F, 32.01F);
    view.has_grid = true;
    int brightest = 0;
    for (const Pixel& pixel : draw(image, view).values) {
      brightest = std::max<int>(brightest, pixel.red);
    }
    return brightest;
  };
  EXPECT_EQ(line_at(4), 0);
  EXPECT_EQ(line_at(8), 0);
  EXPECT_GT(line_at(12), 0);
  EXPECT_GT(line_at(20), line_at(12));
  EXPECT_EQ(line_at(24), line_at(48));
}

double srgb(double linear) {
  linear = std::clamp(linear, 0.0, 1.0);
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

TEST_F(Viewport, ShowsFloatsWithExposureAndTheCurveOfSRGB) {
  auto image = make_picture<Float4>(256, 1);
  for (int x = 0; x < 256; ++x) {
    image.at(x, 0) = {static_cast<float>(x) / 255, static_cast<float>(x) / 64, -0.5F, 1};
  }
  for (const float zoom : {1.0F, 2.0F}) {
    for (const float exposure : {-2.0F, 0.0F, 1.5F}) {
      ViewportView view = view_of(static_cast<int>(256 * zoom), 1, zoom, 128, 0.5F);
      view.exposure = exposure;
      const auto drawn = draw(image, view);
      for (int x = 0; x < drawn.width; ++x) {
        const Float4& texel = image.at(static_cast<int>(static_cast<float>(x) / zoom), 0);
        ASSERT_NEAR(drawn.at(x, 0).red, 255 * srgb(texel.red * std::exp2(exposure)), 1) << x;
        ASSERT_NEAR(drawn.at(x, 0).green, 255 * srgb(texel.green * std::exp2(exposure)), 1) << x;
        ASSERT_EQ(drawn.at(x, 0).blue, 0) << x;
      }
    }
  }
}

TEST_F(Viewport, ShowsEncodedFloatsLikeBytesAtAnyExposure) {
  auto image = make_picture<Float4>(256, 1);
  for (int x = 0; x < 256; ++x) {
    image.at(x, 0) = {static_cast<float>(x) / 255, static_cast<float>(255 - x) / 255, 1.5F, 1};
  }
  for (const float zoom : {1.0F, 2.0F}) {
    ViewportView view = view_of(static_cast<int>(256 * zoom), 1, zoom, 128, 0.5F);
    view.exposure = 5;
    view.is_encoded = true;
    const auto drawn = draw(image, view);
    for (int x = 0; x < drawn.width; ++x) {
      const int value = static_cast<int>(static_cast<float>(x) / zoom);
      ASSERT_EQ(drawn.at(x, 0).red, value) << x;
      ASSERT_EQ(drawn.at(x, 0).green, 255 - value) << x;
      ASSERT_EQ(drawn.at(x, 0).blue, 255) << x;
    }
  }
}

TEST_F(Viewport, ShowsBytesUnchangedAtAnyExposure) {
  const auto image = random_picture(32, 32, true);
  ViewportView view = view_of(32, 32, 1, 16, 16);
  view.exposure = 5;
  EXPECT_EQ(largest_difference(draw(image, view), expected_view(image, view)), 0);
}

TEST_F(Viewport, MarksNaN) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  auto image = make_picture<Float4>(4, 1);
  image.at(0, 0) = {nan, 0, 0, 1};
  image.at(1, 0) = {0.5F, 0.5F, nan, 0};
  image.at(2, 0) = {0.5F, 0.5F, 0.5F, nan};
  for (const float zoom : {1.0F, 16.0F}) {
    const auto drawn = draw(image, view_of(static_cast<int>(4 * zoom), 1, zoom, 2, 0.5F));
    for (int x = 0; x < drawn.width; ++x) {
      const Pixel expected = x < drawn.width * 3 / 4 ? Pixel{255, 0, 255, 255} : Pixel{0, 0, 0, 255};
      ASSERT_EQ(drawn.at(x, 0), expected) << "pixel " << x << " at zoom " << zoom;
    }
  }
}

TEST_F(Viewport, MarksInfinitiesWithStripes) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  auto image = make_picture<Float4>(2, 1);
  image.at(0, 0) = {infinity, 0, 0, 1};
  image.at(1, 0) = {0, -infinity, 0, 1};
  const auto drawn = draw(image, view_of(64, 1, 32, 1, 0.5F));
  int white = 0;
  int black = 0;
  int magenta = 0;
  for (int x = 0; x < 64; ++x) {
    white += x < 32 && drawn.at(x, 0) == Pixel{255, 255, 255, 255} ? 1 : 0;
    black += x >= 32 && drawn.at(x, 0) == Pixel{0, 0, 0, 255} ? 1 : 0;
    magenta += drawn.at(x, 0) == Pixel{255, 0, 255, 255} ? 1 : 0;
  }
  EXPECT_EQ(white, 16);
  EXPECT_EQ(black, 16);
  EXPECT_EQ(magenta, 32);
}

TEST_F(Viewport, MarksInfinitiesOfManyTexelsWithThinStripes) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  auto image = make_picture<Float4>(64, 1);
  for (int x = 0; x < 64; ++x) {
    image.at(x, 0) = {0, x < 32 ? infinity : -infinity, 0, 1};
  }
  const auto drawn = draw(image, view_of(64, 1, 1, 32, 0.5F));
  int white = 0;
  int black = 0;
  for (int x = 0; x < 64; ++x) {
    white += x < 32 && drawn.at(x, 0) == Pixel{255, 255, 255, 255} ? 1 : 0;
    black += x >= 32 && drawn.at(x, 0) == Pixel{0, 0, 0, 255} ? 1 : 0;
  }
  EXPECT_EQ(white, 8);
  EXPECT_EQ(black, 8);
}

TEST_F(Viewport, ShowsASingleNaNInAnAverageButNotNextToIt) {
  auto image = make_picture<Float4>(16, 4);
  image.at(9, 2).green = std::numeric_limits<float>::quiet_NaN();
  const auto drawn = draw(image, view_of(8, 2, 0.5F, 8, 2));
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 8; ++x) {
      EXPECT_EQ(drawn.at(x, y), x == 4 && y == 1 ? (Pixel{255, 0, 255, 255}) : (Pixel{0, 0, 0, 255})) << x << ", " << y;
    }
  }
}

TEST_F(Viewport, DrawsThroughStateThatOthersLeft) {
  const auto image = random_picture(16, 16, true);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ZERO, GL_ONE);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT_AND_BACK);
  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 1, 1);
  const ViewportView view = view_of(64, 64, 3, 8.1F, 8.1F);
  Texture texture{PixelFormat::rgba8, 16, 16};
  texture.upload(std::as_bytes(std::span{image.values}));
  const Framebuffer framebuffer{PixelFormat::rgba8, 64, 64};
  framebuffer.bind();
  ViewportPass{}.draw(texture, view);
  auto drawn = make_picture<Pixel>(64, 64);
  render::gl::read_framebuffer({0, 0, 64, 64}, std::as_writable_bytes(std::span{drawn.values}));
  glCullFace(GL_BACK);
  EXPECT_EQ(largest_difference(drawn, expected_view(image, view)), 0);
}

TEST_F(Viewport, RejectsAnAcquiredTexture) {
  Texture texture{PixelFormat::rgba8, 4, 4};
  texture.set_acquired(true);
  const ViewportPass pass;
  EXPECT_CONTAINS(error_of([&] { pass.draw(texture, view_of(8, 8, 1, 2, 2)); }), "mapped by a compute device");
}

TEST_F(Viewport, RejectsInvalidViewNumbers) {
  const Texture texture{PixelFormat::rgba8, 4, 4};
  const ViewportPass pass;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float zoom : {0.0F, -1.0F, nan, std::numeric_limits<float>::infinity(), 1e-30F}) {
    EXPECT_CONTAINS(error_of([&] { pass.draw(texture, view_of(8, 8, zoom, 2, 2)); }), "pixels per texel");
  }
  EXPECT_CONTAINS(error_of([&] { pass.draw(texture, view_of(8, 8, 1, nan, 2)); }), "center");
  for (const float exposure : {nan, 65.0F, -1e9F}) {
    ViewportView view = view_of(8, 8, 1, 2, 2);
    view.exposure = exposure;
    EXPECT_CONTAINS(error_of([&] { pass.draw(texture, view); }), "stops");
  }
}

TEST_F(Viewport, DrawsNothingIntoAnEmptyTarget) {
  const auto image = random_picture(4, 4, true);
  // draw() fails the test if a pixel outside the target changes: all of these are outside.
  draw(image, view_of(0, 8, 1, 2, 2));
  draw(image, view_of(8, 0, 1, 2, 2));
  // A negative size passed to GL would cause a GL error, which the fixture reports.
  ViewportPass{}.draw(Texture{PixelFormat::rgba8, 4, 4}, view_of(-8, 8, 1, 2, 2));
}

}  // namespace
}  // namespace texelscope::tests
