#pragma once

#include <string_view>

namespace texelscope::render::gl {

/// Discards errors of earlier GL calls, so that the next check covers only later calls.
void clear_gl_errors() noexcept;

/// @throws Error "`action`: GL_…: its meaning" if GL recorded an error since the last check.
void require_no_gl_error(std::string_view action);

}  // namespace texelscope::render::gl
