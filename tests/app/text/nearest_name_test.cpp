#include "app/text/nearest_name.h"

#include <gtest/gtest.h>

#include <string>

namespace texelscope::app {
namespace {

constexpr std::string_view scene_names[] = {"image", "plasma", "reaction_diffusion"};

TEST(NearestName, FindsAMisspelledName) {
  EXPECT_EQ(nearest_name("plasm", scene_names), "plasma");
  EXPECT_EQ(nearest_name("imgae", scene_names), "image");
  EXPECT_EQ(nearest_name("reaction-diffusion", scene_names), "reaction_diffusion");
  EXPECT_EQ(nearest_name("reaction", scene_names), "reaction_diffusion");
}

TEST(NearestName, DiffersInUpToHalfOfItsLettersButNotInAllOfTheOther) {
  EXPECT_EQ(nearest_name("plasmaaaaaa", scene_names), "plasma");
  EXPECT_EQ(nearest_name("plasmaaaaaaa", scene_names), "") << "6 of 12 letters are superfluous, as many as remain";
  EXPECT_EQ(nearest_name("maigeXXX", scene_names), "") << "5 of 8 letters differ";
  constexpr std::string_view letters[] = {"x"};
  EXPECT_EQ(nearest_name("ab", letters), "");
}

TEST(NearestName, FindsNothingIfNoneIsNear) {
  EXPECT_EQ(nearest_name("quux", scene_names), "");
  EXPECT_EQ(nearest_name("", scene_names), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), scene_names), "");
}

}  // namespace
}  // namespace texelscope::app
