#include "app/images/image_file.h"

#include <gtest/gtest.h>
#include <stb/stb_image_write.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>

#include "app/images/formats/picture_decoders.h"
#include "app/images/image_convert.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::TemporaryFolder;

std::string loading_error(const std::filesystem::path& path) {
  try {
    (void)load_image(path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::vector<std::uint8_t> ramp(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t index = 0; index < size; ++index) {
    bytes[index] = static_cast<std::uint8_t>(index * 7 + index / 5);
  }
  return bytes;
}

std::vector<std::uint8_t> bytes_of(const Image& image) {
  std::vector<std::uint8_t> bytes(image.pixels.size());
  std::memcpy(bytes.data(), image.pixels.data(), bytes.size());
  return bytes;
}

template <class Sample>
Sample sample(const Image& image, std::size_t index) {
  Sample value{};
  std::memcpy(&value, image.pixels.data() + index * sizeof(Sample), sizeof(Sample));
  return value;
}

class EveryChannelCount : public testing::TestWithParam<int> {};

TEST_P(EveryChannelCount, SurvivesPngBmpAndTga) {
  const TemporaryFolder folder;
  const int channels = GetParam();
  const auto pixels = ramp(static_cast<std::size_t>(7 * 5 * channels));
  const std::string png = folder / "a.png";
  const std::string tga = folder / "a.tga";
  ASSERT_NE(stbi_write_png(png.c_str(), 7, 5, channels, pixels.data(), 7 * channels), 0);
  ASSERT_NE(stbi_write_tga(tga.c_str(), 7, 5, channels, pixels.data()), 0);
  std::vector<std::string> files{png};
  if (channels == 3 || channels == 4) {
    files.push_back(tga);
  }
  if (channels == 3) {
    files.emplace_back(folder / "a.bmp");
    ASSERT_NE(stbi_write_bmp(files.back().c_str(), 7, 5, channels, pixels.data()), 0);
  }
  for (const std::string& file : files) {
    const Image image = load_image(file);
    EXPECT_EQ(image.width, 7) << file;
    EXPECT_EQ(image.height, 5) << file;
    EXPECT_EQ(image.channels, channels) << file;
    EXPECT_EQ(image.type, gpu::DataType::uint8) << file;
    EXPECT_EQ(bytes_of(image), pixels) << file;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, EveryChannelCount, testing::Values(1, 2, 3, 4));

TEST(ImageEndings, AreThoseOfImageNames) {
  for (const std::string_view ending : image_endings()) {
    EXPECT_TRUE(is_image_name("folder/a." + std::string{ending})) << ending;
    EXPECT_NE(image_endings_text().find(ending), std::string::npos) << ending;
  }
  for (const char* image : {"a.PNG", "a.b.Jpeg", "a.pnm", "a.tga"}) {
    EXPECT_TRUE(is_image_name(image)) << image;
  }
  for (const char* other : {"a", "png", ".png", "a.", "a.gif", "a.png.txt", "a.png/b"}) {
    EXPECT_FALSE(is_image_name(other)) << other;
  }
}

TEST(LoadImage, ReadsJpegs) {
  const TemporaryFolder folder;
  const std::vector<std::uint8_t> pixels(24 * 16 * 3, 120);
  const std::string path = folder / "a.jpg";
  ASSERT_NE(stbi_write_jpg(path.c_str(), 24, 16, 3, pixels.data(), 95), 0);
  const Image image = load_image(path);
  EXPECT_EQ(image.width, 24);
  EXPECT_EQ(image.channels, 3);
  EXPECT_NEAR(sample<std::uint8_t>(image, 100), 120, 2);
}

TEST(LoadImage, ReadsHdrAsFloats) {
  const TemporaryFolder folder;
  std::vector<float> pixels(16 * 4 * 3);
  for (std::size_t index = 0; index < pixels.size(); ++index) {
    pixels[index] = 0.25F * static_cast<float>(1 + index / 3 % 40);
  }
  const std::string path = folder / "a.hdr";
  ASSERT_NE(stbi_write_hdr(path.c_str(), 16, 4, 3, pixels.data()), 0);
  const Image image = load_image(path);
  EXPECT_EQ(image.type, gpu::DataType::float32);
  EXPECT_EQ(image.channels, 3);
  for (std::size_t index = 0; index < pixels.size(); ++index) {
    // The three channels have eight-bit mantissas with a common exponent.
    EXPECT_NEAR(sample<float>(image, index), pixels[index], pixels[index] / 100) << index;
  }
}

TEST(LoadImage, ReadsSixteenBitPngs) {
  // A 2×1 image in 16-bit grayscale with the values 0x1234 and 0xfedc, created by hand from the PNG specification.
  constexpr unsigned char png[] = {
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
      0x02, 0x00, 0x00, 0x00, 0x01, 0x10, 0x00, 0x00, 0x00, 0x00, 0x81, 0xd9, 0xfc, 0x15, 0x00, 0x00, 0x00, 0x10, 0x49,
      0x44, 0x41, 0x54, 0x78, 0x01, 0x01, 0x05, 0x00, 0xfa, 0xff, 0x00, 0x12, 0x34, 0xfe, 0xdc, 0x03, 0xc1, 0x02, 0x21,
      0xe8, 0x1c, 0x1b, 0x26, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
  };
  const TemporaryFolder folder;
  const Image image = load_image(folder.write("a.png", {reinterpret_cast<const char*>(png), sizeof(png)}));
  EXPECT_EQ(image.type, gpu::DataType::uint16);
  EXPECT_EQ(image.channels, 1);
  EXPECT_EQ(sample<std::uint16_t>(image, 0), 0x1234);
  EXPECT_EQ(sample<std::uint16_t>(image, 1), 0xfedc);
}

TEST(LoadImage, ReadsBinaryPgmAndPpmOfBothDepths) {
  const TemporaryFolder folder;
  const Image gray = load_image(folder.write("a.pgm", std::string("P5\n# a comment\n2 1 # another\n255\n\x05\xff")));
  EXPECT_EQ(gray.type, gpu::DataType::uint8);
  EXPECT_EQ(gray.channels, 1);
  EXPECT_EQ(bytes_of(gray), (std::vector<std::uint8_t>{5, 255}));

  const Image deep = load_image(folder.write("b.ppm", std::string("P6 1 1 65535\n\x12\x34\x00\x01\xff\xff", 19)));
  EXPECT_EQ(deep.type, gpu::DataType::uint16);
  EXPECT_EQ(deep.channels, 3);
  EXPECT_EQ(sample<std::uint16_t>(deep, 0), 0x1234);
  EXPECT_EQ(sample<std::uint16_t>(deep, 1), 1);
  EXPECT_EQ(sample<std::uint16_t>(deep, 2), 0xffff);
}

TEST(LoadImage, ScalesOtherMaximumValuesOfPgmToTheFullRange) {
  const TemporaryFolder folder;
  const Image small = load_image(folder.write("a.pgm", std::string("P5 3 1 15\n\x00\x07\x0f", 13)));
  EXPECT_EQ(bytes_of(small), (std::vector<std::uint8_t>{0, 119, 255}));
  const Image deep = load_image(folder.write("b.pgm", std::string("P5 2 1 1023\n\x02\x00\x03\xff", 16)));
  EXPECT_EQ(sample<std::uint16_t>(deep, 0), 32800);  // 512 · 65535 / 1023 = 32799.5…, rounded
  EXPECT_EQ(sample<std::uint16_t>(deep, 1), 65535);
}

TEST(LoadImage, RefusesFilesThatAreNotImages) {
  const TemporaryFolder folder;
  EXPECT_NE(loading_error(folder / "missing.png").find("there is no such file"), std::string::npos);
  EXPECT_NE(loading_error(folder.path()).find("it is a folder"), std::string::npos);
  EXPECT_NE(loading_error(folder.write("empty.png", "")).find("it is empty"), std::string::npos);
  EXPECT_NE(loading_error(folder.write("text.png", "hello, this is not a picture, only text"))
                .find("unsupported image format"),
            std::string::npos);
  EXPECT_NE(loading_error(folder.write("one.png", "x")).find("unsupported image format"), std::string::npos);
  EXPECT_NE(loading_error(folder.write("a.pgm", "P5 2")).find("missing height"), std::string::npos);
  EXPECT_NE(loading_error(folder.write("b.pgm", "P5 2 2 70000\n....")).find("maximum value is 70000"),
            std::string::npos);
  EXPECT_NE(loading_error(folder.write("c.pgm", "P5 0 2 255\n")).find("0x2 pixels"), std::string::npos);
}

TEST(LoadImage, RefusesAPipeInsteadOfWaitingForIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_NE(loading_error(path).find("not a regular file"), std::string::npos);
}

TEST(LoadImage, RefusesAFileWithoutPermission) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "the superuser can read every file";
  }
  const TemporaryFolder folder;
  const auto path = folder.write("a.pgm", "P5 1 1 255\nx");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  EXPECT_NE(loading_error(path).find("check the permissions of the file"), std::string::npos);
}

TEST(LoadImage, RefusesHugeHeadersBeforeAllocating) {
  const TemporaryFolder folder;
  constexpr unsigned char png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0, 0, 13,
                                   'I',  'H', 'D', 'R', 0,    1,    0,    0,    0,    1, 0, 0,
                                   8,    6,   0,   0,   0,    0x6c, 0x84, 0x30, 0xe3, 0, 0, 0,
                                   0,    'I', 'D', 'A', 'T',  0x35, 0xaf, 0x06, 0x1e};
  EXPECT_NE(loading_error(folder.write("a.png", {reinterpret_cast<const char*>(png), sizeof(png)})).find("65536x65536"),
            std::string::npos);
  EXPECT_NE(loading_error(folder.write("a.pgm", "P5 65536 65536 255\n")).find("65536x65536"), std::string::npos);
  EXPECT_NE(loading_error(folder.write("b.pgm", "P5 99999999999999999999 1 255\n")).find("exceed"), std::string::npos);
  EXPECT_NE(loading_error(folder.write("c.ppm", "P6 32768 32768 255\n")).find("bytes"), std::string::npos);
  EXPECT_NE(loading_error(folder.write("d.pgm", "P5 30000 30000 255\n")).find("truncated"), std::string::npos);
}

TEST(LoadImage, RefusesImagesOf2GiBAndMore) {
  const auto size_of = [](std::uint64_t width, std::uint64_t height, int channels,
                          gpu::DataType type) -> std::uint64_t {
    try {
      return checked_image_size("picture", width, height, channels, type);
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find("scale it down"), std::string::npos) << error.what();
      return 0;
    }
  };
  EXPECT_EQ(size_of(32768, 16383, 4, gpu::DataType::uint8), 32768ULL * 16383 * 4);
  EXPECT_EQ(size_of(32768, 16384, 4, gpu::DataType::uint8), 0U);
  EXPECT_EQ(size_of(32768, 32767, 1, gpu::DataType::uint16), 32768ULL * 32767 * 2);
  EXPECT_EQ(size_of(32768, 32768, 1, gpu::DataType::uint16), 0U);
  EXPECT_EQ(size_of(32768, 4095, 4, gpu::DataType::float32), 32768ULL * 4095 * 16);
  EXPECT_EQ(size_of(32768, 4096, 4, gpu::DataType::float32), 0U);
  EXPECT_EQ(size_of(1280, 40000, 4, gpu::DataType::uint8), 1280ULL * 40000 * 4);
  EXPECT_EQ(size_of(65535, 1, 4, gpu::DataType::uint8), 65535ULL * 4);
  EXPECT_EQ(size_of(1, 1U << 20U, 4, gpu::DataType::uint8), 4ULL << 20U);
  EXPECT_EQ(size_of((1U << 20U) + 1, 1, 1, gpu::DataType::uint8), 0U);
  EXPECT_EQ(size_of(1, (1U << 20U) + 1, 1, gpu::DataType::uint8), 0U);
}

TEST(LoadImage, RefusesMoreThan2000BytesOfPixelsPerByte) {
  const std::filesystem::path path = "picture";
  const auto is_refused = [&](std::uint64_t height, std::size_t file_bytes) {
    const std::vector<std::byte> bytes(file_bytes);
    const MemorySource source(bytes);
    try {
      require_enough_bytes({source, bytes, path}, 8192, height, 1);
      return false;
    } catch (const FileError&) {
      return true;
    }
  };
  EXPECT_FALSE(is_refused(8192, 1)) << "64 MiB are always allocated";
  EXPECT_TRUE(is_refused(8193, 1));
  EXPECT_TRUE(is_refused(8200, 8192 * 8200 / 2000 - 1));
  EXPECT_FALSE(is_refused(8200, 8192 * 8200 / 2000));
}

TEST(LoadImage, RefusesLargeFilesBeforeReadingThem) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.bmp", "BM and more");
  std::filesystem::resize_file(path, (std::uintmax_t{1} << 31U) + 1);
  EXPECT_NE(loading_error(path).find("2147483649 bytes exceed the limit of 2147483648"), std::string::npos)
      << loading_error(path);
}

TEST(LoadImage, RefusesEveryTruncation) {
  const TemporaryFolder folder;
  const auto pixels = ramp(16 * 16 * 3);
  const std::vector<float> floats(16 * 16 * 3, 0.5F);
  const std::string names[] = {folder / "a.png", folder / "a.bmp", folder / "a.tga",
                               folder / "a.jpg", folder / "a.hdr", folder / "a.ppm"};
  stbi_write_png(names[0].c_str(), 16, 16, 3, pixels.data(), 48);
  stbi_write_bmp(names[1].c_str(), 16, 16, 3, pixels.data());
  stbi_write_tga(names[2].c_str(), 16, 16, 3, pixels.data());
  stbi_write_jpg(names[3].c_str(), 16, 16, 3, pixels.data(), 90);
  stbi_write_hdr(names[4].c_str(), 16, 16, 3, floats.data());
  folder.write("a.ppm", "P6 16 16 255\n" + std::string(16 * 16 * 3, 'x'));
  for (const std::string& name : names) {
    const std::string whole = tests::file_bytes(name);
    ASSERT_NO_THROW((void)load_image(name)) << name;
    // Data after the last pixel may be missing: a TGA's footer, or the padding of a BMP's last row.
    const std::size_t trailer = name.ends_with(".tga") ? 26 : 2;
    for (std::size_t size = 1; size + trailer < whole.size(); size += whole.size() / 50 + 1) {
      EXPECT_THROW((void)load_image(folder.write("cut", std::string_view(whole).substr(0, size))), FileError)
          << name << " cut to " << size << " of " << whole.size();
    }
  }
}

TEST(SavePng, WritesWhatLoadImageReads) {
  const TemporaryFolder folder;
  const auto pixels = ramp(5 * 3 * 4);
  Image image{5, 3, 4, gpu::DataType::uint8, std::vector<std::byte>(pixels.size())};
  std::memcpy(image.pixels.data(), pixels.data(), pixels.size());
  save_png(folder / "a.png", image);
  EXPECT_EQ(bytes_of(load_image(folder / "a.png")), pixels);
}

TEST(SavePng, RoundsFloatsHalfUpAndClampsThem) {
  const TemporaryFolder folder;
  const float values[] = {0.5F, -1.0F, 2.0F,  100.5F / 255.0F, std::numeric_limits<float>::quiet_NaN(),
                          1.0F, 0.0F,  0.001F};
  Image image{2, 1, 4, gpu::DataType::float32, std::vector<std::byte>(sizeof(values))};
  std::memcpy(image.pixels.data(), values, sizeof(values));
  save_png(folder / "a.png", image);
  EXPECT_EQ(bytes_of(load_image(folder / "a.png")), (std::vector<std::uint8_t>{128, 0, 255, 101, 0, 255, 0, 0}));
}

TEST(SavePng, LeavesNothingBehindWhenItFails) {
  const TemporaryFolder folder;
  const Image image{1, 1, 4, gpu::DataType::uint8, std::vector<std::byte>(4)};
  EXPECT_THROW(save_png(folder / "missing" / "a.png", image), FileError);
  EXPECT_THROW(save_png(folder.path(), image), FileError);
  if (::geteuid() != 0) {
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    EXPECT_THROW(save_png(folder / "a.png", image), FileError);
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(SavePng, LeavesOnlyTheFileWhenItSucceeds) {
  const TemporaryFolder folder;
  const Image image{1, 1, 4, gpu::DataType::uint8, std::vector<std::byte>(4)};
  save_png(folder / "a.png", image);
  save_png(folder / "a.png", image);
  const std::filesystem::directory_iterator files(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST(With8Bits, RoundsEachValueOf16Bits) {
  std::vector<std::uint16_t> values(65536);
  std::iota(values.begin(), values.end(), std::uint16_t{0});
  Image image{256, 256, 1, gpu::DataType::uint16, std::vector<std::byte>(2 * values.size())};
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  const std::vector<std::uint8_t> bytes = bytes_of(with_8_bits(image));
  for (std::size_t value = 0; value < values.size(); ++value) {
    ASSERT_EQ(bytes[value], std::lround(static_cast<double>(value) * 255 / 65535)) << value;
  }
}

TEST(WithEncodedFloats, EncodesColorsButNotAlpha) {
  const std::vector<float> values{0.5F, 0.25F, 2.0F, 0.5F, -1.0F, 0.0F, 1.0F, 7.0F};
  Image image{2, 1, 4, gpu::DataType::float32, std::vector<std::byte>(sizeof(float) * values.size())};
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  const Image encoded = with_encoded_floats(image);
  // 1.055 light^(1/2.4) − 0.055 (IEC 61966-2-1).
  const std::vector<float> expected{0.735357F, 0.537099F, 1, 0.5F, 0, 0, 1, 7};
  for (std::size_t index = 0; index < expected.size(); ++index) {
    EXPECT_NEAR(sample<float>(encoded, index), expected[index], 1e-6F) << index;
  }
}

TEST(WithArrayChannels, GivesThreeChannelsAnOpaqueAlpha) {
  Image image{2, 1, 3, gpu::DataType::uint16, std::vector<std::byte>(12)};
  std::iota(reinterpret_cast<std::uint8_t*>(image.pixels.data()),
            reinterpret_cast<std::uint8_t*>(image.pixels.data()) + 12, std::uint8_t{1});
  image.note = "its gamma 1 is not applied";
  image.x = 7;
  const Image four = with_array_channels(image);
  EXPECT_EQ(four.channels, 4);
  EXPECT_EQ(four.note, image.note);
  EXPECT_EQ(four.x, 7);
  EXPECT_EQ(bytes_of(four), (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 255, 255, 7, 8, 9, 10, 11, 12, 255, 255}));
}

TEST(WithBlue, AddsAZeroToRedAndGreen) {
  Image image{1, 2, 2, gpu::DataType::uint16, std::vector<std::byte>(8, std::byte{1})};
  EXPECT_EQ(with_blue(image).channels, 2) << "gray and alpha";
  image.is_red_green = true;
  const Image three = with_blue(image);
  EXPECT_EQ(three.channels, 3);
  EXPECT_FALSE(three.is_red_green);
  EXPECT_EQ(bytes_of(three), (std::vector<std::uint8_t>{1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0}));
}

TEST(WithArrayChannels, LeavesOtherCountsAlone) {
  for (const int channels : {1, 2, 4}) {
    const Image image{1, 1, channels, gpu::DataType::float32,
                      std::vector<std::byte>(static_cast<std::size_t>(4 * channels))};
    EXPECT_EQ(with_array_channels(image).channels, channels);
  }
}

}  // namespace
}  // namespace texelscope::app
