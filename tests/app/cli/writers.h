#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {

/// Something that a command writes: what one of its options names.
struct Writer {
  std::string command;
  app::OptionReference option;
  /// What the file or the folder is called; the ending may matter.
  std::string target;

  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool is_folder() const { return option.path == app::PathUse::write_folder; }
};

/// All of them, from the registered commands: each option that says that it writes. Of options that several commands
/// declare alike, such as --trace, that of one command.
[[nodiscard]] std::vector<Writer> find_writers();

/// Files by their names, with their bytes.
using Files = std::map<std::string, std::string>;

/// Whether it is of a report, whose former page and results go before a run begins, so that none is taken for its own.
[[nodiscard]] bool is_removed_first(const std::string& name);
[[nodiscard]] Files without_removed_first(Files files);

/// A folder to let a writer write in.
class WriterTrial {
 public:
  explicit WriterTrial(const Writer& writer);

  /// The same command line, made for a target in a folder.
  [[nodiscard]] ProgramRun run_to(const std::filesystem::path& target) const;
  /// What the command writes beside nothing: run once. Empty where this machine cannot run it.
  [[nodiscard]] const Files& whole() const { return whole_; }
  [[nodiscard]] const Ending& ending() const { return ending_; }
  /// Puts old files where the command will write, into `folder`, and returns them.
  Files prepare(const std::filesystem::path& folder) const;
  /// What is wrong with the files of a folder, of which each must be an old or a whole new one; empty for nothing.
  /// Those of a killed writer may lie beside.
  [[nodiscard]] std::string fault_in(const std::filesystem::path& folder, const Files& old, bool was_killed) const;
  /// Where temporary files go.
  [[nodiscard]] std::filesystem::path temporary() const { return folder_ / "temporary"; }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

 private:
  /// With the folder's environment.
  [[nodiscard]] ProgramRun in_folder(ProgramRun run) const;

  Writer writer_;
  TemporaryFolder folder_;
  Files whole_;
  Ending ending_;
};

}  // namespace texelscope::tests
