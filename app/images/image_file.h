#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "app/files/file_error.h"
#include "app/images/image.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// Bytes of an image in memory, checked before anything is allocated for it.
/// @throws FileError, naming `path`, for an extent of 0, one beyond max_image_extent, or 2 GiB and more.
[[nodiscard]] std::size_t checked_image_size(const std::filesystem::path& path, std::uint64_t width,
                                             std::uint64_t height, int channels, gpu::DataType type);

/// Largest width and height that is read: CUDA's limit for 2D arrays with surfaces is 32768 on current GPUs.
inline constexpr int max_image_extent = 32768;

/// Reads png, jpg, bmp, tga, hdr, pgm and ppm; 8 and 16 bit, float; 1–4 channels.
/// @throws FileError with the path, the reason and what to do.
[[nodiscard]] Image load_image(const std::filesystem::path& path);

/// Writes a PNG with 8 bits a channel; float pixels are rounded by the rule of kernels::to_unorm8. The file is complete
/// or not there: written beside its name, then renamed. @throws FileError.
void save_png(const std::filesystem::path& path, const Image& image);

/// Whether the bytes begin as a binary PGM (P5) or PPM (P6).
[[nodiscard]] bool is_pnm(std::span<const std::byte> bytes);

/// Reads a binary PGM or PPM (netpbm's pgm(5), ppm(5)): uint8 for a maximal value up to 255, else uint16; values are
/// scaled so that the maximal value becomes the type's largest. `path` is for errors.
/// @throws FileError when it is truncated, malformed or too large.
[[nodiscard]] Image decode_pnm(std::span<const std::byte> bytes, const std::filesystem::path& path);

/// Whether the bytes begin as a Radiance picture.
[[nodiscard]] bool is_hdr(std::span<const std::byte> bytes);

/// Reads a Radiance picture of RGBE texels (Greg Ward, "Real Pixels", Graphics Gems II) as float32 with three channels;
/// flat or run-length encoded. `path` is for errors. (stb_image 2.27 does not end on truncated ones.)
/// @throws FileError when it is truncated, damaged, or of another orientation than rows from the top.
[[nodiscard]] Image decode_hdr(std::span<const std::byte> bytes, const std::filesystem::path& path);

/// A PNG file in memory, 8 bits a channel; float pixels are rounded by the rule of kernels::to_unorm8.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image);

}  // namespace texelscope::app
