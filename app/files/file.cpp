#include "app/files/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <thread>

#include "app/files/file_error.h"
#include "app/files/write_failure.h"
#include "gpu/files/owner_lock.h"
#include "gpu/files/untrusted_work.h"

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

std::error_code last_reason() { return {errno != 0 ? errno : EIO, std::generic_category()}; }

/// Calls `make`, which creates a folder.
void make_by(const fs::path& path, const std::function<void()>& make) {
  try {
    gpu::require_permitted("create folder " + path.string());
    make();
  } catch (const std::system_error& error) {
    throw FileError(fmt::format("cannot create folder {}: {}", path.string(), write_failure_text(path, error.code())));
  }
}

}  // namespace

std::vector<std::byte> read_file(const FilePlace& file, std::uintmax_t largest_size) {
  return read_source(FileSource(file), file.path, largest_size);
}

void require_writable(const fs::path& path) {
  std::error_code error;
  if (!path.has_filename() || fs::is_directory(path, error)) {
    throw FileError(fmt::format("cannot write {}: it is a folder; specify a file in it", path.string()));
  }
  try {
    const gpu::WriteTarget target = gpu::write_target(path);
    const fs::path folder = target.path.has_parent_path() ? target.path.parent_path() : fs::path(".");
    if (!target.is_special && !fs::is_directory(folder, error)) {
      throw FileError(
          fmt::format("cannot write {}: folder {} does not exist; create it first", path.string(), folder.string()));
    }
    if (!target.is_special && ::access(folder.c_str(), W_OK | X_OK) != 0) {
      const std::error_code reason = last_reason();
      if (reason != std::errc::permission_denied) {
        throw write_failure(path, reason);
      }
      throw FileError(fmt::format("cannot write {}: folder {}: {}; choose another folder or change its permissions",
                                  path.string(), folder.string(), reason.message()));
    }
  } catch (const std::system_error& reason) {
    throw write_failure(path, reason.code());
  }
}

void write_file(const FilePlace& file, const std::function<void(std::ostream&)>& write, gpu::Durability durability) {
  require_writable(file.path);
  try {
    gpu::ReplacementFile replacement(file.path, file.within);
    try {
      write(replacement.stream());
    } catch (...) {
      // The exception of a writer whose stream failed does not contain the file's name.
      if (replacement.stream_error()) {
        throw std::system_error(replacement.stream_error());
      }
      throw;
    }
    replacement.commit(durability);
  } catch (const std::system_error& reason) {
    throw write_failure(file.path, reason.code());
  }
}

void write_file(const FilePlace& file, std::span<const std::byte> bytes, gpu::Durability durability) {
  write_file(
      file,
      [&](std::ostream& out) {
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
      },
      durability);
}

bool is_there(const FilePlace& file) {
  if (file.within.is_none()) {
    std::error_code error;
    return fs::exists(fs::symlink_status(file.path, error));
  }
  try {
    const gpu::FileDescriptor folder = gpu::open_inside(file.within, file.path.parent_path(), O_PATH | O_DIRECTORY);
    struct stat facts {};
    return ::fstatat(folder.number(), file.path.filename().c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
  } catch (const std::system_error&) {
    return false;
  }
}

bool is_inside(const FilePlace& file) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(file.within.path(), error);
  return file.within.is_none() ||
         (!error && std::ranges::mismatch(fs::weakly_canonical(file.path, error), folder).in2 == folder.end());
}

void make_folder(const FilePlace& folder) {
  make_by(folder.path, [&] {
    if (folder.within.is_none()) {
      fs::create_directories(folder.path);
    } else {
      gpu::make_folders_inside(folder.within, folder.path);
    }
  });
}

void make_new_folder(const fs::path& path) {
  make_by(path, [&] {
    if (!fs::create_directory(path)) {
      throw std::system_error(EEXIST, std::generic_category());
    }
  });
}

std::vector<std::string> names_in(const FilePlace& folder) {
  std::vector<std::string> names;
  try {
    gpu::FileDescriptor opened = gpu::open_inside(folder.within.is_none() ? gpu::Folder(folder.path) : folder.within,
                                                  folder.path, O_RDONLY | O_DIRECTORY);
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(opened.number()), ::closedir);
    if (list != nullptr) {
      static_cast<void>(opened.release());
    }
    for (const dirent* entry = nullptr; list != nullptr && (entry = ::readdir(list.get())) != nullptr;) {
      if (const std::string_view name = entry->d_name; name != "." && name != "..") {
        names.emplace_back(name);
      }
    }
  } catch (const std::system_error& error) {
    throw FileError(fmt::format("cannot read the folder {}: {}; {}", folder.path.string(), error.code().message(),
                                read_advice(error.code())));
  }
  std::ranges::sort(names);
  return names;
}

void remove_file(const FilePlace& file) {
  try {
    gpu::require_permitted("remove " + file.path.string());
    if (file.within.is_none()) {
      fs::remove(file.path);
    } else {
      gpu::remove_inside(file.within, file.path);
    }
  } catch (const std::system_error& error) {
    throw FileError(
        fmt::format("cannot remove {}: {}", file.path.string(), write_failure_text(file.path, error.code())));
  }
}

void remove_empty_folder(const FilePlace& folder) {
  if (folder.within.is_none()) {
    ::rmdir(folder.path.c_str());
    return;
  }
  try {
    gpu::remove_inside(folder.within, folder.path, AT_REMOVEDIR);
  } catch (const std::system_error&) {
    return;
  }
}

gpu::FileDescriptor lock_folder(const gpu::Folder& folder, std::string_view advice, std::chrono::milliseconds wait) {
  constexpr std::chrono::milliseconds pause{20};
  const auto end = std::chrono::steady_clock::now() + wait;
  try {
    gpu::FileDescriptor lock = gpu::open_inside(folder, folder.path(), O_RDONLY | O_DIRECTORY);
    while (!gpu::lock_own(lock.number(), ".", folder.number())) {
      if (std::chrono::steady_clock::now() >= end) {
        throw FileError(fmt::format("cannot write into {}: another process is writing into it; {}",
                                    folder.path().string(), advice));
      }
      std::this_thread::sleep_for(pause);
    }
    return lock;
  } catch (const std::system_error& error) {
    throw write_failure(folder.path(), error.code());
  }
}

void remove_abandoned_files(const fs::path& folder) { gpu::remove_abandoned_files(folder); }

bool is_file_name(std::string_view name) {
  constexpr std::size_t longest = 200;
  return !name.empty() && name.size() <= longest && name.front() != '.' &&
         std::ranges::all_of(name, [](char character) {
           return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                  (character >= '0' && character <= '9') || character == '_' || character == '-' || character == '.';
         });
}

fs::path free_name(const std::string& stem, std::string_view extension) {
  fs::path path = fmt::format("{}{}", stem, extension);
  std::error_code error;
  // A dangling link also occupies its name: writing would create its target.
  for (int copy = 2; fs::exists(fs::symlink_status(path, error)); ++copy) {
    path = fmt::format("{}-{}{}", stem, copy, extension);
  }
  return path;
}

}  // namespace texelscope::app
