#include <gtest/gtest.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "gpu/files/replacement_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;
using tests::file_bytes;
using FormerName = FormerFile::Name;

std::ptrdiff_t entries_of(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

void write_over(const fs::path& path, const std::string& text) {
  ReplacementFile file(path);
  file.stream() << text;
  file.commit();
}

TEST(FormerFile, IsRemovedOrRestored) {
  const tests::TemporaryFolder folder;
  for (const bool is_restored : {false, true}) {
    for (const FormerName name : {FormerName::kept, FormerName::removed}) {
      const fs::path file = folder.write("file", "former");
      {
        FormerFile former(file, {}, name);
        EXPECT_EQ(fs::exists(file), name == FormerName::kept);
        write_over(file, "new");
        EXPECT_EQ(file_bytes(file), "new");
        EXPECT_EQ(entries_of(folder.path()), 2) << "the write does not consider it abandoned";
        if (is_restored) {
          former.restore();
        }
      }
      EXPECT_EQ(file_bytes(file), is_restored ? "former" : "new");
      EXPECT_EQ(entries_of(folder.path()), 1);
    }
  }
}

TEST(FormerFile, ThatIsRestoredBeforeItIsReplacedStays) {
  const tests::TemporaryFolder folder;
  const fs::path file = folder.write("file", "former");
  { FormerFile(file, {}, FormerName::kept).restore(); }
  EXPECT_EQ(file_bytes(file), "former");
  { const FormerFile none(folder / "missing", {}, FormerName::removed); }
  EXPECT_EQ(entries_of(folder.path()), 1);
}

TEST(FormerFile, OfAKilledProgramIsRemovedByTheNextOneOfTheSameFile) {
  const tests::TemporaryFolder folder;
  const fs::path file = folder.write("file", "former");
  const pid_t child = ::fork();
  if (child == 0) {
    const FormerFile former(file, {}, FormerName::kept);
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_EQ(entries_of(folder.path()), 2);
  { const FormerFile former(file, {}, FormerName::kept); }
  EXPECT_EQ(entries_of(folder.path()), 1);
  EXPECT_EQ(file_bytes(file), "former");
}

TEST(FormerFile, OfAKilledProgramIsRemovedByTheNextWriteToItsFolder) {
  const tests::TemporaryFolder folder;
  const fs::path file = folder.write("file", "former");
  const pid_t child = ::fork();
  if (child == 0) {
    static_cast<void>(new FormerFile(file, {}, FormerName::removed));
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(fs::exists(file));
  EXPECT_EQ(entries_of(folder.path()), 1);
  remove_abandoned_files(folder.path());
  EXPECT_EQ(entries_of(folder.path()), 0);
}

TEST(FormerFile, IsInItsFolderHoweverLinksLeadThere) {
  const tests::TemporaryFolder folder;
  fs::create_directories(folder / "in/deep");
  folder.write("private", "private");
  folder.write("in/deep/file", "former");
  fs::create_symlink("../private", folder / "in/out");
  fs::create_symlink("deep/file", folder / "in/link");
  const Folder in(folder / "in");
  try {
    const FormerFile former(folder / "in/out", in, FormerName::removed);
    ADD_FAILURE();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), EXDEV);
  }
  EXPECT_EQ(file_bytes(folder / "private"), "private");
  fs::rename(folder / "in", folder / "moved");
  fs::create_directories(folder / "in/deep");
  folder.write("in/deep/file", "another folder's");
  { const FormerFile former(folder / "in/deep/file", in, FormerName::removed); }
  EXPECT_EQ(file_bytes(folder / "in/deep/file"), "another folder's");
  EXPECT_EQ(entries_of(folder / "moved/deep"), 0);
}

}  // namespace
}  // namespace texelscope::gpu
