#include "gpu/cuda/device_compiler.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <type_traits>
#include <vector>

#include "gpu/files/environment.h"

namespace texelscope::gpu::cuda {
namespace {

constexpr int oldest_major = 12;

/// Where the system's loader looks, then where toolkits are.
std::vector<std::string> library_names(int major) {
  const std::string file = fmt::format("libnvrtc.so.{}", major);
  std::vector<std::string> names{file};
  for (const std::filesystem::path& folder : toolkit_folders()) {
    names.push_back(folder / "lib64" / file);
  }
  return names;
}

void* open_library(int newest_major) {
  for (int major = newest_major; major >= oldest_major; --major) {
    for (const std::string& name : library_names(major)) {
      // Never closed: programs are compiled again and again.
      if (void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL); library != nullptr) {
        return library;
      }
    }
  }
  return nullptr;
}

Nvrtc load(int driver_version) {
  const int newest_major = driver_version / 1000;
  Nvrtc functions;
  void* const library = open_library(newest_major);
  if (library == nullptr) {
    functions.reason = fmt::format(
        "NVRTC is not found: neither the loader's folders nor CUDA_HOME nor /usr/local/cuda have a libnvrtc.so.{}{}; "
        "install the CUDA toolkit's nvrtc package, or use the cpu device",
        oldest_major, newest_major > oldest_major ? fmt::format(" – {}", newest_major) : "");
    return functions;
  }
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr) {
      functions.reason =
          fmt::format("the NVRTC that was found has no function {}; install the CUDA toolkit's nvrtc package", name);
    }
  };
  find(functions.SetFlowCallback, "nvrtcSetFlowCallback");
  functions.reason.clear();
  find(functions.GetErrorString, "nvrtcGetErrorString");
  find(functions.GetNumSupportedArchs, "nvrtcGetNumSupportedArchs");
  find(functions.GetSupportedArchs, "nvrtcGetSupportedArchs");
  find(functions.CreateProgram, "nvrtcCreateProgram");
  find(functions.DestroyProgram, "nvrtcDestroyProgram");
  find(functions.CompileProgram, "nvrtcCompileProgram");
  find(functions.AddNameExpression, "nvrtcAddNameExpression");
  find(functions.GetLoweredName, "nvrtcGetLoweredName");
  find(functions.GetProgramLogSize, "nvrtcGetProgramLogSize");
  find(functions.GetProgramLog, "nvrtcGetProgramLog");
  find(functions.GetCUBINSize, "nvrtcGetCUBINSize");
  find(functions.GetCUBIN, "nvrtcGetCUBIN");
  find(functions.GetPTXSize, "nvrtcGetPTXSize");
  find(functions.GetPTX, "nvrtcGetPTX");
  return functions;
}

}  // namespace

const Nvrtc& nvrtc(int driver_version) {
  static const Nvrtc functions = load(driver_version);
  return functions;
}

}  // namespace texelscope::gpu::cuda
