#include "app/files/font_file.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace texelscope::app {
namespace {

TEST(FontFile, IsADifferentFontForEachUse) {
  const std::array<std::string, 3> names = font_names();
  std::set<std::filesystem::path> files;
  for (const FontUse use : {FontUse::text, FontUse::heading, FontUse::value}) {
    const std::string& name = names.at(static_cast<std::size_t>(use));
    const auto file = find_font_file(use);
    if (!file) {
      EXPECT_EQ(name, "ImGui's own");
      continue;
    }
    EXPECT_EQ(name, file->filename().string());
    EXPECT_TRUE(files.insert(*file).second) << *file;
    // The beginning of TrueType and OpenType files (OpenType 1.9, table directory).
    std::string begin(4, ' ');
    std::ifstream(*file, std::ios::binary).read(begin.data(), 4);
    EXPECT_TRUE(begin == "OTTO" || begin == std::string("\0\1\0\0", 4)) << *file;
  }
}

}  // namespace
}  // namespace texelscope::app
