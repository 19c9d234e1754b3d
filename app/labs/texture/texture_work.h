#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/texture/texture_input.h"
#include "app/texture/texture_setup.h"

namespace texelscope::app {

/// The result of a TextureInput: the texels, and the messages about each descriptor.
struct TextureWork {
  TextureInput input;
  /// The picture that the lab was given, which is used instead of reading its file; null for none.
  OfferedPicture given{};
  /// Counts the recreations of the texels.
  int texel_revision = 0;
  /// The texels as the first descriptor reads them; nothing if there are no texels.
  std::optional<TextureSetup> setup;
  /// The texels of blocks, for explanations, which need each texel's address; nothing for other texels, and for a
  /// texture so large that decoding it would take seconds.
  std::optional<TextureSetup> decoded;
  /// The reason why there are no texels, and the reason why the texels cannot form the chosen resource.
  std::string texel_error;
  std::string resource_error;
  /// By descriptor: the reason why it cannot be bound, and a warning about legal but surprising settings. Empty if
  /// there is none.
  std::array<std::string, 2> refusals;
  std::array<std::string, 2> warnings;
  /// The reason why the fetch does not fit this texture.
  std::string fetch_error;

  /// Whether fetches with a descriptor can run.
  [[nodiscard]] bool can_sample(std::size_t side) const {
    return setup && resource_error.empty() && fetch_error.empty() && refusals[side].empty();
  }
  /// The reason why can_sample() is false; empty if it is true.
  [[nodiscard]] std::string error(std::size_t side) const;
  /// The texels as one of the descriptors reads them: the setup without its levels' data.
  [[nodiscard]] TextureSetup setup_without_texels(std::size_t side) const;
};

/// Evaluates the changes in the input since `work` was evaluated; `reads_again` rereads files. Reports wrong input in
/// the result and never throws for it.
void work_out(const TextureInput& input, bool reads_again, TextureWork& work);

/// The part that all fetches of the input share.
[[nodiscard]] kernels::TextureFetch fetch_of(const TextureInput& input);

// The reason why a value cannot be chosen now: a rule that the change would break. A rule that is already broken does
// not exclude any value. Empty if it can be chosen, and if the texels are unknown.

/// A descriptor with one field changed.
[[nodiscard]] std::string choice_refusal(const TextureWork& work, std::size_t side,
                                         const gpu::TextureDescriptor& tried);
/// An input with texels, resource or operation changed; ignores descriptors that are not `shown`.
[[nodiscard]] std::string choice_refusal(const TextureWork& work, const TextureInput& tried,
                                         const std::array<bool, 2>& shown);
/// A number of channels; a file determines its own.
[[nodiscard]] std::string channels_refusal(const TextureWork& work, int num_channels);

}  // namespace texelscope::app
