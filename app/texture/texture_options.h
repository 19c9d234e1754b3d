#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "app/text/option_text.h"
#include "app/texture/texture_setup.h"
#include "app/texture/texture_source.h"

namespace texelscope::app {

/// Options that describe a texture and its settings, as unparsed strings; empty if absent.
struct TextureOptions {
  /// An image or an .npy file.
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
  /// For an image.
  bool ignores_orientation = false;
  /// TextureSourceOptions::divides_by_alpha.
  bool is_straight = false;
  /// ReadOptions::part, for an image file with multiple parts.
  std::string part;
  std::string gather;
  bool has_gradients = false;
  OptionSpelling spelling = OptionSpelling::command_line;

  /// The name of an option in errors; `option` is spelled as in Python.
  [[nodiscard]] std::string name(std::string_view option) const;
};

/// An option's name, spelled as in Python, and its member.
struct TextureOptionName {
  std::string_view name;
  std::variant<std::string TextureOptions::*, bool TextureOptions::*> member;
};
/// All options except the source.
[[nodiscard]] std::span<const TextureOptionName> texture_option_names();

/// Loads the texels with these options.
using TextureLoader = std::function<TextureSource(const TextureSourceOptions&)>;

/// Parses the options, then loads the texels.
/// @throws ParameterError, naming the option, if its text is invalid, and for a combination that the texture unit does
/// not support, with the rule; any exception of `load`.
[[nodiscard]] TextureSetup texture_setup_from(const TextureOptions& options, const TextureLoader& load);
/// Parses the options likewise, and loads the texels of options.source. @throws FileError or gpu::InvalidArgument if it
/// cannot be used.
[[nodiscard]] TextureSetup texture_setup_from(const TextureOptions& options);

/// The component for gathers, after changing the setup as gathers require; nullopt if the fetches do not gather.
/// @throws ParameterError for a component other than 0 to 3, with gradients, or for a texture that does not support
/// gather.
[[nodiscard]] std::optional<int> gather_from(const TextureOptions& options, TextureSetup& setup);

}  // namespace texelscope::app
