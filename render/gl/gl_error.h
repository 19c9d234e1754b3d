#pragma once

#include <string_view>

namespace texelscope::render::gl {

/// Forgets errors of earlier GL calls, so that the next check speaks of the next call alone.
void clear_gl_errors() noexcept;

/// @throws Error "`action`: GL_…: what it means" when GL recorded an error since the last check.
void require_no_gl_error(std::string_view action);

}  // namespace texelscope::render::gl
