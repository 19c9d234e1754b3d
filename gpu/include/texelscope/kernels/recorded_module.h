#pragma once

#include <cstddef>

// Kernels that access only memory include no header that has these.
#include "texelscope/kernels/access_hooks.h"
#include "texelscope/kernels/kernel_entry.h"
#include "texelscope/kernels/load_kernels.h"

/// Included by one source of a shared library whose kernels are compiled for recording: exports their list, which
/// AccessRecorderOptions::modules reads.
extern "C" __attribute__((visibility("default"), weak, used)) const texelscope::kernels::KernelEntry*
texelscope_recorded_kernel(std::size_t index) {
  return texelscope::kernels::detail::known_kernel_entry(index);
}
