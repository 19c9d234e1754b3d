// Empty without nvcc, because the library then has no CUDA device.
#ifdef __CUDACC__

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gpu/cuda/driver_functions.h"
#include "gpu/cuda/make_driver.h"
#include "gpu/driver/device_box.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu::cuda {
namespace {

struct WriteIndex {
  std::int32_t* output;
  kernels::LaunchExtent extent;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    output[(index.z * extent.height + index.y) * extent.width + index.x] = index.x + 1000 * index.y + 1000000 * index.z;
  }
};

CUcontext current_context() {
  CUcontext context = nullptr;
  EXPECT_EQ(driver_functions().CtxGetCurrent(&context), CUDA_SUCCESS);
  return context;
}

/// Records every call after which the wrong context is current.
class ContextWatcher : public CallObserver {
 public:
  void after(const CallView& call, Status, CallClock::time_point, CallClock::time_point) noexcept override {
    CUcontext context = nullptr;
    driver_functions().CtxGetCurrent(&context);
    ++calls;
    if (context != expected) {
      disturbed_by += std::string(call.name()) + " ";
    }
  }

  CUcontext expected = nullptr;
  std::atomic<int> calls{0};
  std::string disturbed_by;
};

class CudaDriver : public testing::Test {
 protected:
  void SetUp() override {
    const DeviceReport report = find_devices().front();
    if (!report.properties) {
      GTEST_SKIP() << report.reason;
    }
  }

  static Device open(std::vector<std::shared_ptr<CallObserver>> observers = {}) {
    return Device::open({DeviceKind::cuda, 0}, {std::move(observers), {}});
  }
};

/// Calls of every kind that do not require GL.
void use_everything(const Device& device) {
  const Stream stream = device.create_stream();
  const Event event = device.create_event({.has_timing = true});
  const Buffer buffer = device.allocate(64 * 64 * 4, stream);
  const Buffer pinned = device.allocate_pinned(64 * 64 * 4);
  buffer.fill(std::byte{3}, stream);
  const CUDAArray array = CUDAArray::from_descriptor(device, {Extent(64, 64), DataType::uint8, 4, true});
  array.copy_from(buffer, stream);
  array.copy_to(pinned, stream);
  const TextureObject texture = TextureObject::from_array(array, {});
  const SurfaceObject surface = SurfaceObject::from_array(array);
  const kernels::LaunchExtent extent{64, 64, 1};
  kernels::launch(stream, extent, WriteIndex{reinterpret_cast<std::int32_t*>(buffer.handle().value), extent});
  stream.record(event);
  stream.wait(event);
  event.synchronize();
  stream.synchronize();
  EXPECT_EQ(pinned.host_bytes()[100], std::byte{3});
}

TEST_F(CudaDriver, LeavesAThreadWithoutContextWithoutOne) {
  std::thread([] {
    const auto watcher = std::make_shared<ContextWatcher>();
    ASSERT_EQ(current_context(), nullptr);
    use_everything(open({watcher}));
    EXPECT_GT(watcher->calls, 20);
    EXPECT_EQ(watcher->disturbed_by, "");
    EXPECT_EQ(current_context(), nullptr);
  }).join();
}

TEST_F(CudaDriver, LeavesTheCallersContextCurrent) {
  std::thread([] {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW);
    const auto create = reinterpret_cast<PFN_cuCtxCreate_v3020>(dlsym(library, "cuCtxCreate_v2"));
    const auto destroy = reinterpret_cast<PFN_cuCtxDestroy_v4000>(dlsym(library, "cuCtxDestroy_v2"));
    CUcontext mine = nullptr;
    ASSERT_EQ(create(&mine, 0, 0), CUDA_SUCCESS);
    const auto watcher = std::make_shared<ContextWatcher>();
    watcher->expected = mine;
    use_everything(open({watcher}));
    EXPECT_EQ(watcher->disturbed_by, "");
    EXPECT_EQ(current_context(), mine);
    EXPECT_EQ(destroy(mine), CUDA_SUCCESS);
    dlclose(library);
  }).join();
}

TEST_F(CudaDriver, SharesThePrimaryContextWithTheRuntime) {
  std::thread([] {
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 256), cudaSuccess);
    const CUcontext primary = current_context();
    ASSERT_NE(primary, nullptr);
    {
      const auto watcher = std::make_shared<ContextWatcher>();
      watcher->expected = primary;
      const Device device = open({watcher});
      use_everything(device);
      EXPECT_EQ(watcher->disturbed_by, "");
    }
    EXPECT_EQ(cudaMemset(memory, 0, 256), cudaSuccess) << "closing the device must not end the runtime's context";
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
  }).join();
}

TEST_F(CudaDriver, LaunchesOnceForEachIndexOfAnyExtent) {
  const Device device = open();
  const Stream stream = device.create_stream();
  for (const kernels::LaunchExtent extent :
       {kernels::LaunchExtent{1, 1, 1}, {257, 1, 1}, {33, 9, 1}, {1, 700, 1}, {9, 7, 5}, {1, 1, 300}}) {
    const std::size_t count = static_cast<std::size_t>(extent.width) * extent.height * extent.depth;
    const Buffer buffer = device.allocate(count * 4, stream);
    buffer.fill(std::byte{0xFF}, stream);
    kernels::launch(stream, extent, WriteIndex{reinterpret_cast<std::int32_t*>(buffer.handle().value), extent});
    std::vector<std::int32_t> values(count);
    buffer.copy_to(std::as_writable_bytes(std::span(values)), stream);
    stream.synchronize();
    for (std::size_t i = 0; i < count; ++i) {
      const auto x = static_cast<std::int32_t>(i) % extent.width;
      const auto y = static_cast<std::int32_t>(i) / extent.width % extent.height;
      const auto z = static_cast<std::int32_t>(i) / extent.width / extent.height;
      ASSERT_EQ(values[i], x + 1000 * y + 1000000 * z) << extent.width << "x" << extent.height << "x" << extent.depth;
    }
  }
}

TEST_F(CudaDriver, SupportsConcurrentThreads) {
  const Device device = open();
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&device, &wrong, thread] {
      for (int round = 0; round < 20; ++round) {
        const Stream stream = device.create_stream();
        const kernels::LaunchExtent extent{100 + thread, 50 + round, 1};
        const std::size_t count = static_cast<std::size_t>(extent.width) * extent.height;
        const Buffer buffer = device.allocate(count * 4, stream);
        kernels::launch(stream, extent, WriteIndex{reinterpret_cast<std::int32_t*>(buffer.handle().value), extent});
        std::vector<std::int32_t> values(count);
        buffer.copy_to(std::as_writable_bytes(std::span(values)), stream);
        stream.synchronize();
        wrong += values.back() != extent.width - 1 + 1000 * (extent.height - 1);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

TEST_F(CudaDriver, CopiesArraysFromAndToEveryKindOfMemory) {
  const Device device = open();
  const Stream stream = device.create_stream();
  const CUDAArray array = CUDAArray::from_descriptor(device, {Extent(7, 5, 3), DataType::uint16, 2, true});
  std::vector<std::byte> pageable(array.size_bytes());
  for (std::size_t i = 0; i < pageable.size(); ++i) {
    pageable[i] = static_cast<std::byte>(i * 7 + 1);
  }
  const Buffer in_device = device.allocate(array.size_bytes(), stream);
  const Buffer in_pinned = device.allocate_pinned(array.size_bytes());
  std::vector<std::byte> back(array.size_bytes());
  array.copy_from(pageable, stream);
  array.copy_to(in_device, stream);
  array.copy_from(in_device, stream);
  array.copy_to(in_pinned, stream);
  array.copy_from(in_pinned, stream);
  array.copy_to(back, stream);
  stream.synchronize();
  EXPECT_EQ(back, pageable);
  EXPECT_EQ(std::memcmp(in_pinned.host_bytes().data(), pageable.data(), pageable.size()), 0);
}

TEST_F(CudaDriver, ReportsAKernelThatNvccDidNotCompile) {
  const Device device = open();
  const Stream stream = device.create_stream();
  static const kernels::KernelEntry unknown_to_nvcc{"unknown", nullptr, nullptr, 4};
  static const char not_a_kernel = 0;
  static const kernels::KernelEntry no_kernel{"no_kernel", &not_a_kernel, nullptr, 4};
  const int kernel = 0;
  for (const kernels::KernelEntry* entry : {&unknown_to_nvcc, &no_kernel}) {
    try {
      kernels::launch_entry(stream, *entry, {1, 1, 1}, &kernel);
      ADD_FAILURE() << entry->name << " was launched";
    } catch (const DriverError& error) {
      EXPECT_EQ(error.status(), Status::no_binary_for_gpu) << error.what();
    }
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the runtime's error must be cleared before the caller can see it";
}

TEST_F(CudaDriver, RejectsExtentsBeyondTheGrid) {
  const Device device = open();
  const Stream stream = device.create_stream();
  const kernels::LaunchExtent extent{1, 1, 4 * 65535 + 1};
  EXPECT_ANY_THROW(kernels::launch(stream, extent, WriteIndex{nullptr, extent}));
  stream.synchronize();
}

TEST_F(CudaDriver, ReportsAMissingGLContext) {
  std::thread([] {
    const Device device = open();
    driver::GLGetDevices call;
    EXPECT_NE(device.box()->driver().perform(call), Status::success);
    EXPECT_TRUE(call.ordinals.empty());
    EXPECT_EQ(current_context(), nullptr);
    use_everything(device);
  }).join();
}

TEST_F(CudaDriver, KnowsItsDevice) {
  const DeviceProperties properties = open().properties();
  EXPECT_FALSE(properties.name.empty());
  EXPECT_NE(properties.uuid, (std::array<std::uint8_t, 16>{}));
  EXPECT_GE(properties.driver_version, CUDA_VERSION / 1000 * 1000);
  EXPECT_GE(properties.compute_major, 5);
  EXPECT_GE(properties.max_texture_2d[0], 65536U);
  EXPECT_GE(properties.max_texture_3d[2], 2048U);
  EXPECT_GE(properties.texture_pitch_alignment, 1U);
  EXPECT_GT(properties.memory_bytes, 1U << 28);
  cudaDeviceProp runtime{};
  ASSERT_EQ(cudaGetDeviceProperties(&runtime, 0), cudaSuccess);
  EXPECT_EQ(properties.name, runtime.name);
  EXPECT_EQ(properties.multiprocessor_count, runtime.multiProcessorCount);
  EXPECT_EQ(std::memcmp(properties.uuid.data(), runtime.uuid.bytes, 16), 0);
}

TEST_F(CudaDriver, ListsTheDevicesWhenAnotherIsRequested) {
  try {
    static_cast<void>(make_driver(1000));
    FAIL() << "there is no device 1000";
  } catch (const Unavailable& error) {
    EXPECT_NE(std::string(error.what()).find("cuda:1000"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("cuda:0"), std::string::npos) << error.what();
  }
}

TEST(CudaDriverWithoutDevice, ReportsTheReasonAndARemedyEachTime) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      EXPECT_GE(count_devices(), 1);
    } catch (const Unavailable& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find(';'), std::string::npos) << "a reason; a solution: " << text;
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace texelscope::gpu::cuda

#endif
