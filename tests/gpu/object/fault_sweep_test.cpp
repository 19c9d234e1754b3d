#include <gtest/gtest.h>

#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

/// A bit of everything that needs no graphics.
void use_device(DeviceId id, const DeviceOptions& options) {
  const Device device = Device::open(id, options);
  const Stream stream = device.create_stream();
  const Event start = device.create_event({.has_timing = true});
  const Event end = device.create_event({.has_timing = true});
  stream.record(start);
  const Buffer buffer = device.allocate(256, stream);
  const Buffer pinned = device.allocate_pinned(256);
  buffer.fill(std::byte{1}, stream);
  pinned.copy_from(buffer, stream);
  const CUDAArray array = CUDAArray::from_descriptor(device, {Extent(8, 8), DataType::uint8, 4, true});
  array.copy_from(pinned, stream);
  const TextureObject texture = TextureObject::from_array(array, {});
  const SurfaceObject surface = SurfaceObject::from_array(array);
  const MipmappedArray levels = MipmappedArray::from_descriptor(device, {Extent(8, 8), DataType::uint8, 4, true}, 3);
  const SurfaceObject of_level = SurfaceObject::from_array(levels.level(1));
  TextureDescriptor mipmaps;
  mipmaps.normalized_coords = true;
  mipmaps.max_mipmap_level_clamp = 2;
  const TextureObject of_levels =
      TextureObject::from_resource(ResourceDescriptor::from_mipmapped_array(levels), mipmaps);
  const TextureObject of_buffer =
      TextureObject::from_resource(ResourceDescriptor::from_linear(buffer, DataType::uint8, 4), {});
  stream.record(end);
  stream.wait(end);
  end.synchronize();
  stream.synchronize();
  static_cast<void>(stream.is_done());
  static_cast<void>(elapsed_ms(start, end));
  device.synchronize();
}

class FaultSweep : public tests::DeviceTest {};

TEST_P(FaultSweep, EveryFailedCallIsToldAndNothingIsLeftBehind) {
  std::uint64_t failed_calls = 0;
  for (std::uint64_t nth = 1;; ++nth) {
    SCOPED_TRACE("call " + std::to_string(nth));
    const auto faults = std::make_shared<FaultInjector>(nth, Status::out_of_memory);
    const auto live = std::make_shared<LiveObjects>();
    std::vector<std::string> told;
    DeviceOptions options{{faults, live}, [&told](const Diagnostic& diagnostic) { told.push_back(diagnostic.text); }};
    try {
      use_device(GetParam(), options);
    } catch (const DriverError& error) {
      EXPECT_EQ(error.status(), Status::out_of_memory);
      told.emplace_back(error.what());
    }
    EXPECT_EQ(live->list(), std::vector<std::string>{});
    if (!faults->has_fired()) {
      EXPECT_EQ(told, std::vector<std::string>{});
      break;
    }
    ++failed_calls;
    ASSERT_EQ(told.size(), 1U) << "one line for one failure";
    EXPECT_NE(told.front().find(to_string(GetParam()) + ": cu"), std::string::npos) << told.front();
    EXPECT_NE(told.front().find("CUDA_ERROR_OUT_OF_MEMORY (2): "), std::string::npos) << told.front();
    EXPECT_EQ(told.front().find('\n'), std::string::npos);
  }
  EXPECT_GE(failed_calls, 35U) << "the sweep reached the end";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(FaultSweep);

}  // namespace
}  // namespace texelscope::gpu
