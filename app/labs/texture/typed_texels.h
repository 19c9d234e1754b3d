#pragma once

#include <string_view>

#include "app/texture/texture_source.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::app {

/// Reads texels as typed: "0 1; 1 0". Spaces or tabs separate texels, semicolons or line ends rows, bars slices, layers
/// of 2D textures or faces; a layered 1D texture has its layers as rows. A texel is one number, for all its channels,
/// or as many as there are channels, separated by commas: "255,0,0,255". Numbers are those that the format holds:
/// whole ones in its range for integers, any for floats, "inf" and "nan" too.
/// @throws ParameterError where a text is no number of the format, rows or slices differ in length, or the texels are
/// not of the shape (a cube map has 6 square faces); the message says which texel.
[[nodiscard]] TextureSource parse_texels(std::string_view text, kernels::TextureShape shape, gpu::DataType format,
                                         int num_channels);

}  // namespace texelscope::app
