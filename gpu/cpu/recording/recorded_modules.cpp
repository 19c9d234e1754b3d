#include "gpu/cpu/recording/recorded_modules.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "gpu/cpu/recording/launch_recording.h"
#include "gpu/driver/describe.h"
#include "texelscope/gpu/access_recorder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cpu {

bool set_hooks(void* library, const kernels::AccessHooks& hooks) {
  void* const variable = ::dlsym(library, "texelscope_access_hooks");
  if (variable != nullptr) {
    *static_cast<const kernels::AccessHooks**>(variable) = &hooks;
  }
  return variable != nullptr;
}

RecordedModules::RecordedModules(const std::vector<std::filesystem::path>& modules) {
  for (const std::filesystem::path& module : modules) {
    // Never unloaded: scheduled launches and the addresses of sites refer to its code.
    void* const library = ::dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
      const char* const reason = ::dlerror();
      throw InvalidArgument(
          fmt::format("the kernels for recording cannot be loaded: {}; rebuild them, or record without "
                      "this module",
                      reason != nullptr ? reason : module.c_str()));
    }
    using Next = const kernels::KernelEntry* (*)(std::size_t);
    const auto entry_at = reinterpret_cast<Next>(::dlsym(library, "texelscope_recorded_kernel"));
    if (entry_at == nullptr || !set_hooks(library, access_hooks())) {
      throw InvalidArgument(
          fmt::format("{} has no kernels that were compiled for recording; build it with "
                      "texelscope_recorded_kernels()",
                      module.c_str()));
    }
    for (std::size_t index = 0; const kernels::KernelEntry* const entry = entry_at(index); ++index) {
      kernels_[{driver::describe(*entry), entry->kernel_size}] = entry->run_on_host;
    }
  }
}

RecordedModules::Run RecordedModules::find(const kernels::KernelEntry& entry) const {
  const auto found = kernels_.find({driver::describe(entry), entry.kernel_size});
  return found == kernels_.end() ? nullptr : found->second;
}

}  // namespace texelscope::gpu::cpu

namespace texelscope::gpu {

bool record_module(void* library) { return cpu::set_hooks(library, cpu::access_hooks()); }

}  // namespace texelscope::gpu
