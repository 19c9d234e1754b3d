#include "gpu/cuda/device_compiler.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "gpu/cuda/toolkit_library.h"

namespace texelscope::gpu::cuda {
namespace {

/// The path and size of the library that contains this function.
std::string identity_of(const void* function) {
  Dl_info info{};
  if (function == nullptr || dladdr(function, &info) == 0 || info.dli_fname == nullptr) {
    return {};
  }
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(info.dli_fname, error);
  return error ? std::string{} : fmt::format("{} {}", path.string(), std::filesystem::file_size(path, error));
}

Nvrtc load_nvrtc(int driver_version) {
  Nvrtc functions;
  void* const library = open_toolkit_library("libnvrtc", driver_version);
  if (library == nullptr) {
    functions.reason =
        fmt::format("NVRTC not found: {}; install the CUDA toolkit's nvrtc package, or use the cpu device",
                    toolkit_library_places("libnvrtc", driver_version));
    return functions;
  }
  const auto find = [&](auto& function, const char* name) {
    find_toolkit_function(library, "NVRTC", name, "the CUDA toolkit's nvrtc package", function, functions.reason);
  };
  find(functions.SetFlowCallback, "nvrtcSetFlowCallback");
  functions.reason.clear();
  find(functions.Version, "nvrtcVersion");
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
  find(functions.GetLTOIRSize, "nvrtcGetLTOIRSize");
  find(functions.GetLTOIR, "nvrtcGetLTOIR");
  functions.identity = identity_of(reinterpret_cast<const void*>(functions.CompileProgram));
  return functions;
}

}  // namespace

const Nvrtc& nvrtc(int driver_version) {
  static const Nvrtc functions = load_nvrtc(driver_version);
  return functions;
}

}  // namespace texelscope::gpu::cuda
