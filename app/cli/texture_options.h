#pragma once

#include "app/texture/texture_options.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// Adds SOURCE and the options of how it is read to a subcommand.
void add_texture_options(CLI::App& command, TextureOptions& options);

/// What they all mean, for the foot of a subcommand's help.
extern const char* const texture_options_help;

}  // namespace texelscope::app
