#include "app/images/image_reader.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::number;

/// TIFF pages of 1x1 pixels with the values 0, 1, 2, … in 8 bits.
std::string tiff_pages(std::size_t count) {
  std::string file = "II" + number(42, 2) + number(8, 4);
  for (std::size_t page = 0; page < count; ++page) {
    constexpr std::size_t fields = 8;
    const std::size_t pixel = file.size() + 2 + fields * 12 + 4;
    const auto field = [](int tag, int type, std::size_t value) {
      return number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4);
    };
    file += number(fields, 2) + field(256, 3, 1) + field(257, 3, 1) + field(258, 3, 8) + field(259, 3, 1) +
            field(262, 3, 1) + field(273, 4, pixel) + field(278, 3, 1) + field(279, 4, 1) +
            number(page + 1 < count ? pixel + 2 : 0, 4) + number(page & 255U, 1) + '\0';
  }
  return file;
}

/// OpenEXR parts of 1x1 pixels with one channel Y, uncompressed.
std::string exr_parts(std::size_t count) {
  const auto attribute = [](const std::string& name, const std::string& type, const std::string& value) {
    return name + '\0' + type + '\0' + number(value.size(), 4) + value;
  };
  const std::string window = std::string(16, '\0');
  const std::string one = number(0x3F800000, 4);
  std::string file = "\x76\x2f\x31\x01" + number(0x1002, 4);
  for (std::size_t part = 0; part < count; ++part) {
    file += attribute("channels", "chlist",
                      std::string("Y\0", 2) + number(2, 4) + number(0, 4) + number(1, 4) + number(1, 4) + '\0') +
            attribute("compression", "compression", number(0, 1)) + attribute("dataWindow", "box2i", window) +
            attribute("displayWindow", "box2i", window) + attribute("lineOrder", "lineOrder", number(0, 1)) +
            attribute("pixelAspectRatio", "float", one) + attribute("screenWindowCenter", "v2f", number(0, 8)) +
            attribute("screenWindowWidth", "float", one) + attribute("name", "string", "p" + std::to_string(part)) +
            attribute("type", "string", "scanlineimage") + attribute("chunkCount", "int", number(1, 4)) + '\0';
  }
  file += '\0';
  constexpr std::size_t chunk_bytes = 16;
  const std::size_t chunks = file.size() + count * 8;
  for (std::size_t part = 0; part < count; ++part) {
    file += number(chunks + part * chunk_bytes, 8);
  }
  for (std::size_t part = 0; part < count; ++part) {
    file += number(part, 4) + number(0, 4) + number(4, 4) + one;
  }
  return file;
}

/// Counts the bytes and the calls of the reader.
class CountingSource final : public ByteSource {
 public:
  struct Counts {
    std::size_t calls = 0;
    std::size_t bytes = 0;
  };
  CountingSource(std::string file, Counts& counts) : file_{std::move(file)}, counts_{counts} {}

  [[nodiscard]] std::uint64_t size() const noexcept override { return file_.size(); }
  [[nodiscard]] std::size_t read(std::uint64_t at, std::span<std::byte> to) const override {
    const std::size_t read = MemorySource(std::as_bytes(std::span(file_))).read(at, to);
    ++counts_.calls;
    counts_.bytes += read;
    return read;
  }

 private:
  std::string file_;
  Counts& counts_;
};

TEST(FindPart, PrefersNamesToNumbers) {
  const std::vector<std::string> names{"page 1", "3", "depth"};
  EXPECT_EQ(find_part(names, "depth"), 2U);
  EXPECT_EQ(find_part(names, "1"), 0U);
  EXPECT_EQ(find_part(names, "2"), 1U);
  EXPECT_EQ(find_part(names, "3"), 1U);
  for (const char* part : {"4", "0", "-1", "1x", "page", "99999999999999999999", ""}) {
    EXPECT_EQ(find_part(names, part), std::nullopt) << part;
  }
}

TEST(ImageReader, FindsPartsLikeFindPart) {
  const std::string file = tiff_pages(3);
  const ImageReader reader(std::as_bytes(std::span(file)), "picture");
  for (const char* part : {"page 2", "1", "3", "4", "0", "page", "1x"}) {
    EXPECT_EQ(reader.find(part), find_part(reader.parts(), part)) << part;
  }
}

TEST(ImageReader, RefusesMissingPartsAndListsTheExistingOnes) {
  EXPECT_EQ(tests::error_of(tiff_pages(2), {.part = "3"}),
            "cannot read part '3' of picture: it has 'page 1', 'page 2'; use a name, or a number from 1 to 2");
  const std::string gray("P5 1 1 255\n\x07", 12);
  EXPECT_EQ(tests::error_of(gray, {.part = "2"}),
            "cannot read part '2' of picture: it has only one part; omit the part");
  EXPECT_EQ(tests::error_of(gray, {.part = "1"}), "");
}

TEST(ImageReader, ListsOnlyTheFirstOfManyParts) {
  const Image image = tests::decoded(tiff_pages(20));
  EXPECT_EQ(image.parts.size(), 20U);
  EXPECT_NE(image.note.find("only the first of its 20 parts is read: 'page 1', "), std::string::npos) << image.note;
  EXPECT_NE(image.note.find(" and 8 more"), std::string::npos) << image.note;
  EXPECT_EQ(tests::decoded(tiff_pages(20), {.part = "1"}).note, "");
}

TEST(ImageReader, ReadsPartsInAnyOrder) {
  const std::string pages = tiff_pages(5);
  const ImageReader reader(std::as_bytes(std::span(pages)), "picture");
  for (const std::size_t page : {3U, 0U, 4U, 4U, 1U}) {
    EXPECT_EQ(tests::values_of(reader.read_part(page, Orientation::applied)), std::vector{static_cast<int>(page)});
  }
}

TEST(ImageReader, ReadsOtherPagesAfterADamagedOne) {
  std::string pages = tiff_pages(3);
  // The second page's compression.
  const std::size_t compression = 8 + (2 + 8 * 12 + 4 + 2) + 2 + 3 * 12 + 8;
  pages[compression] = '\x63';
  const ImageReader reader(std::as_bytes(std::span(pages)), "picture");
  EXPECT_THROW(static_cast<void>(reader.read_part(1, Orientation::applied)), FileError);
  EXPECT_EQ(tests::values_of(reader.read_part(2, Orientation::applied)), std::vector{2});
}

TEST(ImageReader, ReadsAllPartsInLinearTime) {
  constexpr std::size_t count = 2000;
  for (const std::string& file : {tiff_pages(count), exr_parts(count)}) {
    CountingSource::Counts counts;
    const ImageReader reader(std::make_unique<CountingSource>(file, counts), "picture");
    ASSERT_EQ(reader.parts().size(), count);
    // Headers are read in blocks, and a constant number of times.
    EXPECT_LT(counts.bytes, 8 * file.size() + 100'000);
    EXPECT_LT(counts.calls, file.size() / 1000);
    for (std::size_t part = 0; part < count; ++part) {
      static_cast<void>(reader.read_part(part, Orientation::applied));
    }
    // Each part needs its directory or chunk, and the pixels beside it.
    EXPECT_LT(counts.calls, 10 * count);
  }
}

TEST(ImageReader, RefusesAnOpenExrFileWithTooManyParts) {
  EXPECT_EQ(tests::error_of(exr_parts(4096)), "");
  EXPECT_NE(tests::error_of(exr_parts(4097)).find("it has more than 4096 parts"), std::string::npos);
}

TEST(ImageReader, ListsThePartsOfAFileWithoutReadingThem) {
  const std::filesystem::path pages = std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "pages.tif";
  EXPECT_EQ(image_parts(pages), (std::vector<std::string>{"page 1", "page 2", "page 3"}));
  EXPECT_EQ(load_image(pages, {.part = "page 2"}).width, 2);
  EXPECT_NE(load_image(pages).note.find("only the first of its 3 parts is read"), std::string::npos);
  EXPECT_EQ(load_image(pages, {.part = "1"}).note, "");
}

TEST(ImageReader, HasNoPartsForAFormatWithASingleImage) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.pgm", std::string("P5 1 1 255\n\x07", 12));
  EXPECT_TRUE(image_parts(file).empty());
}

}  // namespace
}  // namespace texelscope::app
