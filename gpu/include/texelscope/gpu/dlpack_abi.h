#pragma once

#include <cstdint>

// The structures that libraries exchange, as defined by the C API of DLPack 1.3
// (dmlc.github.io/dlpack/latest/c_api.html). Their names are global: include either this header or dlpack.h, not both.

struct DLDevice {
  std::int32_t device_type;
  std::int32_t device_id;
};

struct DLDataType {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
};

struct DLTensor {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t* shape;
  /// The strides in elements; null for C order.
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor*);
};

struct DLPackVersion {
  std::uint32_t major;
  std::uint32_t minor;
};

struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(DLManagedTensorVersioned*);
  std::uint64_t flags;
  DLTensor dl_tensor;
};

/// The table behind `__dlpack_c_exchange_api__` of a type: converts Python objects of the library to tensors and back
/// without calling into Python. All functions return 0, or −1 with Python's exception set.
struct DLPackExchangeAPIHeader {
  DLPackVersion version;
  /// The table of an earlier version; null if there is none.
  DLPackExchangeAPIHeader* prev_api;
};

struct DLPackExchangeAPI {
  DLPackExchangeAPIHeader header;
  int (*managed_tensor_allocator)(DLTensor* prototype, DLManagedTensorVersioned** out, void* error_context,
                                  void (*set_error)(void* error_context, const char* kind, const char* message));
  int (*managed_tensor_from_py_object_no_sync)(void* object, DLManagedTensorVersioned** out);
  int (*managed_tensor_to_py_object_no_sync)(DLManagedTensorVersioned* tensor, void** out_object);
  /// Borrows; null if the library does not support it.
  int (*dltensor_from_py_object_no_sync)(void* object, DLTensor* out);
  int (*current_work_stream)(std::int32_t device_type, std::int32_t device_id, void** out_stream);
};

namespace texelscope::gpu::dlpack {

inline constexpr DLPackVersion version{1, 3};

inline constexpr std::uint64_t is_read_only = 1;
/// Each element of less than 8 bits occupies a full byte.
inline constexpr std::uint64_t is_padded = 4;

/// DLDeviceType.
inline constexpr std::int32_t cpu = 1;
inline constexpr std::int32_t cuda = 2;
/// Pinned host memory.
inline constexpr std::int32_t cuda_host = 3;
inline constexpr std::int32_t cuda_managed = 13;

}  // namespace texelscope::gpu::dlpack
