#pragma once

#include <string>

#include "app/cli/command_line.h"

namespace texelscope::app {

/// The manual page, in roff with the macros of man(7).
[[nodiscard]] std::string manual_page(const CommandReference& program);

/// The manual page in Markdown, for docs/command-line.md. Every build produces the same bytes.
[[nodiscard]] std::string manual_markdown(const CommandReference& program);

}  // namespace texelscope::app
