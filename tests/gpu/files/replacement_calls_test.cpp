#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gpu/files/replacement_file.h"
#include "tests/app/temporary_folder.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEXELSCOPE_RECORDS_CALLS 0
#else
#define TEXELSCOPE_RECORDS_CALLS 1
#endif

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;

/// A system call that creates a file, writes it to the disk or names it.
struct FileCall {
  std::string name;
  fs::path path;
  int flags = 0;
  /// For fsync(): the size of the file at that moment.
  off_t size_bytes = 0;
  /// For rename().
  fs::path target{};
};

/// For this thread only; null while nothing is recorded.
constinit thread_local std::vector<FileCall>* recorded_calls = nullptr;

/// The file calls that a function makes on this thread.
std::vector<FileCall> calls_of(const std::function<void()>& function) {
  std::vector<FileCall> calls;
  recorded_calls = &calls;
  try {
    function();
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
  recorded_calls = nullptr;
  return calls;
}

/// Records a call. Calls made while recording it are not recorded.
[[maybe_unused]] void note(const std::function<FileCall()>& make) {
  if (std::vector<FileCall>* const calls = std::exchange(recorded_calls, nullptr)) {
    calls->push_back(make());
    recorded_calls = calls;
  }
}

void replace_by(const fs::path& path, const std::string& text) {
  ReplacementFile file(path);
  file.stream() << text;
  file.commit();
}

TEST(ReplacementFile, IsOnTheDiskBeforeTheReplacementAndItsNameAfterwards) {
  if (TEXELSCOPE_RECORDS_CALLS == 0) {
    GTEST_SKIP() << "sanitizers replace these functions themselves";
  }
  const tests::TemporaryFolder folder;
  const fs::path place = fs::canonical(folder.path());
  for (const std::size_t size : {std::size_t{3}, std::size_t{200000}}) {
    const std::vector<FileCall> calls = calls_of([&] { replace_by(place / "a", std::string(size, 'n')); });
    ASSERT_EQ(calls.size(), 4U);
    const fs::path beside = calls[0].path;
    EXPECT_EQ(calls[0].name, "create");
    EXPECT_EQ(beside.parent_path(), place);
    constexpr int own = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    EXPECT_EQ(calls[0].flags & own, own) << "no existing file or link is written to";
    EXPECT_EQ(calls[1].name, "fsync");
    EXPECT_EQ(calls[1].path, beside);
    EXPECT_EQ(calls[1].size_bytes, static_cast<off_t>(size)) << "all bytes must have been written";
    EXPECT_EQ(calls[2].name, "rename");
    EXPECT_EQ(calls[2].path, beside);
    EXPECT_EQ(calls[2].target, place / "a");
    EXPECT_EQ(calls[3].name, "fsync");
    EXPECT_EQ(calls[3].path, place) << "the folder stores the name";
  }
}

TEST(ReplacementFile, HasANameOfRandomDigits) {
  const tests::TemporaryFolder folder;
  constexpr int count = 64;
  constexpr std::size_t digits = 16;
  // 8 further digits result from these.
  const std::regex form("\\.texelscope-[0-9a-f]{24}\\.part");
  std::array<std::set<char>, digits> seen;
  for (int i = 0; i < count; ++i) {
    const ReplacementFile file(folder / "a");
    const std::string name = file.path().filename().string();
    ASSERT_TRUE(std::regex_match(name, form)) << name;
    for (std::size_t digit = 0; digit < digits; ++digit) {
      seen[digit].insert(name[std::string(".texelscope-").size() + digit]);
    }
  }
  // In 64 random digits, nearly all 16 values occur; fewer than 8 in one of 10^15 runs.
  for (const std::set<char>& values : seen) {
    EXPECT_GE(values.size(), 8U);
  }
}

}  // namespace
}  // namespace texelscope::gpu

#if TEXELSCOPE_RECORDS_CALLS

namespace {

std::filesystem::path path_of(int descriptor) {
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor));
}

}  // namespace

// These replace the library's functions in this program, under different names here, because the headers may define the
// original ones. Outside calls_of(), they only forward.
extern "C" {

int recorded_openat(int folder, const char* path, int flags, ...) __asm__("openat");
int recorded_openat(int folder, const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  if ((flags & O_CREAT) != 0) {
    texelscope::gpu::note([&] { return texelscope::gpu::FileCall{"create", path_of(folder) / path, flags}; });
  }
  // Must be the last call, because it reports its error through errno.
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}

int recorded_fsync(int file) __asm__("fsync");
int recorded_fsync(int file) {
  texelscope::gpu::note([&] {
    struct stat facts {};
    static_cast<void>(::fstat(file, &facts));
    return texelscope::gpu::FileCall{"fsync", path_of(file), 0, facts.st_size};
  });
  return static_cast<int>(::syscall(SYS_fsync, file));
}

int recorded_rename(int from_folder, const char* from, int to_folder, const char* to) __asm__("renameat");
int recorded_rename(int from_folder, const char* from, int to_folder, const char* to) {
  texelscope::gpu::note([&] {
    return texelscope::gpu::FileCall{"rename", path_of(from_folder) / from, 0, 0, path_of(to_folder) / to};
  });
  return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}
}

#endif
