#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "gpu/cpu/memory/memory_block.h"
#include "gpu/driver/calls/memory_pool.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu::cpu {

/// Memory that processes share: a file without a name (memfd), whose first page says what it is. It cannot shrink, so
/// that no process is surprised by pages that are gone.
class SharedFile : public std::enable_shared_from_this<SharedFile> {
 public:
  enum class Purpose : std::uint32_t { memory_pool = 1, event = 2 };

  /// The first page. What follows the name changes while processes share it.
  struct Header {
    std::uint64_t signature;
    std::uint64_t id;
    std::uint32_t purpose;
    /// Of an event: how often it was recorded, the last record that was reached, and the process that recorded last.
    std::atomic<std::uint32_t> recorded;
    std::atomic<std::uint32_t> reached;
    std::atomic<std::int32_t> recorder;
  };

  /// @throws std::bad_alloc, std::system_error.
  [[nodiscard]] static std::shared_ptr<SharedFile> create(Purpose purpose);
  /// A file that create() made in any process; null for anything else. `number` stays the caller's.
  /// @throws std::bad_alloc, std::system_error.
  [[nodiscard]] static std::shared_ptr<SharedFile> open(int number, Purpose purpose);
  /// The same, by what export_self() gave while the process that called it still has the file.
  [[nodiscard]] static std::shared_ptr<SharedFile> import(const driver::InterprocessHandle& exported, Purpose purpose);

  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  [[nodiscard]] Header& header() const noexcept { return *header_; }
  /// Another descriptor of the file, for the caller to close. @throws std::system_error.
  [[nodiscard]] int duplicate() const;
  [[nodiscard]] driver::InterprocessHandle export_self() const noexcept;

  /// Memory at the end of the file. @throws std::bad_alloc, std::system_error.
  [[nodiscard]] std::shared_ptr<MemoryBlock> make_block(MemoryBudget& budget, std::size_t size_bytes);
  /// Where the memory at `address` is in the file, for import_block(); false when it is not of this file.
  [[nodiscard]] bool export_block(std::uint64_t address, std::size_t size_bytes,
                                  driver::InterprocessHandle& exported) const noexcept;
  /// Memory that the process which owns the file exported; null for anything else. @throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<MemoryBlock> import_block(const driver::InterprocessHandle& exported);

 private:
  class Mapping;

  SharedFile(FileDescriptor file, Header* header) noexcept;

  FileDescriptor file_;
  Header* header_;
  mutable std::mutex mutex_;
  /// Where in the file the memory at an address begins.
  std::map<std::uint64_t, std::uint64_t> offsets_;
};

}  // namespace texelscope::gpu::cpu
