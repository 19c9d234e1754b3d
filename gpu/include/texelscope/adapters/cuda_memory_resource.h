#pragma once

// Memory resources of CCCL (cuda::mr), including rmm's, as resources of this library, and vice versa. The library
// itself needs neither: this header is empty if <cuda/memory_resource> is not found. With CCCL before 3.1 (CUDA 13.0
// and older), it is also empty unless LIBCUDACXX_ENABLE_EXPERIMENTAL_MEMORY_RESOURCE is defined for the whole program,
// because <cuda/memory_resource> itself is empty without that macro.
#if __has_include(<cuda/memory_resource>)
#include <cuda/memory_resource>
#include <cuda/stream_ref>
#include <cuda/version>
#if CCCL_VERSION >= 3001000 || defined(LIBCUDACXX_ENABLE_EXPERIMENTAL_MEMORY_RESOURCE)
#define TEXELSCOPE_HAS_CUDA_MEMORY_RESOURCE
#endif
#endif

#ifdef TEXELSCOPE_HAS_CUDA_MEMORY_RESOURCE
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/memory/memory_allocator.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

/// The alignment of cudaMalloc, which is also the alignment of every resource's memory and the maximum that can be
/// requested.
inline constexpr std::size_t cuda_memory_alignment = 256;

/// A resource in CCCL 3.1 and later (cuda::mr::resource): the stream is the first argument of its functions.
template <class Resource>
concept CudaMemoryResourceLike =
    requires(Resource& resource, cuda::stream_ref stream, void* pointer, std::size_t count) {
      { resource.allocate(stream, count, count) } -> std::same_as<void*>;
      resource.deallocate(stream, pointer, count, count);
    };
/// A resource in earlier versions (cuda::mr::async_resource): the stream is the last argument of its functions.
template <class Resource>
concept CudaAsyncMemoryResourceLike =
    requires(Resource& resource, cuda::stream_ref stream, void* pointer, std::size_t count) {
      { resource.allocate_async(count, count, stream) } -> std::same_as<void*>;
      resource.deallocate_async(pointer, count, count, stream);
    };
/// A stream-ordered resource of either version.
template <class Resource>
concept StreamOrderedCudaResource = CudaMemoryResourceLike<Resource> || CudaAsyncMemoryResourceLike<Resource>;
/// A type that points to a resource, such as T* or std::shared_ptr<T>.
template <class Pointer>
concept PointerToCudaResource =
    requires(Pointer& pointer) { requires StreamOrderedCudaResource<std::remove_reference_t<decltype(*pointer)>>; };

namespace detail {

[[nodiscard]] inline cuda::stream_ref stream_ref_of(const Stream& stream) {
  return cuda::stream_ref{reinterpret_cast<cudaStream_t>(stream.handle().value)};
}

/// Whether get_property() exists for the resource and the property. Resources use it to report where their memory is
/// accessible.
template <class Resource, class Property>
concept HasCudaProperty = requires(const Resource& resource) { get_property(resource, Property{}); };

/// The held resource, or the resource that the held pointer points to.
template <class Held>
[[nodiscard]] auto& resource_in(Held& held) {
  if constexpr (StreamOrderedCudaResource<Held>) {
    return held;
  } else {
    return *held;
  }
}

/// Allocates from a CCCL resource.
template <class Held>
class CudaResourceAllocator final : public MemoryAllocator {
 public:
  explicit CudaResourceAllocator(Held held) : held_{std::move(held)} {}

  DevicePointer allocate(std::size_t size_bytes, const Stream& stream) override {
    void* memory = nullptr;
    if constexpr (CudaMemoryResourceLike<Resource>) {
      memory = resource_in(held_).allocate(stream_ref_of(stream), size_bytes, cuda_memory_alignment);
    } else {
      memory = resource_in(held_).allocate_async(size_bytes, cuda_memory_alignment, stream_ref_of(stream));
    }
    return {reinterpret_cast<std::uint64_t>(memory)};
  }
  void deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) override {
    auto* const memory = reinterpret_cast<void*>(pointer.value);
    if constexpr (CudaMemoryResourceLike<Resource>) {
      resource_in(held_).deallocate(stream_ref_of(stream), memory, size_bytes, cuda_memory_alignment);
    } else {
      resource_in(held_).deallocate_async(memory, size_bytes, cuda_memory_alignment, stream_ref_of(stream));
    }
  }
  [[nodiscard]] std::string_view name() const noexcept override { return "cuda::mr resource"; }
  [[nodiscard]] MemoryAllocatorProperties properties() const override {
    constexpr bool is_on_host = HasCudaProperty<Resource, cuda::mr::host_accessible>;
    return {.is_on_device = !is_on_host,
            .is_device_accessible = HasCudaProperty<Resource, cuda::mr::device_accessible>,
            .is_host_accessible = is_on_host};
  }

 private:
  using Resource = std::remove_reference_t<decltype(resource_in(std::declval<Held&>()))>;

  Held held_;
};

/// Whether the memory of `resource` has a property. User-defined properties are accepted without a check.
template <class Property>
[[nodiscard]] bool has_cuda_property(const MemoryResource& resource) {
  if constexpr (std::is_same_v<Property, cuda::mr::device_accessible>) {
    return resource.is_device_accessible();
  } else if constexpr (std::is_same_v<Property, cuda::mr::host_accessible>) {
    return resource.is_host_accessible();
  } else {
    return true;
  }
}

}  // namespace detail

/// A resource of this library that allocates from `resource`, a resource of CCCL or rmm: a non-owning reference
/// (cuda::mr::resource_ref, async_resource_ref, rmm::device_async_resource_ref), an owning object (any_resource, a
/// copyable resource), or a pointer to a resource (rmm::mr::device_memory_resource*, std::shared_ptr). If `resource` is
/// not owned, it must exist until the last buffer is closed. The functions of `resource` are called with the context of
/// `device` current.
template <class Resource>
  requires StreamOrderedCudaResource<Resource> || PointerToCudaResource<Resource>
[[nodiscard]] MemoryResource from_cuda_memory_resource(const Device& device, Resource resource) {
  return MemoryResource::from_allocator(device,
                                        std::make_shared<detail::CudaResourceAllocator<Resource>>(std::move(resource)));
}

/// A resource of this library as a CCCL resource: it satisfies cuda::mr::resource (CCCL 3.1 and later) and
/// cuda::mr::async_resource (earlier versions) with these properties, so that resource_ref, any_resource, rmm and
/// CCCL's containers accept it. Its streams must belong to the resource's device. For 0 bytes, it returns a null
/// pointer.
template <class... Properties>
class CudaMemoryResource {
 public:
  /// Functions that have no stream parameter use `stream` and synchronize it.
  /// @throws InvalidArgument if the memory lacks one of the properties.
  CudaMemoryResource(MemoryResource resource, Stream stream)
      : resource_{std::move(resource)}, stream_{std::move(stream)} {
    if (!(detail::has_cuda_property<Properties>(resource_) && ...)) {
      throw InvalidArgument("memory of a " + std::string(resource_.name()) +
                            " lacks some of the named properties (cuda::mr::device_accessible, host_accessible): name "
                            "only those that it has");
    }
  }

  /// @throws InvalidArgument for an alignment that exceeds cuda_memory_alignment or is not a power of 2; any exception
  /// of MemoryResource::allocate() and Stream::from_handle().
  [[nodiscard]] void* allocate(cuda::stream_ref stream, std::size_t bytes,
                               std::size_t alignment = cuda_memory_alignment) {
    return allocate_on(stream_of(stream), bytes, alignment);
  }
  /// Frees the memory in the order of `stream`. A failure is reported as a Diagnostic of the device.
  void deallocate(cuda::stream_ref stream, void* pointer, std::size_t bytes,
                  std::size_t /*alignment*/ = cuda_memory_alignment) noexcept {
    try {
      deallocate_on(stream_of(stream), pointer, bytes);
    } catch (const std::exception& error) {
      report(error.what());
    }
  }
  /// Returns memory that can be used immediately. @throws like allocate().
  [[nodiscard]] void* allocate_sync(std::size_t bytes, std::size_t alignment = cuda_memory_alignment) {
    void* const memory = allocate_on(stream_, bytes, alignment);
    try {
      stream_.synchronize();
    } catch (...) {
      deallocate_on(stream_, memory, bytes);
      throw;
    }
    return memory;
  }
  /// Work that uses the memory must have completed. A failure is reported.
  void deallocate_sync(void* pointer, std::size_t bytes, std::size_t /*alignment*/ = cuda_memory_alignment) noexcept {
    try {
      deallocate_on(stream_, pointer, bytes);
    } catch (const std::exception& error) {
      report(error.what());
    }
  }

  /// The functions above, under their names in CCCL before 3.1.
  [[nodiscard]] void* allocate_async(std::size_t bytes, std::size_t alignment, cuda::stream_ref stream) {
    return allocate(stream, bytes, alignment);
  }
  [[nodiscard]] void* allocate_async(std::size_t bytes, cuda::stream_ref stream) { return allocate(stream, bytes); }
  void deallocate_async(void* pointer, std::size_t bytes, std::size_t alignment, cuda::stream_ref stream) noexcept {
    deallocate(stream, pointer, bytes, alignment);
  }
  void deallocate_async(void* pointer, std::size_t bytes, cuda::stream_ref stream) noexcept {
    deallocate(stream, pointer, bytes);
  }
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment = cuda_memory_alignment) {
    return allocate_sync(bytes, alignment);
  }
  void deallocate(void* pointer, std::size_t bytes, std::size_t alignment = cuda_memory_alignment) noexcept {
    deallocate_sync(pointer, bytes, alignment);
  }

  /// Whether memory from either resource can be freed by the other.
  bool operator==(const CudaMemoryResource& other) const noexcept { return resource_ == other.resource_; }
  [[nodiscard]] const MemoryResource& resource() const noexcept { return resource_; }

  /// The properties, as CCCL queries them.
  template <class Property>
    requires(std::same_as<Property, Properties> || ...)
  friend constexpr void get_property(const CudaMemoryResource& /*resource*/, Property /*property*/) noexcept {}

 private:
  [[nodiscard]] Stream stream_of(cuda::stream_ref stream) const {
    const StreamHandle handle{reinterpret_cast<std::uint64_t>(stream.get())};
    return handle == stream_.handle() ? stream_ : Stream::from_handle(resource_.device(), handle);
  }
  [[nodiscard]] void* allocate_on(const Stream& stream, std::size_t bytes, std::size_t alignment) {
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > cuda_memory_alignment) {
      throw InvalidArgument("memory aligned to " + std::to_string(alignment) +
                            " bytes was requested: use a power of 2 up to " + std::to_string(cuda_memory_alignment));
    }
    if (bytes == 0) {
      return nullptr;
    }
    const DevicePointer pointer = resource_.allocate_raw(bytes, stream);
    if (pointer.value % alignment != 0) {
      resource_.deallocate(pointer, bytes, stream);
      throw InvalidArgument("a " + std::string(resource_.name()) + " returned memory that is not aligned to " +
                            std::to_string(alignment) + " bytes: request a smaller alignment");
    }
    return reinterpret_cast<void*>(pointer.value);
  }
  void deallocate_on(const Stream& stream, void* pointer, std::size_t bytes) const {
    if (bytes != 0) {
      resource_.deallocate({reinterpret_cast<std::uint64_t>(pointer)}, bytes, stream);
    }
  }
  void report(const char* failure) const noexcept {
    try {
      resource_.device().report({Diagnostic::Severity::error, std::string("cleanup failed: ") + failure});
    } catch (...) {
      // Out of memory while reporting.
    }
  }

  MemoryResource resource_;
  Stream stream_;
};

}  // namespace texelscope::gpu
#endif  // TEXELSCOPE_HAS_CUDA_MEMORY_RESOURCE
