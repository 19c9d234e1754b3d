#include <gtest/gtest.h>

#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fault_sweep.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

/// Uses a sample of everything that does not need graphics.
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
  // External objects; in this test, the library itself created them.
  const Stream taken = Stream::from_handle(device, stream.handle());
  static_cast<void>(taken.priority());
  taken.wait(stream);
  static_cast<void>(taken.record());
  taken.then([] {});
  static_cast<void>(Event::from_handle(device, end.handle()));
  static_cast<void>(CUDAArray::from_handle(device, array.handle()));
  static_cast<void>(MipmappedArray::from_handle(device, levels.handle()));
  static_cast<void>(TextureObject::from_handle(device, texture.handle()));
  static_cast<void>(SurfaceObject::from_handle(device, surface.handle()));
  taken.synchronize();
  static_cast<void>(elapsed_ms(start, end));
  device.synchronize();
}

/// Uses planes, blocks, views and levels that the library creates.
void use_encoded_arrays(DeviceId id, const DeviceOptions& options) {
  // Declared first, so that it is destroyed after the stream, whose copy may still read it if a later call fails.
  const std::vector<std::byte> texels(std::size_t{9} * 4 * 4, std::byte{9});
  const Device device = Device::open(id, options);
  const Stream stream = device.create_stream();
  const CUDAArray planes = CUDAArray::from_descriptor(device, encoded_array(Extent(8, 8), TexelEncoding::nv12));
  static_cast<void>(TextureObject::from_array(planes.plane(1), {}));
  const MipmappedArray blocks = MipmappedArray::from_descriptor(device, {Extent(4, 4), DataType::uint32, 4}, 3);
  const auto resource = ResourceDescriptor::from_mipmapped_array(blocks);
  TextureDescriptor texture;
  texture.normalized_coords = true;
  texture.max_mipmap_level_clamp = 1;
  const TextureObject of_view = TextureObject::from_resource(
      resource, texture,
      {.format = DataType::uint8, .num_channels = 4, .encoding = TexelEncoding::bc7_unorm, .last_level = 1});
  static_cast<void>(TextureObject::from_handle(device, of_view.handle()));
  const MipmappedArray levels = MipmappedArray::from_descriptor(device, {Extent(9, 4), DataType::uint8, 4}, 4);
  levels.level(0).copy_from(texels, stream);
  levels.generate_levels(stream, {.filter = LevelFilter::kaiser});
  stream.synchronize();
  device.synchronize();
}

class FaultSweep : public tests::DeviceTest {};

TEST_P(FaultSweep, EveryFailedCallIsReportedAndNothingLeaks) {
  const std::vector<std::string> lines =
      tests::sweep_faults([&](const tests::FaultRound& round) { use_device(GetParam(), round.options); });
  for (const std::string& line : lines) {
    EXPECT_NE(line.find(to_string(GetParam()) + ": cu"), std::string::npos) << line;
    EXPECT_NE(line.find("CUDA_ERROR_OUT_OF_MEMORY (2): "), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
  EXPECT_GE(lines.size(), 35U) << "the sweep reached the end";
}

TEST_P(FaultSweep, OfEncodedArraysLeavesNothingBehind) {
  const std::vector<std::string> lines =
      tests::sweep_faults([&](const tests::FaultRound& round) { use_encoded_arrays(GetParam(), round.options); });
  for (const std::string& line : lines) {
    EXPECT_NE(line.find("CUDA_ERROR_OUT_OF_MEMORY (2): "), std::string::npos) << line;
  }
  EXPECT_GE(lines.size(), 20U) << "the sweep reached the end";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(FaultSweep);

}  // namespace
}  // namespace texelscope::gpu
