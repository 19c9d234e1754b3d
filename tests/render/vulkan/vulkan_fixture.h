#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "render/common/error.h"
#include "render/vulkan/context/context.h"
#include "render/vulkan/context/validation.h"

namespace texelscope::tests {

/// Expects no messages from the validation layers, if they are enabled.
inline void expect_no_messages() {
  for (const std::string& message : render::vulkan::take_validation_messages()) {
    ADD_FAILURE() << message;
  }
}

/// A test with a Vulkan device, under the validation layers where they are installed, which must have nothing to say.
class VulkanTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TEXELSCOPE_VULKAN_VALIDATION", "auto", 0);
    try {
      context_.emplace(render::vulkan::DeviceChoice{});
    } catch (const render::Unavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
  }
  void TearDown() override {
    // Leaks are reported when the device is destroyed.
    context_.reset();
    expect_no_messages();
  }

  [[nodiscard]] const render::vulkan::Context& context() const { return *context_; }

 private:
  std::optional<render::vulkan::Context> context_;
};

}  // namespace texelscope::tests
