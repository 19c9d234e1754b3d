#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "gpu/files/inner_file.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// A file to read or to write, and the folder that it must be in.
struct FilePlace {
  FilePlace() = default;
  /// Implicit, because the user names most files.
  template <std::convertible_to<std::filesystem::path> Path>
  FilePlace(Path&& file, gpu::Folder folder = {}) : path{std::forward<Path>(file)}, within{std::move(folder)} {}

  std::filesystem::path path{};
  /// For a file in a folder that others made: the folder that contains it after all links are resolved. None for a file
  /// that the user named, which may be anywhere. A command opens a folder once, however many files it uses in it.
  gpu::Folder within{};
};

/// The bytes of a file, read only on request: opening a file of many gigabytes takes no memory.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;
  /// Reads bytes, starting at `at`, and returns the number of bytes read: fewer than the size of `to` only at the end
  /// of the file.
  /// @throws FileError if the disk fails.
  [[nodiscard]] virtual std::size_t read(std::uint64_t at, std::span<std::byte> to) const = 0;
};

/// Bytes in memory, which must outlive this object.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_{bytes} {}

  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
  [[nodiscard]] std::size_t read(std::uint64_t at, std::span<std::byte> to) const override;

 private:
  std::span<const std::byte> bytes_;
};

/// A file that stays open. Its size is determined when it is opened; a file that shrinks afterwards ends early.
class FileSource final : public ByteSource {
 public:
  /// @throws FileError if the file is missing, a folder, not a regular file, unreadable, outside its folder,
  /// or a Git LFS pointer.
  explicit FileSource(const FilePlace& file);

  [[nodiscard]] std::uint64_t size() const noexcept override { return size_; }
  [[nodiscard]] std::size_t read(std::uint64_t at, std::span<std::byte> to) const override;

 private:
  std::filesystem::path path_;
  gpu::FileDescriptor file_;
  std::uint64_t size_ = 0;
};

/// Another source, read in blocks, for readers that ask for a few bytes at a time. For one thread at a time.
class BlockSource final : public ByteSource {
 public:
  /// `source` must outlive this object.
  explicit BlockSource(const ByteSource& source) : source_{source} {}

  [[nodiscard]] std::uint64_t size() const noexcept override { return source_.size(); }
  [[nodiscard]] std::size_t read(std::uint64_t at, std::span<std::byte> to) const override;

 private:
  const ByteSource& source_;
  mutable std::vector<std::byte> block_{};
  /// The position of the block, whose bytes end early only at the end of the source.
  mutable std::uint64_t begin_ = 0;
};

/// All bytes of a source of at most `largest_size` bytes; `path` is for errors. @throws FileError if it is larger or
/// ends early.
[[nodiscard]] std::vector<std::byte> read_source(const ByteSource& source, const std::filesystem::path& path,
                                                 std::uintmax_t largest_size);

}  // namespace texelscope::app
