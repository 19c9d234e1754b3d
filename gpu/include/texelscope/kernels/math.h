#pragma once

/// Deterministic mathematics for kernels: the same bits on host and device, provided that the compiler does not
/// contract operations (g++ -ffp-contract=off, nvcc -fmad=false). No function calls the C or the CUDA library.
#include "texelscope/kernels/exponential.h"
#include "texelscope/kernels/interpolation.h"
#include "texelscope/kernels/roots.h"
#include "texelscope/kernels/rounding.h"
#include "texelscope/kernels/trigonometry.h"
