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
#include <string>
#include <system_error>
#include <vector>

#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;

/// Whether a value name looks like that of a file or folder.
bool is_called_like_a_path(const std::string& value) {
  static const std::regex names("[A-Z]+\\.[a-z]+|FILE|FILE\\.cu|DIR|FOLDER|IMAGE|SOURCE|EXPECTED|ACTUAL|OUT|IN");
  return std::regex_match(value, names);
}

/// The error in a command's refusal to write a file: it must exit with code 2, and print one line that names the file.
std::string fault_of_refusal(const Writer& writer, const Ending& ending, const std::string& path) {
  const bool is_right = ending.code() == 2 && ending.error_lines() == 1 && ending.err.find(path) != std::string::npos;
  return is_right ? "" : fmt::format("{}: code {}, {}\n", writer.name(), ending.code(), ending.err);
}

/// Calls `attempt`, which returns an error, for each writer that this machine can run. Then skips, listing
/// the writers that cannot be run, and those that `attempt` added to `untried` because it tested them differently.
template <class Attempt>
void try_all(const Attempt& attempt, std::string& untried) {
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

template <class Attempt>
void try_all(const Attempt& attempt) {
  std::string untried;
  try_all(attempt, untried);
}

TEST(Writers, AreOptionsThatDeclareTheUseOfTheirFiles) {
  const auto check = [](const app::CommandReference& command) {
    for (const app::OptionReference& option : command.options) {
      EXPECT_EQ(option.path != app::PathUse::none, is_called_like_a_path(option.value))
          << command.name << ' ' << option.value << ": set .path in its OptionRules";
    }
  };
  for (const app::CommandReference& command : app::CommandLine().describe().commands) {
    check(command);
    std::ranges::for_each(command.commands, check);
  }
  EXPECT_GE(find_writers().size(), 18U);
}

TEST(Writers, KeepTheOldFilesIfTheDiskIsFull) {
  std::string untried;
  const auto attempt = [&](const Writer& writer, const WriterTrial& trial) {
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
        // Without a small disk, limits the size of all files, so a different output may fail first.
        run.largest_file = 16;
      }
      const Ending ending = run_program(run);
      fs::remove(disk / "filler");
      return fault_of_refusal(writer, ending, is_small ? disk / writer.target : disk.parent_path()) +
             trial.fault_in(disk, old, false) + (files_in(disk) == old ? "" : "something was written\n");
    };
    const std::optional<std::string> fault = with_own_mounts([&] { return fill_and_run(true); });
    if (fault && *fault != "not mounted") {
      return *fault;
    }
    untried = "mounts are not permitted here: file sizes were limited instead of filling a disk";
    return fill_and_run(false);
  };
  try_all(attempt, untried);
}

TEST(Writers, KeepTheOldFilesInAReadOnlyFolder) {
  std::string untried;
  const auto attempt = [&](const Writer& writer, const WriterTrial& trial) {
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
    const bool is_superuser = ::geteuid() == 0;
    untried = is_superuser ? "mounts are not permitted here, and the superuser may write everywhere"
                           : "mounts are not permitted here: a folder was write-protected instead of a disk";
    return is_superuser ? "" : protect_and_run(false);
  };
  try_all(attempt, untried);
}

TEST(Writers, RejectAMissingFolderAFolderAndAFullDevice) {
  const auto attempt = [](const Writer& writer, const WriterTrial& trial) {
    if (writer.is_folder()) {
      // These writers create a missing folder, and may read from an existing one.
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

TEST(Writers, FollowLinksAndKeepTheMode) {
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

TEST(Writers, KeepAnInputThatIsTheirOutputIfTheDiskIsFull) {
  const TemporaryFolder folder;
  const fs::path disk = folder / "disk";
  fs::create_directory(disk);
  const auto copy_onto_itself = [&](bool is_small) -> std::string {
    if (is_small && !mount_small(disk, 4U << 20U)) {
      return "not mounted";
    }
    const fs::path file = disk / "both.npy";
    write_numbers(file, {64, 512}, std::vector<float>(64 * 512, 1.5F));
    const std::string before = file_bytes(file);
    ProgramRun run{.arguments = {"copy", "--device", "cpu", "--op", "permuted(1,0)", file, file}};
    if (is_small) {
      fill_up(disk);
    } else {
      run.largest_file = 16;
    }
    const Ending ending = run_program(run);
    const bool is_kept = file_bytes(file) == before;
    fs::remove(disk / "filler");
    run.largest_file.reset();
    const Ending with_room = run_program(run);
    return ending.code() == 2 && ending.err.find(file) != std::string::npos && is_kept && with_room.code() == 0 &&
                   file_bytes(file).size() == before.size() && file_bytes(file) != before
               ? ""
               : fmt::format("code {}, {}, the input is {}; with room {}, {}", ending.code(), ending.err,
                             is_kept ? "kept" : "lost", with_room.code(), with_room.err);
  };
  const std::optional<std::string> fault = with_own_mounts([&] { return copy_onto_itself(true); });
  const bool is_mounted = fault && *fault != "not mounted";
  EXPECT_EQ(is_mounted ? *fault : copy_onto_itself(false), "");
  if (!is_mounted) {
    GTEST_SKIP() << "mounts are not permitted here: file sizes were limited instead of filling a disk";
  }
}

/// The files, except the temporary ones that a killed writer left next to its target.
Files without_parts(Files files) {
  std::erase_if(files,
                [](const auto& file) { return fs::path(file.first).filename().string().starts_with(".texelscope-"); });
  return files;
}

/// How often the old and the new files were found.
struct OldAndNew {
  int old = 0;
  int replaced = 0;
};

TEST(Writers, LeaveTheOldOrTheNewFilesWheneverASignalEndsThem) {
  const char* const wanted = std::getenv("TEXELSCOPE_KILLS");
  const int kills = wanted != nullptr ? std::atoi(wanted) : 4;
  std::mt19937 random(26);
  // A run spends most of its time before its first write, so half of the kills directly follow an operation in the
  // folder.
  std::array<OldAndNew, 2> left{};
  int kills_at_work = 0;
  const auto attempt = [&](const Writer& writer, const WriterTrial& trial) {
    std::string fault;
    for (int kill = 0; kill < kills; ++kill) {
      constexpr std::array signals{SIGKILL, SIGINT, SIGTERM, SIGHUP};
      const bool is_at_work = kill % 2 == 0;
      const int signal = signals[static_cast<std::size_t>(random()) % signals.size()];
      const fs::path disk = trial.folder() / fmt::format("kill_{}", kill);
      fs::create_directory(disk);
      const Files old = trial.prepare(disk);
      ProgramRun run = trial.run_to(disk / writer.target);
      FolderWatch watch(disk);
      // Each file is at least created, written to, closed and moved.
      const int most_events = 4 * static_cast<int>(trial.whole().size());
      const int events = std::uniform_int_distribution(1, most_events)(random);
      const double delay = std::uniform_real_distribution(0.0, trial.ending().seconds)(random);
      run.meanwhile = [&](pid_t process) {
        if (is_at_work) {
          kills_at_work += watch.wait_for(events, process) ? 1 : 0;
        } else {
          ::usleep(static_cast<useconds_t>(delay * 1e6));
        }
        ::kill(process, signal);
      };
      const Ending ending = run_program(run);
      const bool is_through = ending.code() == trial.ending().code();
      OldAndNew& counts = left[is_at_work ? 1 : 0];
      (without_parts(files_in(disk)) == old ? counts.old : counts.replaced) += 1;
      fault += trial.fault_in(disk, old, signal == SIGKILL);
      if (ending.code() != 128 + signal && !is_through) {
        fault += fmt::format("{}: signal {} after {}: code {}, {}\n", writer.name(), signal,
                             is_at_work ? fmt::format("{} events", events) : fmt::format("{:.3f} s", delay),
                             ending.code(), ending.err);
      }
      if (signal != SIGKILL && !fs::is_empty(trial.temporary())) {
        fault += fmt::format("{}: signal {} left temporary files\n", writer.name(), signal);
      }
      std::error_code ignored;
      fs::remove_all(disk, ignored);
      for (const fs::directory_entry& entry : fs::directory_iterator(trial.temporary())) {
        fs::remove_all(entry.path());
      }
    }
    return fault;
  };
  try_all(attempt);
  std::cout << fmt::format("at any moment: {} runs left the old files, {} the new ones; while writing: {} and {}\n",
                           left[0].old, left[0].replaced, left[1].old, left[1].replaced);
  RecordProperty("old", left[0].old + left[1].old);
  RecordProperty("new", left[0].replaced + left[1].replaced);
  if (kills >= 2) {
    EXPECT_GT(kills_at_work, 0);
    EXPECT_GT(left[1].old, 0) << "some runs end before the new file replaces the old one";
    EXPECT_GT(left[1].replaced, 0) << "some runs end after the new file has replaced the old one";
  }
}

}  // namespace
}  // namespace texelscope::tests
