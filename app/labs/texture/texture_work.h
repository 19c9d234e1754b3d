#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/labs/texture/texture_input.h"
#include "app/texture/texture_setup.h"

namespace texelscope::app {

/// What a TextureInput comes to: the texels, and what is to say about each descriptor.
struct TextureWork {
  TextureInput input;
  /// Counts how often the texels were made.
  int texel_revision = 0;
  /// Read as the first descriptor says; nothing where there are no texels.
  std::optional<TextureSetup> setup;
  /// Why there are none; and why they make no such resource.
  std::string texel_error;
  std::string resource_error;
  /// Of each descriptor: why it cannot be bound, and what is legal and surprising. Empty where nothing is.
  std::array<std::string, 2> refusals;
  std::array<std::string, 2> warnings;
  /// Why the fetch is none of this texture.
  std::string fetch_error;

  /// Whether fetches with a descriptor can run.
  [[nodiscard]] bool can_sample(std::size_t side) const {
    return setup && resource_error.empty() && fetch_error.empty() && refusals[side].empty();
  }
  /// What stands in the way of can_sample(); empty when nothing does.
  [[nodiscard]] std::string error(std::size_t side) const;
  /// The texels as one of the descriptors reads them: the setup without its levels' bytes.
  [[nodiscard]] TextureSetup setup_without_texels(std::size_t side) const;
};

/// Works out what has changed since `work` was worked out; `reads_again` has files read again. Wrong input is told in
/// the result, never thrown.
void work_out(const TextureInput& input, bool reads_again, TextureWork& work);

/// What all fetches of the input share.
[[nodiscard]] kernels::TextureFetch fetch_of(const TextureInput& input);

// Why a value cannot be chosen now: the rule that it alone would break. What is broken already is no reason against a
// value that leaves it as it is. Empty when it can be chosen, and where the texels are not known.

/// A descriptor with one field changed.
[[nodiscard]] std::string choice_refusal(const TextureWork& work, std::size_t side,
                                         const gpu::TextureDescriptor& tried);
/// An input with texels, resource or operation changed; descriptors that are not `shown` count for nothing.
[[nodiscard]] std::string choice_refusal(const TextureWork& work, const TextureInput& tried,
                                         const std::array<bool, 2>& shown);
/// A number of channels: files have their own.
[[nodiscard]] std::string channels_refusal(const TextureWork& work, int num_channels);

}  // namespace texelscope::app
