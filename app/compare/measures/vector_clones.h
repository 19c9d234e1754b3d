#pragma once

// Compiles a loop over plain arrays for wider vectors as well, selected at load time if the processor supports them.
// Results are bit-identical: no multiplication is contracted with an addition. Sanitizers cannot start with functions
// that are selected while loading.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define TEXELSCOPE_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TEXELSCOPE_VECTOR_CLONES
#endif

// Functions called by such a loop are inlined into it.
#define TEXELSCOPE_IN_LOOP [[gnu::always_inline]] inline
