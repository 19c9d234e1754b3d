#include "app/lessons/lesson_facts.h"

#include <gtest/gtest.h>

#include "app/text/parameter.h"
#include "tests/app/lessons/facts_fixture.h"

namespace texelscope::app {
namespace {

using ImageFactsOnEach = LessonFactsOnEach;

TEST_P(ImageFactsOnEach, ShowAKernelsWritesAfterTheUnmap) {
  const LessonFacts life =
      facts("image", R"({"do": ["register", "map", "array", "surface", "write", "is_seen", "unmap", "is_seen"]})");
  EXPECT_EQ(life.at("a.refused"), "0");
  EXPECT_EQ(life.at("a.6"), "no");
  EXPECT_EQ(life.at("a.8"), "yes");
  EXPECT_EQ(life.at("a.first_yes"), "8");
  // The kernel is done, and the picture is still mapped.
  const LessonFacts mapped =
      facts("image", R"({"do": ["register", "map", "array", "surface", "write", "synchronize", "is_seen"]})");
  EXPECT_EQ(mapped.at("a.6"), "ok");
  EXPECT_EQ(mapped.at("a.first_yes"), "0");
}

TEST_P(ImageFactsOnEach, OrderOpenGLOnlyAfterTheStreamOfTheUnmap) {
  const LessonFacts mistaken = facts("image", R"({"do": ["register", "map a", "array", "surface", "held_work b",
                                                         "write b", "unmap a", "seen_texels", "let_go"]})");
  EXPECT_EQ(mistaken.at("a.refused"), "0");
  EXPECT_EQ(mistaken.at("a.8"), "0");
  const std::string begin = R"({"do": ["register", "map a", "array", "surface", "record a mapped", "wait b mapped", )";
  const LessonFacts ordered =
      facts("image", begin + R"("write b", "record b written", "wait a written", "unmap a", "seen_texels"]})");
  EXPECT_EQ(ordered.at("a.11"), "128");  // 16 × 8
  const LessonFacts unmapped = facts("image", begin + R"("write b", "unmap b", "seen_texels"]})");
  EXPECT_EQ(unmapped.at("a.9"), "128");
}

TEST_P(ImageFactsOnEach, RefuseWhatIsOutOfOrder) {
  for (const auto& [operations, refused] : std::vector<std::pair<std::string, std::string>>{
           {R"("register", "map", "map", "unmap", "unmap")", "3"},
           {R"("register", "map", "unmap", "unmap")", "4"},
           {R"("register", "map", "array", "pointer")", "4"},
           {R"("register", "map", "array", "surface", "unmap", "write")", "6"},
           {R"("register", "map", "array", "unmap", "texture")", "5"},
           {R"("register", "map", "close", "map")", "4"},
           {R"("register_for_reading", "map", "array", "texture")", "0"},
           {R"("register", "map", "array", "copy_out 512", "copy_out 511")", "5"}}) {
    const LessonFacts life = facts("image", R"({"do": [)" + operations + "]}");
    EXPECT_EQ(life.at("a.refused"), refused) << operations;
    EXPECT_EQ(life.at("a.reason").empty(), refused == "0") << operations;
  }
}

TEST_P(ImageFactsOnEach, KnowTheirOperations) {
  for (const char* const operations : {R"("nothing")", R"("map")", R"("")", R"("register", "map", "array", "copy_out")",
                                       R"("register", "map", "array", "copy_out many")"}) {
    EXPECT_THROW(static_cast<void>(facts("image", std::string{R"({"do": [)"} + operations + "]}")), ParameterError)
        << operations;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ImageFactsOnEach);

}  // namespace
}  // namespace texelscope::app
