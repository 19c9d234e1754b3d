#include "app/files/user_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/files/file_error.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::Environment;

TEST(UserFolder, FollowsTheXdgVariables) {
  const Environment home("HOME", "/somebody");
  const Environment configuration("XDG_CONFIG_HOME", "/one");
  const Environment state("XDG_STATE_HOME", "/other");
  EXPECT_EQ(find_user_folder(UserFolder::configuration), fs::path("/one/texelscope"));
  EXPECT_EQ(find_user_folder(UserFolder::state), fs::path("/other/texelscope"));
}

TEST(UserFolder, IsBelowHomeWithoutXdgVariables) {
  const Environment home("HOME", "/somebody");
  const Environment configuration("XDG_CONFIG_HOME", "");
  const Environment state("XDG_STATE_HOME", "relative/folders/do/not/count");
  EXPECT_EQ(find_user_folder(UserFolder::configuration), fs::path("/somebody/.config/texelscope"));
  EXPECT_EQ(find_user_folder(UserFolder::state), fs::path("/somebody/.local/state/texelscope"));
}

TEST(UserFolder, DoesNotExistWithoutHome) {
  const Environment home("HOME", "");
  const Environment configuration("XDG_CONFIG_HOME", "");
  EXPECT_EQ(find_user_folder(UserFolder::configuration), std::nullopt);
}

TEST(UserFile, GetsItsFolderCreated) {
  const tests::TemporaryFolder folder;
  make_folder_of(folder / "a/b/file");
  EXPECT_TRUE(fs::is_directory(folder / "a/b"));
  folder.write("elsewhere", "text");
  EXPECT_THROW(make_folder_of(folder / "elsewhere/file"), FileError) << "a file is in the way";
}

TEST(UserLock, IsHeldByOneAndTakenAfterIt) {
  const tests::TemporaryFolder folder;
  std::optional<UserLock> first(folder / "state/lock");
  UserLock second(folder / "state/lock");
  EXPECT_TRUE(first->take());
  EXPECT_TRUE(first->take()) << "again";
  EXPECT_FALSE(second.take());
  first->write_note("a note");
  first.reset();
  EXPECT_TRUE(second.take());
  EXPECT_EQ(second.found_note(), "a note");
  second.release();
  UserLock third(folder / "state/lock");
  EXPECT_TRUE(third.take());
  EXPECT_EQ(third.found_note(), "");
}

TEST(UserLock, OfAKilledProcessIsTakenOver) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder / "lock").string();
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    UserLock lock{path};
    const char is_taken = lock.take() ? 'y' : 'n';
    static_cast<void>(::write(ready[1], &is_taken, 1));
    ::pause();
    ::_exit(0);
  }
  char is_taken = 0;
  ASSERT_EQ(::read(ready[0], &is_taken, 1), 1);
  EXPECT_EQ(is_taken, 'y');
  UserLock lock{path};
  EXPECT_FALSE(lock.take());
  const auto holder = find_process(child);
  ASSERT_TRUE(holder);
  EXPECT_EQ(tests::file_bytes(path), fmt::format("{} {} \n", holder->number, holder->start));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(lock.take());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(UserLock, OfAProcessWhoseNumberIsUsedAgainIsNotHeld) {
  const auto running = find_process(::getppid());
  ASSERT_TRUE(running);
  const std::string line = fmt::format("{} {} a note", running->number, running->start);
  EXPECT_TRUE(names_other_process(line));
  EXPECT_FALSE(names_other_process(fmt::format("{} {} a note", running->number, running->start + 1)));
  const auto self = find_process(::getpid());
  EXPECT_FALSE(names_other_process(fmt::format("{} {} ", self->number, self->start))) << "a restarted program";
  for (const char* const damaged : {"", "no number", "1", "-1 -1 ", "99999999999999999999 1 x"}) {
    EXPECT_FALSE(names_other_process(damaged)) << damaged;
  }
  // A file system with locks ignores the line.
  const tests::TemporaryFolder folder;
  UserLock lock(folder.write("lock", line));
  EXPECT_TRUE(lock.take());
  EXPECT_EQ(lock.found_note(), "a note");
}

TEST(Process, IsFoundByItsNumberWithItsStartTime) {
  const auto self = find_process(::getpid());
  ASSERT_TRUE(self);
  EXPECT_EQ(self->number, ::getpid());
  EXPECT_GT(self->start, 0U);
  EXPECT_EQ(find_process(::getpid()), self);
  EXPECT_FALSE(find_process(0));
}

TEST(UserFiles, ChangeInTurn) {
  const tests::TemporaryFolder folder;
  const fs::path file = folder.write("count", "0");
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) {
        change_in_turn(file, [&] { folder.write("count", fmt::format("{}", std::stoi(tests::file_bytes(file)) + 1)); });
      }
    });
  }
  threads.clear();
  EXPECT_EQ(tests::file_bytes(file), "20");
}

}  // namespace
}  // namespace texelscope::app
