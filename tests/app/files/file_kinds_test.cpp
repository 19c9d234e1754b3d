#include "app/files/file_kinds.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(FileKinds, AreRecognizedByExtension) {
  EXPECT_TRUE(is_of_kind("folder.npy/a.npz", tensor_files));
  EXPECT_TRUE(is_of_kind("a.b.cu", kernel_texts));
  for (const char* other : {"a", "cu", ".cu", "a.", "a.cu.bak", "a.CU", "folder.cu/a"}) {
    EXPECT_FALSE(is_of_kind(other, kernel_texts)) << other;
  }
}

TEST(FileKinds, ShareNoExtensionsExceptSessionsAndCourses) {
  for (const FileKind& kind : opened_kinds) {
    for (const std::string_view ending : kind.endings) {
      const std::filesystem::path file = "a." + std::string{ending};
      int count = 0;
      for (const FileKind& other : opened_kinds) {
        count += is_of_kind(file, other) ? 1 : 0;
      }
      EXPECT_EQ(count, ending == "json" ? 2 : 1) << ending;
    }
  }
}

TEST(FileKinds, AreListedLikeInASentence) {
  const std::array<std::string_view, 3> words{"a", "b", "c"};
  EXPECT_EQ(alternatives_text({}), "");
  EXPECT_EQ(alternatives_text(std::span{words}.first(1)), "a");
  EXPECT_EQ(alternatives_text(std::span{words}.first(2)), "a or b");
  EXPECT_EQ(alternatives_text(words), "a, b or c");
}

}  // namespace
}  // namespace texelscope::app
