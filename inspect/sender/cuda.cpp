#include "inspect/sender/cuda.h"

#include <dlfcn.h>

#include <span>
#include <stdexcept>
#include <type_traits>

namespace texelscope::inspect {
namespace {

// The driver's types and numbers (cuda.h), which programs without CUDA do not have.
using Result = int;
using Pointer = std::uint64_t;

constexpr int pointer_attribute_context = 1;
constexpr int pointer_attribute_device_ordinal = 9;
constexpr int pinned_allocation = 1;
constexpr int posix_file_descriptor = 1;
constexpr int device_location = 1;
constexpr unsigned event_of_copies = 1U | 2U;  // blocking waits, no timing
constexpr unsigned non_blocking_stream = 1;    // does not wait for the program's streams
constexpr int relaxed_capture = 2;
constexpr Result not_ready = 600;

struct PoolProperties {
  int allocation_type;
  int handle_types;
  int location_type;
  int location;
  void* security_attributes;
  std::size_t max_bytes;
  std::array<unsigned char, 56> reserved;
};
static_assert(sizeof(PoolProperties) == 88);

/// The functions that this file calls, of the driver that the program uses.
struct Driver {
  Result (*pointer_attribute)(void*, int, Pointer) = nullptr;
  Result (*device_get)(int*, int) = nullptr;
  Result (*primary_context)(void**, int) = nullptr;
  Result (*push_context)(void*) = nullptr;
  Result (*pop_context)(void**) = nullptr;
  Result (*context_device)(int*) = nullptr;
  Result (*uuid)(void*, int) = nullptr;
  Result (*create_pool)(void**, const PoolProperties*) = nullptr;
  Result (*allocate)(Pointer*, std::size_t, void*, void*) = nullptr;
  Result (*free)(Pointer, void*) = nullptr;
  Result (*export_pool)(void*, void*, int, unsigned long long) = nullptr;
  Result (*export_pointer)(void*, Pointer) = nullptr;
  Result (*copy)(Pointer, Pointer, std::size_t, void*) = nullptr;
  Result (*create_stream)(void**, unsigned) = nullptr;
  Result (*destroy_stream)(void*) = nullptr;
  Result (*create_event)(void**, unsigned) = nullptr;
  Result (*destroy_event)(void*) = nullptr;
  Result (*record_event)(void*, void*) = nullptr;
  Result (*wait_event)(void*) = nullptr;
  Result (*query_event)(void*) = nullptr;
  Result (*wait_stream)(void*) = nullptr;
  Result (*is_capturing)(void*, int*) = nullptr;
  Result (*exchange_capture_mode)(int*) = nullptr;
  Result (*error_name)(Result, const char**) = nullptr;
};

/// @throws std::invalid_argument without a driver that has all of them.
const Driver& driver() {
  static const Driver loaded = [] {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      throw std::invalid_argument("there is no CUDA driver");
    }
    Driver found;
    const auto find = [&](auto& function, const char* name) {
      void* const address = dlsym(library, name);
      if (address == nullptr) {
        throw std::invalid_argument(std::string("the CUDA driver is too old: it has no ") + name);
      }
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
    };
    find(found.pointer_attribute, "cuPointerGetAttribute");
    find(found.device_get, "cuDeviceGet");
    find(found.primary_context, "cuDevicePrimaryCtxRetain");
    find(found.push_context, "cuCtxPushCurrent_v2");
    find(found.pop_context, "cuCtxPopCurrent_v2");
    find(found.context_device, "cuCtxGetDevice");
    find(found.uuid, "cuDeviceGetUuid");
    find(found.create_pool, "cuMemPoolCreate");
    find(found.allocate, "cuMemAllocFromPoolAsync");
    find(found.free, "cuMemFreeAsync");
    find(found.export_pool, "cuMemPoolExportToShareableHandle");
    find(found.export_pointer, "cuMemPoolExportPointer");
    find(found.copy, "cuMemcpyDtoDAsync_v2");
    find(found.create_stream, "cuStreamCreate");
    find(found.destroy_stream, "cuStreamDestroy_v2");
    find(found.create_event, "cuEventCreate");
    find(found.destroy_event, "cuEventDestroy_v2");
    find(found.record_event, "cuEventRecord");
    find(found.wait_event, "cuEventSynchronize");
    find(found.query_event, "cuEventQuery");
    find(found.wait_stream, "cuStreamSynchronize");
    find(found.is_capturing, "cuStreamIsCapturing");
    find(found.exchange_capture_mode, "cuThreadExchangeStreamCaptureMode");
    find(found.error_name, "cuGetErrorName");
    return found;
  }();
  return loaded;
}

void check(Result result, const char* function) {
  if (result != 0) {
    const char* name = nullptr;
    driver().error_name(result, &name);
    throw std::invalid_argument(std::string(function) +
                                " failed: " + (name != nullptr ? name : std::to_string(result)));
  }
}

/// The context to which memory belongs; that of its device's runtime API for memory of pools, which belongs to none.
void* context_of(const void* data) {
  const auto pointer = reinterpret_cast<Pointer>(data);
  void* context = nullptr;
  check(driver().pointer_attribute(static_cast<void*>(&context), pointer_attribute_context, pointer),
        "cuPointerGetAttribute");
  if (context == nullptr) {
    int ordinal = 0;
    int device = 0;
    check(driver().pointer_attribute(&ordinal, pointer_attribute_device_ordinal, pointer), "cuPointerGetAttribute");
    check(driver().device_get(&device, ordinal), "cuDeviceGet");
    // Retained for as long as the program runs, as by the runtime API.
    check(driver().primary_context(&context, device), "cuDevicePrimaryCtxRetain");
  }
  return context;
}

/// A pool of a device, which is current. It is never destroyed: driver 580 was seen to crash in cuMemPoolDestroy after
/// another process had opened a pool. Without allocations, a pool has no memory.
void* make_pool(int device) {
  PoolProperties properties{};
  properties.allocation_type = pinned_allocation;
  properties.handle_types = posix_file_descriptor;
  properties.location_type = device_location;
  properties.location = device;
  void* pool = nullptr;
  check(driver().create_pool(&pool, &properties), "cuMemPoolCreate");
  return pool;
}

std::string hexadecimal(std::span<const unsigned char> bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

}  // namespace

/// Makes a context current for its scope, in which the calls invalidate no capture of any thread: a capture in the
/// global mode would otherwise fail at their allocations and queries.
class CudaSlots::Current {
 public:
  explicit Current(void* context) {
    check(driver().push_context(context), "cuCtxPushCurrent");
    driver().exchange_capture_mode(&mode_);
  }
  ~Current() {
    driver().exchange_capture_mode(&mode_);
    void* popped = nullptr;
    driver().pop_context(&popped);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  int mode_ = relaxed_capture;
};

CudaSlots::CudaSlots(const void* data, std::uint64_t slot_bytes) : slot_bytes_{slot_bytes} {
  context_ = context_of(data);
  const Current current{context_};
  check(driver().context_device(&device_), "cuCtxGetDevice");
  check(driver().uuid(uuid_.data(), device_), "cuDeviceGetUuid");
  void* const pool = make_pool(device_);
  int file = -1;
  check(driver().create_stream(&stream_, non_blocking_stream), "cuStreamCreate");
  if (const Result result =
          driver().allocate(&memory_, static_cast<std::size_t>(slot_count * slot_bytes), pool, stream_);
      result != 0) {
    driver().destroy_stream(stream_);
    check(result, "cuMemAllocFromPoolAsync");
  }
  Result result = driver().wait_stream(stream_);
  result = result == 0 ? driver().export_pool(&file, pool, posix_file_descriptor, 0) : result;
  pool_file_ = gpu::FileDescriptor{file};
  result = result == 0 ? driver().export_pointer(exported_.data(), memory_) : result;
  for (void*& event : copied_) {
    result = result == 0 ? driver().create_event(&event, event_of_copies) : result;
  }
  if (result != 0) {
    release();
    check(result, "exporting memory of the device");
  }
}

void CudaSlots::release() const noexcept {
  for (void* const event : copied_) {
    if (event != nullptr) {
      driver().wait_event(event);
      driver().destroy_event(event);
    }
  }
  driver().free(memory_, stream_);
  driver().destroy_stream(stream_);
}

CudaSlots::~CudaSlots() {
  try {
    const Current current{context_};
    release();
  } catch (const std::invalid_argument&) {
    // The driver is being unloaded, and with it the memory.
  }
}

bool CudaSlots::is_on_device_of(const void* data) const {
  int ordinal = 0;
  int device = 0;
  check(driver().pointer_attribute(&ordinal, pointer_attribute_device_ordinal, reinterpret_cast<Pointer>(data)),
        "cuPointerGetAttribute");
  check(driver().device_get(&device, ordinal), "cuDeviceGet");
  return device == device_;
}

void CudaSlots::copy(std::size_t slot, const std::byte* from, std::uint64_t bytes, void* stream) {
  const Current current{context_};
  int status = 0;
  check(driver().is_capturing(stream, &status), "cuStreamIsCapturing");
  if (status != 0) {
    throw std::invalid_argument(
        "its stream is being captured into a graph; show the array after the graph was launched");
  }
  check(driver().copy(memory_ + slot * slot_bytes_, reinterpret_cast<Pointer>(from), static_cast<std::size_t>(bytes),
                      stream),
        "cuMemcpyDtoDAsync");
  check(driver().record_event(copied_[slot], stream), "cuEventRecord");
}

std::optional<bool> CudaSlots::is_copied(std::size_t slot) const noexcept {
  try {
    const Current current{context_};
    const Result result = driver().query_event(copied_[slot]);
    return result == not_ready ? std::nullopt : std::optional(result == 0);
  } catch (const std::invalid_argument&) {
    return false;
  }
}

std::string CudaSlots::description() const {
  return R"(,"device":")" + hexadecimal(uuid_) + R"(","memory":")" + hexadecimal(exported_) + "\"";
}

}  // namespace texelscope::inspect
