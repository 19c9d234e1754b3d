#include <gtest/gtest.h>
#include <stb/stb_image.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>

#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"

/// PngSuite by Willem van Schaik contains every kind of pixel, filter, palette, transparency and interlacing, and
/// damaged files, whose names begin with x.
namespace texelscope::app {
namespace {

std::vector<std::filesystem::path> suite(bool is_damaged) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(TEXELSCOPE_PNGSUITE)) {
    const bool is_wanted = entry.path().filename().string().starts_with('x') == is_damaged;
    if (is_wanted && entry.path().extension() == ".png") {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

/// Reads the file with stb_image, which shares no code with libpng.
Image read_by_second_decoder(const std::string& bytes) {
  const auto* const data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const auto size = static_cast<int>(bytes.size());
  Image image;
  const bool is_deep = stbi_is_16_bit_from_memory(data, size) != 0;
  image.type = is_deep ? gpu::DataType::uint16 : gpu::DataType::uint8;
  const std::unique_ptr<void, decltype(&stbi_image_free)> pixels(
      is_deep
          ? static_cast<void*>(stbi_load_16_from_memory(data, size, &image.width, &image.height, &image.channels, 0))
          : stbi_load_from_memory(data, size, &image.width, &image.height, &image.channels, 0),
      stbi_image_free);
  EXPECT_NE(pixels, nullptr) << stbi_failure_reason();
  if (pixels != nullptr) {
    image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) *
                        static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type));
    std::memcpy(image.pixels.data(), pixels.get(), image.pixels.size());
  }
  return image;
}

TEST(PngSuite, EachFileIsReadAsASecondDecoderReadsIt) {
  const auto files = suite(false);
  EXPECT_EQ(files.size(), 160U);
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename().string());
    const Image image = load_image(file);
    const Image expected = read_by_second_decoder(tests::file_bytes(file));
    EXPECT_EQ(image.width, expected.width);
    EXPECT_EQ(image.height, expected.height);
    EXPECT_EQ(image.channels, expected.channels);
    EXPECT_EQ(image.type, expected.type);
    EXPECT_TRUE(image.pixels == expected.pixels);
  }
}

TEST(PngSuite, EachDamagedFileIsRefusedInOneLine) {
  const auto files = suite(true);
  EXPECT_EQ(files.size(), 14U);
  for (const auto& file : files) {
    try {
      static_cast<void>(load_image(file));
      ADD_FAILURE() << file << " was read";
    } catch (const FileError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace texelscope::app
