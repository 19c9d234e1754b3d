#pragma once

#include <string>

#include "app/cli/common_options.h"
#include "app/texture/fetch_list.h"
#include "app/texture/texture_options.h"

/// What the commands share that read a texture.
namespace texelscope::app {

/// SOURCE and the options of how it is read.
void add_texture_options(CommandOptions& command, TextureOptions& options);
/// The texture that the options describe, with what SOURCE says of its colors printed. @throws what
/// texture_setup_from() throws.
[[nodiscard]] TextureSetup command_texture_setup(const TextureOptions& options);
/// --gradients and --gather.
void add_fetch_options(CommandOptions& command, TextureOptions& options);

[[nodiscard]] inline FetchColumns fetch_columns(const TextureOptions& options) {
  return options.has_gradients ? FetchColumns::gradients : FetchColumns::coordinates;
}

/// What the options all mean, for the foot of a command's help.
[[nodiscard]] std::string texture_options_help();

}  // namespace texelscope::app
