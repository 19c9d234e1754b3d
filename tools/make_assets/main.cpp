// Makes the pictures of assets/, or checks that they are what it would make.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

#include "tools/make_assets/icon.h"
#include "tools/make_assets/landscape/landscape.h"
#include "tools/make_assets/patterns.h"
#include "tools/png.h"

namespace texelscope::assets {
namespace {

constexpr int photo_width = 1024;
constexpr int photo_height = 768;
constexpr int photo_samples = 3;

Picture make_photo() {
  const Landscape landscape;
  Picture picture(photo_width, photo_height, 3);
  std::atomic<int> next_row{0};
  const auto work = [&] {
    for (int y = next_row++; y < photo_height; y = next_row++) {
      for (int x = 0; x < photo_width; ++x) {
        const Landscape::Pixel pixel = landscape.pixel(x, y, photo_width, photo_height, photo_samples);
        const unsigned char colour[] = {pixel.red, pixel.green, pixel.blue};
        std::memcpy(picture.at(x, y), colour, sizeof colour);
      }
    }
  };
  std::vector<std::jthread> threads(std::max(1u, std::thread::hardware_concurrency()));
  for (std::jthread& thread : threads) {
    thread = std::jthread(work);
  }
  threads.clear();
  return picture;
}

/// Draws one pixel in several hundred again. C libraries differ in the last bits of their functions, and a ray may then
/// meet another needle: a few pixels may differ, the rest by one step.
void check_photo(const std::filesystem::path& path) {
  Picture stored = tools::read_png(path);
  if (stored.width != photo_width || stored.height != photo_height || stored.channels != 3) {
    throw std::runtime_error(path.string() + " has another size than the program makes; run make_assets again");
  }
  const Landscape landscape;
  int count = 0;
  int different = 0;
  for (int y = 7; y < photo_height; y += 41) {
    for (int x = 11; x < photo_width; x += 47, ++count) {
      const Landscape::Pixel pixel = landscape.pixel(x, y, photo_width, photo_height, photo_samples);
      const unsigned char* const found = stored.at(x, y);
      different += std::abs(found[0] - pixel.red) > 1 || std::abs(found[1] - pixel.green) > 1 ||
                   std::abs(found[2] - pixel.blue) > 1;
    }
  }
  if (different * 50 > count) {
    throw std::runtime_error(path.string() + ": " + std::to_string(different) + " of " + std::to_string(count) +
                             " pixels are not what the program draws; run make_assets again");
  }
}

void check_pattern(const std::filesystem::path& path, const Picture& expected) {
  const Picture stored = tools::read_png(path);
  if (stored.width != expected.width || stored.height != expected.height || stored.channels != expected.channels ||
      stored.values != expected.values) {
    throw std::runtime_error(path.string() + " is not what the program makes; run make_assets again");
  }
}

void make_icon(bool is_check, const std::filesystem::path& folder) {
  for (const int size : icon_sizes) {
    const std::filesystem::path path = folder / ("texelscope_" + std::to_string(size) + ".png");
    is_check ? check_pattern(path, icon_picture(size)) : tools::write_png(path, icon_picture(size));
    std::printf("%s\n", path.c_str());
  }
  const std::filesystem::path path = folder / "texelscope.svg";
  std::printf("%s\n", path.c_str());
  if (is_check) {
    std::ifstream stored(path, std::ios::binary);
    if (std::string{std::istreambuf_iterator<char>(stored), {}} != icon_drawing()) {
      throw std::runtime_error(path.string() + " is not what the program makes; run make_assets again");
    }
  } else if (!(std::ofstream(path, std::ios::binary) << icon_drawing() << std::flush)) {
    throw std::runtime_error("cannot write " + path.string() + ": is the folder there, and writable?");
  }
}

int run(bool is_check, const std::filesystem::path& folder, const std::string& only) {
  bool is_known = only.empty() || only == "photo" || only == "icon";
  for (const Pattern& pattern : patterns()) {
    if (only.empty() || only == pattern.name) {
      is_known = true;
      const std::filesystem::path path = folder / (std::string(pattern.name) + ".png");
      is_check ? check_pattern(path, pattern.make()) : tools::write_png(path, pattern.make());
      std::printf("%s\n", path.c_str());
    }
  }
  if (only.empty() || only == "photo") {
    const std::filesystem::path path = folder / "photo.png";
    is_check ? check_photo(path) : tools::write_png(path, make_photo());
    std::printf("%s\n", path.c_str());
  }
  if (only.empty() || only == "icon") {
    make_icon(is_check, folder / "icon");
  }
  if (!is_known) {
    throw std::runtime_error("there is no picture '" + only + "'");
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace texelscope::assets

int main(int argc, char** argv) {
  const bool is_check = argc > 1 && std::strcmp(argv[1], "--check") == 0;
  const int first = is_check ? 2 : 1;
  if (argc <= first || argc > first + 2) {
    std::fprintf(
        stderr,
        "make_assets [--check] FOLDER [NAME]: makes the files of FOLDER, or says whether they are what it makes\n");
    return 2;
  }
  try {
    return texelscope::assets::run(is_check, argv[first], argc > first + 1 ? argv[first + 1] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_assets: error: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
