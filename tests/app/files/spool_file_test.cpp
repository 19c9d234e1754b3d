#include "app/files/spool_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

TEST(SpoolFile, ReturnsAllWrittenBytesAndLeavesTheTargetAlone) {
  const tests::TemporaryFolder folder;
  folder.write("target", "kept");
  // This text is larger than the intermediate buffers.
  const std::string large(3'000'000, 'x');
  std::ostringstream copied;
  {
    SpoolFile spool(folder / "target");
    spool.write("first");
    spool.write(large);
    spool.copy_to(copied);
    spool.write("last");
    copied.str("");
    spool.copy_to(copied);
  }
  EXPECT_EQ(copied.str(), "first" + large + "last");
  EXPECT_EQ(tests::file_bytes(folder / "target"), "kept");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(SpoolFile, RefusesATargetThatCannotBeReplaced) {
  const tests::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const std::filesystem::path& target : {folder.path(), folder / "missing/target", folder / "pipe"}) {
    EXPECT_THROW(SpoolFile{target}, FileError) << target;
  }
}

}  // namespace
}  // namespace texelscope::app
