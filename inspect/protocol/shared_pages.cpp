#include "inspect/protocol/shared_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

namespace texelscope::inspect {
namespace {

constexpr int fixed_size = F_SEAL_SHRINK | F_SEAL_GROW;

}  // namespace

SharedPages::SharedPages(SharedPages&& other) noexcept
    : bytes_{std::exchange(other.bytes_, nullptr)}, size_{std::exchange(other.size_, 0)} {}

SharedPages& SharedPages::operator=(SharedPages&& other) noexcept {
  if (this != &other) {
    close();
    bytes_ = std::exchange(other.bytes_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

SharedPages SharedPages::create(std::size_t size_bytes, bool is_for_readers, gpu::FileDescriptor& file) noexcept {
  SharedPages pages;
  gpu::FileDescriptor made{memfd_create("texelscope-inspect", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  if (made.is_closed() || ftruncate(made.number(), static_cast<off_t>(size_bytes)) != 0) {
    return pages;
  }
  void* const mapped = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made.number(), 0);
  if (mapped == MAP_FAILED) {
    return pages;
  }
  pages.bytes_ = static_cast<std::byte*>(mapped);
  pages.size_ = size_bytes;
  // Kernels before 5.1 do not have the second seal: there, a window of the same user could write the copies.
  if (is_for_readers && fcntl(made.number(), F_ADD_SEALS, F_SEAL_FUTURE_WRITE) != 0 && errno != EINVAL) {
    pages.close();
    return pages;
  }
  if (fcntl(made.number(), F_ADD_SEALS, fixed_size | F_SEAL_SEAL) != 0) {
    pages.close();
    return pages;
  }
  file = std::move(made);
  return pages;
}

SharedPages SharedPages::open(int file, std::size_t size_bytes, bool is_writable) noexcept {
  SharedPages pages;
  struct stat facts {};
  const int seals = fcntl(file, F_GET_SEALS);
  if (size_bytes == 0 || seals < 0 || (seals & fixed_size) != fixed_size || fstat(file, &facts) != 0 ||
      static_cast<std::uint64_t>(facts.st_size) < size_bytes) {
    return pages;
  }
  void* const mapped = mmap(nullptr, size_bytes, is_writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) {
    pages.bytes_ = static_cast<std::byte*>(mapped);
    pages.size_ = size_bytes;
  }
  return pages;
}

void SharedPages::close() noexcept {
  if (bytes_ != nullptr) {
    munmap(std::exchange(bytes_, nullptr), std::exchange(size_, 0));
  }
}

}  // namespace texelscope::inspect
