// Generates the test patterns and the icon in assets/, or checks that they are up to date.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "tools/make_assets/pictures.h"
#include "tools/png.h"

namespace texelscope::tools {
namespace {

void check_pattern(const std::filesystem::path& path, const Picture& expected) {
  const Picture stored = read_png(path);
  if (stored.width != expected.width || stored.height != expected.height || stored.channels != expected.channels ||
      stored.values != expected.values) {
    throw std::runtime_error(path.string() + " is out of date; run make_assets again");
  }
}

void make_icon(bool is_check, const std::filesystem::path& folder) {
  for (const int size : icon_sizes) {
    const std::filesystem::path path = folder / ("texelscope_" + std::to_string(size) + ".png");
    is_check ? check_pattern(path, icon_picture(size)) : write_png(path, icon_picture(size));
    std::printf("%s\n", path.c_str());
  }
  const std::filesystem::path path = folder / "texelscope.svg";
  std::printf("%s\n", path.c_str());
  if (is_check) {
    std::ifstream stored(path, std::ios::binary);
    if (std::string{std::istreambuf_iterator<char>(stored), {}} != icon_drawing()) {
      throw std::runtime_error(path.string() + " is out of date; run make_assets again");
    }
  } else if (!(std::ofstream(path, std::ios::binary) << icon_drawing() << std::flush)) {
    throw std::runtime_error("cannot write " + path.string() + ": check that the folder exists and is writable");
  }
}

int run(bool is_check, const std::filesystem::path& folder, const std::string& only) {
  bool is_known = only.empty() || only == "icon";
  for (const Pattern& pattern : patterns()) {
    if (only.empty() || only == pattern.name) {
      is_known = true;
      const std::filesystem::path path = folder / (std::string(pattern.name) + ".png");
      is_check ? check_pattern(path, pattern.make()) : write_png(path, pattern.make());
      std::printf("%s\n", path.c_str());
    }
  }
  if (only.empty() || only == "icon") {
    make_icon(is_check, folder / "icon");
  }
  if (!is_known) {
    throw std::runtime_error("unknown picture '" + only + "'");
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace texelscope::tools

int main(int argc, char** argv) {
  const bool is_check = argc > 1 && std::strcmp(argv[1], "--check") == 0;
  const int first = is_check ? 2 : 1;
  if (argc <= first || argc > first + 2) {
    std::fprintf(stderr, "make_assets [--check] FOLDER [NAME]: makes the patterns and the icon, or checks them\n");
    return 2;
  }
  try {
    return texelscope::tools::run(is_check, argv[first], argc > first + 1 ? argv[first + 1] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_assets: error: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
