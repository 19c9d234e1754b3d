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

/// A texture and how it is read, as options describe it: texts as given; empty where absent.
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
  /// Of an image.
  bool ignores_orientation = false;
  /// Of an image of several: ReadOptions::part.
  std::string part;
  std::string gather;
  bool has_gradients = false;
  OptionSpelling spelling = OptionSpelling::command_line;

  /// An option as errors name it; `option` is spelled as in Python.
  [[nodiscard]] std::string name(std::string_view option) const;
};

/// An option by its name, spelled as in Python, and where it is kept.
struct TextureOptionName {
  std::string_view name;
  std::variant<std::string TextureOptions::*, bool TextureOptions::*> member;
};
/// All but the source.
[[nodiscard]] std::span<const TextureOptionName> texture_option_names();

/// Gives the texels, read as asked.
using TextureLoader = std::function<TextureSource(const TextureSourceOptions&)>;

/// Reads the options, and then the texels.
/// @throws ParameterError for a text that cannot be read, naming the option, and for a combination that the texture
/// unit does not have, with the rule; what `load` throws.
[[nodiscard]] TextureSetup texture_setup_from(const TextureOptions& options, const TextureLoader& load);
/// The same with the texels of options.source. @throws FileError or gpu::InvalidArgument where it cannot be used.
[[nodiscard]] TextureSetup texture_setup_from(const TextureOptions& options);

/// The component that fetches gather, with what that asks of the texture; empty where they do not.
/// @throws ParameterError for another component than 0 to 3, with gradients, or for a texture that has no gather.
[[nodiscard]] std::optional<int> gather_from(const TextureOptions& options, TextureSetup& setup);

}  // namespace texelscope::app
