#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/cpu/texture_unit/highway_targets.h"
// Must follow highway_targets.h.
#include "hwy/targets.h"

namespace texelscope::tests {

/// A test with each instruction set of fast_fetch.cpp that this processor supports.
class InstructionSetTest : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::GetChosenTarget().Update(GetParam()); }
  void TearDown() override { hwy::GetChosenTarget().Update(hwy::SupportedTargets()); }
};

inline std::vector<std::int64_t> instruction_sets() {
  std::vector<std::int64_t> sets;
  // Targets without vectors use the general functions.
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS & ~(HWY_SCALAR | HWY_EMU128); left != 0;
       left &= left - 1) {
    sets.push_back(left & -left);
  }
  return sets;
}

}  // namespace texelscope::tests

// A processor that supports none of them has no fast functions.
#define TEXELSCOPE_INSTANTIATE_FOR_INSTRUCTION_SETS(suite)                                             \
  INSTANTIATE_TEST_SUITE_P(On, suite, testing::ValuesIn(instruction_sets()),                           \
                           [](const auto& test) { return std::string(hwy::TargetName(test.param)); }); \
  GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(suite)
