#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/texture/texture_parts.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// Texels of level 0 and the descriptor of their array.
struct TextureSource {
  gpu::ArrayDescriptor array;
  std::vector<std::byte> texels;
  /// Level 1 and so on, if the file has them.
  std::vector<std::vector<std::byte>> smaller_levels{};
  /// Image::note of the file.
  std::string note{};
  /// The place of the first texel in the file's coordinates, of an image.
  std::array<int, 2> place{};
};

/// The first `num_levels` levels in the format of TextureSetup::levels: those of the file, or computed by
/// make_mip_levels() if it has only level 0. @throws gpu::InvalidArgument if it has levels or blocks, but too few.
[[nodiscard]] std::vector<std::vector<std::byte>> texture_levels(TextureSource source, std::size_t num_levels);

/// Reads an image, a texture file or an .npy file. A texture file (DDS, KTX, KTX2) provides its levels, and its layers,
/// faces or slices for a kind or number of dimensions that has them. Another image is an array of (height, width,
/// channels), with 3 channels extended by an alpha of 1; as a layered texture, its rows are 1D layers; as a cube map,
/// it is a column of square faces.
///
/// The axes of an .npy file, from the last: channels (1, 2 or 4) if there is one axis more than the texels need, then
/// x, y and z; layers come first; cube maps have (6, n, n), layered ones (6·layers, n, n) or (layers, 6, n, n). Without
/// `dims`, the axes after the layers are (w), (h, w), (h, w, channels) for three axes of which the last is 1, 2 or 4,
/// otherwise (d, h, w), or (d, h, w, channels).
///
/// With a `format` other than the file's, numbers of an .npy file keep their values: they are rounded to the nearest
/// float, ties to even; integers must represent them exactly. The channels of an image keep their brightness: v/255
/// becomes v·257 of 65535, or a float of v/255.
/// @throws FileError for an unreadable image, gpu::InvalidArgument, with what to do, for an .npy file that is
/// unreadable or whose type or shape arrays do not support.
[[nodiscard]] TextureSource load_texture_source(const std::filesystem::path& path, const TextureSourceOptions& options);

/// Converts numbers in memory, with the axes of an .npy file. @throws gpu::InvalidArgument likewise.
[[nodiscard]] TextureSource texture_source_of(const gpu::StridedMemoryView& numbers,
                                              const TextureSourceOptions& options);

/// Converts an image in memory, see load_texture_source().
[[nodiscard]] TextureSource texture_source_of(Image image, const TextureSourceOptions& options);

/// The array for numbers of this shape. @throws gpu::InvalidArgument as load_texture_source().
[[nodiscard]] gpu::ArrayDescriptor array_of_shape(const gpu::Dimensions& shape, gpu::DataType format,
                                                  gpu::ArrayKind kind, std::optional<int> dims);

}  // namespace texelscope::app
