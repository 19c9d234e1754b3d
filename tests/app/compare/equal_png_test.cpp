#include "app/compare/equal_png.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/images/image_file.h"
#include "app/images/row_ranges.h"
#include "tests/app/compare/image_pairs.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

/// The bytes of an image as PNG.
std::vector<std::byte> png_bytes(const Image& image) { return encode_png(image); }

void write_whole(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
}

/// The same file with a text chunk after the header: different bytes, same image.
std::vector<std::byte> with_text(std::vector<std::byte> png) {
  // The length, "tEXt", "a\0b" and the checksum of the last two.
  const unsigned char chunk[] = {0, 0, 0, 3, 't', 'E', 'X', 't', 'a', 0, 'b', 0xDC, 0x49, 0xA2, 0x3B};
  const auto* const first = reinterpret_cast<const std::byte*>(chunk);
  png.insert(png.begin() + 33, first, first + sizeof(chunk));
  return png;
}

Image sloped_picture(int height, int changed_row = -1) {
  return tests::make_image(70, height, [=](int x, int y) {
    return tests::Rgb{x * 3, y, y == changed_row && x == 69 ? 1 : 0};
  });
}

bool is_nothing(const PngPair& pair) { return !pair.equal && !pair.expected && !pair.actual; }

/// Expects the images of load_image(), with all that the files say about them.
void expect_images(const std::filesystem::path& first, const std::filesystem::path& second) {
  const PngPair pair = read_png_pair(first, second);
  ASSERT_TRUE(!pair.equal && pair.expected && pair.actual);
  for (const auto& [path, image] : {std::pair(first, &*pair.expected), {second, &*pair.actual}}) {
    const Image whole = load_image(path);
    EXPECT_EQ(std::tuple(image->width, image->height, image->channels, image->type),
              std::tuple(whole.width, whole.height, whole.channels, whole.type));
    EXPECT_EQ(image->pixels, whole.pixels);
    EXPECT_EQ(image->note, whole.note);
    EXPECT_EQ(image->facts, whole.facts);
  }
}

TEST(EqualPng, IsFoundWithoutTheImages) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path first = folder.path() / "first.png";
  const std::filesystem::path second = folder.path() / "second.png";
  write_whole(first, png_bytes(sloped_picture(200)));
  write_whole(second, png_bytes(sloped_picture(200)));
  const PngShape shape{70, 200, 3, gpu::DataType::uint8};
  EXPECT_EQ(read_png_pair(first, second).equal, shape) << "the same bytes";
  write_whole(second, with_text(png_bytes(sloped_picture(200))));
  EXPECT_EQ(load_image(second).pixels, load_image(first).pixels);
  EXPECT_EQ(read_png_pair(first, second).equal, shape) << "other bytes";
  for_ranges(2, 1,
             [&](int, int) { EXPECT_EQ(read_png_pair(first, second).equal, shape) << "while other cores are busy"; });
  for (const int row : {0, 100, 199}) {
    write_whole(second, png_bytes(sloped_picture(200, row)));
    expect_images(first, second);
    for_ranges(2, 1, [&](int, int) { expect_images(first, second); });
  }
  // These images are so large that they are read in multiple steps.
  const auto wide = [](int changed_row) {
    return tests::make_image(3000, 700, [=](int x, int y) {
      return tests::Rgb{x, y, y == changed_row && x == 0 ? 255 : 0};
    });
  };
  write_whole(first, png_bytes(wide(-1)));
  write_whole(second, with_text(png_bytes(wide(-1))));
  EXPECT_EQ(read_png_pair(first, second).equal, (PngShape{3000, 700, 3, gpu::DataType::uint8}));
  for (const int row : {0, 232, 233, 500, 699}) {
    write_whole(second, png_bytes(wide(row)));
    expect_images(first, second);
  }
  write_whole(first, png_bytes(sloped_picture(200)));
  write_whole(second, png_bytes(sloped_picture(201)));
  EXPECT_TRUE(is_nothing(read_png_pair(first, second))) << "a different size";
}

TEST(EqualPng, HasBothImagesIfOneFileSaysMoreAboutItsRows) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path first = folder.path() / "first.png";
  const std::filesystem::path second = folder.path() / "second.png";
  write_whole(first, png_bytes(sloped_picture(200)));
  std::vector<std::byte> linear = png_bytes(sloped_picture(200));
  // The gamma 1, and its checksum.
  const unsigned char chunk[] = {0, 0, 0, 4, 'g', 'A', 'M', 'A', 0, 1, 0x86, 0xA0, 0x31, 0xE8, 0x96, 0x5F};
  const auto* const begin = reinterpret_cast<const std::byte*>(chunk);
  linear.insert(linear.begin() + 33, begin, begin + sizeof(chunk));
  write_whole(second, linear);
  ASSERT_FALSE(load_image(second).facts.empty());
  expect_images(first, second);
}

TEST(EqualPng, NeverAcceptsADamagedFile) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path first = folder.path() / "first.png";
  const std::filesystem::path second = folder.path() / "second.png";
  const std::vector<std::byte> whole = png_bytes(sloped_picture(100));
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    write_whole(first, cut);
    write_whole(second, cut);
    EXPECT_TRUE(is_nothing(read_png_pair(first, second))) << size << " identical bytes";
    write_whole(second, with_text(whole));
    EXPECT_TRUE(is_nothing(read_png_pair(first, second))) << size << " bytes";
    EXPECT_FALSE(compare_file_pair({"first.png", first, second}, {}, {}, KeepImages::no).has_passed()) << size;
  }
}

TEST(EqualPng, AgreesWithTheImages) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path first = folder.path() / "first.png";
  const std::filesystem::path second = folder.path() / "second.png";
  write_whole(first, png_bytes(sloped_picture(90)));
  write_whole(second, with_text(png_bytes(sloped_picture(90))));
  const FilePair files{"first.png", first, second};
  const PairResult quick = compare_file_pair(files, {}, {}, KeepImages::no);
  const PairResult whole = compare_pair(load_pair(files), {}, KeepImages::no);
  ASSERT_TRUE(quick.comparison && whole.comparison);
  EXPECT_TRUE(quick.has_passed() && whole.has_passed());
  EXPECT_EQ(quick.comparison->width, whole.comparison->width);
  EXPECT_EQ(quick.comparison->height, whole.comparison->height);
  EXPECT_EQ(quick.comparison->pixels, whole.comparison->pixels);
  EXPECT_EQ(quick.comparison->psnr, whole.comparison->psnr);
  EXPECT_EQ(quick.comparison->ssim, whole.comparison->ssim);
  EXPECT_EQ(quick.notes, whole.notes);
}

TEST(EqualPng, IsNotSoughtInFilesLargerThanAnyImage) {
  const tests::TemporaryFolder folder;
  constexpr std::uintmax_t hundred_gb = 100'000'000'000;
  FilePair pair{.name = "a.png", .expected = folder / "e.png", .actual = folder / "a.png"};
  for (const std::filesystem::path& path : {pair.expected, pair.actual}) {
    write_whole(path, png_bytes(sloped_picture(3)));
    std::filesystem::resize_file(path, hundred_gb);
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(have_same_bytes(pair.expected, pair.actual));
  EXPECT_TRUE(is_nothing(read_png_pair(pair.expected, pair.actual)));
  const PairResult result = compare_file_pair(pair, {}, {}, KeepImages::yes);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << "reading them takes minutes";
  ASSERT_EQ(result.failures.size(), 2U);
  EXPECT_NE(result.failures[0].find("100000000000 bytes exceed the limit"), std::string::npos) << result.failures[0];
}

}  // namespace
}  // namespace texelscope::app
