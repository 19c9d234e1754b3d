#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <string>

#include "python/src/arguments.h"
#include "python/src/interfaces.h"
#include "python/src/torch_bridge.h"
#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"

namespace py = pybind11;

namespace texelscope::python {
namespace {

/// Nanoseconds per operation, the minimum over several rounds.
template <class Operation>
double time_of(Operation&& operation) {
  constexpr int rounds = 51;
  constexpr int repetitions = 20'000;
  double cheapest = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) {
      auto result = operation();
      // Prevents the compiler from removing the operation.
      asm volatile("" : : "r"(&result) : "memory");
    }
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    cheapest = std::min(cheapest, elapsed.count() / repetitions);
  }
  return cheapest;
}

/// PyTorch's own time: only the seven calls that cuda.core makes for a tensor.
double time_torch_calls(AtenTensorOpaque* handle) {
  using Call = std::int32_t(AtenTensorOpaque*, void*);
  std::array<Call*, 7> calls{};
  void* const library = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) {
    throw py::buffer_error("PyTorch's library is not loaded");
  }
  std::ranges::transform(
      std::array{"data_ptr", "dim", "sizes", "strides", "dtype", "device_type", "device_index"}, calls.begin(),
      [&](const char* name) {
        return reinterpret_cast<Call*>(dlsym(library, (std::string("aoti_torch_get_") + name).c_str()));
      });
  dlclose(library);
  return time_of([&] {
    std::array<std::uint64_t, calls.size()> answers{};
    std::int32_t errors = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      errors |= calls[i](handle, &answers[i]);
    }
    asm volatile("" : : "r"(errors));
    return answers;
  });
}

/// The cost in C++ of reading the metadata of a tensor through one of the interfaces.
double time_metadata(const py::object& tensor, const std::string& way) {
  if (way == "torch" || way == "torch calls") {
    if (!is_torch_tensor(tensor.ptr())) {
      throw py::buffer_error("not a tensor of a PyTorch version whose stable functions are supported");
    }
    const gpu::TorchFunctions& functions = torch_functions();
    AtenTensorOpaque* const handle = torch_handle(tensor.ptr());
    if (way == "torch calls") {
      return time_torch_calls(handle);
    }
    return time_of([&] { return functions.metadata_of(handle); });
  }
  const auto exchange = exchange_of(tensor.ptr());
  if (!exchange || !exchange->has_borrowing()) {
    throw py::buffer_error("the class of this tensor has no C exchange API (__dlpack_c_exchange_api__)");
  }
  if (way == "exchange") {
    return time_of([&] { return exchange->metadata_of(tensor.ptr()); });
  }
  if (way == "struct") {
    const auto metadata = exchange->metadata_of(tensor.ptr());
    if (!metadata) {
      throw py::error_already_set();
    }
    const DLTensor in_hand{.data = reinterpret_cast<void*>(metadata->pointer.value),
                           .device = {metadata->device.type, metadata->device.id},
                           .ndim = metadata->ndim,
                           .dtype = {metadata->type.code, metadata->type.bits, metadata->type.lanes},
                           .shape = const_cast<std::int64_t*>(metadata->shape),
                           .strides = const_cast<std::int64_t*>(metadata->strides),
                           .byte_offset = 0};
    const DLTensor* pointer = &in_hand;
    asm volatile("" : "+r"(pointer));
    return time_of([&] { return gpu::metadata_of(*pointer); });
  }
  throw py::value_error("unknown way '" + way + "'; use torch, torch calls, exchange or struct");
}

}  // namespace

void bind_measurement(py::module_& module) {
  module.def("_time_metadata", &time_metadata, py::arg("tensor"), py::arg("way"));
}

}  // namespace texelscope::python
