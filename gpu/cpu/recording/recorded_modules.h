#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "texelscope/kernels/access_hooks.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::gpu::cpu {

/// Copies of a program's kernels that were compiled for recording, in shared libraries
/// (AccessRecorderOptions::modules). A kernel is found by the name of its type and its size.
class RecordedModules {
 public:
  /// Loads the libraries. @throws InvalidArgument for one that cannot be loaded or has no recorded kernels.
  explicit RecordedModules(const std::vector<std::filesystem::path>& modules);

  using Run = decltype(kernels::KernelEntry::run_on_host);
  /// The copy of a kernel; null if there is none.
  [[nodiscard]] Run find(const kernels::KernelEntry& entry) const;

 private:
  std::map<std::pair<std::string, std::size_t>, Run> kernels_;
};

/// Makes the accesses of a module of kernels call this device's recording; false if the module was not compiled for it.
bool set_hooks(void* library, const kernels::AccessHooks& hooks);

}  // namespace texelscope::gpu::cpu
