#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::samples_of;
using tests::values_of;

TEST(Pnm, ReadsNumbersAsText) {
  EXPECT_EQ(values_of(decoded("P2\n# a comment\n3 1\n255\n0 17 # another\n255\n")), (std::vector{0, 17, 255}));
  const Image color = decoded("P3 1 2 255 1 2 3\n4 5 6");
  EXPECT_EQ(color.channels, 3);
  EXPECT_EQ(values_of(color), (std::vector{1, 2, 3, 4, 5, 6}));
}

TEST(Pnm, ScalesTextWithOtherMaximumValues) {
  EXPECT_EQ(values_of(decoded("P2 3 1 15 0 7 15")), (std::vector{0, 119, 255}));
  EXPECT_EQ(samples_of<std::uint16_t>(decoded("P2 2 1 65535 258 65535")), (std::vector<std::uint16_t>{258, 65535}));
}

TEST(Pnm, ReadsBitsAsBlackAndWhite) {
  EXPECT_EQ(values_of(decoded("P1 3 2\n101\n0 1 0\n")), (std::vector{0, 255, 0, 255, 0, 255}));
  EXPECT_EQ(values_of(decoded("P4 9 2\n" + bytes({0b10000000, 0b10000000, 0b01000000, 0}))),
            (std::vector{0, 255, 255, 255, 255, 255, 255, 255, 0, 255, 0, 255, 255, 255, 255, 255, 255, 255}));
}

TEST(Pnm, RefusesEachTruncation) {
  const std::string files[] = {"P2 3 1 255 0 17 2", "P3 1 2 255 1 2 3 4 5 6", "P1 3 2 101010",
                               "P4 9 2 " + bytes({1, 2, 3, 4}), "Pf 1 1 -1.0 " + bytes({0, 0, 128, 63})};
  for (const std::string& file : files) {
    EXPECT_EQ(error_of(file), "");
    for (std::size_t size = 3; size < file.size(); ++size) {
      EXPECT_NE(error_of(file.substr(0, size)), "") << file << " cut to " << size;
    }
  }
  EXPECT_NE(error_of("P2 2 1 255 3 x").find("missing value"), std::string::npos);
}

TEST(Pfm, ReadsRowsFromTheBottomInEitherByteOrder) {
  const std::string one = bytes({0, 0, 128, 63});
  const std::string two = bytes({0, 0, 0, 64});
  const Image little = decoded("Pf\n1 2\n-1.0\n" + one + two);
  EXPECT_EQ(little.type, gpu::DataType::float32);
  EXPECT_EQ(samples_of<float>(little), (std::vector{2.0F, 1.0F}));
  const Image big = decoded("PF\n1 1\n1.0\n" + bytes({63, 128, 0, 0, 64, 0, 0, 0, 191, 128, 0, 0}));
  EXPECT_EQ(big.channels, 3);
  EXPECT_EQ(samples_of<float>(big), (std::vector{1.0F, 2.0F, -1.0F}));
}

TEST(Pfm, RefusesAnInvalidScale) {
  for (const std::string scale : {"0", "nan", "x", "1.0x"}) {
    EXPECT_NE(error_of("Pf 1 1 " + scale + " " + bytes({0, 0, 128, 63}))
                  .find("its scale '" + scale + "' is not a nonzero number"),
              std::string::npos)
        << scale;
  }
}

TEST(Pfm, AcceptsAPlusSignBeforeItsScale) {
  EXPECT_EQ(samples_of<float>(decoded("Pf 1 1 +1 " + bytes({63, 128, 0, 0}))), (std::vector{1.0F}));
  EXPECT_NE(error_of("Pf 1 1 +-1 " + bytes({63, 128, 0, 0})), "");
}

TEST(Pnm, ReportsTrailingData) {
  const std::string note = "; ignored after its end: ";
  EXPECT_EQ(decoded("P5 2 1 255\n" + bytes({1, 2, 3, 4})).note, "it ends at byte 13" + note + "2 bytes");
  EXPECT_EQ(decoded("P4 8 1\n" + bytes({1, 2})).note, "it ends at byte 8" + note + "1 byte");
  EXPECT_EQ(decoded("P2 2 1 255 1 2 3").note, "it ends at byte 15" + note + "1 byte");
  EXPECT_EQ(decoded("P1 2 1 10 1").note, "it ends at byte 10" + note + "1 byte");
  EXPECT_EQ(decoded("Pf 1 1 -1\n" + bytes({0, 0, 128, 63, 7})).note, "it ends at byte 14" + note + "1 byte");
  for (const std::string& file : {"P5 2 1 255\n" + bytes({1, 2, 10}), std::string("P2 2 1 255 1 2 # the end\n")}) {
    EXPECT_EQ(decoded(file).note, "") << file;
  }
}

TEST(Pnm, RequiresWhiteSpaceAfterItsMagicNumber) {
  EXPECT_EQ(values_of(decoded("P2#a comment\n2 1 255 3 4")), (std::vector{3, 4}));
  for (const std::string file : {"P62 1 255\nabcdef", "P21 1 255 3"}) {
    EXPECT_NE(error_of(file).find("unsupported image format"), std::string::npos) << file << error_of(file);
  }
}

TEST(Pnm, RefusesValuesAboveTheMaximum) {
  for (const std::string& file : {std::string("P2 2 1 100 50 101"), "P5 2 1 100\n" + bytes({50, 200}),
                                  "P5 1 1 1000\n" + bytes({4, 0}), std::string("P2 1 1 255 99999999999999999999")}) {
    EXPECT_NE(error_of(file).find("a value exceeds its maximum value"), std::string::npos) << error_of(file);
  }
}

TEST(Pnm, RequiresWhiteSpaceAfterItsHeader) {
  EXPECT_NE(error_of("P5 2 1 255x12").find("no white space after its maximum value"), std::string::npos);
  EXPECT_NE(error_of("P5 2 1 255#12").find("no white space after its header"), std::string::npos);
  EXPECT_NE(error_of("P4 8 1x1").find("no white space after its height"), std::string::npos);
}

TEST(Pnm, AcceptsCarriageReturnAndLineFeedIfTheSizeShowsIt) {
  EXPECT_EQ(values_of(decoded("P5\r\n2 1\r\n255\r\n" + bytes({1, 2}))), (std::vector{1, 2}));
  EXPECT_EQ(samples_of<float>(decoded("Pf\r\n1 1\r\n-1.0\r\n" + bytes({0, 0, 128, 63}))), (std::vector{1.0F}));
  for (const std::vector<int>& pixels : {std::vector{1}, std::vector{1, 2, 3}}) {
    EXPECT_NE(error_of("P5\r\n2 1\r\n255\r\n" + bytes(pixels)).find("its header ends in CR LF"), std::string::npos);
  }
  EXPECT_EQ(values_of(decoded("P5 2 1 255\r" + bytes({1, 2}))), (std::vector{1, 2}));
}

}  // namespace
}  // namespace texelscope::app
