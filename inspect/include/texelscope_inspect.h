/* Shows arrays of a running program in texelscope's window, live: a call copies the array's current elements into
 * memory that the window shares, and returns.
 *
 * Without a listening window, a call is one comparison. With one, a call copies at most what the program's budget
 * allows (by default 2 % of its time) and skips the rest; the window always receives the newest copy. Calls never
 * block, throw or print, and may come from any thread; those with one name are ordered. The page docs/inspect.md
 * describes how programs find a window, and what is sent. Define TEXELSCOPE_INSPECT_OFF to compile all calls out. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TEXELSCOPE_INSPECT_API __attribute__((visibility("default")))
#else
#define TEXELSCOPE_INSPECT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a call. */
typedef enum texelscope_inspect_status {
  /** The array was copied for the window. */
  TEXELSCOPE_INSPECT_SENT = 0,
  /** The copy was left out: the program's budget is spent, another thread is sending an array of this name, or there is
   * no memory for the copy. */
  TEXELSCOPE_INSPECT_SKIPPED = 1,
  /** No window listens. */
  TEXELSCOPE_INSPECT_NOT_WATCHED = 2,
  /** The array cannot be shown; texelscope_inspect_last_error() says why. */
  TEXELSCOPE_INSPECT_REFUSED = 3
} texelscope_inspect_status;

/** The memory of an array. */
typedef enum texelscope_inspect_memory {
  /** Memory that the CPU reads. */
  TEXELSCOPE_INSPECT_HOST = 0,
  /** Memory of a CUDA device. It is copied on the device, in the order of `stream`. */
  TEXELSCOPE_INSPECT_CUDA = 1
} texelscope_inspect_memory;

enum {
  TEXELSCOPE_INSPECT_MAX_RANK = 16,
  /** Bit of `flags`: copies the array even if the budget is spent, such as the last state of a loop. */
  TEXELSCOPE_INSPECT_ALWAYS = 1
};

/** An array. Set all members that are not listed as optional; the others to 0. */
typedef struct texelscope_inspect_array {
  /** sizeof(texelscope_inspect_array). */
  uint32_t struct_size;
  /** Bits TEXELSCOPE_INSPECT_…; optional. */
  uint32_t flags;
  /** The name in the window, unique in this program: 1 to 200 bytes of UTF-8. */
  const char* name;
  /** The element at index 0 of each axis; may be NULL for an array without elements. */
  const void* data;
  /** The type of an element as NumPy names it: "float32", "uint8", "complex64", "bool", …, or "bfloat16". */
  const char* type;
  /** The number of axes, 0 to 16. */
  int32_t rank;
  /** texelscope_inspect_memory; optional. */
  int32_t memory;
  /** `rank` extents, each 0 or more; the first is the slowest in C order. */
  const int64_t* shape;
  /** `rank` distances between neighbors in bytes, of any sign; NULL for C order without gaps. */
  const int64_t* strides;
  /** For CUDA memory: the stream (CUstream) that wrote the array; NULL is the default stream. */
  void* stream;
  /** A texture's settings, with which the window fetches from the array: JSON as docs/inspect.md describes; optional.
   */
  const char* texture;
} texelscope_inspect_array;

/** Internal: 1 while no window listens; otherwise another number. */
TEXELSCOPE_INSPECT_API extern volatile int texelscope_inspect_state;

/** Internal: texelscope_inspect_show() behind its comparison. */
TEXELSCOPE_INSPECT_API texelscope_inspect_status texelscope_inspect_send(const texelscope_inspect_array* array);

/** Internal: TEXELSCOPE_INSPECT_REFUSED, for this reason. */
TEXELSCOPE_INSPECT_API texelscope_inspect_status texelscope_inspect_refuse(const char* reason);

/** Whether a call of texelscope_inspect_show() may have an effect, for programs that compute an array only to show it.
 * The first call starts to look for a window, on a thread of its own. */
static inline int texelscope_inspect_is_watched(void) {
#ifdef TEXELSCOPE_INSPECT_OFF
  return 0;
#else
  return texelscope_inspect_state != 1;
#endif
}

/** Shows an array. */
static inline texelscope_inspect_status texelscope_inspect_show(const texelscope_inspect_array* array) {
#ifdef TEXELSCOPE_INSPECT_OFF
  (void)array;
  return TEXELSCOPE_INSPECT_NOT_WATCHED;
#else
  return texelscope_inspect_is_watched() ? texelscope_inspect_send(array) : TEXELSCOPE_INSPECT_NOT_WATCHED;
#endif
}

/** Internal: texelscope_inspect_is_due() behind its comparison. */
TEXELSCOPE_INSPECT_API int texelscope_inspect_ask(const char* name);

/** Whether a call of texelscope_inspect_show() with this name would copy now, for programs that have to prepare an
 * array first: the time until that call counts as copying. Otherwise the array counts as skipped. */
static inline int texelscope_inspect_is_due(const char* name) {
#ifdef TEXELSCOPE_INSPECT_OFF
  (void)name;
  return 0;
#else
  return texelscope_inspect_is_watched() ? texelscope_inspect_ask(name) : 0;
#endif
}

/** Ends the array of this name: the window keeps what it has and marks it as ended, and its memory is freed here. */
TEXELSCOPE_INSPECT_API void texelscope_inspect_end(const char* name);

/** Waits until a window listens, at most `milliseconds`. @returns whether one does. For short programs: calls before a
 * window has answered, which takes about a millisecond, are skipped. */
TEXELSCOPE_INSPECT_API int texelscope_inspect_wait(int milliseconds);

/** Waits until the window has been told of all that was sent, at most `milliseconds`. @returns whether it has. Programs
 * that end normally wait for 0.2 s on their own. */
TEXELSCOPE_INSPECT_API int texelscope_inspect_flush(int milliseconds);

/** Sets the part of the time that calls may spend copying, 0.001 to 1; 0.017 at first, which with
 * bursts is at most 2 % of ten seconds. */
TEXELSCOPE_INSPECT_API void texelscope_inspect_set_budget(double share);

/** The reason of this thread's last TEXELSCOPE_INSPECT_REFUSED, one line of UTF-8; "" before. Valid until the next. */
TEXELSCOPE_INSPECT_API const char* texelscope_inspect_last_error(void);

#ifdef __cplusplus
}
#endif
