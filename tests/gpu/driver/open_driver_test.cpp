#include "gpu/driver/open_driver.h"

#include <gtest/gtest.h>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::driver {
namespace {

TEST(OpenDriver, HasOneCpuDevice) {
  EXPECT_NE(open_driver({DeviceKind::cpu, 0}), nullptr);
  const std::string text = tests::error_of<Unavailable>([] { static_cast<void>(open_driver({DeviceKind::cpu, 1})); });
  EXPECT_NE(text.find("use number 0, not 1"), std::string::npos) << text;
}

TEST(OpenDriver, ReportsWhyACudaDeviceDoesNotExist) {
  const std::string text = tests::error_of<Unavailable>([] {
    static_cast<void>(open_driver({DeviceKind::cuda, 4096}));
  });
  EXPECT_NE(text, "no error");
  EXPECT_NE(text.find_first_of(":;"), std::string::npos) << "the solution follows: " << text;
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace texelscope::gpu::driver
