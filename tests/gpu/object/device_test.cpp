#include "texelscope/gpu/device.h"

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/other_context.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

TEST(DeviceId, IsParsedFromItsText) {
  EXPECT_EQ(device_id_from_string("cpu"), (DeviceId{DeviceKind::cpu, 0}));
  EXPECT_EQ(device_id_from_string("cuda"), (DeviceId{DeviceKind::cuda, 0}));
  EXPECT_EQ(device_id_from_string("cuda:0"), (DeviceId{DeviceKind::cuda, 0}));
  EXPECT_EQ(device_id_from_string("cuda:12"), (DeviceId{DeviceKind::cuda, 12}));
  EXPECT_EQ(to_string(DeviceId{DeviceKind::cpu, 0}), "cpu");
  EXPECT_EQ(to_string(DeviceId{DeviceKind::cuda, 12}), "cuda:12");
}

TEST(DeviceId, IsNotParsedFromOtherTexts) {
  for (const char* text : {"", "CPU", "cpu:0", "gpu", "cuda:", "cuda:-1", "cuda:+1", "cuda: 1", "cuda:1x", "cuda:0x1",
                           " cuda", "cuda:99999999999999999999"}) {
    EXPECT_EQ(device_id_from_string(text), std::nullopt) << text;
  }
}

TEST(FindDevices, ListsCudaFirstAndTheCpuDeviceLast) {
  const std::vector<DeviceReport> reports = find_devices();
  ASSERT_GE(reports.size(), 2U);
  EXPECT_EQ(reports.back().id, (DeviceId{DeviceKind::cpu, 0}));
  EXPECT_TRUE(reports.back().properties.has_value()) << reports.back().reason;
  for (std::size_t i = 0; i + 1 < reports.size(); ++i) {
    EXPECT_EQ(reports[i].id, (DeviceId{DeviceKind::cuda, static_cast<int>(i)}));
    EXPECT_NE(reports[i].properties.has_value(), !reports[i].reason.empty()) << "either properties or a reason";
  }
}

TEST(Device, IsUnavailableForAnUnknownNumber) {
  EXPECT_THROW(static_cast<void>(Device::open({DeviceKind::cuda, 4096})), Unavailable);
  EXPECT_THROW(static_cast<void>(Device::open({DeviceKind::cpu, 3})), Unavailable);
}

TEST(Device, RefusesToWorkOnceMovedFrom) {
  FakeDevice fake;
  Device device = *fake.device;
  const Device moved = std::move(device);
  EXPECT_EQ(
      error_of<InvalidState>([&] { static_cast<void>(device.create_stream()); }),  // NOLINT(bugprone-use-after-move)
      "this device is closed or was moved from: keep a copy of it while it is in use, or create another");
  EXPECT_THROW(static_cast<void>(device.properties()), InvalidState);
  EXPECT_THROW(device.synchronize(), InvalidState);
  EXPECT_THROW(static_cast<void>(device.allocate_pinned(4)), InvalidState);
}

TEST(Device, RefusesAStreamOfAnotherDevice) {
  FakeDevice fake;
  FakeDevice other({DeviceKind::cuda, 1});
  FakeDevice same_again;
  const Stream stream = fake.device->create_stream();
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(other.device->allocate(4, stream)); }),
            "the device belongs to cuda:1 and the stream to cuda:0: use objects of the same device");
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(same_again.device->allocate(4, stream)); }),
            "the device and the stream belong to two separately opened instances of cuda:0: open the device once and "
            "share the Device");
  EXPECT_EQ(other.script->count("cuMemAllocAsync"), 0U);
}

class DeviceOnEach : public tests::DeviceTest {};

TEST_P(DeviceOnEach, HasPlausibleProperties) {
  const DeviceProperties& facts = device().properties();
  EXPECT_FALSE(facts.name.empty());
  EXPECT_GT(facts.multiprocessor_count, 0);
  EXPECT_GT(facts.memory_bytes, 1U << 20U);
  EXPECT_GE(facts.max_texture_1d[0], 65536U);
  EXPECT_GE(facts.max_texture_2d[1], 16384U);
  EXPECT_GE(facts.max_texture_3d[2], 2048U);
  EXPECT_GT(facts.texture_alignment, 0U);
  EXPECT_EQ(device().id().kind == DeviceKind::cuda, facts.driver_version > 0);
}

TEST_P(DeviceOnEach, LivesAsLongAsTheObjectsCreatedFromIt) {
  const auto live = std::make_shared<LiveObjects>();
  std::optional<Device> opened{Device::open(GetParam(), {{live}, {}})};
  std::optional<Stream> stream{opened->create_stream()};
  opened.reset();
  EXPECT_EQ(live->count(), 2U);
  stream->synchronize();
  EXPECT_EQ(stream->device().id(), GetParam());
  stream.reset();
  EXPECT_EQ(live->count(), 0U);
}

TEST_P(DeviceOnEach, CopiesReferToTheSameDevice) {
  const Device copy = device();
  EXPECT_EQ(copy, device());
  EXPECT_NE(*tests::OtherDevice(GetParam()), device());
  EXPECT_EQ(Device::open(GetParam()) == device(), GetParam().kind == DeviceKind::cuda)
      << "a GPU that is opened twice is the same device; each opening of the CPU device is a separate device";
}

TEST_P(DeviceOnEach, HasADefaultStreamOnRequest) {
  const Stream by_name = device().default_stream();
  const Buffer buffer = device().allocate_pinned(64);
  buffer.fill(std::byte{7}, by_name);
  by_name.synchronize();
  EXPECT_EQ(buffer.host_bytes()[63], std::byte{7});
  EXPECT_TRUE(by_name.is_done());
}

TEST_P(DeviceOnEach, SynchronizesAllStreams) {
  const Stream other = device().create_stream();
  const Buffer first = device().allocate_pinned(1 << 22U);
  const Buffer second = device().allocate_pinned(1 << 22U);
  first.fill(std::byte{1}, stream());
  second.fill(std::byte{2}, other);
  device().synchronize();
  EXPECT_EQ(first.host_bytes().back(), std::byte{1});
  EXPECT_EQ(second.host_bytes().back(), std::byte{2});
}

TEST_P(DeviceOnEach, ReportsThroughItsHandler) {
  device().report({Diagnostic::Severity::warning, "a message"});
  const auto diagnostics = take_diagnostics();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics.front().text, "a message");
}

TEST_P(DeviceOnEach, ShowsItsCallsToAllObserversInOrder) {
  const auto first = std::make_shared<Trace>();
  const auto second = std::make_shared<Trace>();
  {
    const Device opened = Device::open(GetParam(), {{first, second}, {}});
    opened.synchronize();
  }
  ASSERT_EQ(first->records().size(), second->records().size());
  EXPECT_EQ(first->records().front().name, "cuDevicePrimaryCtxRetain");
  EXPECT_EQ(first->records().back().name, "cuDevicePrimaryCtxRelease");
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(DeviceOnEach);

}  // namespace
}  // namespace texelscope::gpu
