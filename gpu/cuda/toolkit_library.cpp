#include "gpu/cuda/toolkit_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "gpu/files/environment.h"

namespace texelscope::gpu::cuda {
namespace {

constexpr int oldest_major = 12;

int newest_major(int driver_version) { return driver_version / 1000; }

/// The names for the system's loader, then those in toolkit folders.
std::vector<std::string> file_names(std::string_view name, int major) {
  const std::string file = fmt::format("{}.so.{}", name, major);
  std::vector<std::string> names{file};
  for (const std::filesystem::path& folder : toolkit_folders()) {
    names.push_back(folder / "lib64" / file);
  }
  return names;
}

}  // namespace

void* open_toolkit_library(std::string_view name, int driver_version) {
  for (int major = newest_major(driver_version); major >= oldest_major; --major) {
    for (const std::string& file : file_names(name, major)) {
      if (void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); library != nullptr) {
        return library;
      }
    }
  }
  return nullptr;
}

std::string toolkit_library_places(std::string_view name, int driver_version) {
  const int newest = newest_major(driver_version);
  return fmt::format("neither the loader's folders nor CUDA_HOME nor /usr/local/cuda contain {}.so.{}{}", name,
                     oldest_major, newest > oldest_major ? fmt::format(" – {}", newest) : "");
}

std::string missing_function_text(std::string_view library_name, std::string_view function, std::string_view advice) {
  return fmt::format("the {} found has no function {}; install {}", library_name, function, advice);
}

}  // namespace texelscope::gpu::cuda
