#include "texelscope/gpu/torch_tensor.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// A function of an already loaded library, in any scope; null if it is not loaded.
template <class Function>
Function* find_function(const char* library, const char* name) {
  void* found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr) {
    // The library stays loaded anyway: PyTorch is never unloaded.
    if (void* const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) {
      found = dlsym(loaded, name);
      dlclose(loaded);
    }
  }
  return reinterpret_cast<Function*>(found);
}

template <class Function>
Function* cpu_function(const char* name) {
  return find_function<Function>("libtorch_cpu.so", name);
}

/// A number that PyTorch returns from a function; −1 if the function is missing.
std::int32_t number_of(const std::string& name) {
  auto* const function = cpu_function<std::int32_t()>(name.c_str());
  return function == nullptr ? -1 : function();
}

struct NamedType {
  const char* name;
  ElementType type;
};

constexpr std::array named_types{NamedType{"bool", {ElementKind::boolean, 8}},
                                 NamedType{"uint8", {ElementKind::unsigned_integer, 8}},
                                 NamedType{"uint16", {ElementKind::unsigned_integer, 16}},
                                 NamedType{"uint32", {ElementKind::unsigned_integer, 32}},
                                 NamedType{"uint64", {ElementKind::unsigned_integer, 64}},
                                 NamedType{"int8", {ElementKind::signed_integer, 8}},
                                 NamedType{"int16", {ElementKind::signed_integer, 16}},
                                 NamedType{"int32", {ElementKind::signed_integer, 32}},
                                 NamedType{"int64", {ElementKind::signed_integer, 64}},
                                 NamedType{"float16", {ElementKind::floating_point, 16}},
                                 NamedType{"float32", {ElementKind::floating_point, 32}},
                                 NamedType{"float64", {ElementKind::floating_point, 64}},
                                 NamedType{"bfloat16", {ElementKind::bfloat16, 16}},
                                 NamedType{"complex32", {ElementKind::complex, 32}},
                                 NamedType{"complex64", {ElementKind::complex, 64}},
                                 NamedType{"complex128", {ElementKind::complex, 128}},
                                 NamedType{"float8_e4m3fn", {ElementKind::float8_e4m3fn, 8}},
                                 NamedType{"float8_e4m3fnuz", {ElementKind::float8_e4m3fnuz, 8}},
                                 NamedType{"float8_e5m2", {ElementKind::float8_e5m2, 8}},
                                 NamedType{"float8_e5m2fnuz", {ElementKind::float8_e5m2fnuz, 8}},
                                 NamedType{"float8_e8m0fnu", {ElementKind::float8_e8m0fnu, 8}}};

}  // namespace

const TorchFunctions* TorchFunctions::find() {
  // PyTorch may be loaded after the first query.
  static std::unique_ptr<const TorchFunctions> found;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (found == nullptr) {
    auto functions = std::unique_ptr<TorchFunctions>(new TorchFunctions);
    if (functions->look_up()) {
      found = std::move(functions);
    }
  }
  return found.get();
}

bool TorchFunctions::look_up() {
  const auto set = [](auto& query, const char* name) {
    query = cpu_function<std::remove_pointer_t<std::remove_reference_t<decltype(query)>>>(name);
    return query != nullptr;
  };
  const bool has_all = set(get_data_ptr_, "aoti_torch_get_data_ptr") && set(get_dim_, "aoti_torch_get_dim") &&
                       set(get_sizes_, "aoti_torch_get_sizes") && set(get_strides_, "aoti_torch_get_strides") &&
                       set(get_dtype_, "aoti_torch_get_dtype") && set(get_device_type_, "aoti_torch_get_device_type") &&
                       set(get_device_index_, "aoti_torch_get_device_index");
  cpu_ = number_of("aoti_torch_device_type_cpu");
  cuda_ = number_of("aoti_torch_device_type_cuda");
  strided_ = number_of("aoti_torch_layout_strided");
  if (!has_all || cpu_ < 0 || cuda_ < 0 || strided_ < 0 || !set(get_layout_, "aoti_torch_get_layout")) {
    return false;
  }
  for (const NamedType& named : named_types) {
    const auto number = static_cast<std::size_t>(number_of(std::string("aoti_torch_dtype_") + named.name));
    if (number < types_.size()) {
      types_[number] = dlpack_type(named.type);
    }
  }
  return true;
}

bool TorchFunctions::is_strided(AtenTensorOpaque* tensor) const {
  std::int32_t layout = 0;
  return get_layout_(tensor, &layout) == 0 && layout == strided_;
}

void TorchFunctions::refuse_call() {
  throw InvalidArgument("PyTorch tensor: PyTorch could not describe it; see the reason on standard error");
}

void TorchFunctions::refuse_device(std::int32_t device_type) const {
  throw Unavailable(
      fmt::format("PyTorch tensor: it is on a device of type {}, neither the CPU ({}) nor CUDA ({}): copy it to one "
                  "of them first",
                  device_type, cpu_, cuda_));
}

void TorchFunctions::refuse_type(std::int32_t dtype) const {
  throw Unavailable(fmt::format(
      "PyTorch tensor: PyTorch's stable functions do not name its dtype, number {}: import it through DLPack", dtype));
}

ForeignStream TorchFunctions::current_stream(std::int32_t device) const {
  using Function = Error(std::int32_t, void**);
  // The function is in PyTorch's CUDA library, which may be loaded later than the rest.
  static std::atomic<Function*> found = nullptr;
  Function* function = found;
  if (function == nullptr) {
    found = function = find_function<Function>("libtorch_cuda.so", "aoti_torch_get_current_cuda_stream");
  }
  if (function == nullptr) {
    throw Unavailable("PyTorch: this PyTorch was built without CUDA and has no streams");
  }
  void* stream = nullptr;
  if (function(device, &stream) != 0) {
    throw InvalidArgument(fmt::format("PyTorch: no stream exists on CUDA device {}", device));
  }
  return ForeignStream::of_handle(reinterpret_cast<std::uintptr_t>(stream));
}

}  // namespace texelscope::gpu
