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

/// Memory that processes share: an anonymous file (memfd), whose first page describes it. It cannot shrink, so that
/// pages never vanish under another process.
class SharedFile : public std::enable_shared_from_this<SharedFile> {
 public:
  enum class Purpose : std::uint32_t { memory_pool = 1, event = 2 };

  /// The first page. The fields after the name change while processes share it.
  struct Header {
    std::uint64_t signature;
    std::uint64_t id;
    std::uint32_t purpose;
    /// For an event: the number of records, the last record reached, and the process that recorded last.
    std::atomic<std::uint32_t> recorded;
    std::atomic<std::uint32_t> reached;
    std::atomic<std::int32_t> recorder;
  };

  /// @throws std::bad_alloc, std::system_error.
  [[nodiscard]] static std::shared_ptr<SharedFile> create(Purpose purpose);
  /// A file that any process created with create(); null for anything else. The caller keeps ownership of `number`.
  /// @throws std::bad_alloc, std::system_error.
  [[nodiscard]] static std::shared_ptr<SharedFile> open(int number, Purpose purpose);
  /// Opens a file from the result of export_self(), while its process still has the file open.
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
  /// Describes the memory at `address` for import_block(); false if it is not in this file.
  [[nodiscard]] bool export_block(std::uint64_t address, std::size_t size_bytes,
                                  driver::InterprocessHandle& exported) const noexcept;
  /// Memory exported by the process that owns the file; null for anything else. @throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<MemoryBlock> import_block(const driver::InterprocessHandle& exported);

 private:
  class Mapping;

  SharedFile(FileDescriptor file, Header* header) noexcept;

  FileDescriptor file_;
  Header* header_;
  mutable std::mutex mutex_;
  /// The file offset of the memory at an address.
  std::map<std::uint64_t, std::uint64_t> offsets_;
};

}  // namespace texelscope::gpu::cpu
