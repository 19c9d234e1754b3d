#include "texelscope/gpu/live_objects.h"

#include <gtest/gtest.h>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

using tests::FakeDevice;

TEST(LiveObjects, CountsCreatedAndDestroyedObjects) {
  FakeDevice fake;
  EXPECT_EQ(fake.live_objects->count(), 1U);
  EXPECT_EQ(fake.live_objects->count(ObjectKind::context), 1U);
  Stream stream = fake.device->create_stream();
  Buffer buffer = fake.device->allocate(16, stream);
  EXPECT_EQ(fake.live_objects->count(), 3U);
  buffer.close();
  EXPECT_EQ(fake.live_objects->count(ObjectKind::memory), 0U);
  stream.close();
  fake.device.reset();
  EXPECT_EQ(fake.live_objects->count(), 0U);
}

TEST(LiveObjects, IgnoresFailedCalls) {
  FakeDevice fake;
  fake.script->answers["cuEventCreate"] = Status::out_of_memory;
  EXPECT_THROW(static_cast<void>(fake.device->create_event({})), DriverError);
  EXPECT_EQ(fake.live_objects->count(ObjectKind::event), 0U);
}

TEST(LiveObjects, StillCountsObjectsThatTheDriverFailedToDestroy) {
  FakeDevice fake;
  fake.script->answers["cuEventDestroy"] = Status::invalid_handle;
  fake.device->create_event({}).close();
  EXPECT_EQ(fake.live_objects->count(ObjectKind::event), 1U);
}

TEST(LiveObjects, ListsEachWithTheCallThatCreatedIt) {
  FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  const Buffer buffer = fake.device->allocate(16, stream);
  const std::vector<std::string> lines = fake.live_objects->list();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "context 0x1 created by cuDevicePrimaryCtxRetain(device=0)");
  EXPECT_EQ(lines[1], "stream 0x100 created by cuStreamCreate()");
  EXPECT_EQ(lines[2], "memory 0x101 created by cuMemAllocAsync(size_bytes=16, stream=0x100)");
}

/// A fabricated call, as observers see it.
class MadeUpCall final : public CallView {
 public:
  MadeUpCall(CallEffect effect, std::uint64_t handle, ObjectKind kind = ObjectKind::memory)
      : effect_{effect}, handle_{handle}, kind_{kind} {}
  [[nodiscard]] std::string_view name() const noexcept override { return "cuMemAlloc"; }
  [[nodiscard]] ObjectKind object_kind() const noexcept override { return kind_; }
  [[nodiscard]] CallEffect effect() const noexcept override { return effect_; }
  [[nodiscard]] std::size_t object_count() const noexcept override { return 1; }
  [[nodiscard]] std::uint64_t object(std::size_t) const noexcept override { return handle_; }
  [[nodiscard]] StreamHandle stream() const noexcept override { return {}; }
  [[nodiscard]] std::string arguments() const override { return ""; }

 private:
  CallEffect effect_;
  std::uint64_t handle_;
  ObjectKind kind_;
};

TEST(LiveObjects, CountsRightWhenAHandleIsReusedBeforeItsDestructionIsSeen) {
  // Thread A frees address 7; thread B receives it and is observed first.
  LiveObjects live;
  live.after(MadeUpCall{CallEffect::creates, 7}, Status::success, {}, {});
  live.after(MadeUpCall{CallEffect::creates, 7}, Status::success, {}, {});
  live.after(MadeUpCall{CallEffect::destroys, 7}, Status::success, {}, {});
  EXPECT_EQ(live.count(), 1U);
}

TEST(LiveObjects, CountsAMappingOutWithItsResource) {
  LiveObjects live;
  live.after(MadeUpCall{CallEffect::creates, 7, ObjectKind::graphics_resource}, Status::success, {}, {});
  live.after(MadeUpCall{CallEffect::creates, 7, ObjectKind::mapping}, Status::success, {}, {});
  live.after(MadeUpCall{CallEffect::destroys, 7, ObjectKind::mapping}, Status::launch_failed, {}, {});
  EXPECT_EQ(live.count(ObjectKind::mapping), 1U);
  live.after(MadeUpCall{CallEffect::destroys, 7, ObjectKind::graphics_resource}, Status::success, {}, {});
  EXPECT_EQ(live.count(), 0U);
}

}  // namespace
}  // namespace texelscope::gpu
