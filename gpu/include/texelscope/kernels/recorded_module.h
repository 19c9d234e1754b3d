#pragma once

#include <cstddef>

#include "texelscope/kernels/kernel_entry.h"

/// Included by one source of a shared library whose kernels are compiled for recording: exports their list, which
/// AccessRecorderOptions::modules reads.
namespace texelscope::kernels::detail {

/// One of the kernels that the sources of this program or library pass to launch(), in any order; null for an index
/// beyond the last.
[[nodiscard]] const KernelEntry* known_kernel_entry(std::size_t index);

}  // namespace texelscope::kernels::detail

extern "C" __attribute__((visibility("default"), weak, used)) const texelscope::kernels::KernelEntry*
texelscope_recorded_kernel(std::size_t index) {
  return texelscope::kernels::detail::known_kernel_entry(index);
}
