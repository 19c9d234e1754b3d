#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::tests {

/// Devices of this machine that tests run on: the CPU device and every CUDA device that can be opened.
[[nodiscard]] std::vector<gpu::DeviceId> devices_to_test();

/// "cpu", "cuda_0": a name that GoogleTest accepts.
[[nodiscard]] std::string device_test_name(const testing::TestParamInfo<gpu::DeviceId>& info);

/// Fails a test when it leaves objects of the driver behind or provokes an unexpected diagnostic.
class DeviceFixture : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  [[nodiscard]] virtual gpu::DeviceId device_id() const = 0;

  /// The device, opened for this test with a counter of live objects.
  [[nodiscard]] const gpu::Device& device() const { return *device_; }
  /// A stream of this test.
  [[nodiscard]] const gpu::Stream& stream() const { return *stream_; }
  /// The number of live objects of the driver, including the context and stream().
  [[nodiscard]] std::size_t live_object_count() const { return live_objects_->count(); }
  /// Diagnostics since the test began or since the last call of this function; a test that expects diagnostics must
  /// take them.
  [[nodiscard]] std::vector<gpu::Diagnostic> take_diagnostics();

 private:
  std::shared_ptr<gpu::LiveObjects> live_objects_;
  std::shared_ptr<std::vector<gpu::Diagnostic>> diagnostics_;
  std::optional<gpu::Device> device_;
  std::optional<gpu::Stream> stream_;
};

/// Runs a test once for each device.
class DeviceTest : public DeviceFixture, public testing::WithParamInterface<gpu::DeviceId> {
 protected:
  [[nodiscard]] gpu::DeviceId device_id() const override { return GetParam(); }
};

}  // namespace texelscope::tests

#define TEXELSCOPE_INSTANTIATE_FOR_DEVICES(Suite)                                              \
  INSTANTIATE_TEST_SUITE_P(On, Suite, testing::ValuesIn(texelscope::tests::devices_to_test()), \
                           texelscope::tests::device_test_name)
