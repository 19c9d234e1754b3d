#include "gpu/files/environment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "gpu/cpu/program/host_compiler.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;
using tests::Environment;

/// A folder with a program of this name, as the current folder.
class ProgramHere {
 public:
  explicit ProgramHere(const char* name) : former_{fs::current_path()} {
    fs::create_directory(folder_ / "bin");
    for (const fs::path& program : {folder_ / name, folder_ / "bin" / name}) {
      folder_.write(fs::relative(program, folder_.path()).string(), "#!/bin/sh\n");
      fs::permissions(program, fs::perms::owner_all);
    }
    fs::current_path(folder_.path());
  }
  ProgramHere(const ProgramHere&) = delete;
  ProgramHere& operator=(const ProgramHere&) = delete;
  ~ProgramHere() { fs::current_path(former_); }
  [[nodiscard]] const fs::path& folder() const { return folder_.path(); }

 private:
  tests::TemporaryFolder folder_;
  fs::path former_;
};

TEST(Environment, FindsProgramsOnlyInAbsoluteFolders) {
  const ProgramHere here("texelscope-tool");
  for (const std::string path : {"", ":", "::", ".", "bin", "./bin:bin:", ":/nowhere:.", "/nowhere:"}) {
    const Environment variable("PATH", path);
    EXPECT_EQ(find_program("texelscope-tool"), std::nullopt) << path;
  }
  const Environment variable("PATH", ":bin:" + (here.folder() / "bin").string());
  EXPECT_EQ(find_program("texelscope-tool"), here.folder() / "bin/texelscope-tool");
  EXPECT_EQ(find_program("texelscope-none"), std::nullopt);
}

TEST(Environment, FindsNoCompilerInTheCurrentFolder) {
  const ProgramHere here("c++");
  for (const std::string path : {"", ":", ".", "bin", "/nowhere:"}) {
    const Environment variable("PATH", path);
    EXPECT_EQ(cpu::find_host_compiler(), std::nullopt) << path;
  }
  const Environment variable("PATH", (here.folder() / "bin").string());
  EXPECT_EQ(cpu::find_host_compiler(), here.folder() / "bin/c++");
}

TEST(Environment, FindsAToolkitOnlyByAnAbsoluteFolder) {
  {
    const Environment home("CUDA_HOME", "toolkit");
    const Environment path("CUDA_PATH", "./toolkit");
    EXPECT_EQ(toolkit_folders(), std::vector<fs::path>{"/usr/local/cuda"});
  }
  const Environment home("CUDA_HOME", "/one");
  const Environment path("CUDA_PATH", "/other");
  EXPECT_EQ(toolkit_folders(), (std::vector<fs::path>{"/one", "/other", "/usr/local/cuda"}));
}

}  // namespace
}  // namespace texelscope::gpu
