#include <array>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream_profiler.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::gpu {
namespace {

using kernels::Index;

/// Counts its own calls: every element must increase by exactly one.
struct CountVisits {
  std::uint32_t* visits;
  std::int32_t width;
  std::int32_t height;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
    const auto element = (static_cast<std::int64_t>(at.z) * height + at.y) * width + at.x;
    visits[element] += 1;
  }
};

struct ScaleAndAdd {
  float* values;
  float scale;
  float add;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { values[at.x] = values[at.x] * scale + add; }
};

struct CopyThroughTexture {
  kernels::Texture source;
  kernels::Surface destination;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
    const auto texel =
        source.sample_2d<kernels::Float4>(static_cast<float>(at.x) + 0.5F, static_cast<float>(at.y) + 0.5F);
    destination.write_2d(kernels::Float4{texel.y, texel.x, texel.w, texel.z}, at.x, at.y);
  }
};

class LaunchOnEach : public tests::DeviceTest {};

TEST_P(LaunchOnEach, CallsTheKernelOnceForEachIndex) {
  for (const kernels::LaunchExtent extent :
       {kernels::LaunchExtent{1, 1, 1}, {1000, 1, 1}, {37, 29, 1}, {7, 11, 13}, {1, 300, 1}, {1, 1, 70}}) {
    const std::size_t count = static_cast<std::size_t>(extent.width) * extent.height * extent.depth;
    const Buffer visits = device().allocate(count * 4, stream());
    visits.fill(std::byte{0}, stream());
    kernels::launch(stream(), extent,
                    CountVisits{reinterpret_cast<std::uint32_t*>(visits.handle().value), extent.width, extent.height});
    std::vector<std::uint32_t> seen(count, 77);
    visits.copy_to(std::as_writable_bytes(std::span(seen)), stream());
    stream().synchronize();
    EXPECT_EQ(seen, std::vector<std::uint32_t>(count, 1))
        << extent.width << "x" << extent.height << "x" << extent.depth;
  }
}

TEST_P(LaunchOnEach, RunsInTheOrderOfTheStream) {
  const std::vector<float> start{1, 2, 3, 4};
  const Buffer values = device().allocate(16, stream());
  values.copy_from(std::as_bytes(std::span(start)), stream());
  auto* const pointer = reinterpret_cast<float*>(values.handle().value);
  kernels::launch(stream(), {4, 1, 1}, ScaleAndAdd{pointer, 2, 1});
  kernels::launch(stream(), {4, 1, 1}, ScaleAndAdd{pointer, 10, 5});
  std::vector<float> seen(4);
  values.copy_to(std::as_writable_bytes(std::span(seen)), stream());
  stream().synchronize();
  EXPECT_EQ(seen, (std::vector<float>{35, 55, 75, 95}));
}

TEST_P(LaunchOnEach, ReadsATextureAndWritesASurface) {
  const ArrayDescriptor descriptor{Extent(19, 7), DataType::float32, 4, true};
  const CUDAArray source = CUDAArray::from_descriptor(device(), descriptor);
  const CUDAArray destination = CUDAArray::from_descriptor(device(), descriptor);
  std::vector<float> texels(19 * 7 * 4);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    texels[i] = static_cast<float>(i) * 0.25F;
  }
  source.copy_from(std::as_bytes(std::span(texels)), stream());
  const TextureObject texture = TextureObject::from_array(source, {});
  const SurfaceObject surface = SurfaceObject::from_array(destination);
  kernels::launch(stream(), {19, 7, 1},
                  CopyThroughTexture{kernels::Texture{texture.handle()}, kernels::Surface{surface.handle()}});
  std::vector<float> seen(texels.size());
  destination.copy_to(std::as_writable_bytes(std::span(seen)), stream());
  stream().synchronize();
  for (std::size_t i = 0; i < texels.size(); ++i) {
    ASSERT_EQ(seen[i], texels[i ^ 1U]) << i;
  }
}

TEST_P(LaunchOnEach, IsRecordedWithItsKernelGridAndBlock) {
  const auto profiler = std::make_shared<StreamProfiler>();
  profiler->set_on(true);
  const Device profiled = Device::open(GetParam(), {.observers = {}, .diagnostics = {}, .stream_profiler = profiler});
  const Stream work = profiled.create_stream();
  const Buffer visits = profiled.allocate(100 * 30 * 4, work);
  const CountVisits kernel{reinterpret_cast<std::uint32_t*>(visits.handle().value), 100, 30};
  kernels::launch(work, {100, 30, 1}, kernel);
  kernels::launch(work, {100, 30, 1}, {.block = {10, 5, 1}, .shared_bytes = 64}, kernel);
  work.synchronize();
  std::vector<LaunchConfiguration> launches;
  for (const ActivityRecord& record : profiler->records()) {
    if (record.launch) {
      launches.push_back(*record.launch);
    }
  }
  ASSERT_EQ(launches.size(), 2U);
  const auto sizes = [](const kernels::LaunchExtent& extent) {
    return std::array{extent.width, extent.height, extent.depth};
  };
  for (const LaunchConfiguration& launch : launches) {
    EXPECT_TRUE(launch.kernel.ends_with("CountVisits")) << launch.kernel;
  }
  EXPECT_EQ(sizes(launches[0].grid), (std::array{4, 4, 1}));
  EXPECT_EQ(sizes(launches[0].block), (std::array{32, 8, 1}));
  EXPECT_EQ(launches[0].shared_bytes, 0);
  EXPECT_EQ(sizes(launches[1].grid), (std::array{10, 6, 1}));
  EXPECT_EQ(sizes(launches[1].block), (std::array{10, 5, 1}));
  EXPECT_EQ(launches[1].shared_bytes, 64);
}

TEST_P(LaunchOnEach, RefusesAnEmptyExtent) {
  const ScaleAndAdd kernel{nullptr, 1, 0};
  EXPECT_THROW(kernels::launch(stream(), {0, 1, 1}, kernel), InvalidArgument);
  EXPECT_THROW(kernels::launch(stream(), {1, -1, 1}, kernel), InvalidArgument);
  EXPECT_THROW(kernels::launch(stream(), {1, 1, 0}, kernel), InvalidArgument);
  try {
    kernels::launch(stream(), {4, 0, 1}, kernel);
    FAIL();
  } catch (const InvalidArgument& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("ScaleAndAdd over 4x0x1: each extent must be at least 1"), std::string::npos) << text;
  }
}

TEST_P(LaunchOnEach, RefusesAClosedStream) {
  Stream closed = device().create_stream();
  closed.close();
  EXPECT_THROW(kernels::launch(closed, {1, 1, 1}, ScaleAndAdd{nullptr, 1, 0}), InvalidState);
}

TEST_P(LaunchOnEach, ReportsThatAKernelIsNotCompiledForTheDevice) {
  const kernels::KernelEntry entry{"some_kernel", nullptr, nullptr, 1};
  try {
    kernels::launch_entry(stream(), entry, {1, 1, 1}, &entry);
    FAIL();
  } catch (const DriverError& error) {
    EXPECT_EQ(error.status(), Status::no_binary_for_gpu);
    EXPECT_NE(std::string(error.what()).find("cuLaunchKernel(kernel=some_kernel, extent=1x1x1"), std::string::npos)
        << error.what();
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LaunchOnEach);

}  // namespace
}  // namespace texelscope::gpu
