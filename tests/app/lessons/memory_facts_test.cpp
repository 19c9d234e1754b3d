#include "app/lessons/lesson_facts.h"

#include <gtest/gtest.h>

#include "app/text/parameter.h"
#include "tests/app/lessons/facts_fixture.h"

namespace texelscope::app {
namespace {

using MemoryFactsOnEach = LessonFactsOnEach;

TEST_P(MemoryFactsOnEach, ReportTheTexelsThatAStrokeHits) {
  const std::string surface = R"("width": "16", "height": "4", "levels": "1", "fill": "zero", "value": "7", "y": "1",
                                 "brush_height": "1")";
  const LessonFacts texel = facts("surface", "{" + surface + R"(, "x": "5", "brush_width": "1"})");
  EXPECT_EQ(texel.at("a.x_bytes"), "20");
  EXPECT_EQ(texel.at("a.row_bytes"), "64");
  EXPECT_EQ(texel.at("a.first_changed"), "(5, 1)");
  EXPECT_EQ(texel.at("a.changed_texels"), "1");
  EXPECT_EQ(texel.at("a.stored"), "7");
  EXPECT_EQ(texel.at("a.warning"), "");
  const LessonFacts mistaken =
      facts("surface", "{" + surface + R"(, "x": "8", "brush_width": "1", "x_in": "mistaken"})");
  EXPECT_EQ(mistaken.at("a.first_changed"), "(2, 1)");
  EXPECT_NE(mistaken.at("a.warning"), "");
  const LessonFacts at_zero = facts("surface", "{" + surface + R"(, "x": "14", "brush_width": "4", "boundary": "zero"})");
  EXPECT_EQ(at_zero.at("a.outside"), "2");
  EXPECT_EQ(at_zero.at("a.changed_texels"), "2");
}

TEST_P(MemoryFactsOnEach, DoNotPerformStrokesThatEndAContext) {
  for (const char* const stroke :
       {R"({"x": "6", "x_in": "bytes", "boundary": "zero"})", R"({"x": "40", "boundary": "trap"})"}) {
    const LessonFacts ending = facts("surface", stroke);
    EXPECT_EQ(ending.at("a.ends_context"), "yes") << stroke;
    EXPECT_FALSE(ending.contains("a.changed_texels")) << stroke;
  }
  EXPECT_THROW(static_cast<void>(facts("surface", R"({"value": "none"})")), ParameterError);
}

TEST_P(MemoryFactsOnEach, ReportThePitchThatTheDeviceRequires) {
  const LessonFacts pitch = facts("pitch", R"({"width": 101, "height": 4})");
  const int alignment = std::stoi(pitch.at("a.alignment"));
  EXPECT_EQ(pitch.at("a.row_bytes"), "404");
  EXPECT_EQ(std::stoi(pitch.at("a.pitch")) % alignment, 0);
  EXPECT_LT(std::stoi(pitch.at("a.padding")), alignment);
  EXPECT_NE(pitch.at("a.reason").find("404"), std::string::npos);
  EXPECT_EQ(facts("pitch", R"({"width": 1024})").at("a.reason"), "");
}

TEST_P(MemoryFactsOnEach, DescribeAnExportedTensor) {
  const LessonFacts slice = facts("dlpack", R"x({"shape": "3,4", "operations": ["sliced(1:, ::2)"]})x");
  EXPECT_EQ(slice.at("a.shape"), "(2, 2)");
  EXPECT_EQ(slice.at("a.strides"), "(4, 2)");
  EXPECT_EQ(slice.at("a.skipped_bytes"), "16");
  EXPECT_EQ(slice.at("a.code"), "2");
  EXPECT_EQ(slice.at("a.bits"), "32");
  EXPECT_EQ(slice.at("a.device"), to_string(device().id()));
  EXPECT_EQ(slice.at("a.device_type"), device().id().kind == gpu::DeviceKind::cpu ? "1" : "2");
  EXPECT_EQ(slice.at("a.freed_by"), "the deleter");
  EXPECT_EQ(slice.at("a.refusal_when_changed"), "");
  EXPECT_EQ(slice.at("a.refusal_without_version"), "");
}

TEST_P(MemoryFactsOnEach, ReportWhyATensorIsNotExported) {
  EXPECT_NE(facts("dlpack", R"({"shape": "3", "type": "<M8[s]"})").at("a.refusal").find("datetime64"),
            std::string::npos);
  EXPECT_NE(facts("dlpack", R"({"shape": "3", "change": {"device_type": 10}})").at("a.refusal_when_changed").find("10"),
            std::string::npos);
  const LessonFacts constant = facts("dlpack", R"({"shape": "3", "is_read_only": true})");
  EXPECT_NE(constant.at("a.refusal_without_version"), "");
  EXPECT_EQ(constant.at("a.is_read_only"), "yes");
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(MemoryFactsOnEach);

}  // namespace
}  // namespace texelscope::app
