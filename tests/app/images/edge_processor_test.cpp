#include "app/images/edge_processor.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace texelscope::app {
namespace {

TEST(EdgeProcessor, MatchesTheVendorOfTheSystem) {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    if (line.starts_with("vendor_id")) {
      if (line.ends_with("GenuineIntel")) {
        EXPECT_EQ(edge_processor(), "Intel");
      } else if (line.ends_with("AuthenticAMD")) {
        EXPECT_EQ(edge_processor(), "AMD");
      }
      return;
    }
  }
  GTEST_SKIP() << "the system does not report the vendor of its processor";
}

}  // namespace
}  // namespace texelscope::app
