#include "gpu/files/temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iterator>
#include <thread>

#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;

pid_t start(const std::function<void()>& function) {
  const pid_t child = ::fork();
  if (child == 0) {
    function();
    ::_exit(0);
  }
  return child;
}

TEST(TemporaryFolder, OfAKilledProcessIsRemovedByALaterOneOnly) {
  const tests::TemporaryFolder place;
  const tests::Environment variable("TMPDIR", place.path().string());
  const auto count = [&] { return std::distance(fs::directory_iterator(place.path()), fs::directory_iterator()); };
  // In child processes, because a process checks only once.
  const pid_t alive = start([&] {
    const TemporaryFolder folder;
    static_cast<void>(folder.write("ready", ""));
    ::pause();
  });
  const auto is_ready = [&] {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(place.path())) {
      if (entry.path().filename() == "ready") {
        return true;
      }
    }
    return false;
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_ready() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(is_ready());
  const pid_t killed = start([] {
    const TemporaryFolder folder;
    static_cast<void>(folder.write("deep/file", "half"));
    ::kill(::getpid(), SIGKILL);
  });
  ASSERT_EQ(::waitpid(killed, nullptr, 0), killed);
  fs::create_directory(place / "texelscope-another-name");
  fs::create_directory(place / "texelscope-master");
  fs::create_directory(place / "texelscope-temporary-backup");
  place.write("texelscope-temporary-sixsix", "a file");
  ASSERT_EQ(count(), 6);
  const pid_t later = start([] { const TemporaryFolder folder; });
  ASSERT_EQ(::waitpid(later, nullptr, 0), later);
  EXPECT_EQ(count(), 5) << "the folder in use, and four entries that are not temporary folders";
  EXPECT_TRUE(is_ready());
  ::kill(alive, SIGKILL);
  ASSERT_EQ(::waitpid(alive, nullptr, 0), alive);
}

}  // namespace
}  // namespace texelscope::gpu
