#pragma once

#include <memory>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu {

class TextureBox;

/// An array bound for reading through the texture unit. A cheap reference that keeps the array alive.
class TextureObject {
 public:
  /// @throws InvalidArgument for a combination that the texture unit does not have, with the rule that forbids it.
  /// Reports a diagnostic for WRAP or MIRROR with unnormalised coordinates, which the hardware silently clamps.
  [[nodiscard]] static TextureObject from_array(const CUDAArray& array, const TextureDescriptor& descriptor);

  /// For kernels: make a kernels::Texture from it. @throws InvalidState when closed, or when the array's mapping has
  /// ended.
  [[nodiscard]] TextureHandle handle() const;
  [[nodiscard]] const TextureDescriptor& descriptor() const;
  [[nodiscard]] CUDAArray array() const;
  [[nodiscard]] Device device() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit TextureObject(std::shared_ptr<TextureBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<TextureBox> box_;
};

/// Why the texture unit cannot read `array` as `texture` says; empty when it can. For tools that explain; from_array
/// checks the same rules.
[[nodiscard]] std::string texture_refusal(const ArrayDescriptor& array, const TextureDescriptor& texture);
/// What is legal and surprising about it; empty when nothing is.
[[nodiscard]] std::string texture_warning(const ArrayDescriptor& array, const TextureDescriptor& texture);

}  // namespace texelscope::gpu
