#pragma once

#include <string>
#include <vector>

#include "app/labs/texture/texture_lab.h"

namespace texelscope::app {

/// The setup of a texture lab as a program to copy: the array, the texture of one of its descriptors, and a kernel that
/// fetches at coordinates as the lab does. Empty if there are no texels.
[[nodiscard]] std::string texture_code(TextureCode language, const TextureWork& work, std::size_t side);

/// The components of the code in each language.
struct TextureCodeParts {
  gpu::ArrayDescriptor array;
  gpu::ResourceKind resource = gpu::ResourceKind::array;
  std::size_t num_levels = 1;
  gpu::TextureDescriptor texture;
  kernels::TextureFetch fetch;
  ResultKind kind = ResultKind::floats;

  [[nodiscard]] bool is_mipmapped() const { return resource == gpu::ResourceKind::mipmapped_array; }
  [[nodiscard]] bool is_gather() const { return fetch.operation == kernels::TextureOperation::gather; }
  /// The numbers that a fetch reads from its list: coordinates, or the element.
  [[nodiscard]] int num_numbers() const;
  /// "at[2 * i], at[2 * i + 1]": the numbers of fetch i.
  [[nodiscard]] std::string numbers() const;
  /// The fetch in CUDA C++, of the texture object `texture`.
  [[nodiscard]] std::string cuda_fetch() const;
  /// Its return type in CUDA C++: "float4", "unsigned char".
  [[nodiscard]] std::string cuda_result() const;
  /// A CUDA C++ kernel that runs `count` fetches; `before` precedes "void".
  [[nodiscard]] std::string cuda_kernel(const std::string& before) const;
  /// Width, and height and depth if any: "8, 8".
  [[nodiscard]] std::string extents() const;
};

/// A float as C++ and Python write it: "0.5F" with a suffix, "2.0".
[[nodiscard]] std::string float_text(float value, const char* suffix = "");

[[nodiscard]] std::string cuda_code(const TextureCodeParts& parts);
[[nodiscard]] std::string cuda_core_code(const TextureCodeParts& parts);
[[nodiscard]] std::string texelscope_code(const TextureCodeParts& parts);

}  // namespace texelscope::app
