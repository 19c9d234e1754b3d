#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {

/// An output of a command, named by one of its options.
struct Writer {
  std::string command;
  app::OptionReference option;
  /// The name of the file or folder; the extension may matter.
  std::string target;

  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool is_folder() const { return option.path == app::PathUse::write_folder; }
};

/// All writers: the options of the registered commands that are declared as writing. An option that multiple commands
/// declare identically, such as --trace, is tested with one command.
[[nodiscard]] std::vector<Writer> find_writers();

/// The bytes of files, by name.
using Files = std::map<std::string, std::string>;

/// Whether a file is the page or the results of a report. Both are moved aside before a run, so that old ones are not
/// mistaken for those of a killed run.
[[nodiscard]] bool is_removed_first(const std::string& name);

/// A folder for testing a writer.
class WriterTrial {
 public:
  explicit WriterTrial(const Writer& writer);

  /// The command line of the writer for this target.
  [[nodiscard]] ProgramRun run_to(const std::filesystem::path& target) const;
  /// The files that the command creates in an empty folder, in a single run. Empty if this machine cannot run the
  /// command.
  [[nodiscard]] const Files& whole() const { return whole_; }
  [[nodiscard]] const Ending& ending() const { return ending_; }
  /// Creates old files in `folder`, where the command will write, and returns them.
  Files prepare(const std::filesystem::path& folder) const;
  /// Describes the first error in the files of a folder; empty if there is none. Each must be either an old file or a
  /// complete new one. Temporary files of a killed writer may exist next to them.
  [[nodiscard]] std::string fault_in(const std::filesystem::path& folder, const Files& old, bool was_killed) const;
  /// The folder for temporary files.
  [[nodiscard]] std::filesystem::path temporary() const { return folder_ / "temporary"; }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

 private:
  /// Returns the run with this folder as its working folder and in its environment variables.
  [[nodiscard]] ProgramRun in_folder(ProgramRun run) const;

  Writer writer_;
  TemporaryFolder folder_;
  Files whole_;
  Ending ending_;
};

}  // namespace texelscope::tests
