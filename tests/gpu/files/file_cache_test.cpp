#include "gpu/files/file_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;

class FileCaches : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(FileCaches, FindWhatWasStoredUnderAKey) {
  const FileCache cache{folder_.path() / "made" / "when needed", 1000};
  EXPECT_EQ(cache.find("key"), std::nullopt);
  EXPECT_EQ(cache.store("key", "bytes\n with \0 all"), "");
  EXPECT_EQ(cache.store("empty", ""), "");
  EXPECT_EQ(cache.find("key"), "bytes\n with \0 all");
  EXPECT_EQ(cache.find("empty"), "");
  EXPECT_EQ(cache.find("other"), std::nullopt);
  EXPECT_EQ(cache.store("key", "again"), "");
  EXPECT_EQ(cache.find("key"), "again");
}

TEST_F(FileCaches, IgnoreDamagedFilesAndFilesOfOtherKeys) {
  const FileCache cache{folder_.path(), 1000};
  EXPECT_EQ(cache.store("key", "bytes"), "");
  const fs::path path = fs::directory_iterator { folder_.path() } -> path();
  const std::string whole = folder_.read(path.filename());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    static_cast<void>(folder_.write(path.filename(), whole.substr(0, size)));
    EXPECT_EQ(cache.find("key"), std::nullopt) << size;
    std::string changed = whole;
    changed[size] = static_cast<char>(changed[size] ^ 1);
    static_cast<void>(folder_.write(path.filename(), changed));
    EXPECT_EQ(cache.find("key"), std::nullopt) << size;
  }
  // As if two keys had one hash.
  EXPECT_EQ(cache.store("longer key", "bytes"), "");
  for (const fs::directory_entry& entry : fs::directory_iterator{folder_.path()}) {
    if (entry.path() != path) {
      fs::copy_file(entry.path(), path, fs::copy_options::overwrite_existing);
    }
  }
  EXPECT_EQ(cache.find("key"), std::nullopt);
}

TEST_F(FileCaches, DropTheLeastRecentlyUsed) {
  const FileCache cache{folder_.path(), 400};
  const std::string bytes(100, 'x');
  EXPECT_EQ(cache.store("a", bytes), "");
  EXPECT_EQ(cache.store("b", bytes), "");
  // Times of files have the resolution of the kernel's clock.
  std::this_thread::sleep_for(std::chrono::milliseconds{20});
  EXPECT_TRUE(cache.find("a"));
  std::this_thread::sleep_for(std::chrono::milliseconds{20});
  EXPECT_EQ(cache.store("c", bytes), "");
  EXPECT_FALSE(cache.find("b"));
  EXPECT_TRUE(cache.find("a"));
  EXPECT_TRUE(cache.find("c"));
  EXPECT_LE(cache.size_bytes(), 400U);
}

TEST_F(FileCaches, KeepTheirEntriesWhenOneIsLargerThanAll) {
  const FileCache cache{folder_.path(), 400};
  EXPECT_EQ(cache.store("a", "1"), "");
  EXPECT_NE(cache.store("b", std::string(500, 'x')).find("exceed the cache's limit of 400"), std::string::npos);
  EXPECT_EQ(cache.find("a"), "1");
  EXPECT_EQ(cache.find("b"), std::nullopt);
}

TEST_F(FileCaches, TreatAFolderInPlaceOfAFileAsMissing) {
  const FileCache cache{folder_.path(), 400};
  EXPECT_EQ(cache.store("a", "1"), "");
  const fs::path path = fs::directory_iterator { folder_.path() } -> path();
  fs::remove(path);
  fs::create_directory(path);
  EXPECT_EQ(cache.find("a"), std::nullopt);
}

TEST_F(FileCaches, ClearOnlyTheirOwnFiles) {
  const FileCache cache{folder_.path(), 1000};
  EXPECT_EQ(cache.store("a", "1"), "");
  static_cast<void>(folder_.write("notes.txt", "mine"));
  EXPECT_GT(cache.size_bytes(), 0U);
  cache.clear();
  EXPECT_EQ(cache.size_bytes(), 0U);
  EXPECT_EQ(folder_.read("notes.txt"), "mine");
}

TEST_F(FileCaches, ReportWhyNothingWasStored) {
  static_cast<void>(folder_.write("file", ""));
  const FileCache cache{folder_.path() / "file", 1000};
  EXPECT_NE(cache.store("key", "bytes"), "");
  EXPECT_EQ(cache.find("key"), std::nullopt);
  EXPECT_EQ(cache.size_bytes(), 0U);
}

}  // namespace
}  // namespace texelscope::gpu
