#include "app/conformance/known_bounds.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace texelscope::app {
namespace {

TEST(KnownBounds, LeaveNothingOpenThatMustBeExact) {
  std::size_t open = 0;
  for (const ConformanceClass& made : conformance_classes()) {
    const bool may_be_open = made.group == ConformanceGroup::anisotropy || made.group == ConformanceGroup::gradients ||
                             made.group == ConformanceGroup::levels;
    EXPECT_TRUE(may_be_open || known_bound(made) == 0) << made.name;
    open += known_bound(made) > 0 ? 1 : 0;
  }
  EXPECT_LE(open, 170U) << "rules that were found are not to be lost";
}

TEST(KnownBounds, AreBoundsInEachClass) {
  for (const ConformanceClass& made : conformance_classes()) {
    EXPECT_LT(known_bound(made), 0.8) << made.name;
    EXPECT_TRUE(made.group != ConformanceGroup::anisotropy || known_bound(made) > 0) << made.name << " has no figure";
  }
}

TextureSetup setup_of(gpu::Extent shape, unsigned max_anisotropy) {
  TextureSetup setup;
  setup.array.shape = shape;
  setup.texture.max_anisotropy = max_anisotropy;
  return setup;
}

TEST(KnownDifferences, NameTheClassAndItsFigure) {
  EXPECT_NE(known_differences(setup_of({8, 8}, 4), true).find("'2D integers point, anisotropic'"), std::string::npos)
      << known_differences(setup_of({8, 8}, 4), true);
  EXPECT_NE(known_differences(setup_of({8, 8}, 4), true).find("34 %"), std::string::npos);
  EXPECT_NE(known_differences(setup_of({8, 8, 8}, 0), true).find("'3D integers point, gradients"), std::string::npos)
      << known_differences(setup_of({8, 8, 8}, 0), true);
  TextureSetup cube = setup_of({8, 8}, 0);
  cube.array.kind = gpu::ArrayKind::cube_map;
  cube.array.format = gpu::DataType::float32;
  EXPECT_NE(known_differences(cube, true).find("'cube float32 point, gradients"), std::string::npos)
      << known_differences(cube, true);
}

TEST(KnownDifferences, AreNoneWhereTheModelIsExact) {
  EXPECT_EQ(known_differences(setup_of({8, 8}, 0), true), "");
  EXPECT_EQ(known_differences(setup_of({8, 8}, 1), true), "");
  EXPECT_EQ(known_differences(setup_of({8, 8, 8}, 0), false), "");
}

TEST(KnownDifferences, SayThatAnisotropyNeedsGradients) {
  EXPECT_NE(known_differences(setup_of({8, 8}, 4), false).find("no effect without gradients"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
