#include "tests/app/cli/program_run.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

TEST(ProgramRun, ReportsHowTheProgramEnded) {
  EXPECT_EQ(run_program({.arguments = {"scenes"}}).code(), 0);
  const Ending wrong = run_program({.arguments = {"scenes", "--wrong"}});
  EXPECT_EQ(wrong.code(), 2);
  EXPECT_EQ(wrong.error_lines(), 1) << wrong.err;
}

TEST(ProgramRun, IsInterruptedRightAfterAWrite) {
  const TemporaryFolder folder;
  for (const auto& [events, expected] : {std::pair{1, 128 + SIGKILL}, std::pair{100, 0}}) {
    FolderWatch watch(folder.path());
    bool has_come = false;
    const Ending ending = run_program({.arguments = {"-c", "echo first > a; echo second > b; mv b c; sleep 0.5"},
                                       .folder = folder.path(),
                                       .program = "/bin/sh",
                                       .meanwhile = [&, count = events](pid_t process) {
                                         has_come = watch.wait_for(count, process);
                                         if (has_come) {
                                           ::kill(process, SIGKILL);
                                         }
                                       }});
    EXPECT_EQ(ending.code(), expected);
    EXPECT_EQ(has_come, events == 1) << "three files cause fewer than 100 events";
  }
  EXPECT_EQ(file_bytes(folder / "c"), "second\n");
}

TEST(ProgramRun, MountsPrivateSmallDisks) {
  const TemporaryFolder folder;
  folder.write("seen", "before");
  const std::optional<std::string> said = with_own_mounts([&]() -> std::string {
    if (!mount_small(folder.path(), 1 << 16)) {
      return "the file system was not mounted";
    }
    fill_up(folder.path());
    const bool is_full = !(std::ofstream(folder / "more") << "text" << std::flush);
    return is_full && mount_read_only(folder.path()) && !std::ofstream(folder / "other")
               ? ""
               : "a file could still be written";
  });
  if (!said) {
    GTEST_SKIP() << "this user lacks the permission to mount";
  }
  EXPECT_EQ(*said, "");
  EXPECT_EQ(files_in(folder.path()), (std::map<std::string, std::string>{{"seen", "before"}}));
}

}  // namespace
}  // namespace texelscope::tests
