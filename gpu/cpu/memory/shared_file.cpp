#include "gpu/cpu/memory/shared_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <random>
#include <system_error>
#include <utility>

namespace texelscope::gpu::cpu {
namespace {

constexpr std::uint64_t file_signature = 0x6c69667078657474U;
constexpr std::uint64_t self_signature = 0x666c6573706f6373U;
constexpr std::uint64_t block_signature = 0x6b636f6c62706f63U;

/// The contents of an InterprocessHandle of this device.
struct Exported {
  std::uint64_t signature;
  std::uint64_t id;
  /// For a file: the process that exported it, and its descriptor in that process.
  std::int64_t process;
  std::int64_t number;
  /// For memory in the file: its location.
  std::uint64_t offset;
  std::uint64_t size_bytes;
};
static_assert(sizeof(Exported) <= sizeof(driver::InterprocessHandle));

driver::InterprocessHandle to_handle(const Exported& exported) noexcept {
  driver::InterprocessHandle handle{};
  std::memcpy(handle.data(), &exported, sizeof(exported));
  return handle;
}

Exported from_handle(const driver::InterprocessHandle& handle) noexcept {
  Exported exported;
  std::memcpy(&exported, handle.data(), sizeof(exported));
  return exported;
}

std::size_t page_bytes() noexcept { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::size_t whole_pages(std::size_t size_bytes) noexcept {
  return (size_bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

[[noreturn]] void throw_system(const char* function) {
  throw std::system_error{errno, std::generic_category(), function};
}

std::byte* map_pages(int file, std::uint64_t offset, std::size_t size_bytes) noexcept {
  void* const pages = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  return pages == MAP_FAILED ? nullptr : static_cast<std::byte*>(pages);
}

std::uint64_t random_id() {
  std::random_device source;
  return (std::uint64_t{source()} << 32U) | source();
}

std::uint64_t size_of(int file) {
  struct stat facts {};
  if (fstat(file, &facts) != 0) {
    throw_system("fstat");
  }
  return static_cast<std::uint64_t>(facts.st_size);
}

}  // namespace

/// Pages of the file, which are returned to the system when this object is destroyed, if this process owns the file.
class SharedFile::Mapping {
 public:
  Mapping(std::shared_ptr<SharedFile> file, std::byte* bytes, std::size_t size_bytes, std::uint64_t offset,
          MemoryBudget* budget) noexcept
      : file_{std::move(file)}, bytes_{bytes}, size_bytes_{size_bytes}, offset_{offset}, budget_{budget} {}
  ~Mapping() {
    {
      const std::lock_guard lock{file_->mutex_};
      file_->offsets_.erase(reinterpret_cast<std::uint64_t>(bytes_));
    }
    munmap(bytes_, size_bytes_);
    if (budget_ != nullptr) {
      fallocate(file_->file_.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset_),
                static_cast<off_t>(size_bytes_));
      budget_->release(size_bytes_);
    }
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

 private:
  std::shared_ptr<SharedFile> file_;
  std::byte* bytes_;
  std::size_t size_bytes_;
  std::uint64_t offset_;
  /// The budget of memory that this process owns.
  MemoryBudget* budget_;
};

SharedFile::SharedFile(FileDescriptor file, Header* header) noexcept : file_{std::move(file)}, header_{header} {}

SharedFile::~SharedFile() { munmap(header_, page_bytes()); }

std::shared_ptr<SharedFile> SharedFile::create(Purpose purpose) {
  FileDescriptor file{memfd_create("texelscope", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  if (file.is_closed()) {
    throw_system("memfd_create");
  }
  if (ftruncate(file.number(), static_cast<off_t>(page_bytes())) != 0 ||
      fcntl(file.number(), F_ADD_SEALS, F_SEAL_SHRINK) != 0) {
    throw_system("ftruncate");
  }
  std::byte* const page = map_pages(file.number(), 0, page_bytes());
  if (page == nullptr) {
    throw std::bad_alloc{};
  }
  auto* const header = new (page) Header{.signature = file_signature,
                                         .id = random_id(),
                                         .purpose = static_cast<std::uint32_t>(purpose),
                                         .recorded = 0,
                                         .reached = 0,
                                         .recorder = 0};
  return std::shared_ptr<SharedFile>{new SharedFile{std::move(file), header}};
}

std::shared_ptr<SharedFile> SharedFile::open(int number, Purpose purpose) {
  const int seals = fcntl(number, F_GET_SEALS);
  if (seals < 0 || (static_cast<unsigned>(seals) & F_SEAL_SHRINK) == 0 || size_of(number) < page_bytes()) {
    return nullptr;
  }
  FileDescriptor file{fcntl(number, F_DUPFD_CLOEXEC, 0)};
  if (file.is_closed()) {
    throw_system("fcntl");
  }
  std::byte* const page = map_pages(file.number(), 0, page_bytes());
  if (page == nullptr) {
    return nullptr;
  }
  auto* const header = reinterpret_cast<Header*>(page);
  if (header->signature != file_signature || header->purpose != static_cast<std::uint32_t>(purpose)) {
    munmap(page, page_bytes());
    return nullptr;
  }
  return std::shared_ptr<SharedFile>{new SharedFile{std::move(file), header}};
}

std::shared_ptr<SharedFile> SharedFile::import(const driver::InterprocessHandle& handle, Purpose purpose) {
  const Exported exported = from_handle(handle);
  if (exported.signature != self_signature) {
    return nullptr;
  }
  const FileDescriptor file{
      ::open(fmt::format("/proc/{}/fd/{}", exported.process, exported.number).c_str(), O_RDWR | O_CLOEXEC)};
  if (file.is_closed()) {
    return nullptr;
  }
  auto found = open(file.number(), purpose);
  return found && found->header().id == exported.id ? found : nullptr;
}

int SharedFile::duplicate() const {
  const int number = fcntl(file_.number(), F_DUPFD_CLOEXEC, 0);
  if (number < 0) {
    throw_system("fcntl");
  }
  return number;
}

driver::InterprocessHandle SharedFile::export_self() const noexcept {
  return to_handle({.signature = self_signature,
                    .id = header_->id,
                    .process = getpid(),
                    .number = file_.number(),
                    .offset = 0,
                    .size_bytes = 0});
}

std::shared_ptr<MemoryBlock> SharedFile::make_block(MemoryBudget& budget, std::size_t size_bytes) {
  const std::size_t mapped_bytes = whole_pages(size_bytes);
  if (mapped_bytes < size_bytes || !budget.take(mapped_bytes)) {
    throw std::bad_alloc{};
  }
  std::uint64_t offset = 0;
  std::byte* bytes = nullptr;
  try {
    const std::lock_guard lock{mutex_};
    offset = size_of(file_.number());
    if (ftruncate(file_.number(), static_cast<off_t>(offset + mapped_bytes)) == 0) {
      bytes = map_pages(file_.number(), offset, mapped_bytes);
    }
    if (bytes == nullptr) {
      throw std::bad_alloc{};
    }
    offsets_.emplace(reinterpret_cast<std::uint64_t>(bytes), offset);
  } catch (...) {
    if (bytes != nullptr) {
      munmap(bytes, mapped_bytes);
    }
    budget.release(mapped_bytes);
    throw;
  }
  auto mapping = std::make_shared<Mapping>(shared_from_this(), bytes, mapped_bytes, offset, &budget);
  return std::make_shared<MemoryBlock>(bytes, size_bytes, std::move(mapping));
}

bool SharedFile::export_block(std::uint64_t address, std::size_t size_bytes,
                              driver::InterprocessHandle& exported) const noexcept {
  const std::lock_guard lock{mutex_};
  const auto found = offsets_.find(address);
  if (found == offsets_.end()) {
    return false;
  }
  exported = to_handle({.signature = block_signature,
                        .id = header_->id,
                        .process = 0,
                        .number = 0,
                        .offset = found->second,
                        .size_bytes = size_bytes});
  return true;
}

std::shared_ptr<MemoryBlock> SharedFile::import_block(const driver::InterprocessHandle& handle) {
  const Exported exported = from_handle(handle);
  const std::uint64_t file_bytes = size_of(file_.number());
  if (exported.signature != block_signature || exported.id != header_->id || exported.size_bytes == 0 ||
      exported.offset < page_bytes() || exported.offset % page_bytes() != 0 || exported.offset > file_bytes ||
      exported.size_bytes > file_bytes - exported.offset) {
    return nullptr;
  }
  const auto size_bytes = static_cast<std::size_t>(exported.size_bytes);
  std::byte* const bytes = map_pages(file_.number(), exported.offset, whole_pages(size_bytes));
  if (bytes == nullptr) {
    throw std::bad_alloc{};
  }
  auto mapping =
      std::make_shared<Mapping>(shared_from_this(), bytes, whole_pages(size_bytes), exported.offset, nullptr);
  return std::make_shared<MemoryBlock>(bytes, size_bytes, std::move(mapping));
}

}  // namespace texelscope::gpu::cpu
