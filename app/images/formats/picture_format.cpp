#include "app/images/formats/picture_format.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/images/formats/unread_formats.h"

namespace texelscope::app {
namespace {

/// TGA is last, because it has no magic number.
constexpr PictureFormat formats[] = {
    {is_png, {"png"}, decode_png},        {is_jpeg, {"jpg", "jpeg"}, decode_jpeg},
    {is_bmp, {"bmp"}, decode_bmp},        {is_hdr, {"hdr"}, decode_hdr},
    {is_pfm, {"pfm"}, decode_pfm},        {is_pnm, {"pbm", "pgm", "ppm", "pnm"}, decode_pnm},
    {is_webp, {"webp"}, decode_webp},     {is_tiff, {"tif", "tiff"}, nullptr, open_tiff},
    {is_exr, {"exr"}, nullptr, open_exr}, {is_dds, {"dds"}, nullptr, open_dds},
    {is_ktx, {"ktx"}, nullptr, open_ktx}, {is_ktx2, {"ktx2"}, nullptr, open_ktx2},
    {is_tga, {"tga"}, decode_tga}};

}  // namespace

std::span<const PictureFormat> picture_formats() { return formats; }

const PictureFormat& format_of(std::span<const std::byte> beginning, const std::filesystem::path& path) {
  if (beginning.empty()) {
    throw FileError(fmt::format("cannot read {}: it is empty; save it again", path.string()));
  }
  const auto* const format =
      std::ranges::find_if(formats, [&](const PictureFormat& candidate) { return candidate.begins(beginning); });
  if (format != std::end(formats)) {
    return *format;
  }
  if (const std::string_view name = unread_format(beginning); !name.empty()) {
    throw FileError(
        fmt::format("cannot read {}: {} is not supported; convert it to PNG, or to EXR if it contains floats",
                    path.string(), name));
  }
  throw UnknownFileFormat(
      fmt::format("cannot read {}: unsupported image format; use PNG, EXR or another supported format", path.string()));
}

}  // namespace texelscope::app
