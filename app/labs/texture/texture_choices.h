#pragma once

#include <array>
#include <string>

#include "app/labs/texture/texture_work.h"

namespace texelscope::app {

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
