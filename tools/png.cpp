#include "tools/png.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace texelscope::tools {

Picture read_png(const std::filesystem::path& path) {
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<unsigned char, decltype(&stbi_image_free)> values(
      stbi_load(path.c_str(), &width, &height, &channels, 0), stbi_image_free);
  if (values == nullptr) {
    throw std::runtime_error("cannot read " + path.string() + ": " + stbi_failure_reason());
  }
  Picture picture(width, height, channels);
  std::copy_n(values.get(), picture.values.size(), picture.values.data());
  return picture;
}

void write_png(const std::filesystem::path& path, const Picture& picture) {
  stbi_write_png_compression_level = 12;
  if (stbi_write_png(path.c_str(), picture.width, picture.height, picture.channels, picture.values.data(), 0) == 0) {
    throw std::runtime_error("cannot write " + path.string() + ": check that the folder exists and is writable");
  }
}

}  // namespace texelscope::tools
