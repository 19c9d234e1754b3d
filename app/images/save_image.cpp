#include "app/images/save_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/images/formats/exr_writer.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "texelscope/gpu/npy.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {
namespace {

void write_npy(std::ostream& out, const Image& image) {
  const gpu::Dimensions shape = image.depth > 1
                                    ? gpu::Dimensions{image.depth, image.height, image.width, image.channels}
                                    : gpu::Dimensions{image.height, image.width, image.channels};
  const auto item_size = static_cast<std::int64_t>(gpu::size_bytes(image.type));
  gpu::write_npy(out, image.pixels, gpu::StridedLayout::dense(shape, item_size), image.type);
}

std::string ending_of(const std::filesystem::path& path) {
  const std::string extension = small_extension(path);
  return extension.empty() ? extension : extension.substr(1);
}

void write_png_of_bits(std::ostream& out, const Image& image, int bits) {
  if (bits == 16) {
    write_png(out, with_16_bits(image), bits);
  } else {
    write_png(out, image, bits);
  }
}

}  // namespace

void require_saved_ending(const std::filesystem::path& path) {
  if (std::ranges::find(saved_endings, ending_of(path)) == saved_endings.end()) {
    throw FileError(
        fmt::format("cannot write {}: use a name that ends in {}", path.string(), alternatives_text(saved_endings)));
  }
}

void save_image(const std::filesystem::path& path, const Image& stored, const SaveOptions& options) {
  require_saved_ending(path);
  const std::string ending = ending_of(path);
  // Only arrays have two channels without a meaning.
  const Image& image = stored.is_red_green && ending != "npy" ? with_blue(stored) : stored;
  if (image.depth > 1 && ending != "npy") {
    throw FileError(
        fmt::format("cannot write {}: only .npy can store a volume ({} slices); use a name that ends in .npy",
                    path.string(), image.depth));
  }
  const bool is_of_numbers = is_number_type(image.type);
  const bool is_linear = image.type == gpu::DataType::float32 && !options.is_encoded;
  write_file(path, [&](std::ostream& out) {
    if (ending == "npy") {
      write_npy(out, image);
    } else if (ending == "exr") {
      write_exr(out, is_linear || image.type == gpu::DataType::uint32 ? image : with_linear_floats(image), path);
    } else if (is_of_numbers) {
      throw FileError(
          fmt::format("cannot write {}: a PNG cannot store the 32-bit integers of the picture; use a name that ends in "
                      ".exr or .npy",
                      path.string()));
    } else if (is_linear) {
      write_png_of_bits(out, with_encoded_floats(image), options.png_bits);
    } else {
      write_png_of_bits(out, image, options.png_bits);
    }
  });
}

}  // namespace texelscope::app
