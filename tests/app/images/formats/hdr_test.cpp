#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::samples_of;

std::string hdr(const std::string& size, const std::string& pixels, const std::string& more = "") {
  return "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n" + more + "\n" + size + "\n" + pixels;
}

/// The values of the mantissas 128, 64 and 0 with exponent byte 128.
const std::vector<float> half_red{0.5F, 0.25F, 0};

std::vector<float> repeated(const std::vector<float>& texel, int count) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) {
    values.insert(values.end(), texel.begin(), texel.end());
  }
  return values;
}

TEST(Hdr, RepeatsThePreviousTexelInOldFiles) {
  EXPECT_EQ(samples_of<float>(decoded(hdr("-Y 1 +X 4", bytes({128, 64, 0, 128, 1, 1, 1, 3})))), repeated(half_red, 4));
}

TEST(Hdr, ScalesMantissasByTheirExponent) {
  // Mantissa · 2^(exponent − 136), and black without an exponent (Ward, "Real Pixels").
  EXPECT_EQ(samples_of<float>(decoded(hdr("-Y 1 +X 4", bytes({200, 100, 50, 0, 1, 2, 255, 1, 1, 2, 255, 136,  //
                                                              1, 2, 255, 255})))),
            (std::vector<float>{0, 0, 0, 0x1p-135F, 0x2p-135F, 0xFFp-135F, 1, 2, 255, 0x1p119F, 0x2p119F, 0xFFp119F}));
}

TEST(Hdr, MultipliesConsecutiveRunsBy256) {
  const std::string pixels = bytes({128, 64, 0, 128, 1, 1, 1, 4, 1, 1, 1, 1, 128, 64, 0, 128});
  EXPECT_EQ(samples_of<float>(decoded(hdr("-Y 1 +X 262", pixels))), repeated(half_red, 262));
}

TEST(Hdr, RefusesOldRunsThatAreTooLongOrRepeatNothing) {
  for (const std::string& pixels : {bytes({1, 1, 1, 3}), bytes({128, 64, 0, 128, 1, 1, 1, 4}),
                                    bytes({128, 64, 0, 128, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 255})}) {
    EXPECT_NE(error_of(hdr("-Y 1 +X 4", pixels)).find("impossible length"), std::string::npos);
  }
}

TEST(Hdr, NamesAnExposureThatIsNotApplied) {
  const Image image = decoded(hdr("-Y 1 +X 1", bytes({128, 64, 0, 128}), "EXPOSURE=2\n"));
  EXPECT_EQ(samples_of<float>(image), half_red);
  EXPECT_EQ(image.note, "its EXPOSURE is not applied: values are as stored");
}

TEST(Hdr, NamesPrimariesThatAreNotThoseOfSrgb) {
  const auto note_of = [](const std::string& primaries) {
    return decoded(hdr("-Y 1 +X 1", bytes({128, 64, 0, 128}), "PRIMARIES=" + primaries + "\n")).note;
  };
  const std::string note = "its primaries are not applied: colors are shown as sRGB";
  EXPECT_EQ(note_of("0.64 0.33 0.30 0.60 0.15 0.06 0.3127 0.3290"), "");
  EXPECT_EQ(note_of("0.64 0.33 0.29 0.60 0.15 0.06 0.333 0.333"), note);
  EXPECT_EQ(note_of("none"), note);
}

/// A row of eight texels with run-length encoded channels, whose header claims `texels`.
std::string encoded_row(int texels) {
  return bytes({2, 2, texels >> 8, texels & 255, 136, 128, 136, 64, 136, 0, 136, 128});
}

TEST(Hdr, ReadsRowsWithSeparatelyEncodedChannels) {
  EXPECT_EQ(samples_of<float>(decoded(hdr("-Y 1 +X 8", encoded_row(8)))), repeated(half_red, 8));
}

TEST(Hdr, RefusesARowWithTheWrongWidth) {
  const std::string pixels = std::string(32, '\0');
  for (const int texels : {7, 9, 264}) {
    const std::string error = error_of(hdr("-Y 1 +X 8", encoded_row(texels) + pixels));
    EXPECT_NE(error.find("a row has " + std::to_string(texels) + " pixels, but the image is 8 pixels wide"),
              std::string::npos)
        << error;
  }
  // Rows of fewer than 8 pixels are not encoded, nor are rows whose third byte exceeds 127.
  EXPECT_EQ(error_of(hdr("-Y 1 +X 4", encoded_row(8) + pixels)), "");
  EXPECT_EQ(error_of(hdr("-Y 1 +X 8", bytes({2, 2, 128, 8}) + pixels)), "");
  // The width of an encoded row has 15 bits.
  std::string wide;
  for (int texel = 0; texel < 32768; ++texel) {
    wide += bytes({2, 2, 0, 136});
  }
  EXPECT_EQ(error_of(hdr("-Y 1 +X 32768", wide)), "");
}

TEST(Hdr, NamesEverythingThatIsNotApplied) {
  const std::string more = "EXPOSURE=2\nEXPOSURE=3\nCOLORCORR=1 2 3\nPRIMARIES=0.7 0.3 0.2 0.7 0.1 0.1 0.3 0.3\n";
  EXPECT_EQ(decoded(hdr("-Y 1 +X 1", bytes({128, 64, 0, 128}), more)).note,
            "its EXPOSURE is not applied: values are as stored; its COLORCORR is not applied: values are as stored; "
            "its primaries are not applied: colors are shown as sRGB");
}

}  // namespace
}  // namespace texelscope::app
