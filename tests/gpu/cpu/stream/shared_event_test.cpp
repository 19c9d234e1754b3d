#include "gpu/cpu/stream/event.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <limits>
#include <vector>

namespace texelscope::gpu::cpu {
namespace {

/// Runs `work` in another process, and waits for that process to exit.
template <class Work>
void in_another_process(const Work& work) {
  const pid_t process = fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  ASSERT_EQ(status, 0);
}

TEST(SharedEventPoint, IsWaitedForThoughItsProcessHasEnded) {
  const auto file = SharedFile::create(SharedFile::Purpose::event);
  in_another_process([&] { SharedEventPoint::record(file)->reach(); });
  const auto point = SharedEventPoint::last(file);
  ASSERT_NE(point, nullptr);
  EXPECT_TRUE(point->wait());
}

TEST(SharedEventPoint, IsAbandonedWhenItsProcessEndsBeforeItIsReached) {
  const auto file = SharedFile::create(SharedFile::Purpose::event);
  in_another_process([&] { static_cast<void>(SharedEventPoint::record(file)); });
  const auto point = SharedEventPoint::last(file);
  ASSERT_NE(point, nullptr);
  EXPECT_FALSE(point->wait());
}

TEST(SharedEventPoint, IsAbandonedWhileItsProcessIsAZombie) {
  const auto file = SharedFile::create(SharedFile::Purpose::event);
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  const pid_t process = fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    static_cast<void>(SharedEventPoint::record(file));
    _exit(0);
  }
  // This process sees the end of the pipe when the other process exits.
  close(ends[1]);
  char nothing = 0;
  EXPECT_EQ(read(ends[0], &nothing, 1), 0);
  close(ends[0]);
  EXPECT_FALSE(SharedEventPoint::last(file)->wait());
  EXPECT_EQ(waitpid(process, nullptr, 0), process);
}

TEST(SharedEventPoint, IsReachedInOrderAfterItsNumbersWrapAround) {
  const auto file = SharedFile::create(SharedFile::Purpose::event);
  file->header().recorded = std::numeric_limits<std::uint32_t>::max() - 1;
  file->header().reached = std::numeric_limits<std::uint32_t>::max() - 1;
  std::vector<std::shared_ptr<SharedEventPoint>> points;
  for (int record = 0; record < 3; ++record) {
    points.push_back(SharedEventPoint::record(file));
    EXPECT_NE(SharedEventPoint::last(file), nullptr) << "recorded";
  }
  for (std::size_t reached = 0; reached < points.size(); ++reached) {
    EXPECT_FALSE(points[reached]->time());
    points[reached]->reach();
    EXPECT_TRUE(points[reached]->time());
  }
  points.front()->reach();
  EXPECT_TRUE(points.back()->time()) << "a point reached late does not take the later ones back";
}

}  // namespace
}  // namespace texelscope::gpu::cpu
