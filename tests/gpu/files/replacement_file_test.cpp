#include "gpu/files/replacement_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <system_error>

#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;
using tests::file_bytes;

void replace(const fs::path& path, const std::string& text) {
  ReplacementFile file(path);
  file.stream() << text;
  file.commit();
}

/// The error code of a rejected write; 0 if the write succeeds.
int refusal_of(const fs::path& path, const std::string& text = "new") {
  try {
    replace(path, text);
    return 0;
  } catch (const std::system_error& error) {
    return error.code().value();
  }
}

std::ptrdiff_t count_files(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

struct stat facts_of(const fs::path& path) {
  struct stat facts {};
  EXPECT_EQ(::lstat(path.c_str(), &facts), 0) << path;
  return facts;
}

mode_t mode_of(const fs::path& path) { return facts_of(path).st_mode & 07777U; }

/// The result of a function in a child process that is not the superuser.
int in_child(const std::function<int()>& function, bool is_nobody = true) {
  constexpr uid_t nobody = 65534;
  const pid_t child = ::fork();
  if (child == 0) {
    const bool is_ready = !is_nobody || ::geteuid() != 0 || (::setgid(nobody) == 0 && ::setuid(nobody) == 0);
    ::_exit(is_ready ? function() : 255);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ReplacementFile, ReplacesItsTargetWhenComplete) {
  const tests::TemporaryFolder folder;
  folder.write("a", "old");
  {
    ReplacementFile file(folder / "a");
    file.stream() << std::string(200000, 'n') << std::flush;
    EXPECT_EQ(file_bytes(folder / "a"), "old");
    EXPECT_EQ(count_files(folder.path()), 2);
    file.commit();
  }
  EXPECT_EQ(file_bytes(folder / "a"), std::string(200000, 'n'));
  EXPECT_EQ(count_files(folder.path()), 1);
}

TEST(ReplacementFile, LeavesItsTargetUnchangedWithoutACommit) {
  const tests::TemporaryFolder folder;
  folder.write("a", "old");
  { ReplacementFile(folder / "a").stream() << "new"; }
  EXPECT_EQ(file_bytes(folder / "a"), "old");
  EXPECT_EQ(count_files(folder.path()), 1);
}

TEST(ReplacementFile, HasAnUnpredictableName) {
  const tests::TemporaryFolder folder;
  const ReplacementFile one(folder / "a");
  const ReplacementFile other(folder / "a");
  EXPECT_NE(one.path(), other.path());
  EXPECT_EQ(one.path().parent_path(), folder.path());
  EXPECT_EQ(mode_of(one.path()) & 0111U, 0U);
}

TEST(ReplacementFile, SupportsNamesOfMaximumLength) {
  const tests::TemporaryFolder folder;
  const std::string longest(255, 'n');
  replace(folder / longest, "first");
  replace(folder / longest, "second");
  EXPECT_EQ(file_bytes(folder / longest), "second");
  EXPECT_EQ(refusal_of(folder / (longest + "n")), ENAMETOOLONG);
  EXPECT_EQ(count_files(folder.path()), 1);
}

TEST(ReplacementFile, KeepsTheModeOfItsTarget) {
  const tests::TemporaryFolder folder;
  for (const mode_t mode : {0600U, 0640U, 0755U}) {
    ::chmod(folder.write("a", "old").c_str(), mode);
    ReplacementFile file(folder / "a");
    EXPECT_EQ(mode_of(file.path()), 0600U) << "a private file stays private while it is written";
    file.commit();
    EXPECT_EQ(mode_of(folder / "a"), mode);
  }
}

TEST(ReplacementFile, CreatesANewFileWithTheUsersMode) {
  const tests::TemporaryFolder folder;
  const mode_t before = ::umask(0027);
  replace(folder / "a", "new");
  ::umask(before);
  EXPECT_EQ(mode_of(folder / "a"), 0640U);
}

TEST(ReplacementFile, KeepsTheOwnerOfItsTarget) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only the superuser may change the owner of a file";
  }
  const tests::TemporaryFolder folder;
  ASSERT_EQ(::chown(folder.write("a", "old").c_str(), 1234, 4321), 0);
  ASSERT_EQ(::chmod((folder / "a").c_str(), 0640), 0);
  replace(folder / "a", "new");
  EXPECT_EQ(facts_of(folder / "a").st_uid, 1234U);
  EXPECT_EQ(facts_of(folder / "a").st_gid, 4321U);
  EXPECT_EQ(mode_of(folder / "a"), 0640U);
}

TEST(ReplacementFile, GivesAnotherGroupOnlyThePermissionsOfOthers) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only the superuser may change the owner of a file";
  }
  const tests::TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  ASSERT_EQ(::chown(folder.write("a", "old").c_str(), 1234, 4321), 0);
  ASSERT_EQ(::chmod((folder / "a").c_str(), 06676), 0);
  EXPECT_EQ(in_child([&] { return refusal_of(folder / "a"); }), 0);
  EXPECT_EQ(file_bytes(folder / "a"), "new");
  EXPECT_EQ(mode_of(folder / "a"), 0666U);
}

TEST(ReplacementFile, FollowsALinkToItsTarget) {
  const tests::TemporaryFolder folder;
  fs::create_directories(folder / "elsewhere/deep");
  folder.write("elsewhere/deep/file", "old");
  fs::create_symlink("deep/file", folder / "elsewhere/relative");
  fs::create_symlink(folder / "elsewhere/relative", folder / "link");
  replace(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(folder / "elsewhere/relative"));
  EXPECT_EQ(file_bytes(folder / "elsewhere/deep/file"), "new");
  fs::create_symlink("missing", folder / "dangling");
  replace(folder / "dangling", "made");
  EXPECT_EQ(file_bytes(folder / "missing"), "made");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_EQ(refusal_of(folder / "loop"), ELOOP);
}

TEST(ReplacementFile, FollowsNoLinkOfAnotherUserInAWorldWritableFolder) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only the superuser may change the owner of a link";
  }
  const tests::TemporaryFolder folder;
  folder.write("target", "old");
  fs::create_symlink(folder / "target", folder / "link");
  ASSERT_EQ(::lchown((folder / "link").c_str(), 1234, 1234), 0);
  EXPECT_EQ(refusal_of(folder / "link"), 0) << "the folder is the user's own";
  ASSERT_EQ(::chmod(folder.path().c_str(), 01777), 0);
  EXPECT_EQ(refusal_of(folder / "link", "newer"), EACCES);
  EXPECT_EQ(file_bytes(folder / "target"), "new");
}

TEST(ReplacementFile, FailsIfItsTargetCannotBeReplaced) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(refusal_of(folder.path()), EISDIR);
  EXPECT_EQ(refusal_of(folder.path() / ""), EISDIR);
  EXPECT_EQ(refusal_of(folder / "missing/a"), ENOENT);
  folder.write("file", "old");
  EXPECT_EQ(refusal_of(folder / "file/a"), ENOTDIR);
  EXPECT_EQ(refusal_of("/dev/full"), ENOSPC);
  ::chmod((folder / "file").c_str(), 0444);
  ::chmod(folder.path().c_str(), 0777);
  EXPECT_EQ(in_child([&] { return refusal_of(folder / "file"); }), EACCES) << "the file is write-protected";
  ::chmod(folder.path().c_str(), 0555);
  EXPECT_EQ(in_child([&] { return refusal_of(folder / "new"); }), EACCES) << "the folder is write-protected";
  ::chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(file_bytes(folder / "file"), "old");
}

TEST(ReplacementFile, LeavesItsTargetUnchangedIfTheDiskIsFull) {
  const tests::TemporaryFolder folder;
  folder.write("a", "old");
  const auto write_much = [&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100000, 100000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return refusal_of(folder / "a", std::string(200000, 'n'));
  };
  EXPECT_EQ(in_child(write_much, false), EFBIG);
  EXPECT_EQ(file_bytes(folder / "a"), "old");
  EXPECT_EQ(count_files(folder.path()), 1);
}

TEST(ReplacementFile, WritesPipesAndDevicesDirectly) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(refusal_of("/dev/null"), 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const int file = ::open(folder.write("a", "before ").c_str(), O_WRONLY | O_APPEND);
  replace("/dev/fd/" + std::to_string(file), "after");
  ::close(file);
  EXPECT_EQ(file_bytes(folder / "a"), "before after") << "at the position of the redirection";
}

TEST(ReplacementFile, OfAKilledWriterIsRemovedByTheNextWriteToItsFolder) {
  const tests::TemporaryFolder folder;
  folder.write("a", "old");
  const auto leave = [&] {
    // Never deleted, so that the file remains; a quick exit would remove it.
    new ReplacementFile(folder / "a");
    return 0;
  };
  EXPECT_EQ(in_child(leave, false), 0);
  EXPECT_EQ(count_files(folder.path()), 2);
  folder.write(".texelscope-of-somebody", "no such file");
  const ReplacementFile other(folder / "b");
  EXPECT_EQ(in_child([&] { return refusal_of(folder / "a"); }, false), 0);
  EXPECT_EQ(count_files(folder.path()), 3)
      << "a, the file with the other name, and the file that is still being written";
  EXPECT_TRUE(fs::exists(other.path()));
}

TEST(ReplacementFile, RemovesNoFileThatAUserNamedLikeATemporaryOne) {
  const tests::TemporaryFolder folder;
  std::string own;
  const auto leave = [&] {
    new ReplacementFile(folder / "a");
    return 0;
  };
  EXPECT_EQ(in_child(leave, false), 0);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    own = entry.path().filename().string();
  }
  std::string changed = own;
  char& digit = changed[std::string(".texelscope-").size()];
  digit = digit == '0' ? '1' : '0';
  const std::string users[] = {".texelscope-notes.part", ".texelscope-0123456789abcdef.part", ".texelscope-.part",
                               ".texelscope-part", changed};
  for (const std::string& name : users) {
    folder.write(name, "mine");
  }
  EXPECT_EQ(in_child([&] { return refusal_of(folder / "b"); }, false), 0);
  EXPECT_FALSE(fs::exists(folder / own));
  for (const std::string& name : users) {
    EXPECT_EQ(file_bytes(folder / name), "mine") << name;
  }
}

TEST(ReplacementFile, WritesOnlyInsideItsFolder) {
  const tests::TemporaryFolder folder;
  fs::create_directories(folder / "in/deep");
  fs::create_directories(folder / "out");
  folder.write("out/file", "private");
  folder.write("in/deep/file", "old");
  fs::create_symlink("deep", folder / "in/link");
  fs::create_symlink(folder / "in/deep/file", folder / "in/to_file");
  fs::create_symlink("../out", folder / "in/to_folder");
  fs::create_symlink(folder / "out/file", folder / "in/to_private");
  fs::create_symlink(folder / "out/new", folder / "in/to_new");
  const auto write = [&](const fs::path& target) {
    try {
      ReplacementFile file(folder.path() / target, folder / "in");
      file.stream() << target.string();
      file.commit();
      return 0;
    } catch (const std::system_error& error) {
      return error.code().value();
    }
  };
  for (const char* const target : {"in/deep/file", "in/link/file", "in/to_file", "in/link/../deep/file"}) {
    EXPECT_EQ(write(target), 0) << target;
    EXPECT_EQ(file_bytes(folder / "in/deep/file"), target);
  }
  for (const char* const target : {"in/to_private", "in/to_folder/file", "in/to_folder/new", "in/to_new", "out/file",
                                   "in/../out/file", "in/deep/../../out/file"}) {
    EXPECT_EQ(write(target), EXDEV) << target;
  }
  ASSERT_EQ(::mkfifo((folder / "in/pipe").c_str(), 0600), 0);
  EXPECT_EQ(write("in/pipe"), ENOTSUP) << "nobody may read it";
  EXPECT_EQ(file_bytes(folder / "out/file"), "private");
  EXPECT_EQ(count_files(folder / "out"), 1);
  EXPECT_EQ(count_files(folder / "in/deep"), 1);
}

TEST(ReplacementFile, StaysInItsFolderEvenIfThatIsReplacedByALink) {
  const tests::TemporaryFolder folder;
  fs::create_directories(folder / "in/deep");
  fs::create_directories(folder / "out");
  folder.write("out/file", "private");
  ReplacementFile file(folder / "in/deep/file", folder / "in");
  file.stream() << "new";
  fs::rename(folder / "in/deep", folder / "in/moved");
  fs::create_symlink("../out", folder / "in/deep");
  file.commit();
  EXPECT_EQ(file_bytes(folder / "in/moved/file"), "new");
  EXPECT_EQ(file_bytes(folder / "out/file"), "private");
}

TEST(ReplacementFile, StaysInAnOpenedFolderEvenIfThatIsReplacedByALink) {
  const tests::TemporaryFolder folder;
  fs::create_directories(folder / "in");
  fs::create_directories(folder / "out");
  folder.write("in/file", "old");
  folder.write("out/file", "private");
  fs::permissions(folder / "out/file", fs::perms::owner_all);
  fs::permissions(folder / "in/file", fs::perms::owner_read | fs::perms::owner_write);
  const Folder opened(folder / "in");
  fs::rename(folder / "in", folder / "moved");
  fs::create_symlink("out", folder / "in");
  ReplacementFile file(folder / "in/file", opened);
  file.stream() << "new";
  EXPECT_EQ(count_files(folder / "out"), 1);
  file.commit();
  EXPECT_EQ(file_bytes(folder / "moved/file"), "new");
  EXPECT_EQ(mode_of(folder / "moved/file"), 0600U) << "that of the file in the opened folder";
  make_folders_inside(opened, folder / "in/deep/er");
  remove_inside(opened, folder / "in/file");
  EXPECT_TRUE(fs::is_directory(folder / "moved/deep/er"));
  EXPECT_FALSE(fs::exists(folder / "moved/file"));
  EXPECT_EQ(file_bytes(folder / "out/file"), "private");
  EXPECT_EQ(count_files(folder / "out"), 1);
}

TEST(ReplacementFile, RefusesANameThatTheSystemWouldCutOff) {
  const tests::TemporaryFolder folder;
  folder.write("script", "old");
  EXPECT_EQ(refusal_of(folder / std::string("script\0.png", 11)), EINVAL);
  EXPECT_EQ(file_bytes(folder / "script"), "old");
}

}  // namespace
}  // namespace texelscope::gpu
