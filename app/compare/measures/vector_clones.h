#pragma once

// A loop over plain arrays, compiled for wider vectors too where the processor has them. Results are the same bits: no
// multiplication is joined with an addition. Sanitizers do not start with functions that are chosen while loading.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define TEXELSCOPE_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TEXELSCOPE_VECTOR_CLONES
#endif

// Functions called by such a loop are inlined into it.
#define TEXELSCOPE_IN_LOOP [[gnu::always_inline]] inline
