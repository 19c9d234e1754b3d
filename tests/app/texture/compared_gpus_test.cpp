#include "app/texture/compared_gpus.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(ComparedGPUs, AreNamedForGPUsOfOtherGenerations) {
  EXPECT_EQ(uncompared_note({.compute_major = 9, .compute_minor = 0}), "");
  EXPECT_EQ(uncompared_note({}), "") << "the CPU device is the model";
  EXPECT_EQ(uncompared_note({.compute_major = 8, .compute_minor = 6}),
            "The model was compared with Hopper (H100 and H200), not with compute capability 8.6; \"texelscope "
            "conformance --record FILE\" makes a recording to send in.");
}

}  // namespace
}  // namespace texelscope::app
