#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/image_convert.h"
#include "app/scene/picture_tone.h"
#include "app/scene/texel.h"
#include "tests/app/scene_runner.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::run_scene;

using Texel = std::array<int, 4>;

class ImageSceneTest : public tests::DeviceTest {};

/// An image with unique texels: red counts columns, and green counts rows.
std::shared_ptr<Image> numbered(int width, int height, int channels = 4) {
  auto image = std::make_shared<Image>(Image{width, height, channels, gpu::DataType::uint8, {}});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int values[] = {10 + x * 5, 20 + y * 9, 3 + x + y, 200 + x};
      for (int channel = 0; channel < channels; ++channel) {
        image->pixels.push_back(static_cast<std::byte>(values[channel]));
      }
    }
  }
  return image;
}

Texel texel(const Image& image, int x, int y) {
  Texel values{0, 0, 0, 255};
  for (int channel = 0; channel < image.channels; ++channel) {
    values[static_cast<std::size_t>(channel)] =
        std::to_integer<int>(image.pixels[static_cast<std::size_t>((y * image.width + x) * image.channels + channel)]);
  }
  return values;
}

template <class Expected>
void expect_texels(const Image& frame, const Expected& expected) {
  for (int y = 0; y < frame.height; ++y) {
    for (int x = 0; x < frame.width; ++x) {
      ASSERT_EQ(texel(frame, x, y), expected(x, y)) << x << ", " << y;
    }
  }
}

/// The contents of a viewport with the size of the frame.
Image viewport_of(const gpu::Device& device, const std::shared_ptr<const Image>& picture) {
  const DeviceOffscreenGL offscreen = open_offscreen_gl(device, [](std::string_view) {});
  const SceneDeclaration& declaration = require_scene("image");
  FrameRunner runner(share_gl_images(offscreen.gl));
  runner.start(declaration, picture->width, picture->height, picture);
  runner.run_to(0, ParameterValues(declaration.parameters()), {});
  render::ViewportView view;
  view.target = {0, 0, picture->width, picture->height};
  view.center_x = static_cast<float>(picture->width) / 2;
  view.center_y = static_cast<float>(picture->height) / 2;
  view.is_encoded = runner.format() == FrameFormat::rgba32f_encoded;
  view.is_premultiplied = runner.is_premultiplied();
  return runner.output().viewport_picture(view);
}

TEST_P(ImageSceneTest, LooksTheSameIn8AndIn16Bits) {
  const auto bytes = numbered(24, 16, 3);
  const auto deep = std::make_shared<Image>(with_16_bits(*bytes));
  EXPECT_EQ(viewport_of(device(), deep).pixels, viewport_of(device(), bytes).pixels);
}

TEST_P(ImageSceneTest, AddsPremultipliedLightToTheCheckerboard) {
  const auto with_alpha = [](int alpha) {
    auto picture = std::make_shared<Image>(Image{16, 8, 4, gpu::DataType::uint8, {}});
    for (int pixel = 0; pixel < 16 * 8; ++pixel) {
      for (const int value : {40, 20, 0, alpha}) {
        picture->pixels.push_back(static_cast<std::byte>(value));
      }
    }
    picture->is_premultiplied = true;
    return picture;
  };
  const Image without = viewport_of(device(), with_alpha(0));
  // The checkerboard is 0.6 and 0.4 of white.
  EXPECT_EQ(texel(without, 0, 0), (Texel{153 + 40, 153 + 20, 153, 255}));
  EXPECT_EQ(texel(without, 8, 0), (Texel{102 + 40, 102 + 20, 102, 255}));
  EXPECT_EQ(texel(viewport_of(device(), with_alpha(51)), 0, 0), (Texel{122 + 40, 122 + 20, 122, 255}));
  // The same as floats, which are light.
  const auto floats = std::make_shared<Image>(with_linear_floats(*with_alpha(0)));
  EXPECT_TRUE(floats->is_premultiplied);
  EXPECT_EQ(texel(viewport_of(device(), floats), 0, 0), (Texel{153 + 40, 153 + 20, 153, 255}));
}

TEST_P(ImageSceneTest, ShowsEachTexelOnceAtItsOwnSize) {
  const auto picture = numbered(24, 16);
  for (const char* filter : {"point", "linear"}) {
    for (const char* coordinates : {"normalized", "texels"}) {
      const Image frame = run_scene(device(), {.scene = "image",
                                               .settings = {{"filter", filter}, {"coordinates", coordinates}},
                                               .width = 24,
                                               .height = 16,
                                               .image = picture});
      expect_texels(frame, [&](int x, int y) { return texel(*picture, x, y); });
    }
  }
}

TEST_P(ImageSceneTest, RotatesThePictureCounterclockwise) {
  const auto picture = numbered(16, 16);
  const Image frame = run_scene(device(), {.scene = "image",
                                           .settings = {{"filter", "point"}, {"rotation", "90"}},
                                           .width = 16,
                                           .height = 16,
                                           .image = picture});
  // The picture's right edge becomes its top.
  expect_texels(frame, [&](int x, int y) { return texel(*picture, 15 - y, x); });
}

TEST_P(ImageSceneTest, MagnifiesAboutTheCenter) {
  const auto picture = numbered(16, 16);
  const Image frame = run_scene(device(), {.scene = "image",
                                           .settings = {{"filter", "point"}, {"zoom", "4"}},
                                           .width = 16,
                                           .height = 16,
                                           .image = picture});
  expect_texels(frame, [&](int x, int y) { return texel(*picture, 6 + x / 4, 6 + y / 4); });
}

TEST_P(ImageSceneTest, FitsTheWholePictureIntoAFrameOfAnotherShape) {
  const auto picture = numbered(16, 8);
  const Image frame = run_scene(
      device(), {.scene = "image",
                 .settings = {{"filter", "point"}, {"border_red", "0"}, {"border_green", "0"}, {"border_blue", "0"}},
                 .width = 16,
                 .height = 16,
                 .image = picture});
  expect_texels(frame, [&](int x, int y) {
    return y < 4 || y >= 12 ? Texel{0, 0, 0, 255} : texel(*picture, x, y - 4);
  });
}

TEST_P(ImageSceneTest, FollowsTheAddressModeOutsideThePicture) {
  const auto picture = numbered(16, 16);
  const auto shown = [&](const char* mode) {
    return run_scene(device(), {.scene = "image",
                                .settings = {{"filter", "point"},
                                             {"address", mode},
                                             {"pan_x", "0.5"},
                                             {"border_alpha", "0"},
                                             {"border_red", "1"}},
                                .width = 16,
                                .height = 16,
                                .image = picture});
  };
  const auto moved = [](int x) { return x + 8; };
  expect_texels(shown("wrap"), [&](int x, int y) { return texel(*picture, moved(x) % 16, y); });
  expect_texels(shown("clamp"), [&](int x, int y) { return texel(*picture, std::min(moved(x), 15), y); });
  expect_texels(shown("mirror"),
                [&](int x, int y) { return texel(*picture, moved(x) < 16 ? moved(x) : 31 - moved(x), y); });
  const Image border = shown("border");
  EXPECT_EQ(texel(border, 7, 3), texel(*picture, 15, 3));
  EXPECT_EQ(texel(border, 8, 3)[0], 255);
  EXPECT_EQ(texel(border, 8, 3)[3], 0);
}

TEST_P(ImageSceneTest, ShowsTheChosenChannels) {
  const auto picture = numbered(16, 8);
  const auto expect = [&](const char* channels, const auto& expected) {
    const Image frame = run_scene(device(), {.scene = "image",
                                             .settings = {{"filter", "point"}, {"channels", channels}},
                                             .width = 16,
                                             .height = 8,
                                             .image = picture});
    expect_texels(frame, [&](int x, int y) { return expected(texel(*picture, x, y)); });
  };
  const auto gray = [](int value) { return Texel{value, value, value, 255}; };
  expect("opaque", [](const Texel& t) { return Texel{t[0], t[1], t[2], 255}; });
  expect("red", [&](const Texel& t) { return gray(t[0]); });
  expect("green", [&](const Texel& t) { return gray(t[1]); });
  expect("blue", [&](const Texel& t) { return gray(t[2]); });
  expect("alpha", [&](const Texel& t) { return gray(t[3]); });
  expect("reversed", [](const Texel& t) { return Texel{t[2], t[1], t[0], t[3]}; });
  expect("luminance", [&](const Texel& t) {
    return gray(static_cast<int>(std::lround(0.2126 * t[0] + 0.7152 * t[1] + 0.0722 * t[2])));
  });
}

TEST_P(ImageSceneTest, MapsBlackAndWhiteToTheWholeRange) {
  const auto picture = numbered(16, 8);
  const auto frame = [&](const char* black, const char* white) {
    return run_scene(device(), {.scene = "image",
                                .settings = {{"filter", "point"}, {"black", black}, {"white", white}},
                                .width = 16,
                                .height = 8,
                                .image = picture});
  };
  expect_texels(frame("0.2", "0.4"), [&](int x, int y) {
    Texel expected = texel(*picture, x, y);
    for (int channel = 0; channel < 3; ++channel) {
      int& value = expected[static_cast<std::size_t>(channel)];
      value = static_cast<int>(std::lround(std::clamp((value - 51) * 5, 0, 255)));
    }
    return expected;
  });
  expect_texels(frame("0.2", "0.1"), [&](int x, int y) {
    Texel expected = texel(*picture, x, y);
    for (int channel = 0; channel < 3; ++channel) {
      int& value = expected[static_cast<std::size_t>(channel)];
      value = value > 51 ? 255 : 0;
    }
    return expected;
  });
}

TEST_P(ImageSceneTest, ShowsEachTypeByTheToneComputedOnTheHost) {
  const auto bytes = numbered(24, 16);
  const auto deep = std::make_shared<Image>(with_16_bits(*bytes));
  auto floats = std::make_shared<Image>(Image{24, 16, 4, gpu::DataType::float32, std::vector<std::byte>(24 * 16 * 16)});
  for (std::size_t i = 0; i < 24U * 16 * 4; ++i) {
    const float value = static_cast<float>(std::to_integer<int>(bytes->pixels[i])) * 0.03F - 1;
    std::memcpy(floats->pixels.data() + 4 * i, &value, 4);
  }
  using Settings = std::vector<std::pair<std::string, std::string>>;
  for (const Settings& settings :
       {Settings{{"exposure", "1.3"}}, Settings{{"tone_map", "filmic"}, {"exposure", "-2"}, {"black", "0.1"}},
        Settings{{"tone_map", "reinhard"}, {"gamma", "1.8"}, {"channels", "red"}},
        Settings{{"false_color", "night"}, {"white", "0.6"}, {"exposure", "-0.5"}}}) {
    for (const auto& picture : std::initializer_list<std::shared_ptr<const Image>>{bytes, deep, floats}) {
      Settings all = settings;
      all.emplace_back("filter", "point");
      const Image frame =
          run_scene(device(), {.scene = "image", .settings = all, .width = 24, .height = 16, .image = picture});
      ParameterValues values(require_scene("image").parameters());
      for (const auto& [name, text] : settings) {
        values.set_from_text(name, text);
      }
      const PictureTone tone = picture_tone(values, picture != floats);
      for (std::size_t i = 0; i < 24U * 16; ++i) {
        const PictureTexel source = *picture_texel(*picture, static_cast<double>(i % 24), static_cast<double>(i / 24));
        const float largest = picture == bytes ? 255.0F : picture == deep ? 65535.0F : 1.0F;
        const auto part = [&](std::size_t channel) { return static_cast<float>(source.value[channel]) / largest; };
        const kernels::Float4 expected = tone({part(0), part(1), part(2), part(3)});
        const float of_channel[] = {expected.x, expected.y, expected.z, expected.w};
        for (std::size_t channel = 0; channel < 4; ++channel) {
          if (picture == bytes) {
            const float clamped = std::clamp(of_channel[channel], 0.0F, 1.0F);
            ASSERT_EQ(std::to_integer<int>(frame.pixels[4 * i + channel]), std::lround(clamped * 255))
                << settings.front().first << ", texel " << i;
          } else {
            // The texture unit divides integers like the host, so all bits are identical.
            ASSERT_EQ(sample_of<float>(frame, 4 * i + channel), of_channel[channel])
                << settings.front().first << ", texel " << i;
          }
        }
      }
    }
  }
}

/// A picture whose texels repeat every 1,000 texels along its long axis.
std::shared_ptr<Image> long_picture(int extent, bool is_tall, int channels = 4) {
  auto image =
      std::make_shared<Image>(Image{is_tall ? 4 : extent, is_tall ? extent : 4, channels, gpu::DataType::uint8, {}});
  for (int y = 0; y < image->height; ++y) {
    for (int x = 0; x < image->width; ++x) {
      for (int channel = 0; channel < channels; ++channel) {
        image->pixels.push_back(static_cast<std::byte>((x % 1000 * 7 + y % 1000 * 13 + channel * 31) % 251));
      }
    }
  }
  return image;
}

TEST_P(ImageSceneTest, ShowsPicturesBeyondTheLimitOfArraysLikeSmallerOnes) {
  const std::array<std::uint64_t, 2> limits = device().properties().max_texture_2d;
  const std::uint64_t most_layers = device().properties().max_texture_2d_layered[1];
  for (const bool is_tall : {true, false}) {
    const int large_extent = (static_cast<int>(limits[is_tall ? 1 : 0]) / 1000 + 5) * 1000;
    constexpr int small_extent = 20000;
    const auto large = long_picture(large_extent, is_tall);
    const auto small = long_picture(small_extent, is_tall);
    // Magnifies the neighborhood of a texel four times.
    const auto frame = [&](const std::shared_ptr<Image>& picture, int extent, int at,
                           std::vector<std::string> options) {
      const double zoom = std::max(static_cast<double>(picture->width) / 48, static_cast<double>(picture->height) / 32);
      return run_scene(
          device(),
          {.scene = "image",
           .settings = {{"zoom", std::to_string(4 * zoom)},
                        {is_tall ? "pan_y" : "pan_x", fmt::format("{}", static_cast<double>(at) / extent - 0.5)},
                        {"filter", options[0]},
                        {"address", options[1]},
                        {"coordinates", options[2]}},
           .width = 48,
           .height = 32,
           .image = picture});
    };
    const int layers = large_extent / static_cast<int>(most_layers) + 1;
    const int seam = (large_extent + layers - 1) / layers;
    // The beginning, the first seam of two tiles, and the end, with the same texels in the small picture.
    const std::pair<int, int> places[] = {{0, 0}, {seam, 1000 + seam % 1000}, {large_extent, small_extent}};
    for (const auto& [in_large, in_small] : places) {
      for (const char* const address : {"border", "clamp", "wrap", "mirror"}) {
        for (const char* const filter : {"point", "linear"}) {
          for (const char* const coordinates : {"normalized", "texels"}) {
            const std::vector<std::string> options{filter, address, coordinates};
            const Image shown = frame(large, large_extent, in_large, options);
            // The hardware repeats only normalized coordinates; a diagnostic says so.
            const bool is_clamped = std::string_view(coordinates) == "texels" && std::string_view(address) != "border";
            const Image expected =
                frame(small, small_extent, in_small, {filter, is_clamped ? "clamp" : address, coordinates});
            ASSERT_EQ(shown.pixels.size(), expected.pixels.size());
            // Coordinates of the small picture are floats, which round the weights of its texels.
            const int tolerance = std::string_view(filter) == "linear" ? 3 : 0;
            for (std::size_t i = 0; i < shown.pixels.size(); ++i) {
              ASSERT_NEAR(std::to_integer<int>(shown.pixels[i]), std::to_integer<int>(expected.pixels[i]), tolerance)
                  << in_large << " of " << large_extent << ", " << filter << ", " << address << ", " << coordinates
                  << ", byte " << i;
            }
          }
        }
      }
    }
  }
}

TEST_P(ImageSceneTest, ShowsPicturesOfOneToFourChannels) {
  for (int channels = 1; channels <= 4; ++channels) {
    const auto picture = numbered(16, 8, channels);
    const Image frame = run_scene(
        device(), {.scene = "image", .settings = {{"filter", "point"}}, .width = 16, .height = 8, .image = picture});
    expect_texels(frame, [&](int x, int y) {
      Texel expected = texel(*picture, x, y);
      if (channels <= 2) {
        expected = {expected[0], expected[0], expected[0], channels == 2 ? expected[1] : 255};
      }
      return expected;
    });
  }
}

TEST_P(ImageSceneTest, KeepsTheValuesOfFloatAndSixteenBitPictures) {
  const float floats[] = {-2.5F, 1000.25F, 0.125F, 1.0F};
  auto picture =
      std::make_shared<Image>(Image{1, 1, 4, gpu::DataType::float32, std::vector<std::byte>(sizeof(floats))});
  std::memcpy(picture->pixels.data(), floats, sizeof(floats));
  const Image shown = run_scene(
      device(), {.scene = "image", .settings = {{"filter", "point"}}, .width = 1, .height = 1, .image = picture});
  ASSERT_EQ(shown.type, gpu::DataType::float32);
  EXPECT_EQ(std::memcmp(shown.pixels.data(), floats, sizeof(floats)), 0);

  const std::uint16_t deep[] = {0, 65535, 13107, 65535};
  auto picture_16 =
      std::make_shared<Image>(Image{1, 1, 4, gpu::DataType::uint16, std::vector<std::byte>(sizeof(deep))});
  std::memcpy(picture_16->pixels.data(), deep, sizeof(deep));
  const Image shown_16 = run_scene(
      device(), {.scene = "image", .settings = {{"filter", "point"}}, .width = 1, .height = 1, .image = picture_16});
  float values[4] = {};
  ASSERT_EQ(shown_16.pixels.size(), sizeof(values));
  std::memcpy(values, shown_16.pixels.data(), sizeof(values));
  EXPECT_EQ(values[0], 0.0F);
  EXPECT_EQ(values[1], 1.0F);
  EXPECT_NEAR(values[2], 0.2F, 1e-6F);
}

TEST_P(ImageSceneTest, WarnsOfAddressModesThatTexelCoordinatesDoNotHave) {
  const auto picture = numbered(8, 8);
  const Image frame = run_scene(
      device(), {.scene = "image",
                 .settings = {{"filter", "point"}, {"coordinates", "texels"}, {"address", "wrap"}, {"pan_x", "0.5"}},
                 .width = 8,
                 .height = 8,
                 .image = picture});
  expect_texels(frame, [&](int x, int y) { return texel(*picture, std::min(x + 4, 7), y); });
  const auto diagnostics = take_diagnostics();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].severity, gpu::Diagnostic::Severity::warning);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ImageSceneTest);

}  // namespace
}  // namespace texelscope::app
