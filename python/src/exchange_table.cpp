
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "python/src/kept_error.h"
#include "python/src/view_object.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

constexpr int failed = -1;

/// Runs work that may throw, and converts exceptions to Python's. Returns 0, or −1.
template <class Work>
int guarded(Work&& work) noexcept {
  try {
    work();
    return 0;
  } catch (...) {
    set_error(std::current_exception());
  }
  return failed;
}

/// The stream that current_stream() returns: the consumer orders its own work after it.
constexpr StreamArgument legacy_stream{.consumer = gpu::ForeignStream::of_handle(0)};

int take_from_object(void* object, DLManagedTensorVersioned** out) {
  return guarded([&] {
    const ViewObject& view = view_from(static_cast<PyObject*>(object));
    order_after_work(view, legacy_stream);
    *out = shared([&] { return to_dlpack_versioned(owned_memory(view)); });
  });
}

int make_object(DLManagedTensorVersioned* tensor, void** out) {
  bool is_taken = false;
  const int result = guarded([&] {
    gpu::ImportedTensor imported = shared([&] { return gpu::import_dlpack(tensor); });
    is_taken = true;
    *out = make_view(shared([&] { return ViewedMemory{std::move(imported)}; }), py::none()).release().ptr();
  });
  // This function must release a rejected tensor, too.
  if (!is_taken && tensor != nullptr && tensor->deleter != nullptr) {
    const KeptError error;
    tensor->deleter(tensor);
  }
  return result;
}

int lend(void* object, DLTensor* out) {
  return guarded([&] {
    const ViewObject& view = view_from(static_cast<PyObject*>(object));
    const gpu::StridedMemoryView& memory = view.memory.view();
    if (memory.is_read_only()) {
      throw gpu::Unavailable("a read-only view cannot be exported as a DLTensor, which has no read-only flag");
    }
    order_after_work(view, legacy_stream);
    *out = shared([&] { return gpu::borrow_as_dlpack(memory); });
  });
}

/// Zeros in host memory.
gpu::StridedMemoryView allocated(const DLTensor& prototype) {
  gpu::TensorMetadata metadata = gpu::metadata_of(prototype);
  if (metadata.device.type != gpu::dlpack::cpu) {
    throw gpu::Unavailable("texelscope allocates tensors only in host memory; request the device kDLCPU");
  }
  metadata.strides = nullptr;
  const gpu::StridedLayout layout = metadata.layout();
  const auto bytes =
      std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(layout.required_size_in_bytes()));
  return gpu::StridedMemoryView::from_host(std::span(*bytes), layout, metadata.element_type(), bytes);
}

int allocate(DLTensor* prototype, DLManagedTensorVersioned** out, void* context,
             void (*set_error)(void*, const char*, const char*)) {
  try {
    *out = to_dlpack_versioned(allocated(*prototype));
    return 0;
  } catch (const std::exception& error) {
    set_error(context, "BufferError", error.what());
    return failed;
  }
}

/// The legacy default stream, as null. There is no current stream here, because callers specify the stream of each
/// call: the legacy default stream waits for a view's work when the view is imported or exported.
int current_stream(std::int32_t /*device_type*/, std::int32_t /*device*/, void** out) {
  *out = nullptr;
  return 0;
}

}  // namespace

void bind_exchange_table(const py::object& type) {
  static DLPackExchangeAPI table{.header = {.version = gpu::dlpack::version, .prev_api = nullptr},
                                 .managed_tensor_allocator = &allocate,
                                 .managed_tensor_from_py_object_no_sync = &take_from_object,
                                 .managed_tensor_to_py_object_no_sync = &make_object,
                                 .dltensor_from_py_object_no_sync = &lend,
                                 .current_work_stream = &current_stream};
  const py::capsule capsule(&table, exchange_capsule_name);
  type.attr("__dlpack_c_exchange_api__") = capsule;
  // The name before DLPack 1.3.
  type.attr("__c_dlpack_exchange_api__") = capsule;
}

}  // namespace texelscope::python
