#include "app/files/free_memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

class FreeMemory : public testing::Test {
 protected:
  void SetUp() override { write("proc/meminfo", "MemTotal: 8388608 kB\nMemAvailable: 2097152 kB\n"); }
  void write(const fs::path& name, const std::string& text) const {
    fs::create_directories((folder.path() / name).parent_path());
    std::ofstream(folder.path() / name) << text;
  }
  [[nodiscard]] std::uint64_t free_mebibytes() const { return free_memory(folder.path()) / mebibyte; }

  tests::TemporaryFolder folder;
};

TEST_F(FreeMemory, IsTheMachinesWithoutGroupLimits) {
  EXPECT_EQ(free_mebibytes(), 2048U);
  write("proc/self/cgroup", "0::/user.slice\n");
  write("sys/fs/cgroup/user.slice/memory.max", "max\n");
  write("sys/fs/cgroup/user.slice/memory.current", "1048576\n");
  EXPECT_EQ(free_mebibytes(), 2048U);
}

TEST_F(FreeMemory, IsLimitedByAControlGroup) {
  write("proc/self/cgroup", "0::/pod/container\n");
  write("sys/fs/cgroup/pod/container/memory.max", std::to_string(512 * mebibyte));
  write("sys/fs/cgroup/pod/container/memory.current", std::to_string(300 * mebibyte));
  EXPECT_EQ(free_mebibytes(), 212U);
  // Cached files count as free.
  write("sys/fs/cgroup/pod/container/memory.stat",
        "anon 104857600\ninactive_file " + std::to_string(200 * mebibyte) + "\nactive_file 0\n");
  EXPECT_EQ(free_mebibytes(), 412U);
  // The parent group has less free memory.
  write("sys/fs/cgroup/pod/memory.max", std::to_string(256 * mebibyte));
  write("sys/fs/cgroup/pod/memory.current", std::to_string(200 * mebibyte));
  EXPECT_EQ(free_mebibytes(), 56U);
  write("sys/fs/cgroup/pod/memory.current", std::to_string(300 * mebibyte));
  EXPECT_EQ(free_mebibytes(), 0U);
}

TEST_F(FreeMemory, IsTheContainersIfItSeesItselfAsTheRoot) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", std::to_string(512 * mebibyte));
  write("sys/fs/cgroup/memory.current", std::to_string(12 * mebibyte));
  EXPECT_EQ(free_mebibytes(), 500U);
}

TEST_F(FreeMemory, SupportsVersion1OfControlGroups) {
  write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/job\n0::/\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(512 * mebibyte));
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(300 * mebibyte));
  write("sys/fs/cgroup/memory/job/memory.stat", "total_inactive_file " + std::to_string(100 * mebibyte) + "\n");
  EXPECT_EQ(free_mebibytes(), 312U);
}

TEST_F(FreeMemory, CountsNoMoreCachedFilesThanTheUse) {
  write("proc/self/cgroup", "0::/job\n");
  write("sys/fs/cgroup/job/memory.max", std::to_string(512 * mebibyte));
  write("sys/fs/cgroup/job/memory.current", std::to_string(100 * mebibyte));
  write("sys/fs/cgroup/job/memory.stat", "inactive_file " + std::to_string(101 * mebibyte) + "\n");
  EXPECT_EQ(free_mebibytes(), 512U);
}

TEST_F(FreeMemory, IgnoresGroupsOfOtherControllers) {
  write("proc/self/cgroup", "9:name=memory:/job\n8:hugetlb,memory2:/job\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(512 * mebibyte));
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "0");
  EXPECT_EQ(free_mebibytes(), 2048U);
}

TEST_F(FreeMemory, IsUnlimitedIfNothingIsReported) {
  fs::remove_all(folder.path() / "proc");
  EXPECT_EQ(free_memory(folder.path()), std::numeric_limits<std::uint64_t>::max());
}

TEST_F(FreeMemory, OfThisMachineIsNotZero) {
  EXPECT_GT(free_memory(), 0U);
  EXPECT_LT(free_memory(), std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace texelscope::app
