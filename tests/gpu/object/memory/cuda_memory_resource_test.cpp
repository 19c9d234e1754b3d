#include "texelscope/adapters/cuda_memory_resource.h"

#ifdef TEXELSCOPE_HAS_CUDA_MEMORY_RESOURCE
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/counting_bytes.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/upstream_allocator.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/memory/memory_allocator.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"
// The headers of rmm 25.12 and later, or those of earlier versions.
#if __has_include(<rmm/mr/cuda_memory_resource.hpp>)
#include <rmm/mr/cuda_memory_resource.hpp>
#include <rmm/mr/per_device_resource.hpp>
#include <rmm/resource_ref.hpp>
#define TEXELSCOPE_TEST_WITH_RMM
#elif __has_include(<rmm/mr/device/cuda_memory_resource.hpp>)
#include <rmm/mr/device/cuda_memory_resource.hpp>
#include <rmm/mr/device/per_device_resource.hpp>
#include <rmm/resource_ref.hpp>
#define TEXELSCOPE_TEST_WITH_RMM
#endif

namespace texelscope::gpu {
namespace {

using tests::counting_bytes;
using tests::error_of;
using tests::UpstreamAllocator;

using OnDevice = CudaMemoryResource<cuda::mr::device_accessible>;
using OnBoth = CudaMemoryResource<cuda::mr::device_accessible, cuda::mr::host_accessible>;

// The adapter satisfies CCCL's own concepts, with exactly the named properties.
#if CCCL_VERSION >= 3001000
static_assert(cuda::mr::resource<OnDevice> && cuda::mr::synchronous_resource<OnDevice>);
static_assert(cuda::mr::resource_with<OnDevice, cuda::mr::device_accessible> &&
              !cuda::mr::resource_with<OnDevice, cuda::mr::host_accessible>);
static_assert(cuda::mr::resource_with<OnBoth, cuda::mr::device_accessible, cuda::mr::host_accessible>);
using DeviceReference = cuda::mr::resource_ref<cuda::mr::device_accessible>;
#else
static_assert(cuda::mr::async_resource<OnDevice> && cuda::mr::resource<OnDevice>);
static_assert(cuda::mr::async_resource_with<OnDevice, cuda::mr::device_accessible> &&
              !cuda::mr::async_resource_with<OnDevice, cuda::mr::host_accessible>);
static_assert(cuda::mr::async_resource_with<OnBoth, cuda::mr::device_accessible, cuda::mr::host_accessible>);
using DeviceReference = cuda::mr::async_resource_ref<cuda::mr::device_accessible>;
#endif
static_assert(StreamOrderedCudaResource<DeviceReference> && StreamOrderedCudaResource<OnDevice> &&
              PointerToCudaResource<OnDevice*> && PointerToCudaResource<std::shared_ptr<OnDevice>>);
static_assert(!StreamOrderedCudaResource<MemoryResource> && !PointerToCudaResource<int*>);
#ifdef TEXELSCOPE_TEST_WITH_RMM
static_assert(StreamOrderedCudaResource<rmm::mr::cuda_memory_resource> &&
              StreamOrderedCudaResource<rmm::device_async_resource_ref> &&
              std::is_constructible_v<rmm::device_async_resource_ref, OnDevice&>);
#endif

/// A memory resource of a program that uses only the CUDA runtime; if there is no GPU, it uses the C library's memory.
class RuntimeResource {
 public:
  explicit RuntimeResource(DeviceKind kind) : kind_{kind} {}

  void* allocate(cuda::stream_ref stream, std::size_t bytes, std::size_t alignment) {
    void* memory = nullptr;
    if (kind_ == DeviceKind::cpu) {
      memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    } else if (cudaMallocAsync(&memory, bytes, stream.get()) != cudaSuccess) {
      memory = nullptr;
    }
    return memory != nullptr ? memory : throw std::bad_alloc{};
  }
  void deallocate(cuda::stream_ref stream, void* memory, std::size_t /*bytes*/, std::size_t /*alignment*/) {
    if (kind_ == DeviceKind::cpu) {
      std::free(memory);
    } else if (cudaFreeAsync(memory, stream.get()) != cudaSuccess) {
      throw std::runtime_error("cudaFreeAsync");
    }
  }
  friend void get_property(const RuntimeResource& /*resource*/, cuda::mr::device_accessible /*property*/) noexcept {}

 private:
  DeviceKind kind_;
};
static_assert(CudaMemoryResourceLike<RuntimeResource> && !CudaAsyncMemoryResourceLike<RuntimeResource>);

class CudaMemoryResourceOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    allocator_ = std::make_shared<UpstreamAllocator>(SynchronousMemoryResource::from_device(device()),
                                                     MemoryAllocatorProperties{});
  }
  void TearDown() override {
    allocator_.reset();
    DeviceTest::TearDown();
  }

  [[nodiscard]] UpstreamAllocator& allocator() const { return *allocator_; }
  /// A resource of this library as a CCCL resource; the allocator records its calls.
  [[nodiscard]] OnDevice adapted() const { return {MemoryResource::from_allocator(device(), allocator_), stream()}; }
  [[nodiscard]] static cuda::stream_ref reference_of(const Stream& stream) {
    return cuda::stream_ref{reinterpret_cast<cudaStream_t>(stream.handle().value)};
  }
  static DevicePointer pointer_of(void* memory) { return {reinterpret_cast<std::uint64_t>(memory)}; }

  void expect_works(const MemoryResource& resource) const {
    const auto source = counting_bytes(1000);
    const Buffer buffer = resource.allocate(source.size(), stream());
    EXPECT_TRUE(buffer.is_device_accessible());
    buffer.copy_from(source, stream());
    std::vector<std::byte> seen(source.size());
    buffer.copy_to(seen, stream());
    stream().synchronize();
    EXPECT_EQ(seen, source);
  }

 private:
  std::shared_ptr<UpstreamAllocator> allocator_;
};

TEST_P(CudaMemoryResourceOnEach, AcceptsReferencesCopiesAndPointers) {
  OnDevice adapted = this->adapted();
  const std::size_t before = live_object_count();
  const Stream other = device().create_stream();
  const std::vector<MemoryResource> resources{
      from_cuda_memory_resource(device(), DeviceReference{adapted}),
      from_cuda_memory_resource(device(), adapted),
      from_cuda_memory_resource(device(), &adapted),
      from_cuda_memory_resource(device(), std::make_shared<OnDevice>(adapted)),
  };
  for (const MemoryResource& resource : resources) {
    EXPECT_EQ(resource.name(), "cuda::mr resource");
    EXPECT_TRUE(resource.is_device_accessible());
    EXPECT_EQ(resource.is_host_accessible(), device_id().kind == DeviceKind::cpu);
    expect_works(resource);
    Buffer buffer = resource.allocate(64, other);
    const UpstreamAllocator::Call allocated{buffer.handle(), 64, other.handle()};
    EXPECT_EQ(allocator().allocated().back(), allocated);
    buffer.close(stream());
    EXPECT_EQ(allocator().deallocated().back(), (UpstreamAllocator::Call{allocated.pointer, 64, stream().handle()}));
  }
  EXPECT_EQ(live_object_count(), before + 1) << "the other stream";
}

TEST_P(CudaMemoryResourceOnEach, AcceptsExternalResources) {
  expect_works(from_cuda_memory_resource(device(), RuntimeResource{device_id().kind}));
#ifdef TEXELSCOPE_TEST_WITH_RMM
  if (device_id().kind == DeviceKind::cuda) {
    expect_works(from_cuda_memory_resource(device(), rmm::mr::cuda_memory_resource{}));
    expect_works(from_cuda_memory_resource(device(), rmm::mr::get_current_device_resource_ref()));
  }
#endif
}

TEST_P(CudaMemoryResourceOnEach, AllocatesByCcclsFunctions) {
  OnDevice adapted = this->adapted();
  const Stream other = device().create_stream();
  void* const memory = adapted.allocate(reference_of(other), 100, 64);
  EXPECT_EQ(allocator().allocated().back(), (UpstreamAllocator::Call{pointer_of(memory), 100, other.handle()}));
  adapted.deallocate(reference_of(stream()), memory, 100, 64);
  EXPECT_EQ(allocator().deallocated().back(), (UpstreamAllocator::Call{pointer_of(memory), 100, stream().handle()}));

  DeviceReference reference{adapted};
#if CCCL_VERSION >= 3001000
  void* const second = reference.allocate(reference_of(other), 200, 16);
  reference.deallocate(reference_of(other), second, 200, 16);
  void* const third = reference.allocate_sync(300, 16);
  reference.deallocate_sync(third, 300, 16);
#else
  void* const second = reference.allocate_async(200, 16, reference_of(other));
  reference.deallocate_async(second, 200, 16, reference_of(other));
  void* const third = reference.allocate(300, 16);
  reference.deallocate(third, 300, 16);
#endif
  ASSERT_EQ(allocator().allocated().size(), 3U);
  EXPECT_EQ(allocator().allocated()[1], (UpstreamAllocator::Call{pointer_of(second), 200, other.handle()}));
  EXPECT_EQ(allocator().allocated()[2], (UpstreamAllocator::Call{pointer_of(third), 300, stream().handle()}))
      << "functions without a stream parameter use the adapter's stream";
  EXPECT_EQ(allocator().deallocated()[1], allocator().allocated()[1]);
  EXPECT_EQ(allocator().deallocated()[2], allocator().allocated()[2]);

  EXPECT_EQ(adapted.allocate(reference_of(other), 0), nullptr);
  adapted.deallocate(reference_of(other), nullptr, 0);
  EXPECT_EQ(allocator().allocated().size(), 3U);
  EXPECT_EQ(adapted, OnDevice(adapted));
  EXPECT_NE(adapted, this->adapted());
}

TEST_P(CudaMemoryResourceOnEach, RefusesMissingProperties) {
  OnDevice adapted = this->adapted();
  const auto refusal_of = [](const std::function<void()>& call) { return error_of<InvalidArgument>(call); };
  for (const std::size_t alignment : {std::size_t{0}, std::size_t{48}, std::size_t{512}}) {
    EXPECT_EQ(refusal_of([&] { static_cast<void>(adapted.allocate_sync(8, alignment)); }),
              "memory aligned to " + std::to_string(alignment) + " bytes was requested: use a power of 2 up to 256");
  }
  EXPECT_TRUE(allocator().allocated().empty());
  Stream closed = device().create_stream();
  const cuda::stream_ref gone = reference_of(closed);
  closed.close();
  if (device_id().kind == DeviceKind::cpu) {
    EXPECT_THROW(static_cast<void>(adapted.allocate(gone, 8)), InvalidArgument);
    void* const memory = adapted.allocate_sync(8);
    adapted.deallocate(gone, memory, 8);
    EXPECT_EQ(take_diagnostics().size(), 1U) << "errors that cannot be thrown are reported";
    EXPECT_TRUE(allocator().deallocated().empty());
    adapted.deallocate_sync(memory, 8);
    return;
  }
  // On a GPU, the host cannot access the memory.
  EXPECT_NE(refusal_of([&] {
              static_cast<void>(OnBoth{adapted.resource(), stream()});
            }).find("lacks some of the named properties"),
            std::string::npos);
}

TEST_P(CudaMemoryResourceOnEach, PropagatesErrors) {
  OnDevice adapted = this->adapted();
  const MemoryResource twice = from_cuda_memory_resource(device(), &adapted);
  allocator().fail_to_allocate = std::make_exception_ptr(InvalidArgument("no more"));
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(twice.allocate(8, stream())); }), "no more");
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(adapted.allocate_sync(8)); }), "no more");
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(adapted.allocate(reference_of(stream()), 8)); }),
            "no more");
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(CudaMemoryResourceOnEach);

}  // namespace
}  // namespace texelscope::gpu
#endif  // TEXELSCOPE_HAS_CUDA_MEMORY_RESOURCE
