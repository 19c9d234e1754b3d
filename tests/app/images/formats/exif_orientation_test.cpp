#include "app/images/formats/exif_orientation.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::number;
using tests::values_of;

int orientation_of(const std::string& exif) { return exif_orientation(std::as_bytes(std::span(exif))); }

/// EXIF data with one entry before the orientation.
std::string exif(std::uint64_t orientation) {
  return std::string("II*\0", 4) + number(8, 4) + number(2, 2) + number(271, 2) + number(2, 2) + number(1, 8) +
         number(274, 2) + number(3, 2) + number(1, 4) + number(orientation, 4) + number(0, 4);
}

TEST(ExifOrientation, IsReadInEitherByteOrder) {
  EXPECT_EQ(orientation_of(exif(6)), 6);
  EXPECT_EQ(orientation_of(std::string("MM\0*\0\0\0\x08\0\x01", 10) +
                           bytes({1, 18, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0})),
            8);
}

TEST(ExifOrientation, IsReadFromFourByteNumbers) {
  // Signed and unsigned.
  for (const std::uint64_t type : {4U, 9U}) {
    const auto exif_of_four = [&](std::uint64_t orientation) {
      return exif(orientation).replace(24, 2, number(type, 2));
    };
    EXPECT_EQ(orientation_of(exif_of_four(6)), 6);
    EXPECT_EQ(orientation_of(exif_of_four(0x10006)), 1);
    EXPECT_EQ(orientation_of(exif_of_four(0xFFFFFFFF)), 1);
  }
}

TEST(ExifOrientation, IsReadAfterTheMarkerOfAJpeg) {
  const std::string mark("Exif\0\0", 6);
  EXPECT_EQ(orientation_of(mark + exif(6)), 6);
  EXPECT_EQ(orientation_of(mark), 1);
}

TEST(ExifOrientation, IsAsStoredByDefault) {
  EXPECT_EQ(orientation_of(""), 1);
  EXPECT_EQ(orientation_of(exif(0)), 1);
  EXPECT_EQ(orientation_of(exif(9)), 1);
  EXPECT_EQ(orientation_of("XX" + exif(6).substr(2)), 1);
  EXPECT_EQ(orientation_of("IM" + exif(6).substr(2)), 1);
  // A directory that is out of bounds, and one that claims more entries than exist.
  EXPECT_EQ(orientation_of(std::string("II*\0", 4) + number(0xFFFFFFFF, 4) + number(0, 20)), 1);
  EXPECT_EQ(orientation_of(std::string("II*\0", 4) + number(8, 4) + number(0xFFFF, 2) + number(0, 20)), 1);
}

TEST(ExifOrientation, ShowsThePictureAsTheStandardDrawsIt) {
  Image stored{3, 2, 1, gpu::DataType::uint8, std::vector<std::byte>(6)};
  std::iota(reinterpret_cast<unsigned char*>(stored.pixels.data()),
            reinterpret_cast<unsigned char*>(stored.pixels.data()) + 6, static_cast<unsigned char>(1));
  // Exif 2.32, 4.6.4: the positions of row 0 and column 0.
  const std::vector<int> shown[] = {{1, 2, 3, 4, 5, 6}, {3, 2, 1, 6, 5, 4}, {6, 5, 4, 3, 2, 1}, {4, 5, 6, 1, 2, 3},
                                    {1, 4, 2, 5, 3, 6}, {4, 1, 5, 2, 6, 3}, {6, 3, 5, 2, 4, 1}, {3, 6, 2, 5, 1, 4}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const Image image = oriented(stored, orientation);
    EXPECT_EQ(values_of(image), shown[orientation - 1]) << orientation;
    EXPECT_EQ(image.width, orientation >= 5 ? 2 : 3) << orientation;
    EXPECT_EQ(image.height, orientation >= 5 ? 3 : 2) << orientation;
  }
}

TEST(ExifOrientation, KeepsTheBytesOfAPixelTogether) {
  const Image stored{2,
                     1,
                     3,
                     gpu::DataType::uint8,
                     {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5}, std::byte{6}}};
  EXPECT_EQ(values_of(oriented(stored, 6)), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values_of(oriented(stored, 8)), (std::vector{4, 5, 6, 1, 2, 3}));
}

}  // namespace
}  // namespace texelscope::app
