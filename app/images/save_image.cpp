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

}  // namespace

void save_image(const std::filesystem::path& path, const Image& image, const SaveOptions& options) {
  const std::string extension = small_extension(path);
  const std::string_view ending = std::string_view{extension}.substr(extension.empty() ? 0 : 1);
  if (std::ranges::find(saved_endings, ending) == saved_endings.end()) {
    throw FileError(
        fmt::format("cannot write {}: give a name that ends in {}", path.string(), alternatives_text(saved_endings)));
  }
  if (image.depth > 1 && ending != "npy") {
    throw FileError(
        fmt::format("cannot write {}: it is a volume of {} slices, which .npy can hold; give a name that "
                    "ends in npy",
                    path.string(), image.depth));
  }
  write_file(path, [&](std::ostream& out) {
    if (ending == "npy") {
      write_npy(out, image);
    } else if (ending == "exr") {
      const bool is_linear = image.type == gpu::DataType::float32 && !options.is_encoded;
      write_exr(out, is_linear ? image : with_linear_floats(image), path);
    } else {
      const Image encoded = options.is_encoded ? image : with_encoded_floats(image);
      write_png(out, options.png_bits == 16 ? with_16_bits(encoded) : encoded, options.png_bits);
    }
  });
}

}  // namespace texelscope::app
