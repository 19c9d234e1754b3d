#include "gpu/files/untrusted_work.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <system_error>

#include "gpu/files/replacement_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

/// The error code of a write on another thread; 0 if it succeeds.
int write_refusal_of(const std::filesystem::path& path) {
  return std::async(std::launch::async,
                    [&] {
                      try {
                        ReplacementFile(path).commit();
                        return 0;
                      } catch (const std::system_error& error) {
                        return error.code().value();
                      }
                    })
      .get();
}

TEST(UntrustedWork, WritesNothingOnAnyThread) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("file", "old");
  {
    UntrustedWork work;
    EXPECT_EQ(write_refusal_of(file), EPERM);
    EXPECT_EQ(write_refusal_of(folder / "new"), EPERM);
    EXPECT_EQ(write_refusal_of("/dev/null"), EPERM);
    EXPECT_EQ(work.take_refused(), "write " + file.string());
    EXPECT_EQ(work.take_refused(), std::nullopt);
  }
  EXPECT_EQ(tests::file_bytes(file), "old");
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
  EXPECT_EQ(write_refusal_of(file), 0);
}

TEST(UntrustedWork, LeavesNoRefusalBehind) {
  {
    const UntrustedWork work;
    EXPECT_TRUE(is_refused("anything"));
  }
  EXPECT_FALSE(is_refused("anything"));
  UntrustedWork work;
  EXPECT_EQ(work.take_refused(), std::nullopt);
}

}  // namespace
}  // namespace texelscope::gpu
