#pragma once

#include <span>

#include "texelscope/gpu/access.h"

namespace texelscope::gpu::cpu {

/// Finds the source lines of code addresses behind calls, with addr2line, from the line tables of the loaded modules
/// that contain them. Of functions that were inlined, the line is the innermost outside the library's kernel headers
/// and the system's, and the callers are the others outside. Without addr2line or a line table, a site has only its
/// module and offset.
void find_source_lines(std::span<const void* const> callers, std::span<AccessSite> sites) noexcept;

}  // namespace texelscope::gpu::cpu
