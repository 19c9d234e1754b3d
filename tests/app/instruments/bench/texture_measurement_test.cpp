#include "app/instruments/bench/texture_measurement.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/bench/interleaved_timing.h"
#include "app/interop/gl_sampling.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

class TextureSpeed : public tests::DeviceTest {};

TEST_P(TextureSpeed, MatchesTheImageOfGlInEveryCase) {
  const SoftwareGl gl = open_software_gl();
  if (!gl.context) {
    GTEST_SKIP() << gl.text;
  }
  for (const TextureSpeedCase& each : texture_cases()) {
    const TextureFigure figure = measure(each, stream(), {.size = 128, .rounds = 1, .has_gl = true});
    EXPECT_TRUE(figure.is_right()) << line_of(figure);
    EXPECT_GT(figure.device.median, 0) << line_of(figure);
    EXPECT_GT(figure.gl->ratio.median, 0) << line_of(figure);
  }
}

TEST_P(TextureSpeed, ReportsItsFigureWithoutGl) {
  const TextureSpeedCase first = texture_cases().front();
  const TextureFigure figure = measure(first, stream(), {.size = 64, .rounds = 3});
  const nlohmann::json json = json_of(figure);
  EXPECT_EQ(json["name"], "2D RGBA8 linear clamp");
  EXPECT_EQ(json["source"], "1024x1024");
  EXPECT_EQ(json["result"], "RGBA8");
  EXPECT_LE(json["mtexels_per_second"]["lowest"], json["mtexels_per_second"]["median"]);
  EXPECT_LE(json["mtexels_per_second"]["median"], json["mtexels_per_second"]["highest"]);
  EXPECT_FALSE(json.contains("ratio"));
  EXPECT_TRUE(figure.is_right());
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(TextureSpeed);

TEST(TextureFigure, ReportsThatImagesDiffer) {
  TextureFigure figure;
  figure.measured = texture_cases().front();
  figure.gl = TextureFigure::Peer{{}, {}, 0.02};
  EXPECT_FALSE(figure.is_right());
  EXPECT_NE(line_of(figure).find("WRONG: 2.0 %"), std::string::npos);
  figure.measured.has_same_image = false;
  EXPECT_TRUE(figure.is_right());
  EXPECT_NE(line_of(figure).find("images not compared"), std::string::npos);
}

TEST(TextureCases, HaveUniqueNames) {
  std::set<std::string> names;
  for (const TextureSpeedCase& each : texture_cases()) {
    EXPECT_TRUE(names.insert(name_of(each)).second) << name_of(each);
  }
  for (const char* name :
       {"2D RGBA8 linear clamp", "2D RGBA32F linear clamp", "3D R32F point clamp", "1D SRGB8_ALPHA8 linear clamp",
        "2D RGBA8 linear border", "2D RGBA8_SNORM point clamp", "2D R8 linear mirror", "3D RGBA8 linear clamp level",
        "cube RGBA32F linear clamp level", "2D RGBA8 linear clamp gradients", "2D RGBA32F linear clamp anisotropy"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(Median, IsTheMiddleOne) { EXPECT_EQ(median({3, 9, 1}), 3); }

}  // namespace
}  // namespace texelscope::app
