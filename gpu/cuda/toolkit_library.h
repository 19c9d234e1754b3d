#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace texelscope::gpu::cuda {

/// Opens a library of the CUDA toolkit, such as "libnvrtc": the newest version whose results a driver of this version
/// loads. The system's loader is tried first, then the folders of installed toolkits. The library stays open. Null if
/// none is found.
[[nodiscard]] void* open_toolkit_library(std::string_view name, int driver_version);

/// The searched places, as a clause of a message.
[[nodiscard]] std::string toolkit_library_places(std::string_view name, int driver_version);

/// The message for a function that a library lacks.
[[nodiscard]] std::string missing_function_text(std::string_view library_name, std::string_view function,
                                                std::string_view advice);

/// Finds a function of an opened library. If it is missing, `reason` is set; it ends with the clause `advice`.
template <class Function>
void find_toolkit_function(void* library, std::string_view library_name, const char* name, std::string_view advice,
                           Function& function, std::string& reason) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) {
    reason = missing_function_text(library_name, name, advice);
  }
}

/// A log of the toolkit's compilers: `get_size` and `get` return a status that is 0 on success. Empty if no log exists.
template <class GetSize, class Get>
[[nodiscard]] std::string read_toolkit_log(GetSize&& get_size, Get&& get) {
  std::size_t size = 0;
  if (get_size(&size) != 0 || size == 0) {
    return {};
  }
  std::string text(size, '\0');
  get(text.data());
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

}  // namespace texelscope::gpu::cuda
