#include "app/files/byte_source.h"

#include <gtest/gtest.h>

#include <array>
#include <exception>
#include <filesystem>
#include <string>

#include "app/files/file_error.h"
#include "app/files/tensor_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

std::string read_text(const ByteSource& source, std::uint64_t at) {
  std::array<std::byte, 4> bytes{};
  const std::size_t count = source.read(at, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), count};
}

void expect_abcdef(const ByteSource& source) {
  EXPECT_EQ(source.size(), 6U);
  EXPECT_EQ(read_text(source, 0), "abcd");
  EXPECT_EQ(read_text(source, 3), "def");
  EXPECT_EQ(read_text(source, 6), "");
  EXPECT_EQ(read_text(source, ~std::uint64_t{0}), "");
}

TEST(ByteSource, ReadsFromAnyPositionToTheEnd) {
  const std::string text = "abcdef";
  expect_abcdef(MemorySource(std::as_bytes(std::span(text))));
  const tests::TemporaryFolder folder;
  expect_abcdef(FileSource(folder.write("a", text)));
}

TEST(ByteSource, EndsEarlyIfItsFileShrinks) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.write("a", "abcdef");
  const FileSource source(path);
  std::filesystem::resize_file(path, 4);
  EXPECT_EQ(read_text(source, 2), "cd");
}

TEST(ByteSource, RefusesNonRegularFiles) {
  const tests::TemporaryFolder folder;
  EXPECT_THROW(FileSource{folder.path()}, FileError);
  EXPECT_THROW(FileSource{folder.path() / "missing"}, FileError);
  EXPECT_THROW(FileSource{"/dev/null"}, FileError);
}

TEST(ByteSource, NamesAGitLfsPointer) {
  const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 99\n";
  const tests::TemporaryFolder folder;
  const auto error_of = [](const auto& read) -> std::string {
    try {
      read();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  for (const char* const name : {"a.png", "a.texelscope", "a.txt"}) {
    const std::filesystem::path path = folder.write(name, pointer);
    EXPECT_EQ(error_of([&] { FileSource{path}; }),
              "cannot read " + path.string() + ": it is a Git LFS pointer, not the file itself; run git lfs pull");
  }
  const std::filesystem::path archive = folder.write("a.npz", pointer);
  EXPECT_TRUE(error_of([&] { static_cast<void>(list_tensors(archive)); }).ends_with("run git lfs pull"));
  const std::filesystem::path tensor = folder.write("a.npy", pointer);
  EXPECT_TRUE(error_of([&] { static_cast<void>(list_tensors(tensor)); }).ends_with("run git lfs pull"));
}

TEST(ByteSource, IsInsideItsFolderHoweverLinksLeadThere) {
  namespace fs = std::filesystem;
  const tests::TemporaryFolder folder;
  fs::create_directories(folder / "in/deep");
  fs::create_directories(folder / "out");
  static_cast<void>(folder.write("in/deep/file", "inner"));
  static_cast<void>(folder.write("out/file", "private"));
  fs::create_symlink("in", folder / "name");
  fs::create_symlink("deep", folder / "in/relative");
  fs::create_symlink(folder / "in/deep/file", folder / "in/absolute");
  fs::create_symlink("../out/../in/deep/file", folder / "in/roundabout");
  fs::create_symlink("../out/file", folder / "in/private");
  fs::create_symlink(folder / "out", folder / "in/folder");
  fs::create_symlink("/proc/self/environ", folder / "in/process");
  fs::create_symlink("/proc/self/cwd", folder / "in/cwd");
  fs::create_symlink("loop", folder / "in/loop");
  for (const char* const place : {"in", "name", "in/.", "in/"}) {
    for (const char* const name : {"deep/file", "relative/file", "absolute", "roundabout", "deep/../relative/file"}) {
      EXPECT_EQ(read_text(FileSource({folder / place / name, folder / place}), 0), "inne") << place << " " << name;
    }
  }
  for (const char* const name : {"private", "folder/file", "process", "../out/file", "deep/../../out/file"}) {
    try {
      const FileSource source({folder / "in" / name, folder / "in"});
      ADD_FAILURE() << name;
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find("leads out of the folder"), std::string::npos) << error.what();
    }
    EXPECT_NO_THROW(FileSource{folder / "in" / name}) << "the user may name any file";
  }
  for (const char* const name : {"loop", "none", "cwd", "cwd/none"}) {
    EXPECT_THROW((FileSource{{folder / "in" / name, folder / "in"}}), FileError) << name;
  }
  EXPECT_THROW((FileSource{folder / std::string("in/deep/file\0.png", 17)}), FileError);
}

}  // namespace
}  // namespace texelscope::app
