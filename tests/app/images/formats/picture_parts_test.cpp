#include "app/images/formats/picture_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

std::size_t chosen(const std::string& part, const std::vector<std::string>& names) {
  const MemorySource source({});
  return chosen_part({source, {}, "picture", Orientation::applied, part}, names);
}

TEST(PictureParts, AreChosenByNameOrNumber) {
  const std::vector<std::string> names{"page 1", "3", "depth"};
  EXPECT_EQ(chosen("", names), 0U);
  EXPECT_EQ(chosen("depth", names), 2U);
  EXPECT_EQ(chosen("1", names), 0U);
  EXPECT_EQ(chosen("2", names), 1U);
  EXPECT_EQ(chosen("3", names), 1U) << "names take precedence over numbers";
}

TEST(PictureParts, RefuseMissingNamesAndListTheExistingOnes) {
  for (const char* part : {"3", "0", "-1", "1x", "page", "99999999999999999999"}) {
    try {
      static_cast<void>(chosen(part, {"page 1", "page 2"}));
      ADD_FAILURE() << part;
    } catch (const FileError& error) {
      EXPECT_EQ(std::string(error.what()),
                std::string("cannot read part '") + part +
                    "' of picture: it has 'page 1', 'page 2'; use a name, or a number from 1 to 2");
    }
  }
}

TEST(PictureParts, ListOnlyTheFirstOfMany) {
  Image image;
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i) {
    names.push_back(std::string("level ") + std::to_string(i));
  }
  const MemorySource source({});
  take_parts(image, {source, {}, "picture"}, names, names.size());
  EXPECT_EQ(image.parts, names);
  EXPECT_NE(image.note.find("only the first of its 20 parts is read: 'level 0', "), std::string::npos) << image.note;
  EXPECT_NE(image.note.find(" and 8 more"), std::string::npos) << image.note;
}

TEST(PictureParts, OfAFileAreListedWithoutReadingThem) {
  const std::filesystem::path pages = std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "pages.tif";
  EXPECT_EQ(image_parts(pages), (std::vector<std::string>{"page 1", "page 2", "page 3"}));
  EXPECT_EQ(load_image(pages, {.part = "page 2"}).width, 2);
  EXPECT_NE(load_image(pages).note.find("only the first of its 3 parts is read"), std::string::npos);
  EXPECT_EQ(load_image(pages, {.part = "1"}).note, "");
}

TEST(PictureParts, AreEmptyForSingleImageFormats) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.pgm", std::string("P5 1 1 255\n\x07", 12));
  EXPECT_TRUE(image_parts(file).empty());
  EXPECT_THROW(static_cast<void>(load_image(file, {.part = "1"})), FileError);
}

}  // namespace
}  // namespace texelscope::app
