#include <cfloat>

// The CPU device computes the same bits as the hardware only if each operation is rounded according to IEEE 754, in its
// own type. Contraction is disabled by a flag after the user's flags (cmake/Compile.cmake); the options that are
// checked here are not disabled in this way.
#ifdef __FAST_MATH__
#error "the CPU device needs IEEE arithmetic: build without -ffast-math and -Ofast"
#endif
#if FLT_EVAL_METHOD != 0
#error "the CPU device needs floats rounded to their own type: build without -mfpmath=387"
#endif
