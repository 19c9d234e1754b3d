#pragma once

namespace texelscope::kernels {

/// What a texture's coordinates address. A fetch must name the shape of the texture it reads.
enum class TextureShape : unsigned char {
  texture_1d,
  texture_2d,
  texture_3d,
  layered_1d,
  layered_2d,
  cube_map,
  layered_cube_map,
};

/// Which texture instruction a fetch is.
enum class TextureOperation : unsigned char {
  /// Level 0 of the texture (tex1D … texCubemapLayered).
  sample,
  /// At `level` (tex1DLod …).
  sample_level,
  /// At the level, and with the anisotropy, that `dx` and `dy` ask for (tex1DGrad …).
  sample_gradients,
  /// Channel `component` of the four texels that linear filtering would read (tex2Dgather); texture_2d only.
  gather,
  /// Element `element` of a linear resource (tex1Dfetch); texture_1d only.
  element,
};

/// One texture instruction with all its operands; those that shape and operation do not use are ignored.
struct TextureFetch {
  TextureShape shape = TextureShape::texture_2d;
  TextureOperation operation = TextureOperation::sample;
  /// A cube map is read in the direction (x, y, z).
  float x = 0, y = 0, z = 0;
  /// 0 … layers − 1; outside, the nearest layer.
  int layer = 0;
  float level = 0;  ///< Of the mipmap.
  /// How the coordinates change along the screen's x and y, in the coordinates' own units.
  float dx[3] = {};
  float dy[3] = {};
  /// 0 … 3.
  int component = 0;
  int element = 0;  ///< Of linear memory.
};

}  // namespace texelscope::kernels
