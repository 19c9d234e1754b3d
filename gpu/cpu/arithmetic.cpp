#include <cfloat>

// The CPU device has the bits of the hardware only where each operation is rounded as IEEE 754 says, in its own type.
// Contraction is refused by a flag that comes after a user's own (cmake/Compile.cmake); these are not.
#ifdef __FAST_MATH__
#error "the CPU device needs IEEE arithmetic: build without -ffast-math and -Ofast"
#endif
#if FLT_EVAL_METHOD != 0
#error "the CPU device needs floats rounded to their own type: build without -mfpmath=387"
#endif
