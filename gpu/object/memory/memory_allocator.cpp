#include "texelscope/gpu/memory/memory_allocator.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "gpu/object/checks.h"
#include "gpu/object/memory/memory_resource_box.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

/// One call of an allocator's function in the form of the driver interface. Its exception is stored for the caller.
struct AllocatorCall {
  MemoryAllocator& allocator;
  const Stream& stream;
  std::size_t size_bytes = 0;
  DevicePointer pointer;
  std::exception_ptr thrown{};

  /// Runs one of the functions and maps its exception to a status.
  template <class Function>
  Status run(Function&& function) noexcept {
    try {
      function();
      return Status::success;
    } catch (const DriverError& error) {
      thrown = std::current_exception();
      return error.status();
    } catch (const std::bad_alloc&) {
      thrown = std::current_exception();
      return Status::out_of_memory;
    } catch (...) {
      thrown = std::current_exception();
      return Status::unknown;
    }
  }
};

Status allocate(void* data, DevicePointer& pointer) noexcept {
  AllocatorCall& call = *static_cast<AllocatorCall*>(data);
  return call.run([&] {
    pointer = call.allocator.allocate(call.size_bytes, call.stream);
    if (!pointer) {
      throw Error("it returned null: an allocator must return memory or throw");
    }
  });
}

Status deallocate(void* data) noexcept {
  AllocatorCall& call = *static_cast<AllocatorCall*>(data);
  return call.run([&] { call.allocator.deallocate(call.pointer, call.size_bytes, call.stream); });
}

/// The message of an arbitrary exception.
std::string text_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

class AllocatorMemoryBox final : public MemoryResourceBox {
 public:
  AllocatorMemoryBox(std::shared_ptr<DeviceBox> device, std::shared_ptr<MemoryAllocator> allocator,
                     const MemoryAllocatorProperties& properties)
      : MemoryResourceBox{std::move(device),
                          {.name = allocator->name(),
                           .is_stream_ordered = properties.is_stream_ordered,
                           .is_on_device = properties.is_on_device,
                           .is_device_accessible = properties.is_device_accessible,
                           .is_host_accessible = properties.is_host_accessible,
                           .is_managed = properties.is_managed}},
        allocator_{std::move(allocator)} {}

  DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& order) override {
    const DevicePointer pointer = ask(size_bytes, order);
    try {
      require_declared(device()->call(driver::PointerQuery{pointer}).facts, pointer, size_bytes);
    } catch (...) {
      deallocate(pointer, size_bytes, order);
      throw;
    }
    return pointer;
  }

  void deallocate(DevicePointer pointer, std::size_t size_bytes,
                  const std::shared_ptr<StreamBox>& order) noexcept override {
    if (!traits().is_stream_ordered && !wait_for(order)) {
      device()->clean_up(driver::ContextSynchronize{});
    }
    try {
      release(pointer, size_bytes, order ? Stream{order} : Device{device()}.default_stream());
    } catch (const std::exception& error) {
      report(error.what());
    }
  }

 private:
  /// Allocates from the allocator. @throws its exception, as documented at MemoryAllocator::allocate().
  DevicePointer ask(std::size_t size_bytes, const std::shared_ptr<StreamBox>& order) {
    const Stream stream{order};
    AllocatorCall call{*allocator_, stream, size_bytes, {}};
    driver::AllocatorAllocate made{.allocator = traits().name,
                                   .size_bytes = size_bytes,
                                   .stream = order->handle(),
                                   .function = &gpu::allocate,
                                   .data = &call};
    try {
      device()->make(made);
      return made.pointer;
    } catch (const DriverError& failed) {
      if (call.thrown) {
        rethrow(call.thrown, failed, size_bytes);
      }
      if (made.pointer) {
        // The device could not accept the memory.
        release(made.pointer, size_bytes, stream);
      }
      throw;
    }
  }

  [[noreturn]] void rethrow(const std::exception_ptr& thrown, const DriverError& failed, std::size_t size_bytes) const {
    try {
      std::rethrow_exception(thrown);
    } catch (const InvalidArgument&) {
      throw;
    } catch (const InvalidState&) {
      throw;
    } catch (const Unavailable&) {
      throw;
    } catch (const DriverError&) {
      throw;
    } catch (const std::bad_alloc&) {
      std::throw_with_nested(failed);
    } catch (...) {
      std::throw_with_nested(Error(fmt::format("{}: {} could not allocate {} bytes: {}", device()->name(),
                                               traits().name, size_bytes, text_of(std::current_exception()))));
    }
  }

  /// @throws InvalidArgument if the memory does not match the allocator's properties.
  void require_declared(const driver::PointerFacts& facts, DevicePointer pointer, std::size_t size_bytes) const {
    const MemoryTraits& declared = traits();
    const auto refuse = [&](std::string_view problem, std::string_view property) {
      throw_on<InvalidArgument>(*device(),
                                "the {} bytes at {:#x} that {} allocated {}, according to cuPointerGetAttributes: set "
                                "MemoryAllocatorProperties::{} accordingly",
                                size_bytes, pointer.value, declared.name, problem, property);
    };
    if (declared.is_device_accessible && !facts.is_device_accessible) {
      refuse("are not accessible from kernels", "is_device_accessible");
    }
    if (declared.is_host_accessible && !facts.is_host_accessible) {
      refuse("are not accessible from the host", "is_host_accessible");
    }
    if (declared.is_on_device && !facts.is_on_device && !facts.is_managed) {
      refuse("are on the host", "is_on_device");
    }
    if (declared.is_managed && !facts.is_managed) {
      refuse("are not managed memory", "is_managed");
    }
    if (facts.is_on_device && facts.ordinal != device()->id().ordinal) {
      throw_on<InvalidArgument>(
          *device(), "the {} bytes at {:#x} that {} allocated are on {}: create a resource of that device", size_bytes,
          pointer.value, declared.name, to_string(DeviceId{device()->id().kind, facts.ordinal}));
    }
  }

  void release(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) {
    AllocatorCall call{*allocator_, stream, size_bytes, pointer};
    driver::AllocatorFree made{.pointer = pointer,
                               .allocator = traits().name,
                               .size_bytes = size_bytes,
                               .stream = stream.handle(),
                               .function = &gpu::deallocate,
                               .data = &call};
    try {
      device()->make(made);
    } catch (const DriverError& failed) {
      if (call.thrown) {
        report(fmt::format("{}: {} could not release {} bytes at {:#x}: {}", device()->name(), traits().name,
                           size_bytes, pointer.value, text_of(call.thrown)));
      } else if (failed.status() != Status::deinitialized) {
        report(failed.what());
      }
    }
  }

  void report(const std::string& failure) const noexcept {
    try {
      device()->report({Diagnostic::Severity::error, "cleanup failed: " + failure});
    } catch (...) {
      // Out of memory while reporting: only the static message is left.
      device()->report({Diagnostic::Severity::error, "cleanup failed"});
    }
  }

  std::shared_ptr<MemoryAllocator> allocator_;
};

}  // namespace

MemoryResource MemoryResource::from_allocator(const Device& device, std::shared_ptr<MemoryAllocator> allocator) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (!allocator) {
    throw_on<InvalidArgument>(box, "the allocator is null: pass an allocator");
  }
  const MemoryAllocatorProperties properties = allocator->properties();
  return MemoryResource{std::make_shared<AllocatorMemoryBox>(device.box(), std::move(allocator), properties)};
}

}  // namespace texelscope::gpu
