#pragma once

#include <algorithm>
#include <filesystem>
#include <span>
#include <vector>

#include "texelscope/gpu/npy.h"

namespace texelscope::tests {

/// Writes numbers as an .npy file in C order and returns its path.
template <class T>
std::filesystem::path write_numbers(const std::filesystem::path& path, const gpu::Dimensions& shape,
                                    const std::vector<T>& numbers) {
  const gpu::StridedLayout layout(shape, sizeof(T));
  gpu::write_npy(path, std::as_bytes(std::span(numbers)), layout, gpu::element_type_of<T>);
  return path;
}

/// An array of numbers in memory.
template <class T>
gpu::NpyArray array_of(const gpu::Dimensions& shape, const std::vector<T>& numbers) {
  const gpu::StridedLayout layout(shape, sizeof(T));
  const std::shared_ptr<std::byte[]> data(new std::byte[numbers.size() * sizeof(T) + 1]);
  std::ranges::copy(std::as_bytes(std::span(numbers)), data.get());
  return {gpu::element_type_of<T>, layout, data};
}

/// Converts the bytes of texels to numbers.
template <class T>
std::vector<T> numbers_of(std::span<const std::byte> bytes) {
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::ranges::copy(bytes.first(numbers.size() * sizeof(T)), std::as_writable_bytes(std::span(numbers)).begin());
  return numbers;
}

}  // namespace texelscope::tests
