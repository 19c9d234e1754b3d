#pragma once

#include <string>
#include <string_view>

namespace texelscope::gpu::cuda {

/// Opens a library of the CUDA toolkit, such as "libnvrtc": the newest whose results a driver of this version loads, by
/// the system's loader, else of an installed toolkit. It stays open. Null where there is none.
[[nodiscard]] void* open_toolkit_library(std::string_view name, int driver_version);

/// Where it was looked for, as a clause of a message.
[[nodiscard]] std::string toolkit_library_places(std::string_view name, int driver_version);

}  // namespace texelscope::gpu::cuda
