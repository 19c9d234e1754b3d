#pragma once

namespace texelscope::render {

/// Whether this build asks GL for debug contexts and checks what they report (builds without NDEBUG).
#ifdef NDEBUG
inline constexpr bool is_checked_build = false;
#else
inline constexpr bool is_checked_build = true;
#endif

}  // namespace texelscope::render
