#pragma once

/// Include before each header of Highway. A compiler that may use this part of AVX-512 anywhere (-march=native) needs
/// it among the instruction sets that Highway chooses from; Highway 1.0 ends with an error otherwise.
#if defined(__AVX512VBMI2__) && !defined(HWY_WANT_AVX3_DL)
#define HWY_WANT_AVX3_DL
#endif
