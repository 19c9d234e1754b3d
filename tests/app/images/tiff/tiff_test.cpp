#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/image_reader.h"
#include "app/images/tiff/tiff_parts.h"
#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::number;
using tests::samples_of;
using tests::values_of;

/// A little-endian file with one page: fields with one number each, followed by the strip. All numbers have type LONG,
/// which libtiff also accepts in place of SHORT.
struct Tiff {
  std::map<int, std::uint32_t> fields{};
  std::string pixels = bytes({10, 20, 30, 40});

  [[nodiscard]] std::string file() const {
    // An image of 2 × 2 gray pixels with one byte each.
    std::map<int, std::uint32_t> all{{256, 2}, {257, 2}, {258, 8}, {259, 1}, {262, 1}, {273, 0}, {277, 1}, {278, 2}};
    all[279] = static_cast<std::uint32_t>(pixels.size());
    for (const auto& [tag, value] : fields) {
      all[tag] = value;
    }
    all[273] = static_cast<std::uint32_t>(8 + 2 + 12 * all.size() + 4);
    std::string text = std::string("II*\0", 4) + number(8, 4) + number(all.size(), 2);
    for (const auto& [tag, value] : all) {
      constexpr int short_type = 3;
      constexpr int long_type = 4;
      const bool is_long = tag == 273 || tag == 279 || value > 65535;
      text += number(static_cast<std::uint64_t>(tag), 2) + number(is_long ? long_type : short_type, 2) + number(1, 4) +
              number(value, 4);
    }
    return text + number(0, 4) + pixels;
  }
};

TEST(Tiff, IsRecognizedByItsFirstBytes) {
  for (const char* magic : {"II*\0", "MM\0*", "II+\0", "MM\0+"}) {
    EXPECT_TRUE(is_tiff(std::as_bytes(std::span(magic, 4))));
  }
  EXPECT_FALSE(is_tiff(std::as_bytes(std::span("II*", 3))));
}

TEST(Tiff, ReadsGray) { EXPECT_EQ(values_of(decoded(Tiff{}.file())), (std::vector{10, 20, 30, 40})); }

TEST(Tiff, RefusesMoreStripsThanItsRowsNeed) {
  // The file has two strips of one row each, and a number of rows per strip that would make the library read only the
  // first strip.
  const auto page = [](std::uint64_t rows_per_strip, bool is_big) {
    constexpr int short_type = 3;
    constexpr int long_type = 4;
    const std::size_t width = is_big ? 8 : 4;
    const std::size_t start = is_big ? 16 : 8;
    const std::size_t head = start + (is_big ? 8 : 2) + 9 * (is_big ? 20 : 12) + width;
    std::string text =
        is_big ? std::string("II+\0\x08\0\0\0", 8) + number(start, 8) : std::string("II*\0", 4) + number(8, 4);
    text += number(9, is_big ? 8 : 2);
    const auto field = [&](int tag, int type, std::uint64_t count, std::uint64_t value) {
      text += number(static_cast<std::uint64_t>(tag), 2) + number(static_cast<std::uint64_t>(type), 2) +
              number(count, width) + number(value, width);
    };
    field(256, short_type, 1, 2);
    field(257, short_type, 1, 2);
    field(258, short_type, 1, 8);
    field(259, short_type, 1, 1);
    field(262, short_type, 1, 1);
    // A BigTIFF field has space for two 4-byte numbers.
    const std::uint64_t pixels = head + 16;
    field(273, long_type, 2, is_big ? pixels | (pixels + 2) << 32U : head);
    field(277, short_type, 1, 1);
    field(278, long_type, 1, rows_per_strip);
    field(279, long_type, 2, is_big ? 2 | std::uint64_t{2} << 32U : head + 8);
    return text + number(0, width) + number(pixels, 4) + number(pixels + 2, 4) + number(2, 4) + number(2, 4) +
           bytes({10, 20, 30, 40});
  };
  for (const bool is_big : {false, true}) {
    EXPECT_EQ(values_of(decoded(page(1, is_big))), (std::vector{10, 20, 30, 40})) << is_big;
    EXPECT_NE(error_of(page(2147483649, is_big)).find("it has 2 strips, but its pixels need 1 (damaged file)"),
              std::string::npos)
        << error_of(page(2147483649, is_big));
  }
}

TEST(Tiff, RefusesTilesWithoutPixels) {
  // The tile follows the directory of 13 fields.
  const auto tiled = [](std::uint32_t width, std::uint32_t height) {
    return Tiff{{{322, width}, {323, height}, {324, 8 + 2 + 12 * 13 + 4}, {325, 256}}, std::string(256, '\7')}.file();
  };
  EXPECT_EQ(values_of(decoded(tiled(16, 16))), (std::vector{7, 7, 7, 7}));
  EXPECT_NE(error_of(tiled(0, 16)), "");
  EXPECT_NE(error_of(tiled(16, 0)), "");
}

TEST(Tiff, ScalesEachBitDepthToTheFullRange) {
  // Rows begin at byte boundaries, with the highest bit first.
  EXPECT_EQ(values_of(decoded(Tiff{{{258, 1}}, bytes({0x40, 0x80})}.file())), (std::vector{0, 255, 255, 0}));
  EXPECT_EQ(values_of(decoded(Tiff{{{258, 2}}, bytes({0x1B, 0xB1})}.file())), (std::vector{0, 85, 170, 255}));
  EXPECT_EQ(values_of(decoded(Tiff{{{258, 5}}, bytes({0xF8, 0x00, 0x07, 0xC0})}.file())),
            (std::vector{255, 0, 0, 255}));
  const Image deep = decoded(Tiff{{{258, 12}}, bytes({0xFF, 0xF8, 0x00, 0x00, 0x10, 0x02})}.file());
  EXPECT_EQ(samples_of<std::uint16_t>(deep), (std::vector<std::uint16_t>{65535, 32776, 16, 32}));
}

TEST(Tiff, MultipliesInksRoundedToNearest) {
  // What each ink and black let pass, without a profile: 245 · 105 / 255 = 100.9, and so on.
  const Tiff inks{{{256, 1}, {257, 1}, {262, 5}, {277, 4}}, bytes({10, 100, 250, 150})};
  EXPECT_EQ(values_of(decoded(inks.file())), (std::vector{101, 64, 2}));
}

TEST(Tiff, RefusesUnsupportedFormatsByName) {
  struct Case {
    std::map<int, std::uint32_t> fields;
    std::string reason;
  };
  for (const Case& refused :
       {Case{{{339, 2}}, "unsupported samples: signed integers of 8 bits"},
        Case{{{258, 32}}, "unsupported samples: unsigned integers of 32 bits"},
        Case{{{258, 24}, {339, 3}}, "unsupported samples: floats of 24 bits"},
        Case{{{258, 64}, {339, 6}}, "unsupported samples: complex floats of 64 bits"},
        Case{{{262, 8}}, "unsupported colors: CIE L*a*b*, samples per pixel: 1, bits per sample: 8"},
        Case{{{262, 4}}, "unsupported colors: a transparency mask, samples per pixel: 1, bits per sample: 8"},
        Case{{{262, 32845}}, "unsupported colors: LogLuv, samples per pixel: 1, bits per sample: 8"},
        Case{{{262, 32803}}, "unsupported colors: a color filter array, samples per pixel: 1, bits per sample: 8"},
        Case{{{262, 5}}, "unsupported colors: inks, samples per pixel: 1, bits per sample: 8"},
        Case{{{259, 34712}}, "unsupported compression: JPEG 2000"},
        Case{{{259, 12345}}, "unsupported compression: number 12345"}}) {
    const std::string error = error_of(Tiff{refused.fields}.file());
    EXPECT_NE(error.find("cannot read picture: " + refused.reason), std::string::npos) << error;
  }
}

TEST(Tiff, RefusesEachTruncationWithoutAllocating) {
  const std::string whole = Tiff{}.file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
  }
  // The file contains 4 bytes of a 1 GiB image.
  const std::string huge = Tiff{{{256, 32768}, {257, 32768}, {278, 32768}}}.file();
  EXPECT_NE(error_of(huge).find("are too few for 32768x32768 pixels"), std::string::npos) << error_of(huge);
}

TEST(Tiff, RefusesAStripOf2GiBInAFileThatCouldHoldIt) {
  // 100 samples per pixel, of which two are read. The file is larger than a 2000th of the strip, which is compressed by
  // PackBits: the library would divide an uncompressed strip.
  const Tiff tiff{{{256, 5000}, {257, 4300}, {259, 32773}, {277, 100}, {278, 4300}}, std::string(1'100'000, '\0')};
  const std::string error = error_of(tiff.file());
  EXPECT_NE(error.find("a strip or tile of 2150000000 bytes is larger than"), std::string::npos) << error;
}

/// The images of all parts.
std::vector<Image> all_parts(const std::string& file) {
  const ImageReader reader(std::as_bytes(std::span(file)), "picture");
  std::vector<Image> images;
  for (std::size_t part = 0; part < reader.parts().size(); ++part) {
    images.push_back(reader.read_part(part, Orientation::applied));
  }
  return images;
}

TEST(Tiff, ReadsEachOfManyUnspecifiedSamplesAsAPart) {
  const std::string file = Tiff{{{277, 4}}, bytes({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})}.file();
  const std::vector<Image> images = all_parts(file);
  ASSERT_EQ(images.size(), 4U);
  EXPECT_EQ(values_of(images[0]), (std::vector{1, 5, 9, 13}));
  EXPECT_EQ(values_of(images[1]), (std::vector{2, 6, 10, 14}));
  EXPECT_EQ(values_of(images[3]), (std::vector{4, 8, 12, 16}));
  const Image first = decoded(file);
  EXPECT_EQ(first.channels, 1);
  EXPECT_EQ(first.parts, (std::vector<std::string>{"page 1", "channel 2", "channel 3", "channel 4"}));
  EXPECT_EQ(first.whole_parts, 4U) << "a comparison must not ignore the others";
  EXPECT_NE(first.note.find("only the first of its 4 parts is read"), std::string::npos) << first.note;
}

TEST(Tiff, TakesTheFirstOfSeveralExtraSamplesAsAlphaOnlyIfTheFileSaysSo) {
  constexpr unsigned unspecified = 0;
  constexpr unsigned unassociated = 2;
  EXPECT_FALSE(tiff_has_alpha(0, unassociated));
  EXPECT_TRUE(tiff_has_alpha(1, unspecified));
  EXPECT_FALSE(tiff_has_alpha(2, unspecified));
  EXPECT_TRUE(tiff_has_alpha(2, unassociated));
}

TEST(Tiff, ReadsSamplesBeyondColorAndAlphaAsParts) {
  std::vector<int> samples;
  for (int i = 0; i < 2 * 2 * 6; ++i) {
    samples.push_back(i);
  }
  // The first extra sample is alpha; the kinds of the others are in the same field.
  const std::vector<Image> images = all_parts(Tiff{{{262, 2}, {277, 6}, {338, 2}}, bytes(samples)}.file());
  ASSERT_EQ(images.size(), 3U);
  EXPECT_EQ(images[0].channels, 4);
  EXPECT_EQ(values_of(images[0]), (std::vector{0, 1, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15, 18, 19, 20, 21}));
  EXPECT_EQ(values_of(images[1]), (std::vector{4, 10, 16, 22}));
  EXPECT_EQ(values_of(images[2]), (std::vector{5, 11, 17, 23}));
  const Image alone = decoded(Tiff{{{277, 2}}, bytes({1, 2, 3, 4, 5, 6, 7, 8})}.file());
  EXPECT_EQ(values_of(alone), (std::vector{1, 2, 3, 4, 5, 6, 7, 8})) << "a single extra sample is alpha";
  EXPECT_NE(alone.note.find("its unspecified extra sample is read as alpha"), std::string::npos) << alone.note;
  EXPECT_TRUE(alone.parts.empty());
}

/// The file, which has a field for a palette, with these entries: all reds, all greens, all blues.
std::string palette_file(std::string file, const std::vector<std::uint64_t>& entries) {
  const std::size_t field = file.find(number(320, 2) + number(3, 2) + number(1, 4));
  EXPECT_NE(field, std::string::npos);
  file.replace(field, 12, number(320, 2) + number(3, 2) + number(entries.size(), 4) + number(file.size(), 4));
  for (const std::uint64_t entry : entries) {
    file += number(entry, 2);
  }
  return file;
}

TEST(Tiff, ReadsAlphaBesideAPalette) {
  const Tiff tiff{{{258, 1}, {262, 3}, {277, 2}, {320, 0}, {338, 2}}, bytes({0xC0, 0x60})};
  EXPECT_EQ(values_of(decoded(palette_file(tiff.file(), {10 << 8, 20 << 8, 30 << 8, 40 << 8, 50 << 8, 60 << 8}))),
            (std::vector{20, 40, 60, 255, 10, 30, 50, 0, 10, 30, 50, 255, 20, 40, 60, 0}));
}

TEST(Tiff, ReadsPalettesOf8BitsThatShouldHave16) {
  const auto colors = [](std::uint64_t largest) {
    const Tiff tiff{{{258, 1}, {262, 3}, {320, 0}}, bytes({0x40, 0x80})};
    return values_of(decoded(palette_file(tiff.file(), {0, 255, 10, 20, 0, largest})));
  };
  EXPECT_EQ(colors(255), (std::vector{0, 10, 0, 255, 20, 255, 255, 20, 255, 0, 10, 0}));
  // An entry beyond 8 bits: all are of 16 bits, and the lower half is dropped.
  EXPECT_EQ(colors(256), (std::vector{0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}));
}

TEST(Tiff, InvertsColorsButNotAlphaIfWhiteIsZero) {
  const auto values = [](const std::map<int, std::uint32_t>& fields, const std::vector<int>& pixels) {
    return values_of(decoded(Tiff{fields, bytes(pixels)}.file()));
  };
  EXPECT_EQ(values({{262, 0}}, {0, 1, 128, 255}), (std::vector{255, 254, 127, 0}));
  EXPECT_EQ(values({{262, 0}, {277, 2}, {338, 2}}, {0, 255, 10, 0, 255, 100, 200, 1}),
            (std::vector{255, 255, 245, 0, 0, 100, 55, 1}));
}

TEST(Tiff, SkipsTagsOfUnknownType) {
  constexpr int own_tag = 65000;
  for (const int type : {0, 14, 19}) {
    std::string file = Tiff{{{own_tag, 0}}}.file();
    const std::size_t tag = file.find(number(own_tag, 2));
    ASSERT_NE(tag, std::string::npos);
    file.replace(tag + 2, 2, number(static_cast<std::uint64_t>(type), 2));
    EXPECT_EQ(values_of(decoded(file)), (std::vector{10, 20, 30, 40})) << type;
  }
}

TEST(Tiff, IsRotatedByItsTag) {
  const std::string file = Tiff{{{274, 3}}}.file();
  EXPECT_EQ(values_of(decoded(file)), (std::vector{40, 30, 20, 10}));
  EXPECT_EQ(values_of(decoded(file, {.orientation = Orientation::ignored})), (std::vector{10, 20, 30, 40}));
}

}  // namespace
}  // namespace texelscope::app
