#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::render::gl {

/// Finds a GL function by name; null if it does not exist.
using Loader = void* (*)(const char* name);

/// Facts about the current context.
struct ContextInfo {
  std::string vendor;
  std::string renderer;
  std::string version;
  int major = 0;
  int minor = 0;
  /// GL_DEVICE_UUID_EXT (EXT_memory_object), if the driver reports it.
  std::optional<std::array<std::uint8_t, 16>> uuid;
  /// Whether the renderer runs on the CPU (llvmpipe, softpipe, SwiftShader).
  bool is_software = false;
};

/// Whether GL_RENDERER names a renderer that runs on the CPU.
[[nodiscard]] bool is_software_renderer(std::string_view renderer);

/// Loads GL's functions for the context that is current on this thread. @throws Unavailable when it is older than 4.5
/// core.
ContextInfo load_gl(Loader loader);

/// The objects of the current context, queried from GL: "texture 3", among the first names that GL assigns. Names of
/// other users of the context count, too. Used by tests to check that failures leak nothing.
[[nodiscard]] std::vector<std::string> live_objects();

}  // namespace texelscope::render::gl
