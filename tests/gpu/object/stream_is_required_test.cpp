// Omitting the stream must not compile: this table lists every call that schedules work, and each call is compiled with
// and without a stream. tests/compile_fail checks that no call of the public headers is missing here, and shows the
// compiler's errors.

#include <gtest/gtest.h>

#include <initializer_list>
#include <type_traits>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/buffer_copy.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/memory/memory_allocator.h"
#include "texelscope/gpu/memory/memory_location.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/program.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/occupancy.h"

namespace texelscope::gpu {

/// Values that are never used for calls.
namespace never_made {
extern const std::span<const std::byte> constant_bytes;
extern const std::span<std::byte> bytes;
extern const std::span<float> numbers;
extern const Buffer buffer;
extern const std::span<const BufferCopy> copies;
extern const std::initializer_list<BufferCopy> listed_copies;
extern const StridedMemoryView view;
extern const ArrayRegion region;
extern const std::span<const GraphicsResource> resources;
extern const kernels::KernelEntry entry;
extern const std::array<std::uint64_t, 3> origin;
extern const CUDAArray array;
extern const Device device;
extern const MemoryResource resource;
extern const kernels::LaunchOptions options;
}  // namespace never_made

namespace {

/// Whether a call compiles with a stream, and does not compile when the stream is omitted.
template <class Object, class Call>
constexpr bool needs_stream(Call /*call*/) {
  return std::is_invocable_v<Call, Object&, const Stream&> && !std::is_invocable_v<Call, Object&>;
}

/// Whether a call compiles with or without a stream, because it can reuse the stream of the object that it closes.
template <class Object, class Call>
constexpr bool may_reuse_stream(Call /*call*/) {
  return std::is_invocable_v<Call, Object&, const Stream&> && std::is_invocable_v<Call, Object&>;
}

/// A row of the table: a call on an object `on`, with `stream...` in place of the stream.
#define TEXELSCOPE_CALL(...) \
  [](auto& on, const auto&... stream) -> decltype(static_cast<void>(sizeof(on)), static_cast<void>(__VA_ARGS__)) {}

struct EmptyKernel {
  void operator()(kernels::Index /*index*/) const {}
};

using namespace never_made;

// Device
static_assert(needs_stream<const Device>(TEXELSCOPE_CALL(on.allocate(64, stream...))));

// Buffer
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.copy_from(constant_bytes, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.copy_from(buffer, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.copy_from(numbers, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.copy_to(bytes, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.copy_to(numbers, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.copy_to(buffer, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.fill(std::byte{0}, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.fill(std::uint16_t{0}, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.fill(std::uint32_t{0}, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.prefetch(MemoryLocation{}, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.prefetch(ByteRange{}, MemoryLocation{}, stream...))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(gpu::copy(stream..., copies))));
static_assert(needs_stream<const Buffer>(TEXELSCOPE_CALL(gpu::copy(stream..., listed_copies))));
static_assert(may_reuse_stream<Buffer>(TEXELSCOPE_CALL(on.close(stream...))));
// The only call that falls back to the default stream.
static_assert(may_reuse_stream<Buffer>(TEXELSCOPE_CALL(on.from_handle(device, {}, 64, resource, stream...))));

// MemoryResource
static_assert(needs_stream<const MemoryResource>(TEXELSCOPE_CALL(on.allocate(64, stream...))));
static_assert(needs_stream<const MemoryResource>(TEXELSCOPE_CALL(on.allocate_raw(64, stream...))));
static_assert(needs_stream<const MemoryResource>(TEXELSCOPE_CALL(on.deallocate({}, 64, stream...))));
static_assert(needs_stream<MemoryAllocator>(TEXELSCOPE_CALL(on.allocate(64, stream...))));
static_assert(needs_stream<MemoryAllocator>(TEXELSCOPE_CALL(on.deallocate({}, 64, stream...))));
static_assert(may_reuse_stream<const SynchronousMemoryResource>(TEXELSCOPE_CALL(on.deallocate({}, 64, stream...))));
static_assert(needs_stream<const DeviceMemoryResource>(TEXELSCOPE_CALL(Buffer::from_ipc_descriptor(on, constant_bytes,
                                                                                                   stream...))));

// Graph, GraphBuilder
static_assert(needs_stream<const Graph>(TEXELSCOPE_CALL(on.launch(stream...))));
static_assert(needs_stream<const Graph>(TEXELSCOPE_CALL(on.upload(stream...))));
static_assert(needs_stream<const GraphBuilder>(TEXELSCOPE_CALL(on.from_stream(stream...))));

// MipmappedArray
static_assert(needs_stream<const MipmappedArray>(TEXELSCOPE_CALL(on.generate_levels(stream...))));

// CUDAArray
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(constant_bytes, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(buffer, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(numbers, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_to(bytes, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_to(numbers, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_to(buffer, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(constant_bytes, region, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_to(bytes, region, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(view, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(view, region, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_to(view, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_to(view, region, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(array, stream...))));
static_assert(needs_stream<const CUDAArray>(TEXELSCOPE_CALL(on.copy_from(array, region, origin, stream...))));

// Stream
static_assert(needs_stream<const Stream>(TEXELSCOPE_CALL(on.wait(stream...))));

// ExternalSemaphore
static_assert(needs_stream<const ExternalSemaphore>(TEXELSCOPE_CALL(on.signal(stream..., 1))));
static_assert(needs_stream<const ExternalSemaphore>(TEXELSCOPE_CALL(on.wait(stream..., 1))));
static_assert(needs_stream<const ExternalSemaphore>(TEXELSCOPE_CALL(on.signal(stream...))));
static_assert(needs_stream<const ExternalSemaphore>(TEXELSCOPE_CALL(on.wait(stream...))));

// StridedMemoryView
static_assert(needs_stream<const StridedMemoryView>(TEXELSCOPE_CALL(on.copy_from(view, stream...))));
static_assert(needs_stream<const StridedMemoryView>(TEXELSCOPE_CALL(on.copy_to(view, stream...))));

// GraphicsResource, Mapping
static_assert(needs_stream<const GraphicsResource>(TEXELSCOPE_CALL(on.map(stream...))));
static_assert(needs_stream<GraphicsResource>(TEXELSCOPE_CALL(on.map_all(resources, stream...))));
static_assert(may_reuse_stream<const GraphicsResource>(TEXELSCOPE_CALL(on.unmap(stream...))));
static_assert(may_reuse_stream<GraphicsResource>(TEXELSCOPE_CALL(on.close(stream...))));
static_assert(may_reuse_stream<Mapping>(TEXELSCOPE_CALL(on.unmap(stream...))));

// Kernels compiled at run time
static_assert(needs_stream<const RuntimeKernel>(TEXELSCOPE_CALL(on.launch(stream..., {1, 1, 1}, EmptyKernel{}))));
static_assert(needs_stream<const RuntimeKernel>(TEXELSCOPE_CALL(on.launch_bytes(stream..., {1, 1, 1},
                                                                                constant_bytes))));

// Occupancy
static_assert(needs_stream<const kernels::KernelEntry>(TEXELSCOPE_CALL(kernels::max_active_blocks(stream..., on, 32,
                                                                                                  0))));
static_assert(needs_stream<const kernels::KernelEntry>(TEXELSCOPE_CALL(kernels::suggest_block(stream..., on, 0))));
static_assert(needs_stream<const kernels::KernelEntry>(
    TEXELSCOPE_CALL(kernels::max_cluster_blocks(stream..., on, {1, 1, 1}, options))));
static_assert(needs_stream<const kernels::KernelEntry>(
    TEXELSCOPE_CALL(kernels::max_active_clusters(stream..., on, {1, 1, 1}, options))));

// Ordinary kernels
static_assert(needs_stream<const Kernel>(TEXELSCOPE_CALL(gpu::launch(stream..., {}, on, 1.0F))));
static_assert(needs_stream<const Kernel>(TEXELSCOPE_CALL(detail::launch_kernel(stream..., {}, on, {}))));
static_assert(needs_stream<const Kernel>(TEXELSCOPE_CALL(detail::launch_values(stream..., {}, on, 1.0F))));

// Launches
static_assert(needs_stream<const EmptyKernel>(TEXELSCOPE_CALL(kernels::launch(stream..., {1, 1, 1}, options, on))));
static_assert(needs_stream<const EmptyKernel>(TEXELSCOPE_CALL(kernels::launch_entry(stream..., entry, {1, 1, 1},
                                                                                    options, &on))));
static_assert(needs_stream<const EmptyKernel>(TEXELSCOPE_CALL(kernels::launch(stream..., {1, 1, 1}, on))));
static_assert(needs_stream<const EmptyKernel>(TEXELSCOPE_CALL(kernels::launch_entry(stream..., entry, {1, 1, 1},
                                                                                    &on))));
static_assert(needs_stream<const EmptyKernel>(TEXELSCOPE_CALL(kernels::launch_blocks(stream..., entry, {1, 1, 1}, {},
                                                                                     &on))));

TEST(Stream, CannotBeOmittedWhenSchedulingWork) {
  // The table is checked when this file is compiled; this shows that the check can fail.
  struct WithDefault {
    void work(int stream = 0) const { static_cast<void>(stream); }
    void work(const Stream&) const {}
  };
  EXPECT_FALSE(needs_stream<const WithDefault>(TEXELSCOPE_CALL(on.work(stream...))));
  EXPECT_FALSE(needs_stream<const Buffer>(TEXELSCOPE_CALL(on.no_such_call(stream...))));
}

}  // namespace
}  // namespace texelscope::gpu
