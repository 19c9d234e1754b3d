#pragma once

#include <string>

#include "app/cli/common_options.h"
#include "app/texture/fetch_list.h"
#include "app/texture/texture_options.h"

/// Shared by the commands that read a texture.
namespace texelscope::app {

/// SOURCE and the options for reading it.
void add_texture_options(CommandOptions& command, TextureOptions& options);
/// The texture that the options describe; prints a note about SOURCE's colors, which `note` also receives. @throws the
/// errors of texture_setup_from().
[[nodiscard]] TextureSetup command_texture_setup(const TextureOptions& options, std::string* note = nullptr);
/// --gradients and --gather.
void add_fetch_options(CommandOptions& command, TextureOptions& options);

[[nodiscard]] inline FetchColumns fetch_columns(const TextureOptions& options) {
  return options.has_gradients ? FetchColumns::gradients : FetchColumns::coordinates;
}

/// The explanation of the options, for the end of a command's help.
[[nodiscard]] std::string texture_options_help();

}  // namespace texelscope::app
