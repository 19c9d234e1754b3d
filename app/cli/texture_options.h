#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/texture_setup.h"

namespace CLI {
class App;
}

namespace texelscope::app {

/// A texture as options describe it, as given; empty where absent.
struct TextureOptions {
  std::string source;
  std::string dims;
  std::string kind = "plain";
  std::string resource = "array";
  std::string format;
  std::string address = "clamp";
  std::string filter = "point";
  std::string read = "element";
  std::string border;
  std::string mip_filter = "point";
  std::string mip_levels;
  std::string mip_bias;
  std::string mip_clamp;
  std::string anisotropy;
  bool has_normalized_coords = false;
  bool is_srgb = false;
  bool is_seamless = false;
  bool has_no_trilinear_optimization = false;
};

/// Adds SOURCE and the options of how it is read to a subcommand.
void add_texture_options(CLI::App& command, TextureOptions& options);

/// What they all mean, for the foot of a subcommand's help.
extern const char* const texture_options_help;

/// Reads the source and the options.
/// @throws UsageError for a text that cannot be read, naming the option, and for a combination that the texture unit
/// does not have, with the rule; FileError or gpu::InvalidArgument for a source that cannot be used.
[[nodiscard]] TextureSetup texture_setup_from(const TextureOptions& options);

/// The component that fetches gather, with what that asks of the texture; empty where they do not.
/// @throws UsageError for another component than 0 to 3, with gradients, or for a texture that has no gather.
[[nodiscard]] std::optional<int> gather_from(const std::string& gather, bool has_gradients, TextureSetup& setup);

/// Numbers separated by commas. @throws UsageError unless they are `least` to `most` numbers.
[[nodiscard]] std::vector<float> numbers_option(const std::string& option, const std::string& text, std::size_t least,
                                                std::size_t most);

}  // namespace texelscope::app
