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

TEST(Pnm, ScalesTextOfOtherMaximalValues) {
  EXPECT_EQ(values_of(decoded("P2 3 1 15 0 7 15")), (std::vector{0, 119, 255}));
  EXPECT_EQ(samples_of<std::uint16_t>(decoded("P2 2 1 65535 258 65535")), (std::vector<std::uint16_t>{258, 65535}));
}

TEST(Pnm, ReadsBitsAsBlackAndWhite) {
  EXPECT_EQ(values_of(decoded("P1 3 2\n101\n0 1 0\n")), (std::vector{0, 255, 0, 255, 0, 255}));
  EXPECT_EQ(values_of(decoded("P4 9 2\n" + bytes({0b10000000, 0b10000000, 0b01000000, 0}))),
            (std::vector{0, 255, 255, 255, 255, 255, 255, 255, 0, 255, 0, 255, 255, 255, 255, 255, 255, 255}));
}

TEST(Pnm, RefusesEachCut) {
  const std::string files[] = {"P2 3 1 255 0 17 2", "P3 1 2 255 1 2 3 4 5 6", "P1 3 2 101010",
                               "P4 9 2 " + bytes({1, 2, 3, 4}), "Pf 1 1 -1.0 " + bytes({0, 0, 128, 63})};
  for (const std::string& file : files) {
    EXPECT_EQ(error_of(file), "");
    for (std::size_t size = 3; size < file.size(); ++size) {
      EXPECT_NE(error_of(file.substr(0, size)), "") << file << " cut to " << size;
    }
  }
  EXPECT_NE(error_of("P2 2 1 255 3 x").find("no value where one must be"), std::string::npos);
}

TEST(Pfm, ReadsRowsFromTheBottomInEitherOrderOfBytes) {
  const std::string one = bytes({0, 0, 128, 63});
  const std::string two = bytes({0, 0, 0, 64});
  const Image little = decoded("Pf\n1 2\n-1.0\n" + one + two);
  EXPECT_EQ(little.type, gpu::DataType::float32);
  EXPECT_EQ(samples_of<float>(little), (std::vector{2.0F, 1.0F}));
  const Image big = decoded("PF\n1 1\n1.0\n" + bytes({63, 128, 0, 0, 64, 0, 0, 0, 191, 128, 0, 0}));
  EXPECT_EQ(big.channels, 3);
  EXPECT_EQ(samples_of<float>(big), (std::vector{1.0F, 2.0F, -1.0F}));
}

TEST(Pfm, RefusesAScaleThatIsNone) {
  for (const std::string scale : {"0", "nan", "x", "1.0x"}) {
    EXPECT_NE(error_of("Pf 1 1 " + scale + " " + bytes({0, 0, 128, 63})).find("its scale is no number"),
              std::string::npos)
        << scale;
  }
}

}  // namespace
}  // namespace texelscope::app
