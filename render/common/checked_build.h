#pragma once

namespace texelscope::render {

/// Whether this build requests GL debug contexts and checks their reports (builds without NDEBUG).
#ifdef NDEBUG
inline constexpr bool is_checked_build = false;
#else
inline constexpr bool is_checked_build = true;
#endif

}  // namespace texelscope::render
