#include "app/images/loaded_font.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <vector>

#include "app/files/font_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

TEST(FallbackFonts, AreReadForLettersThatTheFontOfTextsLacks) {
  const auto file = find_font_file(FontUse::text);
  const auto values = find_font_file(FontUse::value);
  if (!file || !values) {
    GTEST_SKIP() << "no font is installed";
  }
  const tests::TemporaryFolder folder;
  const std::filesystem::path damaged = folder.write("damaged.ttf", "no font");
  const std::vector<std::filesystem::path> files{*file, folder / "missing.ttf", damaged, *values};
  EXPECT_TRUE(fallback_fonts({U'a', U'b'}, files).empty());
  EXPECT_TRUE(fallback_fonts({}, files).empty());
  EXPECT_TRUE(fallback_fonts({char32_t{0xFDD0}}, files).empty()) << "no font has this letter";
  const std::vector<std::filesystem::path> none_for_text{damaged, *file, *values};
  EXPECT_EQ(fallback_fonts({U'a'}, none_for_text).size(), 1U) << "the second font is not needed";
}

}  // namespace
}  // namespace texelscope::app
