#include "gpu/cuda/jit_linker.h"

#include <fmt/format.h>

#include <array>

#include "gpu/cuda/toolkit_library.h"

namespace texelscope::gpu::cuda {
namespace {

JitLinker load_jit_linker(int driver_version) {
  JitLinker functions;
  void* const library = open_toolkit_library("libnvJitLink", driver_version);
  if (library == nullptr) {
    functions.reason = fmt::format("nvJitLink not found: {}; install the CUDA toolkit's nvjitlink package",
                                   toolkit_library_places("libnvJitLink", driver_version));
    return functions;
  }
  const auto find = [&](auto& function, const char* name) {
    find_toolkit_function(library, "nvJitLink", name, "the nvJitLink of CUDA 12.4 or newer", function,
                          functions.reason);
  };
  find(functions.Create, "nvJitLinkCreate");
  find(functions.Destroy, "nvJitLinkDestroy");
  find(functions.AddData, "nvJitLinkAddData");
  find(functions.Complete, "nvJitLinkComplete");
  find(functions.GetLinkedCubinSize, "nvJitLinkGetLinkedCubinSize");
  find(functions.GetLinkedCubin, "nvJitLinkGetLinkedCubin");
  find(functions.GetErrorLogSize, "nvJitLinkGetErrorLogSize");
  find(functions.GetErrorLog, "nvJitLinkGetErrorLog");
  return functions;
}

/// An nvJitLink link, destroyed with this object.
class Link {
 public:
  Link(const JitLinker& linker, int capability) : linker_{linker} {
    const std::string architecture = fmt::format("-arch=sm_{}", capability);
    std::array options{architecture.c_str(), "-lto"};
    result_ = linker_.Create(&handle_, static_cast<std::uint32_t>(options.size()), options.data());
  }
  ~Link() {
    if (handle_ != nullptr) {
      linker_.Destroy(&handle_);
    }
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  [[nodiscard]] JitLinker::Result created() const { return result_; }
  [[nodiscard]] JitLinker::Handle handle() const { return handle_; }
  [[nodiscard]] std::string log() const {
    return handle_ == nullptr
               ? std::string{}
               : read_toolkit_log([&](std::size_t* size) { return linker_.GetErrorLogSize(handle_, size); },
                                  [&](char* text) { return linker_.GetErrorLog(handle_, text); });
  }

 private:
  const JitLinker& linker_;
  JitLinker::Handle handle_ = nullptr;
  JitLinker::Result result_ = JitLinker::success;
};

}  // namespace

const JitLinker& jit_linker(int driver_version) {
  static const JitLinker functions = load_jit_linker(driver_version);
  return functions;
}

Status link_for_device(const JitLinker& linker, int capability, driver::CodeLink& call) {
  if (!linker.reason.empty()) {
    call.reason = linker.reason;
    return Status::jit_compiler_not_found;
  }
  const Link link{linker, capability};
  if (link.created() != JitLinker::success) {
    call.reason = fmt::format(
        "nvJitLinkCreate for compute capability {}.{} failed with error {}; install the nvJitLink of a CUDA version "
        "that supports it",
        capability / 10, capability % 10, link.created());
    return Status::jit_compiler_not_found;
  }
  for (std::size_t i = 0; i < call.images.size(); ++i) {
    const std::string name = fmt::format("image {}", i);
    const JitLinker::Result added = linker.AddData(link.handle(), JitLinker::link_time_input, call.images[i].data(),
                                                   call.images[i].size(), name.c_str());
    if (added != JitLinker::success) {
      call.log = fmt::format("{} is not LTO IR (nvJitLinkAddData: error {}){}{}", name, added,
                             link.log().empty() ? "" : ": ", link.log());
      return Status::invalid_image;
    }
  }
  if (linker.Complete(link.handle()) != JitLinker::success) {
    call.log = link.log();
    return Status::invalid_image;
  }
  std::size_t size = 0;
  if (linker.GetLinkedCubinSize(link.handle(), &size) != JitLinker::success) {
    return Status::unknown;
  }
  call.binary.resize(size);
  return linker.GetLinkedCubin(link.handle(), call.binary.data()) == JitLinker::success ? Status::success
                                                                                        : Status::unknown;
}

}  // namespace texelscope::gpu::cuda
