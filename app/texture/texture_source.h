#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/dimensions.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// How a file's numbers become texels.
struct TextureSourceOptions {
  gpu::ArrayKind kind = gpu::ArrayKind::plain;
  /// Rank of a plain array (1–3) or of one layer (1–2); without it, it follows from the file's shape.
  std::optional<int> dims{};
  /// Type of a channel; without it, the file's.
  std::optional<gpu::DataType> format{};
  /// Of an image.
  ReadOptions reading{};
};

/// Texels of level 0 and what array they make.
struct TextureSource {
  gpu::ArrayDescriptor array;
  std::vector<std::byte> texels;
  /// Image::note of its file.
  std::string note{};
};

/// Reads an image or an .npy file. An image is an array of (height, width, channels), 3 channels completed by an alpha
/// of 1; as a layered texture its rows are 1D layers, as a cube map it is a column of square faces.
///
/// The axes of an .npy file, from the last: channels (1, 2 or 4) where there is one axis more than the texels need,
/// then x, y and z; in front of them layers; cube maps have (6, n, n), layered ones (6·layers, n, n) or
/// (layers, 6, n, n). Without `dims`, what is left after layers is (w), (h, w), (h, w, channels) when there are three
/// axes and the last is 1, 2 or 4, else (d, h, w), or (d, h, w, channels).
///
/// With a `format` that is not the file's, numbers of an .npy file keep their values: rounded to floats, to nearest
/// even; integers must take them unchanged. The channels of an image keep their brightness: v/255 as v·257 of 65535,
/// or as a float of v/255.
/// @throws FileError for an unreadable image, gpu::InvalidArgument for an .npy file that is unreadable or of a type or
/// shape that no array has, with what to do.
[[nodiscard]] TextureSource load_texture_source(const std::filesystem::path& path, const TextureSourceOptions& options);

/// The same of numbers in memory, whose axes are those of an .npy file. @throws gpu::InvalidArgument likewise.
[[nodiscard]] TextureSource texture_source_of(const gpu::StridedMemoryView& numbers,
                                              const TextureSourceOptions& options);

/// The array that numbers of this shape make. @throws gpu::InvalidArgument as load_texture_source().
[[nodiscard]] gpu::ArrayDescriptor array_of_shape(const gpu::Dimensions& shape, gpu::DataType format,
                                                  gpu::ArrayKind kind, std::optional<int> dims);

}  // namespace texelscope::app
