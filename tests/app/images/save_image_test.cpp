#include "app/images/save_image.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "app/images/formats/exr_writer.h"
#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

template <class Sample>
Image image_of(int width, int height, int channels, gpu::DataType type, const std::vector<Sample>& samples) {
  Image image{width, height, channels, type, std::vector<std::byte>(samples.size() * sizeof(Sample))};
  std::memcpy(image.pixels.data(), samples.data(), image.pixels.size());
  return image;
}

using tests::samples_of;

const std::vector<std::uint16_t> sample_values{0, 1, 257, 1000, 32768, 65535};
const Image image_16 = image_of(3, 2, 1, gpu::DataType::uint16, sample_values);
const Image image_8 = image_of<std::uint8_t>(2, 1, 4, gpu::DataType::uint8, {0, 55, 188, 128, 255, 1, 10, 0});
const Image image_float = image_of<float>(2, 1, 3, gpu::DataType::float32, {-1, 0.25F, 0.5F, 1, 7.5F, 1e-6F});

TEST(SaveImage, KeepsIntegersOf8And16BitsInAPng) {
  const tests::TemporaryFolder folder;
  save_image(folder.path() / "a.png", image_16, {.png_bits = 16});
  EXPECT_EQ(samples_of<std::uint16_t>(load_image(folder.path() / "a.png")), sample_values);
  save_image(folder.path() / "b.PNG", image_8);
  EXPECT_EQ(load_image(folder.path() / "b.PNG").pixels, image_8.pixels);
}

TEST(SaveImage, ScalesAndRoundsToTheBitsOfAPng) {
  const tests::TemporaryFolder folder;
  save_image(folder.path() / "a.png", image_16);
  // v · 255 / 65535, rounded.
  EXPECT_EQ(samples_of<std::uint8_t>(load_image(folder.path() / "a.png")),
            (std::vector<std::uint8_t>{0, 0, 1, 4, 128, 255}));
  save_image(folder.path() / "b.png", image_8, {.png_bits = 16});
  EXPECT_EQ(samples_of<std::uint16_t>(load_image(folder.path() / "b.png")),
            (std::vector<std::uint16_t>{0, 55 * 257, 188 * 257, 128 * 257, 65535, 257, 2570, 0}));
  save_image(folder.path() / "c.png", image_float, {.png_bits = 16});
  EXPECT_EQ(samples_of<std::uint16_t>(load_image(folder.path() / "c.png")),
            (std::vector<std::uint16_t>{0, 35199, 48192, 65535, 65535, 1}))
      << "1.055 light^(1/2.4) - 0.055, and 12.92 light below 0.0031308 (IEC 61966-2-1)";
  save_image(folder.path() / "d.png", image_float, {.png_bits = 16, .is_encoded = true});
  EXPECT_EQ(samples_of<std::uint16_t>(load_image(folder.path() / "d.png")),
            (std::vector<std::uint16_t>{0, 16384, 32768, 65535, 65535, 0}));
}

TEST(SaveImage, KeepsFloatsInAnExr) {
  const tests::TemporaryFolder folder;
  for (const int channels : {1, 3, 4}) {
    std::vector<float> values;
    for (int i = 0; i < 5 * 4 * channels; ++i) {
      values.push_back(static_cast<float>(i) * 0.37F - 3);
    }
    values[3] = std::numeric_limits<float>::infinity();
    const auto path = folder.path() / "a.exr";
    Image written = image_of(5, 4, channels, gpu::DataType::float32, values);
    written.is_premultiplied = channels == 4;
    save_image(path, written);
    const Image read = load_image(path);
    EXPECT_EQ(read.channels, channels);
    EXPECT_EQ(read.is_premultiplied, channels == 4);
    EXPECT_EQ(read.width, 5);
    EXPECT_EQ(samples_of<float>(read), values) << channels;
  }
}

TEST(SaveImage, WritesTheLightOfEncodedValuesIntoAnExr) {
  const tests::TemporaryFolder folder;
  save_image(folder.path() / "a.exr", image_8);
  const std::vector<float> light = samples_of<float>(load_image(folder.path() / "a.exr"));
  // Colors are decoded by IEC 61966-2-1, and alpha is divided by 255.
  const auto decoded = [](double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  const std::vector<std::uint8_t> stored = samples_of<std::uint8_t>(image_8);
  ASSERT_EQ(light.size(), stored.size());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    // OpenEXR's colors are premultiplied.
    const double alpha = stored[i / 4 * 4 + 3] / 255.0;
    EXPECT_NEAR(light[i], i % 4 == 3 ? alpha : decoded(stored[i] / 255.0) * alpha, 1e-6) << i;
  }
  save_image(folder.path() / "b.exr", image_float, {.is_encoded = true});
  const std::vector<float> decoded_floats = samples_of<float>(load_image(folder.path() / "b.exr"));
  EXPECT_NEAR(decoded_floats[2], decoded(0.5), 1e-6);
  EXPECT_EQ(decoded_floats[4], 7.5F) << "a value beyond the range of sRGB is unchanged";
}

TEST(SaveImage, WritesGrayWithAlphaAsColors) {
  const tests::TemporaryFolder folder;
  save_image(folder.path() / "a.exr", image_of<float>(1, 1, 2, gpu::DataType::float32, {0.5F, 0.25F}));
  EXPECT_EQ(samples_of<float>(load_image(folder.path() / "a.exr")),
            (std::vector<float>{0.125F, 0.125F, 0.125F, 0.25F}));
}

TEST(SaveImage, WritesPremultipliedColorsAsStraightOnesIntoAPng) {
  const tests::TemporaryFolder folder;
  Image bytes = image_of<std::uint8_t>(3, 1, 4, gpu::DataType::uint8, {64, 32, 0, 128, 200, 100, 0, 0, 9, 8, 7, 255});
  bytes.is_premultiplied = true;
  save_image(folder.path() / "a.png", bytes);
  // Light with alpha 0 has no straight color, so it gets the least alpha with which it is visible.
  EXPECT_EQ(samples_of<std::uint8_t>(load_image(folder.path() / "a.png")),
            (std::vector<std::uint8_t>{128, 64, 0, 128, 255, 128, 0, 200, 9, 8, 7, 255}));
  Image light = image_of<float>(2, 1, 4, gpu::DataType::float32, {0.25F, 0.5F, 0, 0.5F, 1, 0, 0, 0});
  light.is_premultiplied = true;
  save_image(folder.path() / "b.png", light);
  EXPECT_EQ(samples_of<std::uint8_t>(load_image(folder.path() / "b.png")),
            (std::vector<std::uint8_t>{188, 255, 0, 128, 255, 0, 0, 255}));
}

TEST(SaveImage, KeepsNumbersExactlyOrRefusesThem) {
  const tests::TemporaryFolder folder;
  const std::vector<std::uint32_t> numbers{0, 16'777'217, 4'294'967'295, 7};
  const Image image = image_of(2, 2, 1, gpu::DataType::uint32, numbers);
  save_image(folder.path() / "a.exr", image);
  const Image read = load_image(folder.path() / "a.exr");
  EXPECT_EQ(read.type, gpu::DataType::uint32);
  EXPECT_EQ(samples_of<std::uint32_t>(read), numbers);
  save_image(folder.path() / "a.npy", image);
  EXPECT_EQ(gpu::read_npy(folder.path() / "a.npy").type, gpu::ElementType{gpu::DataType::uint32});
  EXPECT_THROW(save_image(folder.path() / "a.png", image), FileError);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.png"));
}

TEST(SaveImage, KeepsEachTypeInAnNpyFile) {
  const tests::TemporaryFolder folder;
  for (const Image& image : {image_8, image_16, image_float}) {
    const auto path = folder.path() / "a.npy";
    save_image(path, image);
    const gpu::NpyArray array = gpu::read_npy(path);
    EXPECT_EQ(array.layout.shape(), (gpu::Dimensions{image.height, image.width, image.channels}));
    EXPECT_EQ(array.type, gpu::ElementType{image.type});
    EXPECT_EQ(std::vector<std::byte>(array.data.get(), array.data.get() + image.pixels.size()), image.pixels);
  }
}

TEST(SaveImage, StoresVolumesOnlyInNpyFiles) {
  const tests::TemporaryFolder folder;
  Image volume = image_of<std::uint8_t>(2, 1, 1, gpu::DataType::uint8, {1, 2, 3, 4, 5, 6});
  volume.depth = 3;
  save_image(folder.path() / "a.npy", volume);
  EXPECT_EQ(gpu::read_npy(folder.path() / "a.npy").layout.shape(), (gpu::Dimensions{3, 1, 2, 1}));
  try {
    save_image(folder.path() / "a.png", volume);
    FAIL() << "a volume was saved as a PNG";
  } catch (const FileError& error) {
    EXPECT_TRUE(
        std::string{error.what()}.ends_with("only .npy can store a volume (3 slices); use a name that ends in .npy"))
        << error.what();
  }
}

TEST(SaveImage, RefusesOtherExtensionsAndLeavesNothing) {
  const tests::TemporaryFolder folder;
  for (const char* name : {"a.jpg", "a", "a.png.txt"}) {
    try {
      save_image(folder.path() / name, image_8);
      ADD_FAILURE() << name << " is written";
    } catch (const FileError& error) {
      EXPECT_EQ(error.what(),
                "cannot write " + (folder.path() / name).string() + ": use a name that ends in png, exr or npy");
    }
  }
  EXPECT_THROW(save_image(folder.path() / "missing" / "a.exr", image_8), FileError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace texelscope::app
