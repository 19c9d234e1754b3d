#include "app/files/write_failure.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <ostream>
#include <string>

#include "app/files/file.h"

namespace texelscope::app {
namespace {

std::string failure_of(int reason) {
  return write_failure("/some/folder/a.png", {reason, std::generic_category()}).what();
}

TEST(WriteFailure, ReportsTheReasonAndTheRemedy) {
  EXPECT_EQ(failure_of(ENOSPC),
            "cannot write /some/folder/a.png: no space left on the device of /some/folder/a.png; free some space, or "
            "choose another folder");
  EXPECT_EQ(failure_of(EROFS),
            "cannot write /some/folder/a.png: /some/folder is on a read-only file system; choose another folder");
  EXPECT_EQ(failure_of(EISDIR), "cannot write /some/folder/a.png: it is a folder; specify a file in it");
  EXPECT_EQ(failure_of(ENOENT), "cannot write /some/folder/a.png: folder /some/folder does not exist; create it first");
  // As of a folder in /proc, where nothing can be created.
  EXPECT_NE(std::string{write_failure("/proc/a.png", std::error_code(ENOENT, std::generic_category())).what()}.find(
                "No such file or directory; choose another folder"),
            std::string::npos);
}

TEST(WriteFailure, MentionsPermissionsOnlyIfTheyAreTheReason) {
  for (const int reason : {EACCES, EPERM}) {
    EXPECT_NE(failure_of(reason).find("permissions"), std::string::npos) << failure_of(reason);
  }
  for (const int reason :
       {ENOSPC, EDQUOT, EROFS, EISDIR, ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EFBIG, EMFILE, ENFILE, EIO, ETXTBSY}) {
    EXPECT_EQ(failure_of(reason).find("permissions"), std::string::npos) << failure_of(reason);
    EXPECT_NE(failure_of(reason).find("; "), std::string::npos) << "what to do: " << failure_of(reason);
  }
}

TEST(WriteFailure, ReportsAFullDevice) {
  try {
    write_file("/dev/full", [](std::ostream& out) { out << "text"; });
    FAIL() << "the file was written";
  } catch (const FileError& error) {
    EXPECT_NE(std::string{error.what()}.find("no space left on the device of /dev/full"), std::string::npos)
        << error.what();
  }
}

TEST(WriteFailure, MentionsPermissionsForReadingOnlyIfTheyAreTheReason) {
  EXPECT_NE(read_advice({EACCES, std::generic_category()}).find("permissions"), std::string::npos);
  for (const int reason : {EIO, EMFILE, ENFILE, ELOOP, ENAMETOOLONG, ENOTDIR}) {
    EXPECT_EQ(read_advice({reason, std::generic_category()}).find("permissions"), std::string::npos) << reason;
  }
}

}  // namespace
}  // namespace texelscope::app
