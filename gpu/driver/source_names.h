#pragma once

#include <string_view>

namespace texelscope::gpu::driver {

/// The name, in messages and line tables, of what follows the source of a Program.
inline constexpr std::string_view name_after_source = "after the source";

}  // namespace texelscope::gpu::driver
