#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "texelscope/gpu/memory/memory_allocator.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::tests {

/// A typical custom allocator: it counts allocations and gets its memory from another resource.
class UpstreamAllocator final : public gpu::MemoryAllocator {
 public:
  struct Call {
    gpu::DevicePointer pointer;
    std::size_t size_bytes = 0;
    gpu::StreamHandle stream;

    bool operator==(const Call&) const = default;
  };

  explicit UpstreamAllocator(gpu::MemoryResource upstream)
      : UpstreamAllocator{upstream,
                          {.is_stream_ordered = upstream.is_stream_ordered(),
                           .is_device_accessible = upstream.is_device_accessible(),
                           .is_host_accessible = upstream.is_host_accessible(),
                           .is_managed = upstream.is_managed()}} {}
  UpstreamAllocator(gpu::MemoryResource upstream, const gpu::MemoryAllocatorProperties& properties)
      : upstream_{std::move(upstream)}, properties_{properties} {}

  gpu::DevicePointer allocate(std::size_t size_bytes, const gpu::Stream& stream) override {
    if (fail_to_allocate) {
      std::rethrow_exception(fail_to_allocate);
    }
    if (gives_null) {
      return {};
    }
    const gpu::DevicePointer pointer = upstream_.allocate_raw(size_bytes, stream);
    keep(allocated_, {pointer, size_bytes, stream.handle()});
    return pointer;
  }
  void deallocate(gpu::DevicePointer pointer, std::size_t size_bytes, const gpu::Stream& stream) override {
    keep(deallocated_, {pointer, size_bytes, stream.handle()});
    upstream_.deallocate(pointer, size_bytes, stream);
    if (fail_to_deallocate) {
      std::rethrow_exception(fail_to_deallocate);
    }
  }
  [[nodiscard]] std::string_view name() const noexcept override { return "UpstreamAllocator"; }
  [[nodiscard]] gpu::MemoryAllocatorProperties properties() const override { return properties_; }

  [[nodiscard]] std::vector<Call> allocated() const { return copy_of(allocated_); }
  [[nodiscard]] std::vector<Call> deallocated() const { return copy_of(deallocated_); }

  std::exception_ptr fail_to_allocate;
  std::exception_ptr fail_to_deallocate;
  bool gives_null = false;

 private:
  void keep(std::vector<Call>& calls, const Call& call) {
    const std::lock_guard lock{mutex_};
    calls.push_back(call);
  }
  [[nodiscard]] std::vector<Call> copy_of(const std::vector<Call>& calls) const {
    const std::lock_guard lock{mutex_};
    return calls;
  }

  gpu::MemoryResource upstream_;
  gpu::MemoryAllocatorProperties properties_;
  mutable std::mutex mutex_;
  std::vector<Call> allocated_;
  std::vector<Call> deallocated_;
};

}  // namespace texelscope::tests
