// Empty without nvcc, because the library then has no CUDA device.
#ifdef __CUDACC__

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/fake_driver.h"
#include "tests/support/other_context.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/native.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"

// Objects that code outside this library created with the CUDA runtime or the driver API.
namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::OtherContext;

struct FillSurface {
  kernels::Surface output;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    output.write_2d(kernels::Uchar4{static_cast<std::uint8_t>(at.x), static_cast<std::uint8_t>(at.y), 3, 4}, at.x,
                    at.y);
  }
};

class ForeignObjects : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceReport report = find_devices().front();
    if (!report.properties) {
      GTEST_SKIP() << report.reason;
    }
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
  }
};

TEST_F(ForeignObjects, OfTheRuntimeAreUsedAlternately) {
  const Device device = Device::current();
  EXPECT_EQ(device, Device::open({DeviceKind::cuda, 0}));
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, 0), cudaSuccess);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMallocArray(&array, &format, 32, 16, cudaArraySurfaceLoadStore), cudaSuccess);
  {
    const Stream order = Stream::from_handle(device, handle_of(stream));
    const CUDAArray texels = CUDAArray::from_handle(device, handle_of(array));
    EXPECT_EQ(texels.descriptor(), (ArrayDescriptor{Extent(32, 16), DataType::uint8, 4, true}));
    EXPECT_EQ(native(order), stream);
    EXPECT_EQ(runtime_native(texels), array);
    const SurfaceObject surface = SurfaceObject::from_array(texels);
    kernels::launch(order, {32, 16}, FillSurface{kernels::Surface{surface.handle()}});
  }
  std::vector<uchar4> read(32 * 16);
  ASSERT_EQ(cudaMemcpy2DFromArrayAsync(read.data(), 32 * sizeof(uchar4), array, 0, 0, 32 * sizeof(uchar4), 16,
                                       cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(read[5 * 32 + 7].x, 7);
  EXPECT_EQ(read[5 * 32 + 7].y, 5);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(ForeignObjects, OfAnotherOpeningOfTheSameDeviceAreAccepted) {
  const Device one = Device::open({DeviceKind::cuda, 0});
  const Device two = Device::open({DeviceKind::cuda, 0});
  EXPECT_EQ(one, two);
  const Stream stream = one.create_stream();
  const Buffer buffer = two.allocate(64, stream);
  buffer.fill(std::byte{5}, stream);
  const Event event = two.create_event({});
  stream.record(event);
  two.create_stream().wait(event);
  stream.synchronize();
}

TEST_F(ForeignObjects, KnowTheirDevice) {
  const Device device = Device::open({DeviceKind::cuda, 0});
  const Stream stream = device.create_stream();
  EXPECT_EQ(Device::of(stream.handle()), device);
  const Buffer pooled = device.allocate(64, stream);
  EXPECT_EQ(Device::of(pooled.handle()), device);
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
  EXPECT_EQ(Device::of(pointer_of(memory)), device);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  int on_host = 0;
  EXPECT_THROW(static_cast<void>(Device::of(pointer_of(&on_host))), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Device::from_context({})), InvalidArgument);
  const OtherContext other;
  const Device there = Device::from_context(other.handle());
  EXPECT_NE(there, device);
  EXPECT_EQ(there.id(), device.id());
  EXPECT_EQ(Device::of(there.create_stream().handle()), there);
}

TEST_F(ForeignObjects, OfAnotherContextAreUsedThere) {
  const OtherContext other;
  const auto live = std::make_shared<LiveObjects>();
  {
    const Device device = Device::from_context(other.handle(), {.observers = {live}});
    const Stream stream = device.create_stream();
    const CUDAArray array = CUDAArray::from_descriptor(device, {Extent(8, 8), DataType::uint8, 4, true});
    const SurfaceObject surface = SurfaceObject::from_array(array);
    kernels::launch(stream, {8, 8}, FillSurface{kernels::Surface{surface.handle()}});
    std::vector<std::byte> read(array.size_bytes());
    array.copy_to(read, stream);
    stream.synchronize();
    EXPECT_EQ(read[4 * (3 * 8 + 2)], std::byte{2});
    device.synchronize();
  }
  EXPECT_EQ(live->count(), 0U);
  EXPECT_TRUE(other.is_alive()) << "the library does not own it";
}

TEST_F(ForeignObjects, OfAnotherContextAreRejectedIfTheDriverReportsIt) {
  const OtherContext other;
  const Device device = Device::open({DeviceKind::cuda, 0});
  const Device there = Device::from_context(other.handle());
  const Stream stream = there.create_stream();
  EXPECT_NE(error_of<InvalidArgument>([&] {
              static_cast<void>(Stream::from_handle(device, stream.handle()));
            }).find("belongs to another context"),
            std::string::npos);
  const CUDAArray array = CUDAArray::from_descriptor(there, {Extent(8, 8), DataType::uint8, 4, true});
  const SurfaceObject surface = SurfaceObject::from_array(array);
  EXPECT_NE(error_of<InvalidArgument>([&] {
              static_cast<void>(SurfaceObject::from_handle(device, surface.handle()));
            }).find("another context"),
            std::string::npos);
  const TextureObject texture = TextureObject::from_array(array, {});
  EXPECT_NE(error_of<InvalidArgument>([&] {
              static_cast<void>(TextureObject::from_handle(device, texture.handle()));
            }).find("another context"),
            std::string::npos);
  // Any context may wait for an event, but only its own context may record it.
  const Event event = there.create_event({});
  const Event taken = Event::from_handle(device, event.handle());
  const Stream here = device.create_stream();
  here.wait(taken);
  EXPECT_THROW(here.record(taken), DriverError);
  here.synchronize();
  stream.synchronize();
}

TEST_F(ForeignObjects, OfTheRuntimesGraphsRun) {
  const Device device = Device::current();
  const Stream stream = device.create_stream();
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 256), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(native(stream), cudaStreamCaptureModeThreadLocal), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(memory, 6, 256, native(stream)), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(native(stream), &graph), cudaSuccess);
  cudaGraphExec_t exec = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  const Graph taken = Graph::from_handle(device, handle_of(graph));
  EXPECT_EQ(taken.node_kinds(), std::vector{GraphNodeKind::fill});
  taken.launch(stream);
  Graph::from_handle(device, handle_of(exec), HandleOwner::library()).launch(stream);
  std::vector<unsigned char> read(256);
  ASSERT_EQ(cudaMemcpyAsync(read.data(), memory, 256, cudaMemcpyDeviceToHost, native(stream)), cudaSuccess);
  stream.synchronize();
  EXPECT_EQ(read[255], 6);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

}  // namespace
}  // namespace texelscope::gpu

#endif
