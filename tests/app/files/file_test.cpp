#include "app/files/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::file_bytes;

template <class Call>
std::string refusal_of(const Call& call) {
  try {
    call();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

std::size_t count_files(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(File, IsReadCompletely) {
  const tests::TemporaryFolder folder;
  const std::string text("a\0b\r\n\xFF", 6);
  const std::vector<std::byte> bytes = read_file(folder.write("a", text), text.size());
  ASSERT_EQ(bytes.size(), text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    EXPECT_EQ(bytes[at], static_cast<std::byte>(text[at]));
  }
  EXPECT_TRUE(read_file(folder.write("empty", ""), 0).empty());
}

TEST(File, IsRefusedWithTheReason) {
  const tests::TemporaryFolder folder;
  const auto reading = [&](const fs::path& path) { return refusal_of([&] { (void)read_file(path, 3); }); };
  EXPECT_NE(reading(folder / "missing").find("there is no such file"), std::string::npos);
  EXPECT_NE(reading(folder.path()).find("it is a folder"), std::string::npos);
  EXPECT_NE(reading(folder.write("long", "1234")).find("4 bytes exceed the limit of 3"), std::string::npos);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_NE(reading(folder / "pipe").find("not a regular file"), std::string::npos);
}

TEST(File, IsWrittenCompletely) {
  const tests::TemporaryFolder folder;
  write_file(folder / "a", [](std::ostream& out) { out << "first"; });
  write_file(folder / "a", [](std::ostream& out) { out << "second"; });
  EXPECT_EQ(file_bytes(folder / "a"), "second");
  EXPECT_EQ(count_files(folder.path()), 1U) << "no temporary file is left next to it";
}

TEST(File, IsUnchangedIfWritingFails) {
  const tests::TemporaryFolder folder;
  folder.write("a", "kept");
  const auto give_up = [](std::ostream& out) {
    out << "half";
    throw std::runtime_error("enough");
  };
  EXPECT_THROW(write_file(folder / "a", give_up), std::runtime_error);
  const auto run_full = [](std::ostream& out) { out.setstate(std::ios::failbit); };
  EXPECT_THROW(write_file(folder / "a", run_full), FileError);
  EXPECT_EQ(file_bytes(folder / "a"), "kept");
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(File, IsRefusedBeforeWriting) {
  const tests::TemporaryFolder folder;
  const auto writing = [](const fs::path& path) { return refusal_of([&] { require_writable(path); }); };
  EXPECT_EQ(writing(folder / "a"), "");
  EXPECT_NE(writing(folder.path()).find("it is a folder"), std::string::npos);
  EXPECT_NE(writing(folder / "missing/a").find("create it first"), std::string::npos);
  EXPECT_EQ(writing("/dev/null"), "") << "devices are opened directly";
}

TEST(File, HasANameThatEverySystemAccepts) {
  for (const std::string& name : {std::string("a"), std::string("shot-2_B.PNG"), std::string(200, 'a')}) {
    EXPECT_TRUE(is_file_name(name)) << name;
  }
  for (const std::string& name : {std::string(), std::string(".a"), std::string(".."), std::string("a/b"),
                                  std::string("a b"), std::string("\xc3\xbc"), std::string(201, 'a')}) {
    EXPECT_FALSE(is_file_name(name)) << name;
  }
}

TEST(File, OfALockedFolderIsWaitedForOnlyForALimitedTime) {
  const tests::TemporaryFolder folder;
  gpu::FileDescriptor lock = lock_folder(folder.path(), "advice");
  EXPECT_NE(refusal_of([&] {
              static_cast<void>(lock_folder(folder.path(), "advice", std::chrono::milliseconds(50)));
            }).find("another process is writing into it; advice"),
            std::string::npos);
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    lock.close();
  });
  EXPECT_NO_THROW(static_cast<void>(lock_folder(folder.path(), "advice", std::chrono::minutes(1))));
}

TEST(File, GetsAnUnusedName) {
  const tests::TemporaryFolder folder;
  const std::string stem = (folder / "shot").string();
  EXPECT_EQ(free_name(stem, ".png"), folder / "shot.png");
  folder.write("shot.png", "");
  EXPECT_EQ(free_name(stem, ".png"), folder / "shot-2.png");
  folder.write("shot-2.png", "");
  EXPECT_EQ(free_name(stem, ".png"), folder / "shot-3.png");
  fs::create_symlink("nowhere", folder / "shot-3.png");
  EXPECT_EQ(free_name(stem, ".png"), folder / "shot-4.png") << "writing through a link would create a file elsewhere";
  fs::create_symlink("shot-4.png", folder / "shot-4.png");
  EXPECT_EQ(free_name(stem, ".png"), folder / "shot-5.png") << "the name of a link to itself is in use";
}

}  // namespace
}  // namespace texelscope::app
