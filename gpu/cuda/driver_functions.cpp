#include "gpu/cuda/driver_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cuda {

namespace {

constexpr const char* library_name = "libcuda.so.1";

// The runtime that finds kernels (cudart_static) works with drivers of its own major version and later.
constexpr int oldest_driver = CUDA_VERSION / 1000 * 1000;

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

void* open_library() {
  // Never closed: the driver keeps its own threads and exit handlers.
  void* const library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const reason = dlerror();
    throw Unavailable(
        fmt::format("the CUDA driver cannot be loaded ({}); install the NVIDIA driver, or use the cpu device",
                    reason != nullptr ? reason : library_name));
  }
  return library;
}

template <class Function>
Function find_exported(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

void start(void* library) {
  const auto init = find_exported<PFN_cuInit_v2000>(library, "cuInit");
  if (init == nullptr) {
    throw Unavailable(
        fmt::format("{} has no function cuInit: it is not a CUDA driver; reinstall the NVIDIA driver", library_name));
  }
  const auto status = static_cast<Status>(init(0));
  switch (status) {
    case Status::success:
      return;
    case Status::stub_library:
      throw Unavailable(
          fmt::format("{} is the CUDA toolkit's stub, not a driver; remove the toolkit's stubs folder from "
                      "LD_LIBRARY_PATH, or install the NVIDIA driver",
                      library_name));
    case Status::no_device:
      throw Unavailable(
          "the CUDA driver finds no GPU (cuInit: CUDA_ERROR_NO_DEVICE); check nvidia-smi and CUDA_VISIBLE_DEVICES, or "
          "use the cpu device");
    default:
      throw Unavailable(fmt::format(
          "the CUDA driver failed to start (cuInit: {} {}); {}", status_name(status), static_cast<int>(status),
          status == Status::system_driver_mismatch ? status_advice(status)
                                                   : "check nvidia-smi and the kernel's log, or use the cpu device"));
  }
}

int require_version(void* library) {
  const auto get_version = find_exported<PFN_cuDriverGetVersion_v2020>(library, "cuDriverGetVersion");
  int version = 0;
  if (get_version == nullptr || get_version(&version) != CUDA_SUCCESS || version < oldest_driver) {
    throw Unavailable(
        fmt::format("the CUDA driver supports CUDA {}, but this program was built for {}; update the NVIDIA driver, "
                    "or build with an older CUDA toolkit",
                    version_text(version), version_text(oldest_driver)));
  }
  return version;
}

/// Finds functions by name and version if the driver supports it, otherwise by symbol name.
class Finder {
 public:
  explicit Finder(void* library)
      : library_{library}, get_address_{find_exported<PFN_cuGetProcAddress_v12000>(library, "cuGetProcAddress_v2")} {}

  template <class Function>
  void find(Function& function, const char* name, int version, const char* suffix) const {
    find_optional(function, name, version, suffix);
    if (function == nullptr) {
      throw Unavailable(
          fmt::format("the CUDA driver has no function {}{}; reinstall or update the NVIDIA driver", name, suffix));
    }
  }

  /// Functions that the driver lacks remain null.
  template <class Function>
  void find_optional(Function& function, const char* name, int version, const char* suffix) const {
    void* address = nullptr;
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (get_address_ == nullptr ||
        get_address_(name, &address, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM, &found) != CUDA_SUCCESS) {
      address = nullptr;
    }
    const std::string symbol = std::string(name) + suffix;
    if (address == nullptr) {
      address = dlsym(library_, symbol.c_str());
    }
    function = reinterpret_cast<Function>(address);
  }

 private:
  void* library_;
  PFN_cuGetProcAddress_v12000 get_address_;
};

DriverFunctions load() {
  void* const library = open_library();
  start(library);
  DriverFunctions functions;
  functions.driver_version = require_version(library);
  const Finder finder(library);
#define TEXELSCOPE_DRIVER_FIND(name, version, suffix) finder.find(functions.name, "cu" #name, version, suffix);
  TEXELSCOPE_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_FIND)
#undef TEXELSCOPE_DRIVER_FIND
#define TEXELSCOPE_DRIVER_FIND(name, version, suffix)                  \
  if (functions.driver_version >= (version)) {                         \
    finder.find_optional(functions.name, "cu" #name, version, suffix); \
  }
  // If a later version than its own is requested, a driver returns the function with its older signature.
  TEXELSCOPE_OPTIONAL_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_FIND)
  TEXELSCOPE_BATCH_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_FIND)
#undef TEXELSCOPE_DRIVER_FIND
#define TEXELSCOPE_DRIVER_FIND(name, version, suffix)                               \
  if (functions.driver_version >= (version)) {                                      \
    finder.find_optional(functions.name##_v##version, "cu" #name, version, suffix); \
  }
  TEXELSCOPE_LATER_DRIVER_FUNCTIONS(TEXELSCOPE_DRIVER_FIND)
#undef TEXELSCOPE_DRIVER_FIND
  return functions;
}

}  // namespace

const DriverFunctions& driver_functions() {
  static const DriverFunctions functions = load();
  return functions;
}

}  // namespace texelscope::gpu::cuda
