#include "tests/app/cli/writers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <random>
#include <regex>
#include <system_error>

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;

/// Whether a value is called like a file or a folder.
bool is_called_like_a_path(const std::string& value) {
  static const std::regex names("[A-Z]+\\.[a-z]+|FILE|FILE\\.cu|DIR|FOLDER|IMAGE|SOURCE|EXPECTED|ACTUAL");
  return std::regex_match(value, names);
}

/// What is wrong with how a command refused to write a file: not with code 2 and one line that names it.
std::string fault_of_refusal(const Writer& writer, const Ending& ending, const std::string& path) {
  const bool is_right = ending.code() == 2 && ending.error_lines() == 1 && ending.err.find(path) != std::string::npos;
  return is_right ? "" : fmt::format("{}: code {}, {}\n", writer.name(), ending.code(), ending.err);
}

/// Calls `attempt` for each writer that this machine can run; what it says is a fault. Skips with what cannot be run.
template <class Attempt>
void try_all(const Attempt& attempt) {
  std::string untried;
  for (const Writer& writer : find_writers()) {
    SCOPED_TRACE(writer.name());
    const WriterTrial trial(writer);
    if (trial.ending().code() == 3) {
      untried += fmt::format("{}: {}", writer.name(), trial.ending().err);
      continue;
    }
    ASSERT_FALSE(trial.whole().empty()) << trial.ending().err;
    EXPECT_EQ(attempt(writer, trial), "");
  }
  if (!untried.empty()) {
    GTEST_SKIP() << untried;
  }
}

TEST(Writers, AreOptionsThatSayWhatIsDoneWithTheirFiles) {
  const auto check = [](const app::CommandReference& command) {
    for (const app::OptionReference& option : command.options) {
      EXPECT_EQ(option.path != app::PathUse::none, is_called_like_a_path(option.value))
          << command.name << ' ' << option.value << ": give it .path of OptionRules";
    }
  };
  for (const app::CommandReference& command : app::CommandLine().describe().commands) {
    check(command);
    std::ranges::for_each(command.commands, check);
  }
  EXPECT_GE(find_writers().size(), 18U);
}

TEST(Writers, LeaveTheOldFilesWholeWhereTheDiskIsFull) {
  const auto attempt = [](const Writer& writer, const WriterTrial& trial) {
    const fs::path disk = trial.folder() / "disk";
    fs::create_directory(disk);
    const auto fill_and_run = [&](bool is_small) -> std::string {
      if (is_small && !mount_small(disk, 4U << 20U)) {
        return "not mounted";
      }
      const Files old = trial.prepare(disk);
      ProgramRun run = trial.run_to(disk / writer.target);
      if (is_small) {
        fill_up(disk);
      } else {
        // The next best: no file of more bytes can be written.
        run.largest_file = 16;
      }
      const Ending ending = run_program(run);
      fs::remove(disk / "filler");
      return fault_of_refusal(writer, ending, disk / writer.target) + trial.fault_in(disk, old, false) +
             (files_in(disk) == old ? "" : "something was written\n");
    };
    const std::optional<std::string> fault = with_own_mounts([&] { return fill_and_run(true); });
    return fault && *fault != "not mounted" ? *fault : fill_and_run(false);
  };
  try_all(attempt);
}

TEST(Writers, LeaveTheOldFilesWholeInAFolderThatIsReadOnly) {
  const auto attempt = [](const Writer& writer, const WriterTrial& trial) {
    const fs::path disk = trial.folder() / "disk";
    fs::create_directory(disk);
    const auto protect_and_run = [&](bool is_mounted) -> std::string {
      if (is_mounted && !mount_small(disk, 4U << 20U)) {
        return "not mounted";
      }
      const Files old = trial.prepare(disk);
      if (is_mounted) {
        if (!mount_read_only(disk)) {
          return "not mounted";
        }
      } else {
        fs::permissions(writer.is_folder() ? disk / writer.target : disk,
                        fs::perms::owner_read | fs::perms::owner_exec);
      }
      const Ending ending = run_program(trial.run_to(disk / writer.target));
      if (!is_mounted) {
        fs::permissions(writer.is_folder() ? disk / writer.target : disk, fs::perms::owner_all);
      }
      return fault_of_refusal(writer, ending, disk / writer.target) +
             (files_in(disk) == old ? "" : "something was written\n");
    };
    const std::optional<std::string> fault = with_own_mounts([&] { return protect_and_run(true); });
    if (fault && *fault != "not mounted") {
      return *fault;
    }
    return ::geteuid() == 0 ? std::string("the superuser may write everywhere, and mount nothing here")
                            : protect_and_run(false);
  };
  try_all(attempt);
}

TEST(Writers, RefuseAMissingFolderAFolderAndAFullDevice) {
  const auto attempt = [](const Writer& writer, const WriterTrial& trial) {
    if (writer.is_folder()) {
      // They make it, or are refused by reading from it.
      const fs::path file = trial.folder().write("file", "in the way");
      const fs::path target = file / writer.target;
      return fault_of_refusal(writer, run_program(trial.run_to(target)), target);
    }
    const fs::path missing = trial.folder() / "missing" / writer.target;
    const fs::path folder = trial.folder() / ("a_folder_" + writer.target);
    fs::create_directory(folder);
    std::string fault = fault_of_refusal(writer, run_program(trial.run_to(missing)), missing) +
                        fault_of_refusal(writer, run_program(trial.run_to(folder)), folder);
    if (fs::path(writer.target).extension().empty()) {
      fault += fault_of_refusal(writer, run_program(trial.run_to("/dev/full")), "/dev/full");
    }
    return fault;
  };
  try_all(attempt);
}

TEST(Writers, GoThroughLinksAndKeepTheMode) {
  const auto attempt = [](const Writer& writer, const WriterTrial& trial) -> std::string {
    const fs::path elsewhere = trial.folder() / "elsewhere";
    const fs::path link = trial.folder() / ("link_" + writer.target);
    fs::create_directory(elsewhere);
    trial.prepare(elsewhere);
    fs::create_symlink(fs::path("elsewhere") / writer.target, link);
    const Ending ending = run_program(trial.run_to(link));
    std::string fault = trial.fault_in(elsewhere, {}, false);
    if (ending.code() != trial.ending().code() || !fs::is_symlink(link)) {
      fault += fmt::format("{}: code {}, {}\n", writer.name(), ending.code(), ending.err);
    }
    struct stat facts {};
    if (!writer.is_folder() && (::stat(link.c_str(), &facts) != 0 || (facts.st_mode & 07777U) != 0600U)) {
      fault += fmt::format("{}: the mode is {:o}\n", writer.name(), facts.st_mode);
    }
    return fault;
  };
  try_all(attempt);
}

TEST(Writers, LeaveTheOldOrTheNewFilesAtWhateverMomentASignalEndsThem) {
  const char* const wanted = std::getenv("TEXELSCOPE_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 4;
  std::mt19937 random(26);
  int count_of_old = 0;
  int count_of_new = 0;
  const auto attempt = [&](const Writer& writer, const WriterTrial& trial) {
    std::string fault;
    for (int kill = 0; kill < kills; ++kill) {
      constexpr std::array signals{SIGKILL, SIGINT, SIGTERM, SIGHUP};
      const int signal = signals[static_cast<std::size_t>(kill) % signals.size()];
      const fs::path disk = trial.folder() / fmt::format("kill_{}", kill);
      fs::create_directory(disk);
      const Files old = trial.prepare(disk);
      ProgramRun run = trial.run_to(disk / writer.target);
      const double delay = std::uniform_real_distribution(0.0, trial.ending().seconds)(random);
      run.meanwhile = [&](pid_t process) {
        ::usleep(static_cast<useconds_t>(delay * 1e6));
        ::kill(process, signal);
      };
      const Ending ending = run_program(run);
      const bool is_through = ending.code() == trial.ending().code();
      (files_in(disk) == old ? count_of_old : count_of_new) += 1;
      fault += trial.fault_in(disk, old, signal == SIGKILL);
      if (ending.code() != 128 + signal && !is_through) {
        fault += fmt::format("{}: signal {} after {:.3f} s: code {}, {}\n", writer.name(), signal, delay, ending.code(),
                             ending.err);
      }
      if (signal != SIGKILL && !fs::is_empty(trial.temporary())) {
        fault += fmt::format("{}: signal {} left temporary files\n", writer.name(), signal);
      }
      std::error_code ignored;
      fs::remove_all(disk, ignored);
      for (const fs::directory_entry& left : fs::directory_iterator(trial.temporary())) {
        fs::remove_all(left.path());
      }
    }
    return fault;
  };
  try_all(attempt);
  std::cout << fmt::format("{} runs left the old files, {} the new ones\n", count_of_old, count_of_new);
  RecordProperty("old", count_of_old);
  RecordProperty("new", count_of_new);
}

}  // namespace
}  // namespace texelscope::tests
