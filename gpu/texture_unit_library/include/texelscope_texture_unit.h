/* A model of a GPU's texture unit, as a C library: it reads texels that are in memory as CUDA's texture instructions
 * read them on an H200, bit for bit, and explains each step. No GPU, driver or CUDA toolkit is needed.
 *
 * All functions may be called from any thread; a texture may be used by many threads at once, except by the call that
 * destroys it. The library keeps no threads between calls, so it is safe to fork() and to unload it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TEXELSCOPE_API __attribute__((visibility("default")))
#else
#define TEXELSCOPE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ---- */

/** The result of a call. If it is not TEXELSCOPE_SUCCESS, nothing was created, and texelscope_last_error() says why. */
typedef enum texelscope_status {
  TEXELSCOPE_SUCCESS = 0,
  /** A null pointer, a number out of range, or a combination that the texture unit does not have. */
  TEXELSCOPE_INVALID_ARGUMENT = 1,
  TEXELSCOPE_OUT_OF_MEMORY = 2,
  /** An error of the library itself: please report it. */
  TEXELSCOPE_INTERNAL_ERROR = 3
} texelscope_status;

/** The error of the last call of this thread that failed, and what to do: one line of UTF-8, "" before the first
 * failure. Valid until the next failure in this thread. */
TEXELSCOPE_API const char* texelscope_last_error(void);

/** The version of the library, such as "0.1.0". */
TEXELSCOPE_API const char* texelscope_texture_unit_version(void);

/* ---- Textures ---- */

/** The meaning of the coordinates. */
typedef enum texelscope_shape {
  TEXELSCOPE_1D = 0,
  TEXELSCOPE_2D = 1,
  TEXELSCOPE_3D = 2,
  TEXELSCOPE_LAYERED_1D = 3,
  TEXELSCOPE_LAYERED_2D = 4,
  /** Six square faces, in the order +x, -x, +y, -y, +z, -z. */
  TEXELSCOPE_CUBE_MAP = 5,
  TEXELSCOPE_LAYERED_CUBE_MAP = 6,
  /** One row of elements that are fetched by index (tex1Dfetch), with at most 2^28 of them. */
  TEXELSCOPE_LINEAR_MEMORY = 7
} texelscope_shape;

/** The type of a channel, or the encoding of blocks of 4 x 4 texels. */
typedef enum texelscope_format {
  TEXELSCOPE_UINT8 = 0,
  TEXELSCOPE_UINT16 = 1,
  TEXELSCOPE_UINT32 = 2,
  TEXELSCOPE_INT8 = 3,
  TEXELSCOPE_INT16 = 4,
  TEXELSCOPE_INT32 = 5,
  TEXELSCOPE_FLOAT16 = 6,
  TEXELSCOPE_FLOAT32 = 7,
  TEXELSCOPE_BC1_UNORM = 8,
  TEXELSCOPE_BC1_UNORM_SRGB = 9,
  TEXELSCOPE_BC2_UNORM = 10,
  TEXELSCOPE_BC2_UNORM_SRGB = 11,
  TEXELSCOPE_BC3_UNORM = 12,
  TEXELSCOPE_BC3_UNORM_SRGB = 13,
  TEXELSCOPE_BC4_UNORM = 14,
  TEXELSCOPE_BC4_SNORM = 15,
  TEXELSCOPE_BC5_UNORM = 16,
  TEXELSCOPE_BC5_SNORM = 17,
  TEXELSCOPE_BC6H_UF16 = 18,
  TEXELSCOPE_BC6H_SF16 = 19,
  TEXELSCOPE_BC7_UNORM = 20,
  TEXELSCOPE_BC7_UNORM_SRGB = 21
} texelscope_format;

/** The result for a coordinate outside the texture; the numbers are CUDA's. Without normalized coordinates, wrap and
 * mirror clamp. */
typedef enum texelscope_address_mode {
  TEXELSCOPE_WRAP = 0,
  TEXELSCOPE_CLAMP = 1,
  TEXELSCOPE_MIRROR = 2,
  TEXELSCOPE_BORDER = 3
} texelscope_address_mode;

typedef enum texelscope_filter_mode { TEXELSCOPE_POINT = 0, TEXELSCOPE_LINEAR = 1 } texelscope_filter_mode;

/** Whether integer texels are read unchanged, or as floats in 0 ... 1 (unsigned) or -1 ... 1 (signed). */
typedef enum texelscope_read_mode { TEXELSCOPE_ELEMENT = 0, TEXELSCOPE_NORMALIZED_FLOAT = 1 } texelscope_read_mode;

/** A texture: its texels and the settings with which they are read, as in CUDA's descriptors of arrays and textures.
 * Members that are left 0 have the defaults of a CUDA texture: `texelscope_texture_descriptor d = {.struct_size =
 * sizeof d, .shape = TEXELSCOPE_2D, ...};`. A flag is set if it is not 0. */
typedef struct texelscope_texture_descriptor {
  /** sizeof(texelscope_texture_descriptor): later versions of this header may append members. */
  uint32_t struct_size;
  /** A texelscope_shape, a texelscope_format. */
  int32_t shape;
  int32_t format;
  /** Channels of a texel: 1, 2 or 4. Ignored for blocks. */
  int32_t num_channels;
  /** Extents of level 0 in texels, at least 1; those that the shape lacks are ignored. A cube map's height is
   * its width, or 0.
   * At most what an H200 allows: 131072 x 65536 in 2D, 16384 along each axis in 3D. */
  uint64_t width;
  uint64_t height;
  uint64_t depth;
  /** Layers, or cube maps of a layered cube map; 0 counts as 1. Ignored without layers. */
  uint64_t num_layers;
  /** Number of levels; 0 counts as 1. More than one requires normalized coordinates, and makes it mipmapped. */
  uint32_t num_levels;
  /** A flag: the texture of a mipmapped array, even of a single level. It keeps more bits of large coordinates. */
  int32_t is_mipmapped;
  /** A flag: allows gathers, in 2D without layers. It keeps more bits of large coordinates. */
  int32_t is_texture_gather;
  /** A flag: the texels are not copied, but read from the caller's memory, which must stay valid until the texture is
   * destroyed, and may change between fetches. */
  int32_t borrows_texels;
  /** A texelscope_address_mode for each of x, y and z. */
  int32_t address_mode[3];
  /** A texelscope_filter_mode within a level, and between levels. */
  int32_t filter_mode;
  int32_t mipmap_filter_mode;
  /** A texelscope_read_mode; blocks are always read as floats. */
  int32_t read_mode;
  /** Flags. Coordinates of 0 ... 1 across the texture instead of 0 ... extent. */
  int32_t normalized_coords;
  /** Decodes sRGB; uint8 with 4 channels read as normalized floats only. */
  int32_t srgb;
  /** Filters across the edges of a cube map's faces. */
  int32_t seamless_cubemap;
  int32_t disable_trilinear_optimization;
  /** 0 - 16; below 2, no anisotropy. */
  uint32_t max_anisotropy;
  /** Added to the level, then the clamps: finite numbers. With the clamps at 0, only level 0 is read. */
  float mipmap_level_bias;
  float min_mipmap_level_clamp;
  float max_mipmap_level_clamp;
  /** One number for each channel. */
  float border_color[4];
} texelscope_texture_descriptor;

/** The texels of one level: x fastest, then y, then z, layers or faces; channels interleaved. Level i has the extents
 * max(1, extent >> i). Rows and slices of blocks are those of whole blocks of 4 x 4 texels. */
typedef struct texelscope_level {
  const void* texels;
  /** Bytes that may be read; checked against the descriptor. */
  uint64_t size_bytes;
  /** From one row to the next, and from one slice, layer or face to the next; 0 if there is no padding. */
  uint64_t row_pitch_bytes;
  uint64_t slice_pitch_bytes;
} texelscope_level;

typedef struct texelscope_texture texelscope_texture;

/** Creates a texture of descriptor->num_levels levels, and stores it in *texture (NULL after a failure). */
TEXELSCOPE_API texelscope_status texelscope_texture_create(const texelscope_texture_descriptor* descriptor,
                                                           const texelscope_level* levels,
                                                           texelscope_texture** texture);

/** Frees a texture; NULL is allowed. */
TEXELSCOPE_API void texelscope_texture_destroy(texelscope_texture* texture);

/** The type of the texture's results: TEXELSCOPE_FLOAT32, TEXELSCOPE_INT32 or TEXELSCOPE_UINT32. Integers read as
 * elements are extended to 32 bits. -1 for NULL. */
TEXELSCOPE_API int32_t texelscope_texture_result_type(const texelscope_texture* texture);

/** A setting that is allowed but has no effect, or a surprising one, and what to do: one line, or "" if there is none.
 * Valid until the texture is destroyed. */
TEXELSCOPE_API const char* texelscope_texture_warning(const texelscope_texture* texture);

/* ---- Fetches ---- */

/** A texture instruction of CUDA. */
typedef enum texelscope_operation {
  /** Samples without a level (tex1D ... texCubemapLayered). */
  TEXELSCOPE_SAMPLE = 0,
  /** Samples at `level` (tex1DLod ...). */
  TEXELSCOPE_SAMPLE_LEVEL = 1,
  /** Samples at the level, and with the anisotropy, that dx and dy imply (tex1DGrad ...). */
  TEXELSCOPE_SAMPLE_GRADIENTS = 2,
  /** Channel `component` of the four texels that a linear filter would read (tex2Dgather). */
  TEXELSCOPE_GATHER = 3,
  /** Element `element` of linear memory (tex1Dfetch); 0 outside. */
  TEXELSCOPE_FETCH_ELEMENT = 4
} texelscope_operation;

/** One fetch. Operands that the shape and the operation do not use are ignored; any float is valid. */
typedef struct texelscope_fetch {
  /** sizeof(texelscope_fetch). */
  uint32_t struct_size;
  /** A texelscope_operation. */
  int32_t operation;
  /** Coordinates; for a cube map, a direction. */
  float x, y, z;
  /** Outside the layers, the last one is read. */
  int32_t layer;
  float level;
  /** Changes of the coordinates along the screen's x and y, in the unit of the coordinates. */
  float dx[3];
  float dy[3];
  /** 0 - 3. */
  int32_t component;
  int32_t element;
} texelscope_fetch;

/** The four channels of a result, of the type of texelscope_texture_result_type(). Channels that the texture lacks are
 * 0, alpha included. */
typedef union texelscope_texel {
  float as_float[4];
  int32_t as_int[4];
  uint32_t as_uint[4];
} texelscope_texel;

/** Performs one fetch. */
TEXELSCOPE_API texelscope_status texelscope_texture_fetch(const texelscope_texture* texture,
                                                          const texelscope_fetch* fetch, texelscope_texel* result);

/** One operand of many fetches, in the caller's memory: the number of fetch i is at numbers + i * stride_bytes, with
 * any alignment. Numbers are float; those of layers and elements are int32_t. NULL: 0 for all fetches. Stride 0: one
 * number for all. A negative stride is allowed. */
typedef struct texelscope_column {
  const void* numbers;
  int64_t stride_bytes;
} texelscope_column;

/** Many fetches with one operation. Nothing is copied: operands are read, and results written, in the caller's memory.
 * Set all of it to 0 first. */
typedef struct texelscope_fetch_list {
  /** sizeof(texelscope_fetch_list). */
  uint32_t struct_size;
  /** A texelscope_operation. */
  int32_t operation;
  /** The number of fetches, at most 2^40. */
  uint64_t count;
  texelscope_column x, y, z;
  texelscope_column layer;
  texelscope_column level;
  texelscope_column dx[3];
  texelscope_column dy[3];
  texelscope_column element;
  /** For all gathers, 0 - 3. */
  int32_t component;
  /** The largest number of threads, including the calling one; 0, or more than there are processors: one per
   * processor. */
  uint32_t max_threads;
  /** The result of fetch i is written to results + i * result_stride_bytes: the first num_results (1 - 4) channels,
   * four bytes each. Results must not overlap operands or each other. */
  void* results;
  int64_t result_stride_bytes;
  int32_t num_results;
  /** 0. */
  int32_t reserved;
} texelscope_fetch_list;

/** Performs all fetches of the list and returns when all results are written. */
TEXELSCOPE_API texelscope_status texelscope_texture_fetch_many(const texelscope_texture* texture,
                                                               const texelscope_fetch_list* list);

/* ---- Explanations ---- */

/** A texel that a fetch reads. */
typedef struct texelscope_tap {
  int32_t level;
  /** Whether it is outside, so that the border color is read; its position is then 0. */
  int32_t is_border;
  /** The texel's position after addressing. z is the slice, layer or face (6 * cube map + face). */
  int64_t x, y, z;
  /** The part of the result in 1/256; all weights of a fetch add up to 256. A gathered texel has 256. */
  double weight;
  /** The sample of an anisotropic fetch that reads it, counted from 0; otherwise 0. */
  int32_t sample;
  int32_t reserved;
  /** The bits of each channel as stored, and the number that the texture unit reads from them. */
  uint32_t stored[4];
  double value[4];
} texelscope_tap;

/** A level that a fetch reads. */
typedef struct texelscope_level_weight {
  int32_t level;
  /** In 1/256; the weights of the levels add up to 256. */
  int32_t weight;
} texelscope_level_weight;

typedef struct texelscope_explanation texelscope_explanation;

/** Explains one fetch, and stores the explanation in *explanation (NULL after a failure). Blocks are refused: a texel
 * of a block has no address of its own. */
TEXELSCOPE_API texelscope_status texelscope_texture_explain(const texelscope_texture* texture,
                                                            const texelscope_fetch* fetch,
                                                            texelscope_explanation** explanation);

/** Frees an explanation, and all that the functions below returned for it; NULL is allowed. */
TEXELSCOPE_API void texelscope_explanation_destroy(texelscope_explanation* explanation);

/** The steps from the coordinates to the result in UTF-8, a line for each: "coordinate: x: 0.3 ...". */
TEXELSCOPE_API const char* texelscope_explanation_text(const texelscope_explanation* explanation);

/** The number of texels that the fetch reads, and each of them; NULL for an index out of range. */
TEXELSCOPE_API size_t texelscope_explanation_num_taps(const texelscope_explanation* explanation);
TEXELSCOPE_API const texelscope_tap* texelscope_explanation_tap(const texelscope_explanation* explanation,
                                                                size_t index);

/** The number of levels that the fetch reads, and each of them; NULL for an index out of range. */
TEXELSCOPE_API size_t texelscope_explanation_num_levels(const texelscope_explanation* explanation);
TEXELSCOPE_API const texelscope_level_weight* texelscope_explanation_level(const texelscope_explanation* explanation,
                                                                           size_t index);

/** The result, as texelscope_texture_fetch() returns it. */
TEXELSCOPE_API const texelscope_texel* texelscope_explanation_result(const texelscope_explanation* explanation);

/** Four channels of an ideal filter in exact arithmetic, to compare with the result; equal to it if nothing is
 * filtered. */
TEXELSCOPE_API const double* texelscope_explanation_ideal(const texelscope_explanation* explanation);

#ifdef __cplusplus
}
#endif
