#include "app/text/nearest_name.h"

#include <gtest/gtest.h>

#include <string>

namespace texelscope::app {
namespace {

constexpr std::string_view names[] = {"image", "plasma", "reaction_diffusion"};

TEST(NearestName, FindsAMisspeltName) {
  EXPECT_EQ(nearest_name("plasm", names), "plasma");
  EXPECT_EQ(nearest_name("imgae", names), "image");
  EXPECT_EQ(nearest_name("reaction-diffusion", names), "reaction_diffusion");
  EXPECT_EQ(nearest_name("reaction", names), "reaction_diffusion");
}

TEST(NearestName, FindsNoneThatIsNotNear) {
  EXPECT_EQ(nearest_name("quux", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), names), "");
}

}  // namespace
}  // namespace texelscope::app
