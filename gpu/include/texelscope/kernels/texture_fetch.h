#pragma once

namespace texelscope::kernels {

/// The meaning of a texture's coordinates. A fetch must specify the shape of the texture that it reads.
enum class TextureShape : unsigned char {
  texture_1d,
  texture_2d,
  texture_3d,
  layered_1d,
  layered_2d,
  cube_map,
  layered_cube_map,
};

/// The texture instruction of a fetch.
enum class TextureOperation : unsigned char {
  /// Samples level 0 of the texture (tex1D … texCubemapLayered).
  sample,
  /// Samples at `level` (tex1DLod …).
  sample_level,
  /// Samples at the level, and with the anisotropy, that `dx` and `dy` imply (tex1DGrad …).
  sample_gradients,
  /// Reads channel `component` of the four texels that linear filtering would read (tex2Dgather); texture_2d only.
  gather,
  /// Reads element `element` of a linear resource (tex1Dfetch); texture_1d only.
  element,
};

/// One texture instruction with all its operands; operands that shape and operation do not use are ignored.
struct TextureFetch {
  TextureShape shape = TextureShape::texture_2d;
  TextureOperation operation = TextureOperation::sample;
  /// Cube maps are read in the direction (x, y, z).
  float x = 0, y = 0, z = 0;
  /// 0 … layers − 1; out of range, the nearest layer.
  int layer = 0;
  float level = 0;  ///< Level of the mipmap.
  /// Change of the coordinates along the screen's x and y, in units of the coordinates.
  float dx[3] = {};
  float dy[3] = {};
  /// 0 … 3.
  int component = 0;
  int element = 0;  ///< Element of linear memory.
};

}  // namespace texelscope::kernels
